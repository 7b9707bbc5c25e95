//! Values whose type is known only at run time.

mod build;
mod de;
mod differences;
pub(crate) mod elements;
mod equal;
pub(crate) mod faults;
mod flatmap;
mod fmt;
mod index;
mod items;
pub(crate) mod pairing;
mod path;
pub(crate) mod place;
mod recent;
#[cfg(feature = "provider")]
pub(crate) mod response;
mod set;
mod similar;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod work;

use std::borrow::Cow;

pub(crate) use self::build::sort_entries;
pub use self::differences::{Difference, Differences};
pub(crate) use self::equal::OfOneType;
pub use self::index::Index;
pub(crate) use self::items::Items;
pub use self::items::{Elements, Entries, Members};
pub(crate) use self::place::At;
pub(crate) use self::recent::Recent;
use crate::number::Number;
use crate::refinements::Refinements;
use crate::text::SmallStr;
use crate::ty::{ObjectType, Type};

/// A Terraform value, with its type.
///
/// Use this type for attributes of type `dynamic`, and wherever no Rust struct describes the value.
///
/// A `Value` takes 24 bytes. Strings of up to 22 bytes are stored inline, and a container stores all its elements in a
/// single allocation. The members of an object are sorted by name. The names are part of the type, which several
/// objects can share.
///
/// # Examples
///
/// ```
/// use tfvalue::{Type, Value};
///
/// let value = Value::list(Type::String, ["a", "b"])?;
/// assert_eq!(value.ty(), Type::list(Type::String));
/// assert_eq!(value.elements().unwrap().len(), 2);
/// assert_eq!(value.to_string(), r#"["a", "b"]"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone)]
pub struct Value(pub(crate) Repr);

/// The representation of a [`Value`].
#[derive(Clone)]
pub(crate) enum Repr {
    Null(Type),
    /// An unknown value without refinements.
    Unknown(Type),
    /// An unknown value with refinements.
    Refined(Box<(Type, Refinements)>),
    Bool(bool),
    Number(Number),
    String(SmallStr),
    List(Items),
    Set(Items),
    Map(Items),
    Tuple(Items),
    Object(Items),
    /// The type information of the container. This variant occurs only as the first item in [`Items`] and is never a
    /// value.
    Shared(Shared),
}

/// The type information that the elements of a container share.
#[derive(Clone)]
pub(crate) enum Shared {
    /// The type of the elements of a list, set or map.
    Element(Type),
    /// The type of an object.
    Object(ObjectType),
    /// No information, as in a tuple, or in a container that is still being built.
    Nothing,
}

impl Value {
    /// Creates a null value of the given type.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let value = Value::null(Type::Number);
    /// assert!(value.is_null());
    /// assert_ne!(value, Value::null(Type::String));
    /// ```
    #[must_use]
    pub fn null(ty: Type) -> Self {
        Value(Repr::Null(ty))
    }

    /// Creates an unknown value of the given type, without [refinements](Value::refined).
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let value = Value::unknown(Type::String);
    /// assert!(value.is_unknown());
    /// assert_eq!(value.to_string(), "(known after apply)");
    /// ```
    #[must_use]
    pub fn unknown(ty: Type) -> Self {
        Value(Repr::Unknown(ty))
    }

    /// Returns the type.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let value = Value::tuple([Value::from(1), Value::from("a")]);
    /// assert_eq!(value.ty(), Type::tuple([Type::Number, Type::String]));
    /// ```
    #[must_use]
    pub fn ty(&self) -> Type {
        match &self.0 {
            Repr::Null(ty) | Repr::Unknown(ty) => ty.clone(),
            Repr::Refined(refined) => refined.0.clone(),
            Repr::Bool(_) => Type::Bool,
            Repr::Number(_) => Type::Number,
            Repr::String(_) => Type::String,
            Repr::List(items) => Type::list(items.element_type().clone()),
            Repr::Set(items) => Type::set(items.element_type().clone()),
            Repr::Map(items) => Type::map(items.element_type().clone()),
            Repr::Tuple(items) => Type::tuple(items.values().iter().map(Value::ty)),
            Repr::Object(items) => Type::Object(items.object_type().clone()),
            Repr::Shared(_) => Type::Dynamic,
        }
    }

    /// Returns `true` if the value is null or unknown, and its type is not known either.
    pub(crate) fn is_untyped(&self) -> bool {
        match &self.0 {
            Repr::Null(ty) | Repr::Unknown(ty) => *ty == Type::Dynamic,
            Repr::Refined(refined) => refined.0 == Type::Dynamic,
            Repr::Shared(_) => true,
            _ => false,
        }
    }

    /// Returns `true` if the value is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.0, Repr::Null(_))
    }

    /// Returns `true` if the value itself is unknown. A container is not unknown if only its elements are unknown.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.0, Repr::Unknown(_) | Repr::Refined(_))
    }

    /// Returns `true` if the value is neither null nor unknown.
    pub(crate) fn is_present(&self) -> bool {
        !self.is_null() && !self.is_unknown()
    }

    /// Returns `true` if neither the value nor any part of it is unknown.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let value = Value::tuple([Value::from(1), Value::unknown(Type::String)]);
    /// assert!(!value.is_unknown());
    /// assert!(!value.is_wholly_known());
    /// ```
    #[must_use]
    pub fn is_wholly_known(&self) -> bool {
        !self.is_unknown() && self.parts().iter().all(Value::is_wholly_known)
    }

    /// Returns the refinements of an unknown value, or `None` if the value is known.
    #[must_use]
    pub fn refinements(&self) -> Option<Cow<'_, Refinements>> {
        match &self.0 {
            Repr::Unknown(_) => Some(Cow::Owned(Refinements::new())),
            Repr::Refined(refined) => Some(Cow::Borrowed(&refined.1)),
            _ => None,
        }
    }

    /// Returns the bool, or `None` if the value is null, unknown or not a bool.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.0 {
            Repr::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the number, or `None` if the value is null, unknown or not a number.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        match &self.0 {
            Repr::Number(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the string if the value is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.0 {
            Repr::String(value) => Some(value),
            _ => None,
        }
    }

    /// Iterates over the elements if the value is a list, set or tuple.
    #[must_use]
    pub fn elements(&self) -> Option<Elements<'_>> {
        match &self.0 {
            Repr::List(items) | Repr::Set(items) | Repr::Tuple(items) => {
                Some(items.values().iter())
            }
            _ => None,
        }
    }

    /// If the value is a map, iterates over its keys and elements, sorted by key.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let tags = Value::map(Type::String, [("b", "2"), ("a", "1")])?;
    /// let keys: Vec<&str> = tags.entries().unwrap().map(|(key, _)| key).collect();
    /// assert_eq!(keys, ["a", "b"]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    pub fn entries(&self) -> Option<Entries<'_>> {
        match &self.0 {
            Repr::Map(items) => Some(items.entries()),
            _ => None,
        }
    }

    /// If the value is an object, iterates over the names and values of its attributes, sorted by name.
    #[must_use]
    pub fn members(&self) -> Option<Members<'_>> {
        match &self.0 {
            Repr::Object(items) => Some(Members::new(items)),
            _ => None,
        }
    }

    /// Returns a part of the value, or `None` if the part does not exist.
    ///
    /// A string selects the attribute of an object or the element of a map. A number selects the
    /// element of a list or tuple, or of a set in the order of [`Value::elements`]. A [`Path`](crate::Path) selects a
    /// part at any depth. [`Value::lookup`] returns an error instead of `None`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Path, Type, Value};
    ///
    /// let value = Value::object([("disk", Value::list(Type::Number, [10, 20])?)])?;
    /// assert_eq!(value.get("disk").unwrap().get(1), Some(&Value::from(20)));
    /// assert_eq!(value.get(&Path::from("disk").index(1)), Some(&Value::from(20)));
    /// assert_eq!(value.get("disks"), None);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, part: impl Index) -> Option<&Value> {
        part.find(self)
    }

    /// Returns the attribute of an object, or the element of a map.
    pub(crate) fn get_named(&self, name: &str) -> Option<&Value> {
        match &self.0 {
            Repr::Object(items) => items.member(name),
            Repr::Map(items) => items.entry(name),
            _ => None,
        }
    }

    /// Returns the attribute of an object, and sets `near` to the position after the attribute. Attributes that are
    /// requested in the order of their names are found without a search.
    pub(crate) fn get_near(&self, name: &str, near: &mut usize) -> Option<&Value> {
        match &self.0 {
            Repr::Object(items) => {
                let at = items.object_type().position_near(name, *near)?;
                *near = at + 1;
                items.values().get(at)
            }
            _ => self.get_named(name),
        }
    }

    /// Returns the attribute of an object. The attribute is at position `at` if `shape` is the type of the object.
    pub(crate) fn get_of_shape(&self, shape: &ObjectType, at: usize, name: &str) -> Option<&Value> {
        match &self.0 {
            Repr::Object(items) if items.object_type().is_at_once(shape) => items.values().get(at),
            _ => self.get_near(name, &mut { at }),
        }
    }

    /// Returns the object type if the value is a known object.
    pub(crate) fn object_type(&self) -> Option<&ObjectType> {
        match &self.0 {
            Repr::Object(items) => Some(items.object_type()),
            _ => None,
        }
    }

    /// Returns the element of a list, set or tuple.
    pub(crate) fn get_element(&self, index: usize) -> Option<&Value> {
        match &self.0 {
            Repr::List(items) | Repr::Set(items) | Repr::Tuple(items) => items.values().get(index),
            _ => None,
        }
    }

    /// Returns `true` if the value can have parts.
    fn is_container(&self) -> bool {
        matches!(
            self.0,
            Repr::List(_) | Repr::Set(_) | Repr::Map(_) | Repr::Tuple(_) | Repr::Object(_)
        )
    }

    /// Returns the direct parts of the value. For a map, keys and elements alternate.
    pub(crate) fn parts(&self) -> &[Value] {
        match &self.0 {
            Repr::List(items)
            | Repr::Set(items)
            | Repr::Map(items)
            | Repr::Tuple(items)
            | Repr::Object(items) => items.values(),
            _ => &[],
        }
    }
}
