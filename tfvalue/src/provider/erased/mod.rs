//! The data that all kinds of parts of a provider share, with the types of the parts erased.

pub(crate) mod layout;
pub(crate) mod managed;
pub(crate) mod others;

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use serde::de::DeserializeOwned;

use self::layout::{IdentityLayout, Layout};
use super::dynamic::{Described, Description};
use crate::diagnostics::Diagnostics;
use crate::error::{Error, Result};
use crate::model::{History, IdentitySchema, Model, Role, TfSchema, config};
use crate::msgpack;
use crate::schema::{Block, Identity, Schema};
use crate::state::{self, MoveSource};
use crate::tfplugin::messages::{DynamicValue, RawState};
use crate::ty::Type;
use crate::validate::faults_of_defaults;
use crate::value::{Value, faults};

/// A part of a provider with its type erased. Each kind of part has a separate trait, such as `ErasedResource` for
/// [`Resource`](super::Resource). Code that uses these traits is compiled once, not once for each type.
pub(crate) trait Erased: Send + Sync {
    fn part(&self) -> &Part;
}

/// The schema of a part.
pub(crate) struct Part {
    source: Source,
    layout: OnceLock<Arc<Layout>>,
    identity: OnceLock<IdentityLayout>,
}

/// The source of a schema and its rules.
enum Source {
    /// A derived struct, whose data consists of constants.
    Struct {
        schema: fn() -> Schema,
        model: Model<'static>,
        history: &'static History,
        /// Fails if a value does not fit the struct.
        fits: fn(&Value) -> Result<()>,
    },
    /// A description. The tables of the description are built when the part is first used.
    Described {
        describe: Box<dyn Fn() -> Description + Send + Sync>,
        role: Role,
        tables: OnceLock<Box<Described>>,
    },
}

impl Part {
    /// Creates a part with the struct `S`, whose schema can be replaced by another schema.
    pub(crate) fn of<S: TfSchema + DeserializeOwned>(schema: fn() -> Schema) -> Self {
        Part::from(Source::Struct {
            schema,
            model: S::FACTS.model,
            history: S::HISTORY,
            fits: fits::<S>,
        })
    }

    /// Creates a part with a description, which is built when it is needed.
    pub(crate) fn described(
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
    pub(crate) fn schema(&self) -> Schema {
        match &self.source {
            Source::Struct { schema, .. } => schema(),
            Source::Described { describe, .. } => describe().into_schemas().0,
        }
    }

    /// Builds the schemas of a resource and of its identity. The tables of a description are not built for these schemas.
    pub(crate) fn schemas(&self) -> (Schema, Option<Identity>) {
        match &self.source {
            Source::Struct {
                schema, history, ..
            } => {
                let identity = history.identity.as_ref();
                (schema(), identity.map(|identity| identity.schema.get()))
            }
            Source::Described { describe, .. } => describe().into_schemas(),
        }
    }

    /// Returns the tables of a description. A part with a struct has no tables.
    pub(crate) fn tables(&self) -> Option<&Described> {
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
    pub(crate) fn check_description(&self) -> Result<()> {
        match self.tables().and_then(|tables| tables.fault.as_ref()) {
            Some(fault) => Err(fault.clone()),
            None => Ok(()),
        }
    }

    /// Fails if the description is not consistent, or if a default violates the constraints of its attribute.
    pub(crate) fn check_defaults(&self) -> Result<()> {
        self.check_description()?;
        match &self.source {
            Source::Struct { model, .. } => Error::join(faults_of_defaults(model.fields)),
            Source::Described { .. } => Ok(()), // checked with the description
        }
    }

    pub(crate) fn model(&self) -> Model<'_> {
        match (&self.source, self.tables()) {
            (Source::Struct { model, .. }, _) => *model,
            (Source::Described { .. }, tables) => tables.map_or(Model::NONE, Described::model),
        }
    }

    /// Returns the information about older versions and imports.
    pub(crate) fn history(&self) -> &History {
        match (&self.source, self.tables()) {
            (Source::Struct { history, .. }, _) => history,
            (Source::Described { .. }, Some(tables)) => &tables.history,
            (Source::Described { .. }, None) => const { &History::NONE },
        }
    }

    pub(crate) fn layout(&self) -> &Arc<Layout> {
        self.layout
            .get_or_init(|| Arc::new(Layout::new(self.schema(), self.model().fields)))
    }

    /// Returns the layout of the identity, whose schema must be the identity schema of the resource.
    pub(crate) fn identity(&self, schema: &IdentitySchema) -> &IdentityLayout {
        let layout = || IdentityLayout::new(schema.get());
        self.identity.get_or_init(layout)
    }

    pub(crate) fn block(&self) -> &Block {
        &self.layout().block
    }

    /// Reads a configuration or state. Errors hide sensitive values.
    pub(crate) fn value(&self, value: &DynamicValue) -> Result<Value> {
        value.decode_of(self.ty(), || self.block().clone())
    }

    /// Reads a value into a struct. The struct must have the names and types of the schema.
    pub(crate) fn read<T: DeserializeOwned>(&self, value: &DynamicValue) -> Result<T> {
        msgpack::from_slice(&self.to_msgpack(value)?)
    }

    /// Returns a value as MessagePack even if the value was sent as JSON, so that structs are read from a single format.
    fn to_msgpack<'v>(&self, value: &'v DynamicValue) -> Result<Cow<'v, [u8]>> {
        if value.msgpack.is_empty() {
            let value = self.value(value)?;
            msgpack::value_to_vec(&value, self.ty()).map(Cow::Owned)
        } else {
            Ok(Cow::Borrowed(&value.msgpack))
        }
    }

    /// Returns all errors and warnings of a configuration.
    pub(crate) fn validate(&self, config: &DynamicValue) -> Diagnostics {
        let value = self.check_description().and_then(|()| self.value(config));
        match value {
            Ok(value) => {
                let fits = &mut |value: &Value| match &self.source {
                    Source::Struct { fits, .. } => fits(value),
                    Source::Described { .. } => Ok(()),
                };
                config::check(self.model(), &value, self.block(), fits)
            }
            Err(error) => error.into(),
        }
    }

    /// Upgrades a stored state to the current version of the schema.
    pub(crate) fn upgrade(&self, version: i64, state: &RawState) -> Result<DynamicValue> {
        self.check_description()?;
        let Layout {
            version: current,
            block,
            ..
        } = &**self.layout();
        let upgraded = state::upgraded(self.history(), *current, block, version, &state.stored());
        upgraded.map(Into::into)
    }

    /// Converts the state of an object of another resource type.
    pub(crate) fn move_from(
        &self,
        source: &MoveSource<'_>,
        state: &RawState,
    ) -> Result<DynamicValue> {
        self.check_description()?;
        state::move_by(self.history(), source, &state.stored()).map(Into::into)
    }

    /// Creates the state of an object from its ID, according to the annotation `import`.
    pub(crate) fn import(&self, id: &str) -> Result<DynamicValue> {
        self.check_description()?;
        let state = state::import_of(self.history().import.as_slice(), self.block(), id)?;
        DynamicValue::encode_value(&state, self.ty())
    }

    /// Returns an unknown value with the type of the part.
    pub(crate) fn unknown(&self) -> DynamicValue {
        let value = DynamicValue::encode_value(&Value::unknown(self.ty().clone()), self.ty());
        value.unwrap_or_default() // an unknown value fits each type
    }

    /// Returns the implied type of the block.
    pub(crate) fn ty(&self) -> &Type {
        &self.layout().ty
    }
}

/// Fails if a value does not fit a struct.
fn fits<S: DeserializeOwned>(value: &Value) -> Result<()> {
    faults::read::<S>(value)?;
    Ok(())
}

/// A part of type `T`.
pub(crate) struct Of<T> {
    pub(crate) part: Part,
    ty: PhantomData<fn() -> T>,
}

impl<T> Of<T> {
    pub(crate) fn new(part: Part) -> Self {
        Of {
            part,
            ty: PhantomData,
        }
    }
}

impl<T> Erased for Of<T> {
    fn part(&self) -> &Part {
        &self.part
    }
}
