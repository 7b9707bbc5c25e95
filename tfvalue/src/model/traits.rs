//! `TfSchema` and `TfType`, the traits that relate Rust types to Terraform's types.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::content::Content;
use super::field::About;
use super::literal::Integer;
use super::planning::{Canonical, Hook, Model};
use super::{Field, History, config, field};
use crate::error::Result;
use crate::path::Path;
use crate::schema::{Block, Nesting, Schema};
use crate::ty::Type;
use crate::value::Value;

/// A struct with a schema. [`#[derive(TfSchema)]`](macro@crate::TfSchema) implements it.
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

    /// Returns the attributes and nested blocks. The default suits derived structs; a program that uses it for another
    /// type does not compile.
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

    /// Returns the schema of a data source that finds such a resource: the attributes at `keys` are
    /// required, and all others are computed.
    ///
    /// The attributes are the same as those of the resource, so the same struct reads the configuration and writes the
    /// result. Nested blocks remain blocks, without limits for their number.
    ///
    /// # Panics
    ///
    /// Panics if a key is not the path to an attribute at the root.
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

    /// Reads a configuration and collects all of its faults.
    ///
    /// The faults are those that [`Block::validate_value`] finds, and values that do not fit the types of the fields,
    /// such as a number that is too large for the integer type.
    ///
    /// `DynamicValue::decode_config` also decodes the message.
    ///
    /// # Errors
    ///
    /// Fails if there are faults. The error contains all of them as [faults](crate::Error::faults), with their paths
    /// and in the order of the paths. At most 1,000 faults are collected for each attribute.
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

    /// Returns the schema, with this struct as its root.
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
/// It is implemented for the types in the table in the [crate's documentation](crate), and derived for structs and
/// string enums. Implement it for your own types if serde reads and writes them as one of these Terraform types.
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

    /// Returns the type constraint of its values. The default suits strings, numbers, bools, dynamic values, and
    /// derived structs with a schema; a program that uses it for another type does not compile.
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

    /// Returns the block of the struct that the type contains, if there is one with a schema. A derived struct builds its
    /// block once and then shares it.
    #[must_use]
    fn nested() -> Option<Arc<Block>> {
        Self::FACTS.block.map(field::shared)
    }
}

/// The properties of a Rust type that are known at compile time.
///
/// An implementation of [`TfType`] starts with [`of`](TypeFacts::of) and adds other properties, or uses the facts of
/// another type that is written in the same way: `<Vec<u8> as TfType>::FACTS`.
// "Contains" means at any depth: in the type, its elements or its members.
#[derive(Clone, Copy)]
pub struct TypeFacts {
    /// The kind of its known values.
    pub(crate) kind: TypeKind,
    /// Whether it can be null.
    pub(crate) null: bool,
    /// Whether it can be unknown.
    pub(crate) unknown: bool,
    /// How the struct with a schema is nested. `None` if there is none, or if it is deeper than one
    /// list, set or map.
    pub(crate) nesting: Option<Nesting>,
    /// Whether it contains a struct with a schema.
    pub(crate) schema: bool,
    /// Creates the block of that struct. `None` for a tuple, which can contain several.
    pub(crate) block: Option<fn() -> Block>,
    /// What that struct says about itself.
    pub(crate) about: &'static About,
    /// Whether that struct has nested blocks.
    pub(crate) blocks: bool,
    /// Whether a list, set or map of nested blocks in it can be null.
    pub(crate) null_blocks: bool,
    /// Whether it contains a float, which cannot hold every number.
    pub(crate) float: bool,
    /// Whether it contains a write-only member.
    pub(crate) write_only: bool,
    /// Whether it contains a dynamic value.
    pub(crate) dynamic: bool,
    /// Whether it contains a list, set or map whose elements contain a dynamic value. Those in members of structs
    /// do not count.
    pub(crate) dynamic_elements: bool,
    /// Whether it contains a dynamic value that is wrapped in `Unknown` or `Option`.
    pub(crate) wrapped_dynamic: bool,
    /// Whether it contains a member with a default.
    pub(crate) default: bool,
    /// Whether it contains a computed member.
    pub(crate) computed: bool,
    /// Whether it contains a map with keys that may not be strings. Maps in members of structs do not
    /// count.
    pub(crate) other_keys: bool,
    /// The number of elements or characters, if it is fixed.
    pub(crate) length: Option<u32>,
    /// Whether the elements are or contain lists, sets, maps, tuples, objects or dynamic values.
    pub(crate) compound_elements: bool,
    /// Whether it contains elements that can be null.
    pub(crate) null_elements: bool,
    /// Whether it contains elements that cannot be unknown.
    pub(crate) known_elements: bool,
    /// Whether it contains a configurable member that cannot be unknown.
    pub(crate) known_members: bool,
    /// Whether it contains an optional or computed member that cannot be null.
    pub(crate) unset_members: bool,
    /// Whether it contains a computed member that cannot be unknown.
    pub(crate) planned_members: bool,
    /// Whether it is a struct with a member that the provider cannot set.
    pub(crate) uncomputed: bool,
    /// Whether the struct has an attribute or block that is null in a group of blocks that the
    /// configuration omits, but cannot be null.
    pub(crate) closed_group: bool,
    /// Facts about all members of a struct with a schema, whether they are configurable or not.
    pub(crate) members: MemberFacts,
    /// Whether that struct is a root: it has a kind or a version.
    pub(crate) root: bool,
    /// Whether it contains a set that serde writes as a list in Rust's order: any but a
    /// [`Set`](crate::Set). Derived structs sort such sets in their members.
    pub(crate) plain_sets: bool,
    /// The elements of a list, set or map.
    pub(crate) elements: Option<&'static Content>,
    /// The keys of a map.
    pub(crate) keys: Option<&'static Content>,
    /// The type of integers that it is, or that its elements are.
    pub(crate) integer: Option<&'static Integer>,
    /// Whether every string, number or bool is one of its values.
    pub(crate) any: bool,
    /// The allowed strings, or nothing if any string is allowed.
    pub(crate) values: &'static [&'static str],
    /// Returns the same for all spellings of a value, or of an element of a list, set or map.
    pub(crate) same_as: Option<Canonical>,
    /// The fields of the struct inside, for planning and validation.
    pub(crate) model: Model<'static>,
}

/// Facts about the types of a struct's members, at any depth. They do not depend on the flags
/// `required`, `optional` and `computed`, so they also apply if a field replaces these flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemberFacts {
    /// Whether a member cannot be unknown and is not `known`.
    pub never_unknown: bool,
    /// Whether a member cannot be null.
    pub never_null: bool,
    /// Whether a member contains a float and is not `lossy`.
    pub float: bool,
    /// Whether a member is not write-only.
    pub stored: bool,
    /// Whether a member is sensitive.
    pub sensitive: bool,
}

impl MemberFacts {
    pub(super) const NONE: Self = MemberFacts {
        never_unknown: false,
        never_null: false,
        float: false,
        stored: false,
        sensitive: false,
    };

    /// Combines the facts of two structs.
    #[must_use]
    pub(super) const fn or(self, other: Self) -> Self {
        MemberFacts {
            never_unknown: self.never_unknown || other.never_unknown,
            never_null: self.never_null || other.never_null,
            float: self.float || other.float,
            stored: self.stored || other.stored,
            sensitive: self.sensitive || other.sensitive,
        }
    }
}

/// The kind of the known values of a Rust type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeKind {
    /// Unicode text.
    String,
    /// Integers, floats and decimals.
    Number,
    /// True and false.
    Bool,
    /// Elements of one type, in order.
    List,
    /// Distinct elements of one type, without an order.
    Set,
    /// Elements of one type, with strings as keys.
    Map,
    /// A fixed number of elements, each with its type.
    Tuple,
    /// Named attributes, each with its type.
    Object,
    /// Values that carry their type.
    Dynamic,
}

impl TypeFacts {
    /// Returns the facts of a type without null, unknown values, elements and members. A dynamic value can be null and
    /// unknown.
    #[must_use]
    pub const fn of(kind: TypeKind) -> Self {
        TypeFacts {
            kind,
            null: matches!(kind, TypeKind::Dynamic),
            unknown: matches!(kind, TypeKind::Dynamic),
            nesting: None,
            schema: false,
            block: None,
            about: About::NOTHING,
            blocks: false,
            null_blocks: false,
            float: false,
            write_only: false,
            dynamic: matches!(kind, TypeKind::Dynamic),
            dynamic_elements: false,
            wrapped_dynamic: false,
            default: false,
            computed: false,
            other_keys: false,
            length: None,
            compound_elements: false,
            null_elements: false,
            known_elements: false,
            known_members: false,
            unset_members: false,
            planned_members: false,
            uncomputed: false,
            closed_group: false,
            members: MemberFacts::NONE,
            root: false,
            plain_sets: matches!(kind, TypeKind::Set),
            elements: None,
            keys: None,
            integer: None,
            any: false,
            values: &[],
            same_as: None,
            model: Model::NONE,
        }
    }

    /// Adds a function that returns the same for all spellings of a value, and `None` for a value that
    /// has no other spelling. It applies to strings and numbers.
    ///
    /// States keep their spelling, as with the annotation [`same_as`](macro@crate::TfSchema#same_as). If
    /// a field has this annotation, its rule applies instead of this function.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use tfvalue::plan::same_as::case_insensitive;
    /// use tfvalue::{Type, types::{TfType, TypeFacts, TypeKind}};
    ///
    /// #[derive(Serialize, Deserialize)]
    /// struct HostName(String);
    ///
    /// impl TfType for HostName {
    ///     const FACTS: TypeFacts = TypeFacts::of(TypeKind::String).same_as(case_insensitive);
    /// }
    /// ```
    #[must_use]
    pub const fn same_as(mut self, canonical: fn(&Value) -> Option<Value>) -> Self {
        self.same_as = Some(canonical);
        self
    }

    /// Declares that null is one of the values.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use tfvalue::{Type, types::{TfType, TypeFacts, TypeKind}};
    ///
    /// #[derive(Serialize, Deserialize)]
    /// struct Limit(Option<u32>);
    ///
    /// impl TfType for Limit {
    ///     const FACTS: TypeFacts = TypeFacts::of(TypeKind::Number).nullable();
    /// }
    /// ```
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.null = true;
        self
    }

    /// Declares that the values are floats, which cannot hold every number. Fields of the type must have
    /// [`lossy`](macro@crate::TfSchema#lossy).
    ///
    /// # Examples
    ///
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use tfvalue::{Attr, TfSchema, Type, types::{TfType, TypeFacts, TypeKind}};
    ///
    /// #[derive(Debug, Serialize, Deserialize)]
    /// struct Ratio(f64);
    ///
    /// impl TfType for Ratio {
    ///     const FACTS: TypeFacts = TypeFacts::of(TypeKind::Number).float();
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Quota {
    ///     #[tf(required, lossy)]
    ///     share: Attr<Ratio>,
    /// }
    /// ```
    #[must_use]
    pub const fn float(mut self) -> Self {
        self.float = true;
        self
    }

    /// Returns what a struct says about itself in its schema.
    #[doc(hidden)]
    #[must_use]
    pub const fn about(&self) -> &'static About {
        self.about
    }

    /// Returns `true` for a type that contains a struct with a schema.
    #[doc(hidden)]
    #[must_use]
    pub const fn has_schema(self) -> bool {
        self.schema
    }

    /// Returns the facts of an enum of strings.
    #[must_use]
    pub const fn one_of(values: &'static [&'static str]) -> Self {
        TypeFacts {
            values,
            ..TypeFacts::of(TypeKind::String)
        }
    }

    /// Returns the facts of a collection whose elements have these facts, without its [`Content`].
    #[must_use]
    pub(crate) const fn collected(self, kind: TypeKind) -> Self {
        let nesting = match (self.nesting, kind) {
            (Some(Nesting::Single), TypeKind::List) => Some(Nesting::List),
            (Some(Nesting::Single), TypeKind::Set) => Some(Nesting::Set),
            (Some(Nesting::Single), TypeKind::Map) => Some(Nesting::Map),
            _ => None,
        };
        TypeFacts {
            kind,
            elements: None,
            keys: None,
            null: false,
            unknown: false,
            nesting,
            dynamic_elements: self.dynamic,
            length: None,
            compound_elements: !self.is_primitive(),
            null_elements: self.null_elements || self.null,
            known_elements: self.known_elements || !self.unknown,
            plain_sets: self.plain_sets || matches!(kind, TypeKind::Set),
            same_as: if self.is_primitive() {
                self.same_as
            } else {
                None
            },
            ..self
        }
    }

    /// Returns the facts of an array whose elements have these facts.
    #[must_use]
    pub(super) const fn repeated(self, length: usize) -> Self {
        TypeFacts {
            length: Some(if length < u32::MAX as usize {
                length as u32
            } else {
                u32::MAX
            }),
            ..self.collected(TypeKind::List)
        }
    }

    /// Adds the function of a struct that plans what its attributes cannot express.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_hook(mut self, hook: Hook) -> Self {
        self.model = self.model.with_hook(hook);
        self
    }

    /// Returns the facts of a map whose keys and elements have these facts.
    #[must_use]
    pub(super) const fn keyed_by(self, keys: Self) -> Self {
        let is_text = match keys.kind {
            TypeKind::String => true,
            // Integers are written as strings.
            TypeKind::Number => !keys.float,
            _ => false,
        };
        TypeFacts {
            other_keys: self.other_keys || !is_text || keys.null || keys.unknown,
            ..self.collected(TypeKind::Map)
        }
    }

    /// Returns `true` if [`default_type`](Self::default_type) is the type.
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

    /// Returns `true` for strings, numbers and bools.
    pub(super) const fn is_primitive(&self) -> bool {
        matches!(
            self.kind,
            TypeKind::String | TypeKind::Number | TypeKind::Bool
        )
    }

    /// Returns `true` if the value itself is dynamic.
    pub(super) const fn is_dynamic(&self) -> bool {
        matches!(self.kind, TypeKind::Dynamic)
    }
}
