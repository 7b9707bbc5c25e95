//! A cache of recently used types. The elements of a collection nearly always have the same type, so the type is built
//! only once and then shared.

use super::{Repr, Value};
use crate::error::Result;
use crate::ty::{ObjectType, Type};

/// The number of types that each cache stores.
const KEPT: usize = 8;

/// The most recently used types while a value is being read, most recent first.
#[derive(Clone, Default)]
pub(crate) struct Recent<'de> {
    /// Constraints that contain dynamic, together with the types of objects that satisfy them.
    objects: Vec<(ObjectType, ObjectType)>,
    /// The types of dynamic values, together with their JSON form.
    written: Vec<(&'de [u8], Type)>,
}

impl<'de> Recent<'de> {
    /// Reads a type from JSON.
    pub(crate) fn ty(&mut self, json: &'de [u8]) -> Result<Type> {
        if let Some(ty) = find(&mut self.written, |(text, _)| *text == json) {
            return Ok(ty.clone());
        }
        let ty = Type::from_json(json)?;
        // Reading a primitive type is as fast as finding the type in the cache.
        if json.starts_with(b"[") {
            keep(&mut self.written, (json, ty.clone()));
        }
        Ok(ty)
    }

    /// Creates an object from members in the order of the names of its constraint.
    pub(crate) fn object(&mut self, parts: Vec<Value>, constraint: &ObjectType) -> Value {
        let values = &parts[1..];
        let is_recent = |(of, ty): &(ObjectType, ObjectType)| {
            of.is_at_once(constraint) && has_parts_at_once(values, ty.iter().map(|part| &part.ty))
        };
        if let Some(ty) = find(&mut self.objects, is_recent) {
            return Value::object_of_type(parts, ty.clone());
        }
        let ty = Value::object_type_of(values, constraint);
        if !ty.is_at_once(constraint) {
            keep(&mut self.objects, (constraint.clone(), ty.clone()));
        }
        Value::object_of_type(parts, ty)
    }
}

/// Finds an entry and moves the entry to the front.
fn find<K, T>(entries: &mut [(K, T)], is: impl FnMut(&(K, T)) -> bool) -> Option<&T> {
    let at = entries.iter().position(is)?;
    entries[..=at].rotate_right(1);
    entries.first().map(|(_, ty)| ty)
}

/// Adds an entry to the front, and drops the last entry if the cache is full.
fn keep<T>(entries: &mut Vec<T>, entry: T) {
    entries.truncate(KEPT - 1);
    entries.insert(0, entry);
}

/// Returns `true` if each value [has](Value::is_at_once_of) the type at the same position.
fn has_parts_at_once<'a>(values: &[Value], mut types: impl Iterator<Item = &'a Type>) -> bool {
    let has_type = |value: &Value| types.next().is_some_and(|ty| value.is_at_once_of(ty));
    values.iter().all(has_type)
}

impl Value {
    /// Returns `true` if the value has the type `ty`, as far as comparing pointers can determine.
    fn is_at_once_of(&self, ty: &Type) -> bool {
        match (&self.0, ty) {
            (Repr::Bool(_), Type::Bool)
            | (Repr::Number(_), Type::Number)
            | (Repr::String(_), Type::String) => true,
            (Repr::Null(own) | Repr::Unknown(own), ty) => own.is_at_once(ty),
            (Repr::Refined(refined), ty) => refined.0.is_at_once(ty),
            (Repr::List(items), Type::List(element))
            | (Repr::Set(items), Type::Set(element))
            | (Repr::Map(items), Type::Map(element)) => items.element_type().is_at_once(element),
            (Repr::Object(items), Type::Object(object)) => items.object_type().is_at_once(object),
            (Repr::Tuple(items), Type::Tuple(types)) => {
                items.values().len() == types.len()
                    && has_parts_at_once(items.values(), types.iter())
            }
            _ => false,
        }
    }
}
