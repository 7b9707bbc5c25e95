//! Values whose type is known at run time.

mod build;
mod de;
mod equal;
pub(crate) mod faults;
mod flatmap;
mod fmt;
mod index;
mod items;
mod mark;
mod path;
mod recent;
mod set;
pub(crate) mod transit;
mod typed;

use std::borrow::Cow;

pub use self::index::Index;
pub(crate) use self::items::Items;
pub use self::items::{Elements, Entries, Members};
pub(crate) use self::recent::Recent;
use crate::number::Number;
use crate::refinements::Refinements;
use crate::text::SmallStr;
use crate::ty::{ObjectType, Type};

/// A value of Terraform's, with its type.
///
/// It takes 24 bytes, in which strings of up to 22 bytes have their place; containers keep their
/// elements in one allocation. The members of an object stand in the order of the names in its
/// type, which is shared.
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

/// What a [`Value`] holds.
#[derive(Clone)]
pub(crate) enum Repr {
    Null(Type),
    Unknown(Type),
    /// An unknown of which something is known.
    Refined(Box<(Type, Refinements)>),
    Bool(bool),
    Number(Number),
    String(SmallStr),
    List(Items),
    Set(Items),
    Map(Items),
    Tuple(Items),
    Object(Items),
    /// What stands first in [`Items`]: what all elements share. Never a value of its own.
    Shared(Shared),
}

/// What the elements of a container share.
#[derive(Clone)]
pub(crate) enum Shared {
    /// The type of the elements of a list, set or map.
    Element(Type),
    /// The type of an object.
    Object(ObjectType),
    /// Elements of tuples share nothing.
    Nothing,
    /// No shared part, but a [mark]: a value where a dynamic is wanted, whose type counts
    /// even where it is null or unknown.
    Dynamic(Box<Value>),
}

impl Value {
    /// Makes a null of a type.
    #[must_use]
    pub fn null(ty: Type) -> Self {
        Value(Repr::Null(ty))
    }

    /// Makes an unknown of a type.
    #[must_use]
    pub fn unknown(ty: Type) -> Self {
        Value(Repr::Unknown(ty))
    }

    /// Returns the type.
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

    /// Tells whether it is a null or unknown of which not even the type is known.
    pub(crate) fn is_untyped(&self) -> bool {
        match &self.0 {
            Repr::Null(ty) | Repr::Unknown(ty) => *ty == Type::Dynamic,
            Repr::Refined(refined) => refined.0 == Type::Dynamic,
            Repr::Shared(_) => true,
            _ => false,
        }
    }

    /// Tells whether the value is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.0, Repr::Null(_))
    }

    /// Tells whether the value itself is unknown.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.0, Repr::Unknown(_) | Repr::Refined(_))
    }

    /// Tells whether nothing within is unknown.
    #[must_use]
    pub fn is_wholly_known(&self) -> bool {
        !self.is_unknown() && self.parts().iter().all(Value::is_wholly_known)
    }

    /// Returns what is known of an unknown value.
    #[must_use]
    pub fn refinements(&self) -> Option<Cow<'_, Refinements>> {
        match &self.0 {
            Repr::Unknown(_) => Some(Cow::Owned(Refinements::new())),
            Repr::Refined(refined) => Some(Cow::Borrowed(&refined.1)),
            _ => None,
        }
    }

    /// Returns the bool, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.0 {
            Repr::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the number, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        match &self.0 {
            Repr::Number(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the text, if it is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.0 {
            Repr::String(value) => Some(value),
            _ => None,
        }
    }

    /// Goes over the elements of a list, set or tuple.
    #[must_use]
    pub fn elements(&self) -> Option<Elements<'_>> {
        match &self.0 {
            Repr::List(items) | Repr::Set(items) | Repr::Tuple(items) => {
                Some(items.values().iter())
            }
            _ => None,
        }
    }

    /// Goes over the entries of a map in the order of the keys.
    #[must_use]
    pub fn entries(&self) -> Option<Entries<'_>> {
        match &self.0 {
            Repr::Map(items) => Some(items.entries()),
            _ => None,
        }
    }

    /// Goes over the members of an object in the order of the names.
    #[must_use]
    pub fn members(&self) -> Option<Members<'_>> {
        match &self.0 {
            Repr::Object(items) => Some(Members::new(items)),
            _ => None,
        }
    }

    /// Returns a part of the value, or `None` if there is no such part.
    ///
    /// A string selects the attribute of an object or the element of a map. A number selects the
    /// element of a list or tuple, or of a set in the order in which its elements are kept. A
    /// [`Path`](crate::Path) selects a part at any depth; [`Value::lookup`] returns an error if
    /// there is none.
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

    /// Returns the element of a list, set or tuple.
    pub(crate) fn get_element(&self, index: usize) -> Option<&Value> {
        match &self.0 {
            Repr::List(items) | Repr::Set(items) | Repr::Tuple(items) => items.values().get(index),
            _ => None,
        }
    }

    /// Tells whether there may be something within.
    fn is_container(&self) -> bool {
        matches!(
            self.0,
            Repr::List(_) | Repr::Set(_) | Repr::Map(_) | Repr::Tuple(_) | Repr::Object(_)
        )
    }

    /// Everything directly within, keys of maps included.
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
