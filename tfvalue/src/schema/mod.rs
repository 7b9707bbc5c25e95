//! Schemas, which describe the resources, data sources and all other parts of a provider.
//!
//! `#[derive(TfSchema)]` generates the schema of a struct. A schema can also be built by hand, or read from Terraform's
//! output with [`json`]. [`Schema::validate`] checks the rules that Terraform imposes on schemas,
//! [`Schema::validate_value`] checks a configuration against a schema, and [`diff`] lists the changes between two
//! versions.
//!
//! Each struct has a constructor that takes the required parts. For each of its other fields, the struct has a setter
//! with the same name. Calls to setters can be chained. The fields are public, so you can also assign to them.
//!
//! Source: the `Schema` message of protocol 6, including the fields added up to version 6.10.
//! Attributes and nested blocks are sorted by name, so that equal schemas have equal encodings.
//!
//! # Examples
//!
//! ```
//! use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting, Schema};
//! use tfvalue::{Attr, TfSchema, Type};
//!
//! let disk = Block::new().attributes([Attribute::new("size", Type::Number).required()]);
//! let server = Block::new()
//!     .attributes([
//!         Attribute::new("name", Type::String).required().description("Unique name."),
//!         Attribute::new("token", Type::String).computed().sensitive(),
//!     ])
//!     .block_types([NestedBlock::new("disk", Nesting::List, disk).max_items(4)]);
//! let schema = Schema::new(server).version(2);
//! assert!(schema.validate().is_ok());
//!
//! #[derive(TfSchema)]
//! #[tf(version = 2)]
//! struct Server {
//!     #[tf(required)]
//!     name: Attr<String>,
//!     #[tf(computed, sensitive)]
//!     token: Attr<String>,
//!     #[tf(block(max_items = 4))]
//!     disk: Vec<Disk>,
//! }
//!
//! #[derive(TfSchema)]
//! struct Disk {
//!     #[tf(required)]
//!     size: Attr<u32>,
//! }
//!
//! assert_eq!(schema.implied_type(), Server::schema().implied_type());
//! ```

mod build;
pub(crate) mod by_name;
pub(crate) mod coerce;
mod collect;
pub(crate) mod config;
mod convert;
pub mod diff;
mod implied;
pub mod json;
pub(crate) mod members;
mod place;
mod provider;
mod redact;
mod reserved;
mod stored;
mod validate;
mod write_only;

use std::borrow::Cow;
use std::sync::Arc;

pub use self::place::Place;
pub use self::provider::{
    ActionSchema, Function, Identity, IdentityAttribute, Parameter, ProviderSchema,
    ProviderSchemas, SchemaKind,
};
pub(crate) use self::redact::HIDDEN;
pub(crate) use self::validate::Faults;
use crate::ty::Type;

/// The schema of a resource, data source, provider, ephemeral resource, list resource or state store.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::schema::{Attribute, Block, Schema};
///
/// let block = Block::new().attributes([Attribute::new("id", Type::String).computed()]);
/// let schema = Schema::new(block).version(1);
/// assert_eq!(schema.version, 1);
/// assert_eq!(schema.implied_type().to_json(), r#"["object",{"id":"string"}]"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Schema {
    /// The version of the schema, which Terraform stores in states. If the version changes, Terraform requests a state
    /// upgrade.
    pub version: i64,
    /// The attributes and nested blocks at the root.
    pub block: Block,
}

/// The attributes and nested blocks of a schema or of a nested block.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::schema::{Attribute, Block};
///
/// let block = Block::new()
///     .description("A disk of a server.")
///     .attributes([
///         Attribute::new("size", Type::Number).required(),
///         Attribute::new("encrypted", Type::Bool).optional(),
///     ]);
/// assert_eq!(block.attributes[0].name, "encrypted");
/// assert!(block.attribute("size").unwrap().required);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Block {
    /// The attributes, sorted by name.
    pub attributes: Vec<Attribute>,
    /// The types of nested blocks, sorted by name.
    pub block_types: Vec<NestedBlock>,
    /// The description of the block.
    pub description: Cow<'static, str>,
    /// The format of the description.
    pub description_kind: StringKind,
    /// Whether the block is deprecated.
    pub deprecated: bool,
    /// The deprecation message, which should tell the user what to use instead. Empty unless `deprecated` is set.
    pub deprecation_message: Cow<'static, str>,
    /// Whether the provider may set the nested block if the configuration has no such block. This field is read only by
    /// Terraform 1.16 and later, and only in protocol 6. See
    /// [`rules::older::without_computed_blocks`](crate::rules::older::without_computed_blocks).
    pub computed: bool,
}

/// An attribute of a block or of a nested attribute.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::schema::Attribute;
///
/// let token = Attribute::new("token", Type::String)
///     .optional()
///     .sensitive()
///     .description("The token for the API.")
///     .deprecated("Use `credentials` instead.");
/// assert!(token.optional && !token.computed);
/// assert_eq!(token.deprecation_message, "Use `credentials` instead.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attribute {
    /// The name, which is unique among the attributes and nested blocks of a block.
    pub name: Cow<'static, str>,
    /// The type of its values.
    pub ty: AttributeType,
    /// The description of the attribute.
    pub description: Cow<'static, str>,
    /// The format of the description.
    pub description_kind: StringKind,
    /// Whether the configuration must set the attribute.
    pub required: bool,
    /// Whether the configuration may set the attribute.
    pub optional: bool,
    /// Whether the provider may set the attribute.
    pub computed: bool,
    /// Whether Terraform hides its value.
    pub sensitive: bool,
    /// Whether the value is sent to the provider but never stored.
    pub write_only: bool,
    /// Whether the attribute is deprecated.
    pub deprecated: bool,
    /// The deprecation message, which should tell the user what to use instead. Empty unless `deprecated` is set.
    pub deprecation_message: Cow<'static, str>,
}

/// The type of an attribute, which is a type constraint or the members of a nested attribute.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::schema::{Attribute, AttributeType, NestedType, Nesting};
///
/// let tags = Attribute::new("tags", Type::set(Type::String));
/// assert!(matches!(tags.ty, AttributeType::Type(_)));
/// let rule = Attribute::new("rule", NestedType::new(Nesting::Single, []));
/// assert!(matches!(rule.ty, AttributeType::Nested(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttributeType {
    /// A type constraint.
    Type(Type),
    /// A nested attribute, whose members are described individually (protocol 6).
    Nested(NestedType),
}

/// The members of a nested attribute: `nested_type` in Terraform's JSON, `Schema.Object` in the
/// protocol.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::schema::{Attribute, NestedType, Nesting};
///
/// let rule = NestedType::new(Nesting::List, [
///     Attribute::new("port", Type::Number).required(),
///     Attribute::new("cidr", Type::String).optional(),
/// ]);
/// let rules = Attribute::new("rules", rule).optional();
/// assert_eq!(
///     rules.implied_type().to_json(),
///     r#"["list",["object",{"cidr":"string","port":"number"}]]"#,
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NestedType {
    /// The members, sorted by name.
    pub attributes: Vec<Attribute>,
    /// Whether the value is a single object, or a list, set or map of objects.
    pub nesting: Nesting,
}

/// A type of nested block within a block.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting, Schema};
///
/// // A server requires a disk, and can have up to four:
/// let disk = Block::new().attributes([Attribute::new("size", Type::Number).required()]);
/// let disks = NestedBlock::new("disk", Nesting::List, disk).min_items(1).max_items(4);
/// let schema = Schema::new(Block::new().block_types([disks]));
/// assert_eq!(schema.block.block_type("disk").unwrap().max_items, 4);
/// assert!(schema.validate().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NestedBlock {
    /// The name that the configuration uses. In a value, a single member contains all blocks with this name.
    pub type_name: Cow<'static, str>,
    /// The contents of each block. All nested blocks that use the same struct share their contents. [`Arc::make_mut`]
    /// changes only the contents of this block.
    pub block: Arc<Block>,
    /// The way in which the blocks are collected into a value.
    pub nesting: Nesting,
    /// The minimum number of blocks, or 0 for no minimum.
    pub min_items: u64,
    /// The maximum number of blocks, or 0 for no maximum.
    pub max_items: u64,
}

/// The ways in which nested blocks, or the objects of a nested attribute, are collected into a value.
///
/// Source: `Schema.NestedBlock.NestingMode` and `Schema.Object.NestingMode`. The latter has no `Group`.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::{Block, NestedBlock, Nesting, Schema};
///
/// let implied = |nesting| {
///     let block = NestedBlock::new("disk", nesting, Block::new());
///     Schema::new(Block::new().block_types([block])).implied_type().to_json()
/// };
/// assert_eq!(implied(Nesting::Single), r#"["object",{"disk":["object",{}]}]"#);
/// assert_eq!(implied(Nesting::Group), r#"["object",{"disk":["object",{}]}]"#);
/// assert_eq!(implied(Nesting::Set), r#"["object",{"disk":["set",["object",{}]]}]"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Nesting {
    /// A single object, which can be null.
    Single,
    /// A single block, which is never null. If the configuration omits the block, its attributes are null.
    /// Nested attributes do not have this mode.
    Group,
    /// Objects in the order of the configuration.
    List,
    /// Objects without an order and without duplicates.
    Set,
    /// A map whose keys are the labels of the blocks.
    Map,
}

/// The format of a description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StringKind {
    /// Plain text.
    #[default]
    Plain,
    /// Markdown, which the registry and editors render.
    Markdown,
}

impl Block {
    /// Returns the attribute with the given name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name == name)
    }

    /// Returns `true` if a condition is true for any attribute at any depth.
    pub(crate) fn any_attribute(&self, is: &dyn Fn(&Attribute) -> bool) -> bool {
        let mut blocks = self.block_types.iter();
        self.attributes.iter().any(|attribute| attribute.any(is))
            || blocks.any(|nested| nested.block.any_attribute(is))
    }

    /// Returns `true` if the block, or a block nested in it at any depth, is computed.
    #[must_use]
    pub fn has_computed_blocks(&self) -> bool {
        let mut blocks = self.block_types.iter();
        self.computed || blocks.any(|nested| nested.block.has_computed_blocks())
    }

    /// Returns `true` if any attribute at any depth is write-only.
    pub(crate) fn has_write_only(&self) -> bool {
        self.any_attribute(&|attribute| attribute.write_only)
    }

    /// Returns `true` if any attribute at any depth is sensitive or write-only.
    #[doc(hidden)]
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.any_attribute(&Attribute::is_secret)
    }

    /// Returns the type of nested block with the given name.
    #[must_use]
    pub fn block_type(&self, name: &str) -> Option<&NestedBlock> {
        self.block_types
            .iter()
            .find(|block| block.type_name == name)
    }
}

impl Attribute {
    /// Returns `true` if a condition is true for the attribute, or for an attribute nested in it at any depth.
    pub(crate) fn any(&self, is: &dyn Fn(&Attribute) -> bool) -> bool {
        let within = |nested: &NestedType| nested.attributes.iter().any(|one| one.any(is));
        is(self) || matches!(&self.ty, AttributeType::Nested(nested) if within(nested))
    }

    /// Returns `true` if the attribute, or an attribute nested in it at any depth, is write-only.
    pub(crate) fn has_write_only(&self) -> bool {
        self.any(&|attribute| attribute.write_only)
    }

    /// Returns `true` if the attribute's values must not appear in any output.
    #[doc(hidden)]
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.sensitive || self.write_only
    }

    /// Returns `true` if the attribute, or an attribute nested in it at any depth, is sensitive or write-only.
    #[doc(hidden)]
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.any(&Attribute::is_secret)
    }
}
