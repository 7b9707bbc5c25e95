//! Information in a schema about the parts of a value, in addition to their types.

use tfvalue::schema::{Attribute, AttributeType, Block, Nesting};
use tfvalue::{Value, paths::Step};

/// The schema's information about a value or a part of the value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape<'a> {
    inside: Inside<'a>,
    pub(super) sensitive: bool,
    pub(super) write_only: bool,
    /// Whether sensitive values are hidden.
    hide: bool,
}

#[derive(Clone, Copy, Debug)]
enum Inside<'a> {
    /// The schema does not describe the parts of the value.
    Plain,
    Members {
        attributes: &'a [Attribute],
        /// `None` inside a nested attribute.
        block: Option<&'a Block>,
        /// Whether the value is a list, set or map of objects with the given members.
        collected: bool,
        /// Whether the value is in the envelope of a dynamic value.
        enveloped: bool,
    },
}

impl<'a> Shape<'a> {
    /// Describes a value without a schema.
    pub(crate) fn plain() -> Self {
        Shape {
            inside: Inside::Plain,
            sensitive: false,
            write_only: false,
            hide: false,
        }
    }

    /// Describes the whole value of a schema.
    pub(crate) fn root(block: &'a Block, hide: bool) -> Self {
        Shape {
            inside: Inside::Members {
                attributes: &block.attributes,
                block: Some(block),
                collected: false,
                enveloped: false,
            },
            hide,
            ..Shape::plain()
        }
    }

    /// Returns `true` if the value must be hidden.
    pub(crate) fn is_hidden(&self) -> bool {
        self.sensitive && self.hide
    }

    /// Returns `true` if the value or a part of the value must be hidden.
    pub(crate) fn hides_something(&self) -> bool {
        let Inside::Members {
            attributes, block, ..
        } = self.inside
        else {
            return self.is_hidden();
        };
        let hides = |name: &str| self.member(name).is_some_and(|part| part.hides_something());
        let blocks = block.map_or(&[][..], |block| &block.block_types);
        self.is_hidden()
            || attributes.iter().any(|member| hides(&member.name))
            || blocks.iter().any(|member| hides(&member.type_name))
    }

    /// Returns `true` if this value must be hidden. This is the case if the value is sensitive, or if it does not match
    /// a schema that has sensitive parts.
    pub(crate) fn hides(&self, value: &Value) -> bool {
        let is_object = value.members().is_some();
        let is_container = is_object || value.elements().is_some() || value.entries().is_some();
        let fits = match self.inside {
            Inside::Plain => true,
            Inside::Members { collected, .. } if collected => is_container,
            Inside::Members { .. } => is_object,
        };
        let is_nothing = value.is_null() || value.is_unknown();
        self.is_hidden() || (!fits && !is_nothing && self.hides_something())
    }

    /// Returns `true` if a part is not in the schema, and its name must be hidden because the name may be a misplaced
    /// sensitive value.
    pub(crate) fn hides_name(&self, step: &Step) -> bool {
        matches!(self.inside, Inside::Members { .. })
            && self.described(step).is_none()
            && self.hides_something()
    }

    /// Returns `true` if the envelope of a dynamic value is between this value and its parts.
    pub(super) fn is_enveloped(&self) -> bool {
        matches!(self.inside, Inside::Members { enveloped, .. } if enveloped)
    }

    /// Describes the elements, if the value is a collection of objects.
    pub(super) fn element(&self) -> Option<Shape<'a>> {
        match self.inside {
            Inside::Members {
                attributes,
                block,
                collected: true,
                ..
            } => Some(Shape {
                inside: Inside::Members {
                    attributes,
                    block,
                    collected: false,
                    enveloped: false,
                },
                ..*self
            }),
            _ => None,
        }
    }

    /// Describes a part. A part that is not in the schema is as sensitive as its siblings.
    pub(crate) fn step(&self, step: &Step) -> Shape<'a> {
        let within = matches!(self.inside, Inside::Members { .. });
        self.described(step).unwrap_or_else(|| Shape {
            inside: Inside::Plain,
            sensitive: self.sensitive || (within && self.hides_something()),
            ..*self
        })
    }

    fn described(&self, step: &Step) -> Option<Shape<'a>> {
        match step {
            Step::Attribute(name) if self.element().is_none() => self.member(name),
            _ => self.element(),
        }
    }

    /// Describes the given attribute or nested block.
    pub(super) fn member(&self, name: &str) -> Option<Shape<'a>> {
        let Inside::Members {
            attributes, block, ..
        } = self.inside
        else {
            return None;
        };
        if let Some(attribute) = attributes.iter().find(|member| member.name == name) {
            return Some(self.attribute(attribute));
        }
        let nested = block?.block_type(name)?;
        Some(Shape {
            inside: Inside::Members {
                attributes: &nested.block.attributes,
                block: Some(&nested.block),
                collected: is_collection(nested.nesting),
                enveloped: nested.implied_type() == tfvalue::Type::Dynamic,
            },
            ..*self
        })
    }

    fn attribute(&self, attribute: &'a Attribute) -> Shape<'a> {
        let inside = match &attribute.ty {
            AttributeType::Nested(object) => Inside::Members {
                attributes: &object.attributes,
                block: None,
                collected: is_collection(object.nesting),
                enveloped: false,
            },
            _ => Inside::Plain,
        };
        Shape {
            inside,
            sensitive: self.sensitive || attribute.sensitive,
            write_only: self.write_only || attribute.write_only,
            hide: self.hide,
        }
    }
}

fn is_collection(nesting: Nesting) -> bool {
    matches!(nesting, Nesting::List | Nesting::Set | Nesting::Map)
}
