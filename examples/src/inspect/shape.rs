//! What a schema says of a place in a value, beyond its type.

use tfvalue::schema::{Attribute, AttributeType, Block, Nesting};
use tfvalue::{Step, Value};

/// A place in a value, as the schema sees it.
#[derive(Clone, Copy)]
pub(super) struct Shape<'a> {
    inside: Inside<'a>,
    pub(super) sensitive: bool,
    pub(super) write_only: bool,
    /// Whether what is sensitive is hidden.
    hide: bool,
}

#[derive(Clone, Copy)]
enum Inside<'a> {
    /// The schema says nothing of the parts.
    Plain,
    Members {
        attributes: &'a [Attribute],
        /// None within a nested attribute.
        block: Option<&'a Block>,
        /// Whether this is a list, set or map of what has the members.
        collected: bool,
        /// Whether it travels in the envelope of a dynamic value.
        enveloped: bool,
    },
}

impl<'a> Shape<'a> {
    /// Describes a value of which there is no schema.
    pub(super) fn plain() -> Self {
        Shape {
            inside: Inside::Plain,
            sensitive: false,
            write_only: false,
            hide: false,
        }
    }

    /// Describes a whole value of a schema.
    pub(super) fn root(block: &'a Block, hide: bool) -> Self {
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

    /// Tells whether the value here must not be shown.
    pub(super) fn is_hidden(&self) -> bool {
        self.sensitive && self.hide
    }

    /// Tells whether the value here, or a part, must not be shown.
    pub(super) fn hides_something(&self) -> bool {
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

    /// Returns `true` if the value here must not be shown: it is sensitive, or not what the schema
    /// describes, which has something sensitive inside.
    pub(super) fn hides(&self, value: &Value) -> bool {
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

    /// Returns `true` if the schema has no such part, and its name must not be shown: it may be a
    /// sensitive value in the wrong place.
    pub(super) fn hides_name(&self, step: &Step) -> bool {
        matches!(self.inside, Inside::Members { .. })
            && self.described(step).is_none()
            && self.hides_something()
    }

    /// Tells whether parts stand under other steps on the wire than in the value.
    pub(super) fn is_enveloped(&self) -> bool {
        matches!(self.inside, Inside::Members { enveloped, .. } if enveloped)
    }

    /// Describes the elements, where this is a collection of what the schema describes.
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

    /// Describes a part. One that the schema does not have is as secret as anything beside it.
    pub(super) fn step(&self, step: &Step) -> Shape<'a> {
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

    /// Describes an attribute or nested block.
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
            AttributeType::Type(_) => Inside::Plain,
            AttributeType::Nested(object) => Inside::Members {
                attributes: &object.attributes,
                block: None,
                collected: is_collection(object.nesting),
                enveloped: false,
            },
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
