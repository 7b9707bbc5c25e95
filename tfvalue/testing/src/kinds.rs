//! What kind of thing a value or an attribute is.

use tfvalue::schema::{Attribute, AttributeType, Block};
use tfvalue::{Step, Type, Value};

/// The kind of a known container, with the type of its elements if they all have one.
pub(super) enum Kind {
    List(Type),
    Set(Type),
    Map(Type),
    Tuple,
    Object,
}

/// Returns the kind of a known container. Other values, also null and unknown ones, have none.
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

/// The place of an element.
#[derive(Clone, Copy)]
pub(super) enum At<'a> {
    Index(usize),
    Key(&'a str),
}

impl At<'_> {
    pub(super) fn step(self) -> Step {
        match self {
            At::Index(index) => Step::Index(index as u64),
            At::Key(key) => Step::Key(key.into()),
        }
    }
}

/// Iterates over the elements of a known list, set, tuple, map or object, each with its place.
pub(super) fn placed_elements(value: &Value) -> impl Iterator<Item = (At<'_>, &Value)> {
    let indexed = value.elements().into_iter().flatten().enumerate();
    let indexed = indexed.map(|(index, element)| (At::Index(index), element));
    let entries = value.entries().into_iter().flatten();
    let named = entries.chain(value.members().into_iter().flatten());
    indexed.chain(named.map(|(key, element)| (At::Key(key), element)))
}

/// Returns `true` if no text must show the values of the attribute.
pub(super) fn is_secret(attribute: &Attribute) -> bool {
    attribute.sensitive || attribute.write_only
}

/// Returns `true` if the attribute, or one nested in it at any depth, is sensitive or write-only.
pub(super) fn has_secrets(attribute: &Attribute) -> bool {
    let within = match &attribute.ty {
        AttributeType::Nested(nested) => nested.attributes.iter().any(has_secrets),
        _ => false,
    };
    within || is_secret(attribute)
}

/// Returns `true` if any attribute of the block, at any depth, is sensitive or write-only.
pub(super) fn block_has_secrets(block: &Block) -> bool {
    let mut blocks = block.block_types.iter();
    block.attributes.iter().any(has_secrets) || blocks.any(|one| block_has_secrets(&one.block))
}
