//! `Set<T>`, a set whose elements have no order.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::error::Result;
use crate::msgpack::Writer;
use crate::names;

/// A set whose elements do not have to implement `Ord`, so that the elements can be unknown.
///
/// In memory, elements stay in the order in which they were added. In MessagePack and JSON, elements are written in
/// Terraform's order and without duplicates. Elements that are unknown or contain unknown values are never duplicates,
/// as in go-cty.
///
/// `==` compares the sets as if they were written: neither the order nor duplicates of known elements matter. The
/// number of unknown elements must be the same.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, Set};
///
/// let zones: Set<Attr<String>> = Set::from_iter(["b".into(), "a".into(), Attr::unknown()]);
/// let bytes = tfvalue::msgpack::to_vec(&zones)?;
/// assert_eq!(bytes, b"\x93\xa1a\xa1b\xd4\x00\x00");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone)]
pub struct Set<T>(Vec<T>);

/// The elements of a `BTreeSet`. The trait exists for its error message, which suggests [`Set`].
#[diagnostic::on_unimplemented(
    message = "elements of a `BTreeSet` require an order, but `{Self}` has none",
    label = "use `tfvalue::Set` instead of `BTreeSet`",
    note = "values that can be unknown have no order: use `tfvalue::Set<Attr<T>>` for values, and `tfvalue::Set<T>` for structs"
)]
pub trait Ordered {}

#[diagnostic::do_not_recommend]
impl<T: Ord> Ordered for T {}

impl<T> Set<T> {
    /// Creates an empty set.
    #[must_use]
    pub fn new() -> Self {
        Set(Vec::new())
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the elements in the order in which they were added.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Iterates over mutable references to the elements.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Adds an element. A duplicate is omitted when the set is written.
    pub fn push(&mut self, element: T) {
        self.0.push(element);
    }

    /// Returns the elements without the wrapper.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Set::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(&self.0).finish()
    }
}

impl<T: PartialEq + Serialize> PartialEq for Set<T> {
    fn eq(&self, other: &Self) -> bool {
        // Equal sets usually have the same order.
        self.0 == other.0
            || matches!((comparable(self), comparable(other)), (Ok(a), Ok(b)) if a == b)
    }
}

/// Writes the set. Sets that are equal in Terraform are written as the same bytes.
fn comparable<T: Serialize>(set: &Set<T>) -> Result<Vec<u8>> {
    Writer::comparable().write(set)
}

impl<T> From<Vec<T>> for Set<T> {
    fn from(elements: Vec<T>) -> Self {
        Set(elements)
    }
}

impl<T> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Set(elements.into_iter().collect())
    }
}

impl<T> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        self.0.extend(elements);
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Set<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl<T: Serialize> Serialize for Set<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(names::SET, &self.0)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Set<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(names::SET, SetVisitor(PhantomData))
    }
}

struct SetVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SetVisitor<T> {
    type Value = Set<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a set")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Set<T>, D::Error> {
        Vec::deserialize(deserializer).map(Set)
    }
}
