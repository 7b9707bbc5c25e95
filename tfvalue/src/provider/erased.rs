//! What the parts of a provider have in common, without their types.

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

#[cfg(feature = "fingerprint")]
use super::fingerprint::Fingerprint;
use super::identity_kind::IdentityLayout;
use super::secret_places::SecretPlaces;
use crate::model::Model;
use crate::schema::{self, Block, Schema};
use crate::tfplugin::messages::DynamicValue;
use crate::ty::Type;
use crate::value::Value;

/// A part of a provider without its type. Each kind of part has a trait of its own, `ErasedResource` for
/// [`Resource`](super::Resource) and so on. Code that uses these traits is compiled once, not for each type.
pub(super) trait Erased: Send + Sync {
    fn part(&self) -> &Part;
}

/// The schema of a part.
pub(super) struct Part {
    schema: fn() -> Schema,
    model: Model,
    layout: OnceLock<Arc<Layout>>,
    identity: OnceLock<IdentityLayout>,
}

/// The root of a schema, and its type. They are kept because they take longer to build than a small
/// value to read. Only the parts that are called have them.
pub(super) struct Layout {
    pub(super) block: Block,
    pub(super) ty: Type,
    /// The sensitive and write-only attributes.
    pub(super) secrets: SecretPlaces,
    /// The write-only attributes with a fingerprint.
    #[cfg(feature = "fingerprint")]
    pub(super) fingerprints: Vec<Fingerprint>,
}

impl Part {
    pub(super) fn new(schema: fn() -> Schema, model: Model) -> Self {
        Part {
            schema,
            model,
            layout: OnceLock::new(),
            identity: OnceLock::new(),
        }
    }

    /// Builds the schema.
    pub(super) fn schema(&self) -> Schema {
        (self.schema)()
    }

    pub(super) fn model(&self) -> Model {
        self.model
    }

    pub(super) fn layout(&self) -> &Arc<Layout> {
        self.layout.get_or_init(|| {
            let block = self.schema().block;
            let ty = block.implied_type();
            let secrets = SecretPlaces::of(&block);
            Arc::new(Layout {
                block,
                ty,
                secrets,
                #[cfg(feature = "fingerprint")]
                fingerprints: Fingerprint::all(self.model.fields),
            })
        })
    }

    /// Returns the schema of the identity, which is that of the resource.
    pub(super) fn identity(&self, schema: fn() -> schema::Identity) -> &IdentityLayout {
        self.identity.get_or_init(|| IdentityLayout::new(schema()))
    }

    pub(super) fn block(&self) -> &Block {
        &self.layout().block
    }

    /// Returns an unknown value of the part.
    pub(super) fn unknown(&self) -> DynamicValue {
        let value = DynamicValue::encode_value(&Value::unknown(self.ty().clone()), self.ty());
        value.unwrap_or_default() // an unknown value fits each type
    }

    /// Returns the implied type of the block.
    pub(super) fn ty(&self) -> &Type {
        &self.layout().ty
    }
}

/// A part of type `T`.
pub(super) struct Of<T> {
    pub(super) part: Part,
    ty: PhantomData<fn() -> T>,
}

impl<T> Of<T> {
    pub(super) fn new(schema: fn() -> Schema, model: Model) -> Self {
        Of {
            part: Part::new(schema, model),
            ty: PhantomData,
        }
    }
}

impl<T> Erased for Of<T> {
    fn part(&self) -> &Part {
        &self.part
    }
}
