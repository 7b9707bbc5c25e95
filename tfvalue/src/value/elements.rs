//! Collections of planned elements.

use super::{At, Value};
use crate::error::{Error, Result};
use crate::ty::Type;

/// Returns the elements of a known value, together with their places.
pub(crate) fn of(value: &Value) -> Vec<(At<'_>, &Value)> {
    value.placed_elements().collect()
}

/// Creates a value of the same kind from the results of `change` for each element.
pub(crate) fn map<'v>(
    value: &'v Value,
    mut change: impl FnMut(&At<'v>, &'v Value) -> Result<Value>,
) -> Result<Value> {
    let mut elements = Vec::new();
    let mut keys = Vec::new();
    for (at, element) in value.placed_elements() {
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
