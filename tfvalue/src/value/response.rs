//! Collections as Terraform creates them when it reads a response.

use std::collections::BTreeMap;

use super::Value;
use crate::error::{Error, Result};
use crate::ty::Type;

/// Returns the error for a value on which Terraform crashes.
#[cold]
pub(crate) fn crash(problem: &str) -> Error {
    Error::data(format!("{problem}, which crashes Terraform"))
}

/// Creates a list. The elements need not fit the type, but they must have the same one.
pub(crate) fn list(elements: &[Value], element: &Type) -> Result<Value> {
    of_one_type(element, elements, |element| {
        Value::list(element, elements.iter().cloned())
    })
}

/// Creates a set like [`list`].
pub(crate) fn set(elements: &[Value], element: &Type) -> Result<Value> {
    of_one_type(element, elements, |element| {
        Value::set(element, elements.iter().cloned())
    })
}

/// Creates a map like [`list`].
pub(crate) fn map(entries: BTreeMap<String, Value>, element: &Type) -> Result<Value> {
    // Some keys are equal only in normalization form C.
    let entries: BTreeMap<_, _> = entries
        .into_iter()
        .map(|(key, value)| (crate::nfc::nfc(&key).into_owned(), value))
        .collect();
    let (keys, elements): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
    of_one_type(element, &elements, |element| {
        Value::map(element, keys.iter().zip(elements.iter().cloned()))
    })
}

fn of_one_type(
    element: &Type,
    elements: &[Value],
    create: impl Fn(Type) -> Result<Value>,
) -> Result<Value> {
    let mut types = elements.iter().map(Value::ty);
    let mut types = types.by_ref().filter(|ty| *ty != Type::Dynamic);
    let first = types.next();
    if types.any(|ty| Some(&ty) != first.as_ref()) {
        return Err(crash("the elements have different types"));
    }
    create(element.clone()).or_else(|_| create(Type::Dynamic))
}
