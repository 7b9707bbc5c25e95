//! What the parts of a provider have in common, without their types.

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use super::dynamic::{Described, Description};
#[cfg(feature = "fingerprint")]
use super::fingerprint::Fingerprint;
use super::identity_kind::IdentityLayout;
use super::secret_places::SecretPlaces;
use crate::error::Result;
use crate::model::{IdentitySchema, Model, Role};
use crate::schema::{Block, Schema};
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
    source: Source,
    layout: OnceLock<Arc<Layout>>,
    identity: OnceLock<IdentityLayout>,
}

/// Where a schema and its rules are from.
enum Source {
    /// A derived struct: constants.
    Struct {
        schema: fn() -> Schema,
        model: Model<'static>,
    },
    /// A description. Its tables are built when the part is first used.
    Described {
        describe: Box<dyn Fn() -> Description + Send + Sync>,
        role: Role,
        tables: OnceLock<Box<Described>>,
    },
}

/// The root of a schema, and its type. They are kept because building them takes longer than reading a
/// small value. Only the parts that are called have them.
pub(super) struct Layout {
    pub(super) version: i64,
    pub(super) block: Block,
    pub(super) ty: Type,
    /// The sensitive and write-only attributes.
    pub(super) secrets: SecretPlaces,
    /// The write-only attributes with a fingerprint.
    #[cfg(feature = "fingerprint")]
    pub(super) fingerprints: Vec<Fingerprint>,
}

impl Part {
    pub(super) fn new(schema: fn() -> Schema, model: Model<'static>) -> Self {
        Part::from(Source::Struct { schema, model })
    }

    /// Creates a part with a description, which is built when it is needed.
    pub(super) fn described(
        role: Role,
        describe: Box<dyn Fn() -> Description + Send + Sync>,
    ) -> Self {
        Part::from(Source::Described {
            describe,
            role,
            tables: OnceLock::new(),
        })
    }

    fn from(source: Source) -> Self {
        Part {
            source,
            layout: OnceLock::new(),
            identity: OnceLock::new(),
        }
    }

    /// Builds the schema.
    pub(super) fn schema(&self) -> Schema {
        match &self.source {
            Source::Struct { schema, .. } => schema(),
            Source::Described { describe, .. } => describe().into_schemas().0,
        }
    }

    /// Returns the tables of a description. A part with a struct has none.
    pub(super) fn tables(&self) -> Option<&Described> {
        match &self.source {
            Source::Struct { .. } => None,
            Source::Described {
                describe,
                role,
                tables,
            } => Some(tables.get_or_init(|| Box::new(Described::new(describe(), *role)))),
        }
    }

    /// Fails if the description is not consistent.
    pub(super) fn check_description(&self) -> Result<()> {
        match self.tables().and_then(|tables| tables.fault.as_ref()) {
            Some(fault) => Err(fault.clone()),
            None => Ok(()),
        }
    }

    pub(super) fn model(&self) -> Model<'_> {
        match (&self.source, self.tables()) {
            (Source::Struct { model, .. }, _) => *model,
            (Source::Described { .. }, tables) => tables.map_or(Model::NONE, Described::model),
        }
    }

    pub(super) fn layout(&self) -> &Arc<Layout> {
        self.layout.get_or_init(|| {
            let Schema { version, block } = self.schema();
            let ty = block.implied_type();
            let secrets = SecretPlaces::of(&block);
            Arc::new(Layout {
                version,
                block,
                ty,
                secrets,
                #[cfg(feature = "fingerprint")]
                fingerprints: Fingerprint::all(self.model().fields),
            })
        })
    }

    /// Returns the schema of the identity, which is that of the resource.
    pub(super) fn identity(&self, schema: &IdentitySchema) -> &IdentityLayout {
        let layout = || IdentityLayout::new(schema.get());
        self.identity.get_or_init(layout)
    }

    pub(super) fn block(&self) -> &Block {
        &self.layout().block
    }

    /// Reads a configuration or state. Errors hide sensitive values.
    pub(super) fn value(&self, value: &DynamicValue) -> Result<Value> {
        value.decode_of(self.ty(), || self.block().clone())
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
    pub(super) fn new(schema: fn() -> Schema, model: Model<'static>) -> Self {
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
