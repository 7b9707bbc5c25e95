//! What the derive writes down of a struct's fields, and the block that is made of it.

use std::borrow::Cow;

use super::{
    Attribute, AttributeType, Block, Facts, NestedBlock, Nesting, Object, StringKind, TfType,
};
use crate::ty::Type;

/// A field of a derived struct, as data: code that does not depend on the struct makes the
/// schema of it.
#[derive(Clone, Copy)]
pub struct Field {
    name: &'static str,
    description: &'static str,
    deprecated: Option<&'static str>,
    form: Form,
    facts: Facts,
    ty: fn() -> Type,
    nested: fn() -> Option<Block>,
}

/// How a field stands in the schema.
#[derive(Clone, Copy)]
pub enum Form {
    /// An attribute; a nested attribute where the type holds a struct.
    Attribute {
        /// Its own flags.
        flags: Flags,
        /// The flags that all members of a nested attribute get in the place of their own.
        members: Option<Flags>,
    },
    /// An attribute of the plain object type of the struct that the type holds.
    Object(Flags),
    /// A nested block.
    Block {
        /// Whether a single block is there with nulls where the configuration has none.
        group: bool,
        /// How many there must be.
        min_items: u64,
        /// How many there may be.
        max_items: u64,
    },
}

/// The flags of an attribute.
#[derive(Clone, Copy, Default)]
pub struct Flags {
    /// Whether the configuration must set it.
    pub required: bool,
    /// Whether the configuration may set it.
    pub optional: bool,
    /// Whether the provider may set it.
    pub computed: bool,
    /// Whether Terraform hides its value.
    pub sensitive: bool,
    /// Whether it is never stored.
    pub write_only: bool,
}

impl Flags {
    /// Fills in what the Rust type implies: without null it is required, with null optional,
    /// where neither required nor optional nor computed is said.
    #[must_use]
    pub const fn or_implied_by(mut self, facts: Facts) -> Self {
        if !self.required && !self.optional && !self.computed {
            self.required = !facts.null;
            self.optional = facts.null;
        }
        self
    }
}

impl Field {
    /// Describes a field of type `T`.
    #[must_use]
    pub const fn new<T: TfType>(
        name: &'static str,
        description: &'static str,
        deprecated: Option<&'static str>,
        form: Form,
    ) -> Self {
        Field {
            name,
            description,
            deprecated,
            form,
            facts: T::FACTS,
            ty: T::ty,
            nested: T::nested,
        }
    }

    fn attribute(&self) -> Option<Attribute> {
        let (flags, ty) = match self.form {
            Form::Block { .. } => return None,
            Form::Object(flags) => (flags, AttributeType::Type((self.ty)())),
            Form::Attribute { flags, members } => (flags, self.attribute_type(members)),
        };
        let flags = flags.or_implied_by(self.facts);
        Some(Attribute {
            name: self.name.into(),
            ty,
            description: self.description.into(),
            description_kind: kind_of(self.description),
            required: flags.required,
            optional: flags.optional,
            computed: flags.computed,
            sensitive: flags.sensitive,
            write_only: flags.write_only,
            deprecated: self.deprecated.is_some(),
            deprecation_message: self.deprecated.unwrap_or_default().into(),
        })
    }

    fn attribute_type(&self, members: Option<Flags>) -> AttributeType {
        match (self.facts.nesting, (self.nested)()) {
            (Some(nesting), Some(block)) => {
                let mut attributes = block.attributes;
                if let Some(flags) = members {
                    attributes
                        .iter_mut()
                        .for_each(|member| set_flags(member, flags));
                }
                AttributeType::Nested(Object {
                    attributes,
                    nesting,
                })
            }
            _ => AttributeType::Type((self.ty)()),
        }
    }

    fn block(&self) -> Option<NestedBlock> {
        let Form::Block {
            group,
            min_items,
            max_items,
        } = self.form
        else {
            return None;
        };
        let mut block = (self.nested)()?;
        if !self.description.is_empty() {
            block.description = self.description.into();
            block.description_kind = kind_of(self.description);
        }
        if let Some(message) = self.deprecated {
            block.deprecated = true;
            block.deprecation_message = message.into();
        }
        Some(NestedBlock {
            type_name: self.name.into(),
            block,
            nesting: if group {
                Nesting::Group
            } else {
                self.facts.nesting?
            },
            min_items,
            max_items,
        })
    }
}

/// Gives a member of a nested attribute, and all within it, other flags; what is sensitive or
/// write-only stays so.
fn set_flags(member: &mut Attribute, flags: Flags) {
    member.required = flags.required;
    member.optional = flags.optional;
    member.computed = flags.computed;
    if let AttributeType::Nested(object) = &mut member.ty {
        object
            .attributes
            .iter_mut()
            .for_each(|member| set_flags(member, flags));
    }
}

/// Doc comments are Markdown.
fn kind_of(description: &str) -> StringKind {
    match description.is_empty() {
        true => StringKind::Plain,
        false => StringKind::Markdown,
    }
}

/// Makes the block of a struct from its fields, which stand in the order of their names.
#[must_use]
pub fn block_of(
    fields: &[Field],
    description: &'static str,
    deprecated: Option<&'static str>,
) -> Block {
    Block {
        attributes: fields.iter().filter_map(Field::attribute).collect(),
        block_types: fields.iter().filter_map(Field::block).collect(),
        description: Cow::Borrowed(description),
        description_kind: kind_of(description),
        deprecated: deprecated.is_some(),
        deprecation_message: deprecated.unwrap_or_default().into(),
    }
}
