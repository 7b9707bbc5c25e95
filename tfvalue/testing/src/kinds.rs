//! Classifies values that are containers.

use tfvalue::{Type, Value};

/// The kind of a known container, with the type of its elements if all elements have the same type.
pub(super) enum Kind {
    List(Type),
    Set(Type),
    Map(Type),
    Tuple,
    Object,
}

/// Returns the kind of a known container. Other values, including null and unknown values, have no kind.
pub(super) fn kind(value: &Value) -> Option<Kind> {
    if value.members().is_some() {
        return Some(Kind::Object);
    }
    if value.elements().is_none() && value.entries().is_none() {
        return None;
    }
    match value.ty() {
        Type::List(element) => Some(Kind::List(Type::clone(&element))),
        Type::Set(element) => Some(Kind::Set(Type::clone(&element))),
        Type::Map(element) => Some(Kind::Map(Type::clone(&element))),
        _ => Some(Kind::Tuple),
    }
}

pub(super) fn is_set(value: &Value) -> bool {
    matches!(kind(value), Some(Kind::Set(_)))
}
