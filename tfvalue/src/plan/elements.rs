//! The elements of lists, sets and maps, and of the tuples and objects that stand for them if
//! blocks contain a dynamic value.

use crate::error::{Error, Result};
use crate::path::Step;
use crate::schema::Nesting;
use crate::ty::Type;
use crate::value::Value;

/// The place of an element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum At<'a> {
    Index(usize),
    Key(&'a str),
}

impl At<'_> {
    /// Returns the element at this place of another value.
    pub(super) fn element_of<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        match self {
            At::Index(index) => value.get(*index),
            At::Key(key) => value.get(key),
        }
    }

    pub(super) fn step(&self) -> Step {
        match self {
            At::Index(index) => Step::Index(*index as u64),
            At::Key(key) => Step::Key((*key).into()),
        }
    }
}

/// Returns the elements of a known value, each with its place.
pub(super) fn of(value: &Value) -> Vec<(At<'_>, &Value)> {
    if let Some(elements) = value.elements() {
        return elements
            .enumerate()
            .map(|(index, element)| (At::Index(index), element))
            .collect();
    }
    let entries = value.entries().into_iter().flatten();
    let members = value.members().into_iter().flatten();
    entries
        .chain(members)
        .map(|(key, element)| (At::Key(key), element))
        .collect()
}

/// Creates a value of the same kind from what `change` returns for each element.
pub(super) fn map<'v>(
    value: &'v Value,
    mut change: impl FnMut(&At<'v>, &'v Value) -> Result<Value>,
) -> Result<Value> {
    let mut elements = Vec::new();
    let mut keys = Vec::new();
    for (at, element) in of(value) {
        let changed = change(&at, element).map_err(|error| error.at_step(at.step()))?;
        elements.push(changed);
        if let At::Key(key) = at {
            keys.push(key);
        }
    }
    match value.ty() {
        Type::List(element) => Value::list(Type::clone(&element), elements),
        Type::Set(element) => Value::set(Type::clone(&element), elements),
        Type::Map(element) => Value::map(Type::clone(&element), keys.into_iter().zip(elements)),
        Type::Tuple(_) => Ok(Value::tuple(elements)),
        Type::Object(_) => Value::object(keys.into_iter().zip(elements)),
        ty => Err(Error::mismatch("a collection", format!("a {ty}"))),
    }
}

/// Creates a value from what `change` returns for each of its objects: the value itself, or each
/// element.
pub(super) fn map_objects(
    nesting: Nesting,
    value: &Value,
    change: impl Fn(&Value) -> Result<Value>,
) -> Result<Value> {
    match nesting {
        Nesting::Single | Nesting::Group => change(value),
        _ => map(value, |_, element| change(element)),
    }
}
