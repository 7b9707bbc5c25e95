//! `SchemaMembers`, which every walk over a schema and a value uses to get from an object to its members.

use super::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};

/// The members of a block or of a nested attribute.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemaMembers<'a> {
    pub(crate) attributes: &'a [Attribute],
    pub(crate) blocks: &'a [NestedBlock],
}

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SchemaMember<'a> {
    Attribute(&'a Attribute),
    Block(&'a NestedBlock),
}

impl<'a> SchemaMembers<'a> {
    /// The members of a value without a schema.
    pub(crate) const NONE: Self = SchemaMembers {
        attributes: &[],
        blocks: &[],
    };

    pub(crate) fn of_block(block: &'a Block) -> Self {
        SchemaMembers {
            attributes: &block.attributes,
            blocks: &block.block_types,
        }
    }

    pub(crate) fn of_attribute(nested: &'a NestedType) -> Self {
        SchemaMembers {
            attributes: &nested.attributes,
            blocks: &[],
        }
    }

    /// Returns the member with the given name. An attribute takes precedence over a block with the same name.
    pub(crate) fn get(self, name: &str) -> Option<SchemaMember<'a>> {
        let attribute = self.attributes.iter().find(|one| one.name == name);
        let block = || self.blocks.iter().find(|one| one.type_name == name);
        let attribute = attribute.map(SchemaMember::Attribute);
        attribute.or_else(|| block().map(SchemaMember::Block))
    }

    /// Returns all members. The attributes come first, followed by the blocks.
    pub(crate) fn iter(self) -> impl Iterator<Item = SchemaMember<'a>> {
        let attributes = self.attributes.iter().map(SchemaMember::Attribute);
        attributes.chain(self.blocks.iter().map(SchemaMember::Block))
    }
}

impl<'a> SchemaMember<'a> {
    pub(crate) fn name(self) -> &'a str {
        match self {
            SchemaMember::Attribute(attribute) => &attribute.name,
            SchemaMember::Block(nested) => &nested.type_name,
        }
    }

    /// Returns `true` if the values must not appear in any output.
    pub(crate) fn is_secret(self) -> bool {
        matches!(self, SchemaMember::Attribute(attribute) if attribute.is_secret())
    }

    /// If the objects in the value have a schema, returns their nesting and their members.
    pub(crate) fn objects(self) -> Option<(Nesting, SchemaMembers<'a>)> {
        match self {
            SchemaMember::Block(nested) => {
                Some((nested.nesting, SchemaMembers::of_block(&nested.block)))
            }
            SchemaMember::Attribute(attribute) => match &attribute.ty {
                AttributeType::Nested(nested) => {
                    Some((nested.nesting, SchemaMembers::of_attribute(nested)))
                }
                AttributeType::Type(_) => None,
            },
        }
    }
}
