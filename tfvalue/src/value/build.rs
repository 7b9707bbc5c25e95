//! Making values, with their rules: elements of one type, sorted keys, sets without duplicates.

use std::collections::BTreeMap;

use super::items::Items;
use super::set;
use super::{Repr, Shared, Value};
use crate::error::{Error, Result};
use crate::nfc::nfc;
use crate::number::{Number, NumberError};
use crate::path::Step;
use crate::refinements::{Fits, Only, Refinements};
use crate::ty::{ObjectType, Type};

// Types are given by value, as the constructors read better so.
#[allow(clippy::needless_pass_by_value)]
impl Value {
    /// Makes a string, in NFC as Terraform keeps it.
    #[must_use]
    pub fn string(text: impl AsRef<str>) -> Self {
        Value(Repr::String(nfc(text.as_ref()).into()))
    }

    /// Makes an unknown of a type, of which something is known; where just one value is left, it
    /// is that value.
    ///
    /// # Errors
    ///
    /// If the refinements do not belong to the type.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Refinements, Type, Value};
    ///
    /// let five = Refinements::new().not_null().at_least(5, true)?.at_most(5, true)?;
    /// assert_eq!(Value::refined(Type::Number, five)?, Value::from(5));
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn refined(ty: Type, refinements: Refinements) -> Result<Self> {
        let refinements = refinements.untyped();
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
                "refinements of a {ty} are required, got others"
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

    /// Makes the list, set or map without elements; of any other type, its null.
    pub(super) fn empty(ty: &Type) -> Self {
        let items = |element: &Type| Items::of(Shared::Element(element.clone()), []);
        match ty {
            Type::List(element) => Value(Repr::List(items(element))),
            Type::Set(element) => Value(Repr::Set(items(element))),
            Type::Map(element) => Value(Repr::Map(items(element))),
            _ => Value::null(ty.clone()),
        }
    }

    /// Makes a list of elements whose types fit `element`, and one another.
    ///
    /// # Errors
    ///
    /// If they do not.
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

    /// Makes a set of elements whose types fit `element`, and one another. Of elements that are
    /// the same, the first is kept.
    ///
    /// # Errors
    ///
    /// If their types do not fit.
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

    /// Makes a set of elements of the type that stands first.
    pub(crate) fn set_of_one_type(parts: Vec<Value>) -> Self {
        Value(Repr::Set(Items::end(set::normalised(parts))))
    }

    /// Makes a map of elements whose types fit `element`, and one another.
    ///
    /// # Errors
    ///
    /// If they do not, or a key is there twice.
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

    /// Makes a map of alternating keys and elements that follow the shared part.
    pub(crate) fn map_of_parts(mut parts: Vec<Value>, element: Type) -> Result<Self> {
        let ascending = parts[1..]
            .chunks_exact(2)
            .zip(parts[1..].chunks_exact(2).skip(1))
            .all(|(a, b)| a[0].as_str() < b[0].as_str());
        if !ascending {
            let mut rest = parts.drain(1..);
            let mut sorted: BTreeMap<Box<str>, Value> = BTreeMap::new();
            while let (Some(Value(Repr::String(key))), Some(value)) = (rest.next(), rest.next()) {
                if sorted.contains_key(&*key) {
                    return Err(Error::repeated(&key));
                }
                sorted.insert((*key).into(), value);
            }
            drop(rest);
            for (key, value) in sorted {
                parts.extend([Value(Repr::String((*key).into())), value]);
            }
        }
        end_collection(&mut parts, element, 2)?;
        Ok(Value(Repr::Map(Items::end(parts))))
    }

    /// Makes a tuple.
    #[must_use]
    pub fn tuple<T: Into<Value>>(elements: impl IntoIterator<Item = T>) -> Self {
        Value(Repr::Tuple(Items::end(begin(elements))))
    }

    /// Creates an object whose type is that of its members.
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
    /// If a name is there twice.
    pub fn object<K: AsRef<str>, T: Into<Value>>(
        members: impl IntoIterator<Item = (K, T)>,
    ) -> Result<Self> {
        let mut sorted = BTreeMap::new();
        for (name, value) in members {
            let name = nfc(name.as_ref()).into_owned();
            if sorted.contains_key(&name) {
                return Err(Error::repeated(&name));
            }
            sorted.insert(name, value.into());
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

    /// Creates an object from members in the order of the names of its constraint.
    pub(crate) fn object_of_parts(parts: Vec<Value>, constraint: &ObjectType) -> Self {
        let ty = Value::object_type_of(&parts[1..], constraint);
        Value::object_of_type(parts, ty)
    }

    /// Creates an object from members in the order of the names of its own type.
    pub(super) fn object_of_type(mut parts: Vec<Value>, ty: ObjectType) -> Self {
        parts[0] = Value(Repr::Shared(Shared::Object(ty)));
        Value(Repr::Object(Items::end(parts)))
    }

    /// Returns the type of an object of these members: the constraint, if nothing in it is dynamic
    /// where the member has a type of its own.
    pub(super) fn object_type_of(members: &[Value], constraint: &ObjectType) -> ObjectType {
        let is_exact = constraint.is_settled()
            || constraint.iter().zip(members).all(|(attribute, value)| {
                !attribute.optional && !attribute.ty.has_dynamic() || value.is_of(&attribute.ty)
            });
        match is_exact {
            true => constraint.clone(),
            false => constraint.with_types(members.iter().map(Value::ty)),
        }
    }
}

fn begin<T: Into<Value>>(elements: impl IntoIterator<Item = T>) -> Vec<Value> {
    let elements = elements.into_iter();
    let mut parts = Items::begin(Shared::Nothing, elements.size_hint().0);
    parts.extend(elements.map(Into::into));
    parts
}

/// Finds the type that the elements share, which are every `step`th part after the first, and
/// notes it.
///
/// An untyped null or unknown takes the type of the others, as in the reference implementation.
fn end_collection(parts: &mut [Value], constraint: Type, step: usize) -> Result<()> {
    let constraint = match constraint.has_optional() {
        true => constraint.without_optional(),
        false => constraint,
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
    /// Tells whether the type is this one, without making it where that can be seen at once.
    fn is_of(&self, ty: &Type) -> bool {
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
