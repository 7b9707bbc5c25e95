//! Descriptions of resources, data sources and the rest, as a provider announces them.
//!
//! Source: the `Schema` message of protocol 6, up to version 6.10 with the fields added since.
//! Attributes and nested blocks stand in the order of their names, so that the same structs
//! always give the same bytes.

pub(crate) mod config;
pub mod drift;
mod implied;
pub mod json;
mod provider;
mod reserved;
mod validate;

use std::borrow::Cow;
use std::sync::Arc;

pub use self::provider::{
    Action, Function, Identity, IdentityAttribute, Parameter, ProviderSchema, ProviderSchemas,
    SchemaKind,
};
use crate::ty::Type;

/// The description of a resource, data source, provider or the like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// The version of the stored form: a change of it makes Terraform ask for a state upgrade.
    pub version: i64,
    /// The attributes and nested blocks at the root.
    pub block: Block,
}

/// A block: attributes and nested blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The attributes, sorted by name.
    pub attributes: Vec<Attribute>,
    /// The nested blocks, sorted by name.
    pub block_types: Vec<NestedBlock>,
    /// What the block is for.
    pub description: Cow<'static, str>,
    /// The format of the description.
    pub description_kind: StringKind,
    /// Whether the block should no longer be used.
    pub deprecated: bool,
    /// What to use instead; only where `deprecated` is set.
    pub deprecation_message: Cow<'static, str>,
}

/// An attribute of a block or of a nested attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name.
    pub name: Cow<'static, str>,
    /// What values it takes.
    pub ty: AttributeType,
    /// What the attribute is for.
    pub description: Cow<'static, str>,
    /// The format of the description.
    pub description_kind: StringKind,
    /// Whether the configuration must set it.
    pub required: bool,
    /// Whether the configuration may set it.
    pub optional: bool,
    /// Whether the provider may set it.
    pub computed: bool,
    /// Whether Terraform hides its value.
    pub sensitive: bool,
    /// Whether it is only sent to the provider, and never stored.
    pub write_only: bool,
    /// Whether it should no longer be used.
    pub deprecated: bool,
    /// What to use instead; only where `deprecated` is set.
    pub deprecation_message: Cow<'static, str>,
}

/// What values an attribute takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeType {
    /// Values of a type constraint.
    Type(Type),
    /// Objects whose members are described one by one: a nested attribute (protocol 6).
    Nested(Object),
}

/// The members of a nested attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The members, sorted by name.
    pub attributes: Vec<Attribute>,
    /// Whether it is one object, or a list, set or map of them.
    pub nesting: Nesting,
}

/// A kind of block within a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedBlock {
    /// The name.
    pub type_name: Cow<'static, str>,
    /// What such a block holds. It is shared by all places where the same struct is such a block;
    /// [`Arc::make_mut`] changes it in this place.
    pub block: Arc<Block>,
    /// How the blocks are collected into a value.
    pub nesting: Nesting,
    /// How many there must be; 0 for any number.
    pub min_items: u64,
    /// How many there may be; 0 for any number.
    pub max_items: u64,
}

/// How nested blocks or the objects of a nested attribute are collected into a value.
///
/// Source: `Schema.NestedBlock.NestingMode` and `Schema.Object.NestingMode`; the latter has no
/// `Group`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// One, which may be null.
    Single,
    /// One, which is there with nulls where the configuration has none; only of blocks.
    Group,
    /// A list.
    List,
    /// A set.
    Set,
    /// A map, whose keys are the labels of the blocks.
    Map,
}

/// The format of a description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StringKind {
    /// Plain text.
    #[default]
    Plain,
    /// Markdown.
    Markdown,
}

impl Attribute {
    /// Makes an attribute of a type, without any flag.
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, ty: Type) -> Self {
        Attribute {
            name: name.into(),
            ty: AttributeType::Type(ty),
            description: Cow::default(),
            description_kind: StringKind::default(),
            required: false,
            optional: false,
            computed: false,
            sensitive: false,
            write_only: false,
            deprecated: false,
            deprecation_message: Cow::default(),
        }
    }
}

impl Block {
    /// Finds an attribute by its name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name == name)
    }

    /// Finds a kind of nested block by its name.
    #[must_use]
    pub fn block_type(&self, name: &str) -> Option<&NestedBlock> {
        self.block_types
            .iter()
            .find(|block| block.type_name == name)
    }
}
