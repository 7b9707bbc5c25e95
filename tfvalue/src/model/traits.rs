//! `TfSchema` and `TfType`, the traits that relate Rust types to Terraform types.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::content::TypeKind;
use super::facts::TypeFacts;
use super::{Field, History, config, field};
use crate::error::Result;
use crate::path::Path;
use crate::schema::{Block, Schema};
use crate::ty::Type;
use crate::value::Value;

/// A struct with a schema. [`#[derive(TfSchema)]`](macro@crate::TfSchema) implements this trait.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// /// A bucket.
/// #[derive(TfSchema)]
/// #[tf(version = 1)]
/// struct Bucket {
///     /// Its name.
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// let schema = Bucket::schema();
/// assert_eq!(schema.version, 1);
/// assert_eq!(schema.block.description, "A bucket.");
/// assert!(schema.block.attribute("name").unwrap().required);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema",
    label = "does not implement `TfSchema`",
    note = "derive `TfSchema` for the struct; plain objects, identities and functions do not implement the trait"
)]
pub trait TfSchema: TfType {
    /// The version of the schema, which is stored in states.
    const VERSION: i64 = 0;

    /// The annotations for stored states.
    #[doc(hidden)]
    const HISTORY: &'static History = &History::NONE;

    /// Returns the schema's attributes and nested blocks. The default implementation works for derived structs. A
    /// program that uses it for another type does not compile.
    #[must_use]
    fn block() -> Block {
        const {
            assert!(
                Self::FACTS.block.is_some(),
                "this type requires the function `block`, because its facts are not those of a derived struct"
            );
        }
        Field::block_of(Self::FACTS.model.fields, Self::FACTS.about)
    }

    /// Returns the schema of a data source that finds a resource with this schema. The attributes at `keys` are
    /// required, and all other attributes are computed.
    ///
    /// The attributes are the same as in the resource, so the same struct reads the configuration and writes the
    /// result. Nested blocks remain blocks but have no limits on their number.
    ///
    /// # Panics
    ///
    /// Panics if a key is not the path to an attribute at the root of the schema.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// #[tf(paths)]
    /// struct Server {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    ///     #[tf(optional)]
    ///     memory: Attr<u32>,
    /// }
    ///
    /// let schema = Server::data_source_schema([Server::paths().name()]);
    /// assert!(schema.block.attribute("name").unwrap().required);
    /// assert!(schema.block.attribute("memory").unwrap().computed);
    /// ```
    #[must_use]
    fn data_source_schema<K: Into<Path>>(keys: impl IntoIterator<Item = K>) -> Schema {
        let keys: Vec<_> = keys.into_iter().map(Into::into).collect();
        field::data_source(Self::block(), &keys)
    }

    /// Reads a configuration, and collects all faults in the configuration.
    ///
    /// The faults are those that [`Block::validate_value`] finds, and values that do not match the types of the fields,
    /// such as a number that is too large for the integer type.
    ///
    /// `DynamicValue::decode_config` also decodes the message.
    ///
    /// # Errors
    ///
    /// Fails if there are faults. The error lists them as its [faults](crate::Error::faults), in the order of their
    /// paths. At most 1,000 faults are collected for each attribute.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, TfSchema, Unknown, msgpack};
    ///
    /// #[derive(TfSchema)]
    /// struct Record {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    ///     #[tf(block)]
    ///     target: Unknown<Vec<Target>>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Target {
    ///     #[tf(required)]
    ///     host: Attr<String>,
    ///     #[tf(required)]
    ///     port: Attr<u16>,
    /// }
    ///
    /// // {"name": nil, "target": [{"host": "a", "port": -1}, {"host": nil, "port": 1.5}]}
    /// let bytes = b"\x82\xa4name\xc0\xa6target\x92\
    ///     \x82\xa4host\xa1a\xa4port\xff\x82\xa4host\xc0\xa4port\xcb\x3f\xf8\0\0\0\0\0\0";
    /// let config = msgpack::value_from_slice(bytes, &Record::schema().implied_type())?;
    /// let error = Record::from_config(&config).err().unwrap();
    /// let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    /// assert_eq!(faults, [
    ///     "name: a value is required, got null",
    ///     "target[0].port: a whole number from 0 to 65535 is required, got -1",
    ///     "target[1].host: a value is required, got null",
    ///     "target[1].port: a whole number from 0 to 65535 is required, got 1.5",
    /// ]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    fn from_config(config: &Value) -> Result<Self>
    where
        Self: DeserializeOwned,
    {
        let block = Self::block();
        config::accept(config::read(config, &block))
    }

    /// Returns the schema whose root is this struct.
    #[must_use]
    fn schema() -> Schema {
        Schema {
            version: Self::VERSION,
            block: Self::block(),
        }
    }
}

/// A Rust type with a corresponding Terraform type.
///
/// The trait is implemented for the types in the table in the [crate's documentation](crate), and is derived for
/// structs and string enums. Implement this trait for your own types if serde reads and writes them as one of these
/// Terraform types.
///
/// # Examples
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tfvalue::{Type, types::{TfType, TypeFacts, TypeKind}};
///
/// #[derive(Serialize, Deserialize)]
/// struct Port(u16);
///
/// impl TfType for Port {
///     const FACTS: TypeFacts = TypeFacts::of(TypeKind::Number);
/// }
///
/// assert_eq!(Port::ty(), Type::Number);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Terraform type",
    label = "does not implement `TfType`",
    note = "derive `TfSchema` for your own structs and enums, or implement `TfType` for a type that already implements serde's traits",
    note = "for types of std and other crates, such as `IpAddr`, use `#[tf(display)]` or `#[tf(as = …)]`; sets are `BTreeSet` and `tfvalue::Set`, and durations are `tfvalue::GoDuration`"
)]
pub trait TfType {
    /// The properties of the type that are known at compile time.
    const FACTS: TypeFacts;

    /// Returns the type constraint for the type's values. The default implementation works for strings, numbers, bools,
    /// dynamic values, and derived structs with a schema. A program that uses it for another type does not compile.
    #[must_use]
    fn ty() -> Type {
        const {
            assert!(
                Self::FACTS.has_default_type(),
                "this type requires the function `ty`, because its facts do not determine the type"
            );
        }
        Self::FACTS.default_type()
    }

    /// If the type contains a struct with a schema, returns the block of the struct. A derived
    /// struct builds its block once and shares it afterwards.
    #[must_use]
    fn nested() -> Option<Arc<Block>> {
        Self::FACTS.block.map(field::shared)
    }
}

impl TypeFacts {
    /// Returns `true` if [`default_type`](Self::default_type) returns the correct type.
    const fn has_default_type(&self) -> bool {
        match self.kind {
            TypeKind::String | TypeKind::Number | TypeKind::Bool | TypeKind::Dynamic => true,
            TypeKind::Object => self.block.is_some(),
            _ => false,
        }
    }

    fn default_type(&self) -> Type {
        match (self.kind, self.block) {
            (TypeKind::String, _) => Type::String,
            (TypeKind::Number, _) => Type::Number,
            (TypeKind::Bool, _) => Type::Bool,
            (TypeKind::Object, Some(block)) => field::shared(block).implied_type(),
            _ => Type::Dynamic,
        }
    }
}
