//! Defines `TupleType`, which contains the element types of a tuple.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use super::Type;

/// The types of the elements of a tuple, in order.
///
/// A tuple type is cheap to clone, and dereferences to a slice.
///
/// # Examples
///
/// ```
/// use tfvalue::{Type, types::TupleType};
///
/// let tuple: TupleType = [Type::String, Type::Bool].into_iter().collect();
/// assert_eq!(tuple.len(), 2);
/// assert_eq!(Type::Tuple(tuple), Type::tuple([Type::String, Type::Bool]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TupleType(Arc<TupleElements>);

/// The shared contents of a tuple type, together with properties that are computed once.
struct TupleElements {
    list: Box<[Type]>,
    has_dynamic: bool,
    has_optional: bool,
}

impl TupleType {
    pub(super) fn has_dynamic(&self) -> bool {
        self.0.has_dynamic
    }

    pub(super) fn has_optional(&self) -> bool {
        self.0.has_optional
    }

    /// Returns `true` if both types share their elements.
    pub(super) fn is_at_once(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl PartialEq for TupleElements {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for TupleElements {}

impl Hash for TupleElements {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.list.hash(state);
    }
}

impl fmt::Debug for TupleElements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(f)
    }
}

impl FromIterator<Type> for TupleType {
    fn from_iter<I: IntoIterator<Item = Type>>(elements: I) -> Self {
        let list: Box<[Type]> = elements.into_iter().collect();
        TupleType(Arc::new(TupleElements {
            has_dynamic: list.iter().any(Type::has_dynamic),
            has_optional: list.iter().any(Type::has_optional),
            list,
        }))
    }
}

impl Deref for TupleType {
    type Target = [Type];

    fn deref(&self) -> &[Type] {
        &self.0.list
    }
}

impl<'a> IntoIterator for &'a TupleType {
    type Item = &'a Type;
    type IntoIter = std::slice::Iter<'a, Type>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
