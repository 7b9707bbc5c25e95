//! What a Rust type is to Terraform.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::{config, field};
use crate::error::{Error, Result};
use crate::path::Path;
use crate::schema::{Block, Nesting, Schema};
use crate::ty::Type;
use crate::value::Value;

/// A struct that describes itself as a schema; derived by
/// [`#[derive(TfSchema)]`](macro@crate::TfSchema).
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
pub trait TfSchema: TfType {
    /// The version of the stored form.
    const VERSION: i64;

    /// Describes the attributes and nested blocks.
    fn block() -> Block;

    /// Sets every attribute that the configuration leaves null to its `#[tf(default = …)]`.
    ///
    /// Call it on the proposed value, before anything else is planned: what `self` holds in these
    /// attributes is replaced. At that moment it is the prior value, which an attribute that was
    /// removed from the configuration must not keep. Use
    /// [`fill_defaults`](TfSchema::fill_defaults) to keep values that you have set yourself.
    ///
    /// What the configuration sets, also to an unknown value, stays as it is. Defaults apply at any
    /// depth, but below a parent that is null or unknown, in the configuration or in `self`, nothing
    /// is set: a null parent stays null. Elements of lists are paired by their index, those of maps
    /// by their key.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema, Clone)]
    /// struct Disk {
    ///     #[tf(default = 20)]
    ///     size: Attr<u32>,
    ///     #[tf(default = "ssd")]
    ///     kind: Attr<String>,
    /// }
    ///
    /// // The configuration sets the kind and no longer the size, which was 50.
    /// let config = Disk { size: Attr::null(), kind: "hdd".into() };
    /// let mut planned = Disk { size: 50.into(), kind: "hdd".into() };
    /// planned.apply_defaults(&config);
    /// assert_eq!(planned.size.value(), Some(&20));
    /// assert_eq!(planned.kind.as_deref(), Some("hdd"));
    /// ```
    fn apply_defaults(&mut self, config: &Self) {
        self.set_defaults(config, Existing::Replace);
    }

    /// Sets every attribute that is null, in `self` and in the configuration, to its
    /// `#[tf(default = …)]`.
    ///
    /// It never replaces a value: neither one that the configuration sets, nor a known or unknown
    /// one that `self` holds. So it can be called at any time; but a proposed value still holds the
    /// prior value of an attribute that was removed from the configuration, which
    /// [`apply_defaults`](TfSchema::apply_defaults) replaces. Otherwise the two are alike.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema, Clone)]
    /// struct Disk {
    ///     #[tf(default = 20)]
    ///     size: Attr<u32>,
    ///     #[tf(default = "ssd")]
    ///     kind: Attr<String>,
    /// }
    ///
    /// let config = Disk { size: Attr::null(), kind: Attr::null() };
    /// let mut planned = config.clone();
    /// planned.size.set(100_u32); // from a snapshot, for instance
    /// planned.fill_defaults(&config);
    /// assert_eq!(planned.size.value(), Some(&100));
    /// assert_eq!(planned.kind.as_deref(), Some("ssd"));
    /// ```
    fn fill_defaults(&mut self, config: &Self) {
        self.set_defaults(config, Existing::Keep);
    }

    /// Describes a data source that finds what a resource of this schema manages: the attributes at
    /// `keys` are required, and all else is computed.
    ///
    /// The values have the same shape as the resource's, so the same struct reads the
    /// configuration and writes the result. Nested blocks stay blocks, of which there may be any
    /// number.
    ///
    /// # Panics
    ///
    /// Panics if a key is not the path of an attribute at the root.
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

    /// Reads a configuration, and finds all that is wrong with it: whatever
    /// [`Block::validate_value`] finds, and what does not fit the types of the fields, such as a
    /// number beyond an integer or a string that an enum does not have.
    ///
    /// `DynamicValue::decode_config` reads the value from a message as well.
    ///
    /// # Errors
    ///
    /// Fails if something is wrong: each fault is one of the error's [faults](crate::Error::faults),
    /// with its path, in the order of the paths. A thousand faults in one attribute end the
    /// search there.
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
        match config::read(config.clone(), &Self::block()) {
            (Some(read), faults) if faults.is_empty() => Ok(read),
            (_, faults) => Err(Error::several(faults)),
        }
    }

    /// Describes the struct as the root of a resource, data source or the like.
    #[must_use]
    fn schema() -> Schema {
        Schema {
            version: Self::VERSION,
            block: Self::block(),
        }
    }
}

/// A Rust type that stands for a Terraform type.
///
/// It is implemented for the types of the table in the crate's documentation, and derived for
/// structs and string enums. Implement it for types of your own that serde reads and writes as
/// one of these:
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tfvalue::{TfType, TypeFacts, TypeKind};
/// use tfvalue::Type;
///
/// #[derive(Serialize, Deserialize)]
/// struct Port(u16);
///
/// impl TfType for Port {
///     const FACTS: TypeFacts = TypeFacts::of(TypeKind::Number);
///
///     fn ty() -> Type {
///         Type::Number
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Terraform type",
    label = "does not implement `TfType`",
    note = "derive `TfSchema` for your own structs and enums, or implement `TfType` for a type that already implements serde's traits"
)]
pub trait TfType {
    /// What is known of the type at compile time.
    const FACTS: TypeFacts;

    /// Returns the type constraint of its values.
    #[must_use]
    fn ty() -> Type;

    /// Describes the struct within, where there is one that has a schema. A derived struct without
    /// type parameters does so once, and shares the block from then on.
    #[must_use]
    fn nested() -> Option<Arc<Block>> {
        None
    }

    /// Does what [`TfSchema::apply_defaults`] and [`TfSchema::fill_defaults`] do for a struct, for
    /// all types that may hold one: most leave the value as it is. It is called only for types whose
    /// facts say that there is a default.
    fn set_defaults(&mut self, config: &Self, existing: Existing) {
        let _ = (config, existing);
    }
}

/// Whether a default replaces a value that is there although the configuration is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// The default replaces it, as in [`TfSchema::apply_defaults`].
    Replace,
    /// The value is kept, as in [`TfSchema::fill_defaults`].
    Keep,
}

/// What is known of a Rust type at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeFacts {
    /// What its known values are.
    pub kind: TypeKind,
    /// Whether it holds null.
    pub null: bool,
    /// Whether it holds an unknown.
    pub unknown: bool,
    /// How structs with a schema are nested within: `None` where there are none, or deeper than
    /// one list, set or map.
    pub nesting: Option<Nesting>,
    /// Whether a struct with a schema is within.
    pub schema: bool,
    /// Whether that struct has nested blocks.
    pub blocks: bool,
    /// Whether a list, set or map of nested blocks within can be null.
    pub null_blocks: bool,
    /// Whether a float is within, which cannot hold every number.
    pub float: bool,
    /// Whether a write-only member is within.
    pub write_only: bool,
    /// Whether a dynamic is within.
    pub dynamic: bool,
    /// Whether a set is within whose elements hold a dynamic; those inside members of structs are
    /// left out.
    pub dynamic_set: bool,
    /// Whether an array is within whose elements hold a dynamic; those inside members of structs are
    /// left out.
    pub dynamic_array: bool,
    /// Whether a member with a default is within.
    pub default: bool,
    /// Whether a member that the provider sets is within.
    pub computed: bool,
    /// Whether a map is within whose keys are not always text; those inside members of structs are
    /// left out.
    pub other_keys: bool,
    /// The number of elements, if it is fixed.
    pub length: Option<u32>,
    /// Whether the elements are lists, sets, maps, tuples or objects, or hold any.
    pub compound_elements: bool,
    /// Whether an element within can be null.
    pub null_elements: bool,
    /// Whether an element within can never be unknown.
    pub known_elements: bool,
    /// Whether a member within that the configuration may set can never be unknown.
    pub known_members: bool,
    /// Whether a member within that the provider sets can never be null.
    pub unset_members: bool,
    /// Facts about the members of a struct with a schema, whoever sets them.
    pub(crate) members: MemberFacts,
    /// Whether that struct is declared as a root: it has a kind or a version.
    pub root: bool,
    /// Whether a set is within that serde writes as a list in its own order, as it does any but a
    /// [`Set`](crate::Set). Derived structs put such sets among their members into order.
    pub plain_sets: bool,
    /// The strings that there are, where there are no others.
    pub values: &'static [&'static str],
}

/// Facts about the types of a struct's members, at any depth. They do not depend on the flags that
/// say who sets a member, so they also apply if a field replaces these flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemberFacts {
    /// Whether a member can never be unknown, and is not marked as `known`.
    pub never_unknown: bool,
    /// Whether a member can never be null.
    pub never_null: bool,
    /// Whether a member holds a float, and is not marked as `lossy`.
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

/// What the known values of a Rust type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeKind {
    /// Text.
    String,
    /// Numbers.
    Number,
    /// True and false.
    Bool,
    /// Lists.
    List,
    /// Sets.
    Set,
    /// Maps.
    Map,
    /// Tuples.
    Tuple,
    /// Objects.
    Object,
    /// Values that bring their type along.
    Dynamic,
}

impl TypeFacts {
    /// Returns the facts of a type that holds neither null nor unknown, nor anything within.
    #[must_use]
    pub const fn of(kind: TypeKind) -> Self {
        TypeFacts {
            kind,
            null: false,
            unknown: false,
            nesting: None,
            schema: false,
            blocks: false,
            null_blocks: false,
            float: false,
            write_only: false,
            dynamic: false,
            dynamic_set: false,
            dynamic_array: false,
            default: false,
            computed: false,
            other_keys: false,
            length: None,
            compound_elements: false,
            null_elements: false,
            known_elements: false,
            known_members: false,
            unset_members: false,
            members: MemberFacts::NONE,
            root: false,
            plain_sets: matches!(kind, TypeKind::Set),
            values: &[],
        }
    }

    /// Returns the facts of strings of which there are only these.
    #[must_use]
    pub const fn one_of(values: &'static [&'static str]) -> Self {
        TypeFacts {
            values,
            ..TypeFacts::of(TypeKind::String)
        }
    }

    /// Returns the facts of a collection of such values.
    #[must_use]
    pub const fn collected(self, kind: TypeKind) -> Self {
        let nesting = match (self.nesting, kind) {
            (Some(Nesting::Single), TypeKind::List) => Some(Nesting::List),
            (Some(Nesting::Single), TypeKind::Set) => Some(Nesting::Set),
            (Some(Nesting::Single), TypeKind::Map) => Some(Nesting::Map),
            _ => None,
        };
        TypeFacts {
            kind,
            null: false,
            unknown: false,
            nesting,
            dynamic_set: self.dynamic_set || (self.dynamic && matches!(kind, TypeKind::Set)),
            length: None,
            compound_elements: !self.is_primitive(),
            null_elements: self.null_elements || self.null,
            known_elements: self.known_elements || !self.admits_unknown(),
            plain_sets: self.plain_sets || matches!(kind, TypeKind::Set),
            ..self
        }
    }

    /// Returns the facts of a list with a fixed number of such values.
    #[must_use]
    pub(super) const fn repeated(self, length: usize) -> Self {
        TypeFacts {
            length: Some(if length < u32::MAX as usize {
                length as u32
            } else {
                u32::MAX
            }),
            dynamic_array: self.dynamic,
            ..self.collected(TypeKind::List)
        }
    }

    /// Returns the facts of a map with such keys and values.
    #[must_use]
    pub(super) const fn keyed_by(self, keys: Self) -> Self {
        let is_text = match keys.kind {
            TypeKind::String => true,
            // Integers are written as text.
            TypeKind::Number => !keys.float,
            _ => false,
        };
        TypeFacts {
            other_keys: self.other_keys || !is_text || keys.null || keys.unknown,
            ..self.collected(TypeKind::Map)
        }
    }

    /// Returns `true` for strings, numbers and bools.
    pub(super) const fn is_primitive(self) -> bool {
        matches!(
            self.kind,
            TypeKind::String | TypeKind::Number | TypeKind::Bool
        )
    }

    /// Returns `true` if the value itself can be unknown; a dynamic one brings its unknown along.
    pub(super) const fn admits_unknown(self) -> bool {
        self.unknown || matches!(self.kind, TypeKind::Dynamic)
    }
}
