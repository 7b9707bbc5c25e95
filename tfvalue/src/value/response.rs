//! Creates containers as Terraform does when it reads a response. The parts of such containers need not fit the
//! constraint.

use std::collections::BTreeMap;

use super::{Items, Repr, Shared, Value};
use crate::error::{Error, Result};
use crate::nfc::nfc;
use crate::ty::{ObjectType, Type};

/// Returns the error for a value that crashes Terraform.
#[cold]
pub(crate) fn crash(problem: &str) -> Error {
    Error::data(format!("{problem}, which crashes Terraform"))
}

/// Creates a list from parts. The first part is created by [`Items::begin`]. All elements must have the same type.
pub(crate) fn list(parts: Vec<Value>, element: &Type) -> Result<Value> {
    let element = constraint(&parts[1..], element)?;
    Value::list_of_parts(parts, element)
}

/// Creates a set like [`list`].
pub(crate) fn set(parts: Vec<Value>, element: &Type) -> Result<Value> {
    let element = constraint(&parts[1..], element)?;
    Value::set_of_parts(parts, element)
}

/// Creates a map like [`list`].
pub(crate) fn map(entries: BTreeMap<String, Value>, element: &Type) -> Result<Value> {
    let element = constraint(entries.values(), element)?;
    // Some keys are equal only in Normalization Form C.
    let entries: BTreeMap<_, _> = entries
        .into_iter()
        .map(|(key, value)| (nfc(&key).into_owned(), value))
        .collect();
    let mut parts = Items::begin(Shared::Nothing, 2 * entries.len());
    for (key, value) in entries {
        parts.extend([Value::string(key), value]);
    }
    Value::map_of_parts(parts, element)
}

/// Creates an object from members that are in the order of the type.
pub(crate) fn object(members: impl IntoIterator<Item = Value>, object: &ObjectType) -> Value {
    let mut parts = Items::begin(Shared::Nothing, object.len());
    parts.extend(members);
    let fits = |(value, ty): (&Value, &Type)| value.is_of(ty);
    let types = object.iter().map(|attribute| &attribute.ty);
    let ty = if parts[1..].iter().zip(types).all(fits) {
        object.clone()
    } else {
        object.with_types(parts[1..].iter().map(Value::ty))
    };
    Value::object_of_type(parts, ty)
}

/// Returns the constraint for elements that all have the same type. If the elements fit the constraint in the response,
/// the result is that constraint.
fn constraint<'a>(
    elements: impl IntoIterator<Item = &'a Value>,
    constraint: &Type,
) -> Result<Type> {
    let is_typed = |value: &&Value| {
        !matches!(
            value.0,
            Repr::Null(Type::Dynamic) | Repr::Unknown(Type::Dynamic)
        )
    };
    let mut elements = elements.into_iter().filter(is_typed);
    let Some(ty) = elements.next().map(Value::ty) else {
        return Ok(constraint.clone());
    };
    if !elements.all(|element| element.is_of(&ty)) {
        return Err(crash("the elements have different types"));
    }
    Ok(if ty.conforms_to(constraint) {
        constraint.clone()
    } else {
        Type::Dynamic
    })
}
