//! The kinds of values, and the facts that constraints require about a value, its elements and its keys.

use super::literal::Integer;

/// The kind of a Rust type's known values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeKind {
    /// Unicode text.
    String,
    /// Integers, floats and decimals.
    Number,
    /// True and false.
    Bool,
    /// Elements that have the same type, in order.
    List,
    /// Distinct elements that have the same type, without an order.
    Set,
    /// Elements that have the same type, with strings as keys.
    Map,
    /// A fixed number of elements, each of which has its own type.
    Tuple,
    /// Named attributes, each of which has its own type.
    Object,
    /// Values that carry their type.
    Dynamic,
}

/// The facts on which constraints depend, at any depth.
#[derive(Clone, Copy)]
pub(crate) struct Content {
    pub(crate) kind: TypeKind,
    /// The number of elements or characters, if this number is fixed.
    pub(crate) length: Option<u32>,
    pub(crate) integer: Option<&'static Integer>,
    /// Whether every string, number or bool is a value of the type.
    pub(crate) any: bool,
    /// The strings of an enum.
    pub(crate) values: &'static [&'static str],
    /// The elements of a list, set or map.
    pub(crate) elements: Option<&'static Content>,
    /// The keys of a map.
    pub(crate) keys: Option<&'static Content>,
}

impl Content {
    /// The content of a value that can have any type.
    pub(crate) const DYNAMIC: Self = Content::of(TypeKind::Dynamic);

    /// Returns the content of a value if only its kind is known.
    pub(crate) const fn of(kind: TypeKind) -> Self {
        Content {
            kind,
            length: None,
            integer: None,
            any: false,
            values: &[],
            elements: None,
            keys: None,
        }
    }

    /// Returns `true` if the type itself never rejects a value, even if its members do.
    pub(crate) const fn holds_every_value(&self) -> bool {
        match (self.kind, self.elements) {
            (TypeKind::String | TypeKind::Number | TypeKind::Bool, _) => self.any,
            (TypeKind::List | TypeKind::Set | TypeKind::Map, Some(elements)) => {
                elements.holds_every_value()
            }
            _ => true,
        }
    }
}
