//! Constructors of values. The constructors enforce the invariants: all elements have the same type, keys are sorted,
//! and sets contain no duplicates.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::items::Items;
use super::set;
use super::{Repr, Shared, Value};
use crate::error::{Error, Result};
use crate::nfc::nfc;
use crate::number::{Number, NumberError};
use crate::path::Step;
use crate::refinements::{Fits, Only, Refinements};
use crate::ty::{ObjectType, Type};

// The type is passed by value, because callers usually pass a type that they have just built.
#[allow(clippy::needless_pass_by_value)]
impl Value {
    /// Creates a string, which is normalized to NFC as in Terraform.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Value;
    ///
    /// assert_eq!(Value::string("e\u{301}").as_str(), Some("\u{e9}"));
    /// ```
    #[must_use]
    pub fn string(text: impl AsRef<str>) -> Self {
        Value(Repr::String(nfc(text.as_ref()).into()))
    }

    /// Creates an unknown value of a type with refinements. If the refinements allow only a single value, returns that
    /// value.
    ///
    /// # Errors
    ///
    /// Fails if the refinements do not fit the type, for example if a number has a string prefix.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value, types::Refinements};
    ///
    /// let five = Refinements::new().not_null().at_least(5, true)?.at_most(5, true)?;
    /// assert_eq!(Value::refined(Type::Number, five)?, Value::from(5));
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn refined(ty: Type, refinements: Refinements) -> Result<Self> {
        if ty == Type::Dynamic || refinements.is_empty() {
            return Ok(Value::unknown(ty));
        }
        let fits = match refinements.fits() {
            Fits::Anything => true,
            Fits::String => ty == Type::String,
            Fits::Number => ty == Type::Number,
            Fits::Collection => matches!(ty, Type::List(_) | Type::Set(_) | Type::Map(_)),
        };
        if !fits {
            return Err(Error::data(format!(
                "refinements of {} are required, got others",
                ty.with_article()
            )));
        }
        Ok(match (refinements.only_value(), &ty) {
            (Some(Only::Number(number)), _) => Value(Repr::Number(number.clone())),
            (Some(Only::Empty), _) => Value::empty(&ty),
            _ => match (refinements.only_length(), &ty) {
                (Some(len), Type::List(element)) => {
                    let unknowns = (0..len).map(|_| Value::unknown((**element).clone()));
                    Value(Repr::List(Items::of(
                        Shared::Element((**element).clone()),
                        unknowns,
                    )))
                }
                (Some(1), Type::Set(element)) => {
                    let unknown = Value::unknown((**element).clone());
                    Value(Repr::Set(Items::of(
                        Shared::Element((**element).clone()),
                        [unknown],
                    )))
                }
                _ => Value(Repr::Refined(Box::new((ty, refinements)))),
            },
        })
    }

    /// Creates the empty list, set or map of a type. Returns null for other types, because they have no empty value.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let tags = Value::empty(&Type::map(Type::String));
    /// assert_eq!(tags.entries().unwrap().len(), 0);
    /// assert_eq!(Value::empty(&Type::String), Value::null(Type::String));
    /// ```
    #[must_use]
    pub fn empty(ty: &Type) -> Self {
        let items = |element: &Type| Items::of(Shared::Element(element.clone()), []);
        match ty {
            Type::List(element) => Value(Repr::List(items(element))),
            Type::Set(element) => Value(Repr::Set(items(element))),
            Type::Map(element) => Value(Repr::Map(items(element))),
            _ => Value::null(ty.clone()),
        }
    }

    /// Creates a list. All elements must have the same type, which must fit `element`.
    ///
    /// If `element` is or contains [`Type::Dynamic`], the elements determine the type. Null and unknown elements
    /// without a type receive the type of the other elements.
    ///
    /// # Errors
    ///
    /// Fails if the type of an element does not fit `element`, or differs from the type of the other elements.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let list = Value::list(Type::Dynamic, [Value::from("a"), Value::null(Type::Dynamic)])?;
    /// assert_eq!(list.ty(), Type::list(Type::String));
    ///
    /// let error = Value::list(Type::String, [Value::from("a"), Value::from(1)]).unwrap_err();
    /// assert_eq!(error.to_string(), "[1]: a string is required, got a number");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn list<T: Into<Value>>(
        element: Type,
        elements: impl IntoIterator<Item = T>,
    ) -> Result<Self> {
        Value::list_of_parts(begin(elements), element)
    }

    pub(crate) fn list_of_parts(mut parts: Vec<Value>, element: Type) -> Result<Self> {
        end_collection(&mut parts, element, 1)?;
        Ok(Value(Repr::List(Items::end(parts))))
    }

    /// Creates a set. All elements must have the same type, which must fit `element`, as in [`Value::list`]. If several
    /// elements are equal, only the first element is kept.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`Value::list`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let set = Value::set(Type::String, ["b", "a", "b"])?;
    /// assert_eq!(set.to_string(), r#"toset(["a", "b"])"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn set<T: Into<Value>>(
        element: Type,
        elements: impl IntoIterator<Item = T>,
    ) -> Result<Self> {
        Value::set_of_parts(begin(elements), element)
    }

    pub(crate) fn set_of_parts(mut parts: Vec<Value>, element: Type) -> Result<Self> {
        end_collection(&mut parts, element, 1)?;
        Ok(Value::set_of_one_type(parts))
    }

    /// Creates a set of elements that all have the type in the first part.
    pub(crate) fn set_of_one_type(parts: Vec<Value>) -> Self {
        Value(Repr::Set(Items::end(set::normalized(parts))))
    }

    /// Creates a map. All elements must have the same type, which must fit `element`, as in [`Value::list`].
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`Value::list`], and if a key is a duplicate.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let tags = Value::map(Type::String, [("env", "test"), ("app", "shop")])?;
    /// assert_eq!(tags.to_string(), r#"{ "app" = "shop", "env" = "test" }"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn map<K: AsRef<str>, T: Into<Value>>(
        element: Type,
        entries: impl IntoIterator<Item = (K, T)>,
    ) -> Result<Self> {
        let entries = entries.into_iter();
        let mut parts = Items::begin(Shared::Nothing, 2 * entries.size_hint().0);
        for (key, value) in entries {
            parts.push(Value::string(key));
            parts.push(value.into());
        }
        Value::map_of_parts(parts, element)
    }

    /// Creates a map from alternating keys and elements, which follow the first part.
    pub(crate) fn map_of_parts(mut parts: Vec<Value>, element: Type) -> Result<Self> {
        let ascending = parts[1..]
            .chunks_exact(2)
            .zip(parts[1..].chunks_exact(2).skip(1))
            .all(|(a, b)| a[0].as_str() < b[0].as_str());
        if !ascending {
            if let Some(key) = sort_entries(&mut parts) {
                return Err(Error::repeated(&key));
            }
        }
        end_collection(&mut parts, element, 2)?;
        Ok(Value(Repr::Map(Items::end(parts))))
    }

    /// Creates a tuple.
    #[must_use]
    pub fn tuple<T: Into<Value>>(elements: impl IntoIterator<Item = T>) -> Self {
        Value(Repr::Tuple(Items::end(begin(elements))))
    }

    /// Creates a tuple without elements.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Value;
    ///
    /// assert_eq!(Value::empty_tuple().to_string(), "[]");
    /// ```
    #[must_use]
    pub fn empty_tuple() -> Self {
        Value::tuple::<Value>([])
    }

    /// Creates an object without members.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Value;
    ///
    /// assert_eq!(Value::empty_object().to_string(), "{}");
    /// ```
    #[must_use]
    pub fn empty_object() -> Self {
        Value::object_of_type(
            Items::begin(Shared::Nothing, 0),
            ObjectType::empty().clone(),
        )
    }

    /// Creates an object. The type of the object follows from its members.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Value;
    ///
    /// let disk = Value::object([("size", Value::from(20)), ("name", Value::from("root"))])?;
    /// assert_eq!(disk.to_string(), r#"{ name = "root", size = 20 }"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a name is a duplicate.
    pub fn object<K: AsRef<str>, T: Into<Value>>(
        members: impl IntoIterator<Item = (K, T)>,
    ) -> Result<Self> {
        let members = members.into_iter();
        Value::object_of_members(
            &mut members.map(|(name, value)| (nfc(name.as_ref()).into_owned(), value.into())),
        )
    }

    /// Creates an object from members with normalized names.
    fn object_of_members(members: &mut dyn Iterator<Item = (String, Value)>) -> Result<Self> {
        let mut sorted = BTreeMap::new();
        for (name, value) in members {
            match sorted.entry(name) {
                Entry::Vacant(entry) => _ = entry.insert(value),
                Entry::Occupied(entry) => return Err(Error::repeated(entry.key())),
            }
        }
        let ty = ObjectType::new(
            sorted
                .iter()
                .map(|(name, value)| (name.clone(), value.ty())),
        );
        Ok(Value(Repr::Object(Items::of(
            Shared::Object(ty),
            sorted.into_values(),
        ))))
    }

    /// Creates an object with the names of `shape`, from members in the order of these names. The type is `shape`, unless
    /// a member has a different type.
    pub(crate) fn object_of_shape(
        shape: &ObjectType,
        members: impl IntoIterator<Item = Value>,
    ) -> Self {
        let mut parts = Items::begin(Shared::Nothing, shape.len());
        parts.extend(members);
        let mut typed = shape.iter().zip(&parts[1..]);
        let ty = if typed.all(|(attribute, member)| member.is_of(&attribute.ty)) {
            shape.clone()
        } else {
            shape.with_types(parts[1..].iter().map(Value::ty))
        };
        Value::object_of_type(parts, ty)
    }

    /// Creates an object from members in the order of the names of its constraint.
    pub(crate) fn object_of_parts(parts: Vec<Value>, constraint: &ObjectType) -> Self {
        let ty = Value::object_type_of(&parts[1..], constraint);
        Value::object_of_type(parts, ty)
    }

    /// Creates an object of exactly the type `ty` from members in the order of its names.
    pub(super) fn object_of_type(mut parts: Vec<Value>, ty: ObjectType) -> Self {
        parts[0] = Value(Repr::Shared(Shared::Object(ty)));
        Value(Repr::Object(Items::end(parts)))
    }

    /// Returns the type of an object with the given members. The result is the constraint, unless the constraint
    /// contains dynamic where a member has a more specific type.
    pub(super) fn object_type_of(members: &[Value], constraint: &ObjectType) -> ObjectType {
        let is_exact = constraint.is_settled()
            || constraint.iter().zip(members).all(|(attribute, value)| {
                !attribute.optional && !attribute.ty.has_dynamic() || value.is_of(&attribute.ty)
            });
        if is_exact {
            constraint.clone()
        } else {
            constraint.with_types(members.iter().map(Value::ty))
        }
    }
}

/// Begins a container with the given elements.
fn begin<T: Into<Value>>(elements: impl IntoIterator<Item = T>) -> Vec<Value> {
    let elements = elements.into_iter();
    let mut parts = Items::begin(Shared::Nothing, elements.size_hint().0);
    parts.extend(elements.map(Into::into));
    parts
}

/// Determines the common type of the elements, and stores the type in the first part. Every `step`th part
/// after the first is an element.
///
/// A null or unknown element without a type receives the type of the other elements, as in go-cty.
fn end_collection(parts: &mut [Value], constraint: Type, step: usize) -> Result<()> {
    let constraint = if constraint.has_optional() {
        constraint.without_optional()
    } else {
        constraint
    };
    let settled = !constraint.has_dynamic();
    let mut shared = constraint.clone();
    let (first, rest) = parts.split_at_mut(1);
    let elements = || (step - 1..rest.len()).step_by(step);
    for at in elements() {
        if settled && rest[at].is_of(&shared) {
            continue;
        }
        let ty = rest[at].ty();
        shared = match shared.unify(&ty, &constraint) {
            Some(unified) if !settled || unified == shared => unified,
            _ => {
                let error = ty
                    .misfit(&shared)
                    .unwrap_or_else(|| Error::mismatch(shared.brief(), ty.brief()));
                return Err(match step {
                    2 => error.at_step(Step::Key(rest[at - 1].as_str().unwrap_or_default().into())),
                    _ => error.at_step(Step::Index(at as u64)),
                });
            }
        };
    }
    if !settled {
        for at in elements() {
            match &rest[at].0 {
                Repr::Null(Type::Dynamic) => rest[at] = Value::null(shared.clone()),
                Repr::Unknown(Type::Dynamic) => rest[at] = Value::unknown(shared.clone()),
                _ => {}
            }
        }
    }
    first[0] = Value(Repr::Shared(Shared::Element(shared)));
    Ok(())
}

impl Value {
    /// Returns `true` if the value has the type `ty`. In most cases, this function does not build the type of the value.
    pub(super) fn is_of(&self, ty: &Type) -> bool {
        match (&self.0, ty) {
            (Repr::Bool(_), Type::Bool)
            | (Repr::Number(_), Type::Number)
            | (Repr::String(_), Type::String) => true,
            (Repr::Null(own) | Repr::Unknown(own), ty) => own.is_at_once(ty) || own == ty,
            (Repr::List(items), Type::List(element))
            | (Repr::Set(items), Type::Set(element))
            | (Repr::Map(items), Type::Map(element)) => *items.element_type() == **element,
            (Repr::Object(items), Type::Object(object)) => items.object_type() == object,
            _ => self.ty() == *ty,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value(Repr::Bool(value))
    }
}

impl From<Number> for Value {
    fn from(value: Number) -> Self {
        Value(Repr::Number(value))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::string(text)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::string(text)
    }
}

/// Sorts the entries of a map, which follow the first part, by key. If several entries have the same key, keeps the
/// last entry and returns a key that occurs several times.
#[cold]
pub(crate) fn sort_entries(parts: &mut Vec<Value>) -> Option<String> {
    let mut duplicate = None;
    let mut entries: BTreeMap<String, Value> = BTreeMap::new();
    let mut rest = parts.drain(1..);
    while let (Some(Value(Repr::String(key))), Some(value)) = (rest.next(), rest.next()) {
        if entries.insert((*key).into(), value).is_some() {
            duplicate.get_or_insert_with(|| (*key).into());
        }
    }
    drop(rest);
    for (key, value) in entries {
        parts.extend([Value(Repr::String((*key).into())), value]);
    }
    duplicate
}

macro_rules! from_integers {
    ($($ty:ty)*) => {$(
        impl From<$ty> for Value {
            fn from(value: $ty) -> Self {
                Value(Repr::Number(value.into()))
            }
        }
    )*};
}

from_integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl TryFrom<f64> for Value {
    type Error = NumberError;

    fn try_from(value: f64) -> Result<Self, NumberError> {
        Number::try_from(value).map(Value::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_of_a_shape_share_its_type_if_they_have_it() {
        let shape = ObjectType::new([("a", Type::String), ("b", Type::list(Type::Number))]);
        let list = Value::list(Type::Number, [1, 2]).unwrap();
        let members = [Value::unknown(Type::String), list.clone()];
        let object = Value::object_of_shape(&shape, members);
        assert!(object.object_type().unwrap().is_at_once(&shape));
        assert_eq!(object.get("b"), Some(&list));

        let other = Value::object_of_shape(&shape, [Value::from(true), list]);
        let types = [("a", Type::Bool), ("b", Type::list(Type::Number))];
        assert_eq!(other.ty(), Type::Object(ObjectType::new(types)));
    }
}
