//! The data that is built once for each schema.

use crate::model::Field;
use crate::provider::secrets::places::SecretPlaces;
use crate::schema::{self, Block, Schema};
use crate::ty::Type;

/// The root of a schema, and its type. The root and the type are kept because building them takes longer than reading a
/// small value. Only parts that are called have a layout.
pub(crate) struct Layout {
    pub(crate) version: i64,
    pub(crate) block: Block,
    pub(crate) ty: Type,
    /// The sensitive and write-only attributes.
    pub(crate) secrets: SecretPlaces,
    /// The write-only attributes with a fingerprint.
    pub(crate) fingerprints: Vec<Fingerprint>,
}

impl Layout {
    pub(crate) fn new(Schema { version, block }: Schema, fields: &[Field]) -> Self {
        let ty = block.implied_type();
        let secrets = SecretPlaces::of(&block);
        Layout {
            version,
            block,
            ty,
            secrets,
            fingerprints: Fingerprint::all(fields),
        }
    }
}

/// A write-only attribute with a fingerprint.
pub(crate) struct Fingerprint {
    pub(crate) name: Box<str>,
    /// The attribute that counts the changes.
    pub(crate) revision: Box<str>,
}

impl Fingerprint {
    /// Returns a resource's write-only attributes with a fingerprint.
    fn all(fields: &[Field]) -> Vec<Self> {
        let all = fields.iter().filter_map(|field| {
            Some(Fingerprint {
                name: field.name().into(),
                revision: field.fingerprint()?.into(),
            })
        });
        all.collect()
    }
}

/// The schema of an identity, and its type. Building the schema and its type takes longer than reading an identity.
pub(crate) struct IdentityLayout {
    pub(crate) schema: schema::Identity,
    pub(crate) ty: Type,
}

impl IdentityLayout {
    pub(crate) fn new(schema: schema::Identity) -> Self {
        let ty = schema.implied_type();
        IdentityLayout { schema, ty }
    }
}
