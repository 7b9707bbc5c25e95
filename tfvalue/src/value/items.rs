//! Stores the elements of a container and their type in a single allocation.

use std::cmp::Ordering;

use super::{Repr, Shared, Value};
use crate::text::SmallStr;
use crate::ty::{ObjectType, Type};

/// The parts of a container. The first part is a [`Repr::Shared`] with the type, and the elements follow. In a map,
/// keys and elements alternate, sorted by key.
#[derive(Clone)]
pub(crate) struct Items(Box<[Value]>);

/// An iterator over the elements of a list, set or tuple. See [`Value::elements`].
pub type Elements<'a> = std::slice::Iter<'a, Value>;

impl Items {
    /// Begins a container. Returns a vector that contains the first part and has room for `capacity` more parts.
    pub(crate) fn begin(shared: Shared, capacity: usize) -> Vec<Value> {
        let mut parts = Vec::with_capacity(capacity + 1);
        parts.push(Value(Repr::Shared(shared)));
        parts
    }

    /// Creates a container from parts, the first of which was added by [`Items::begin`].
    pub(crate) fn end(parts: Vec<Value>) -> Self {
        debug_assert!(matches!(parts[0].0, Repr::Shared(_)));
        Items(parts.into_boxed_slice())
    }

    pub(crate) fn of(shared: Shared, values: impl IntoIterator<Item = Value>) -> Self {
        let values = values.into_iter();
        let mut parts = Items::begin(shared, values.size_hint().0);
        parts.extend(values);
        Items::end(parts)
    }

    pub(crate) fn values(&self) -> &[Value] {
        &self.0[1..]
    }

    pub(crate) fn into_values(self) -> Vec<Value> {
        let mut values = self.0.into_vec();
        values.remove(0);
        values
    }

    fn shared(&self) -> &Shared {
        match &self.0[0].0 {
            Repr::Shared(shared) => shared,
            _ => &Shared::Nothing,
        }
    }

    /// Returns the type of the elements of a list, set or map.
    pub(crate) fn element_type(&self) -> &Type {
        match self.shared() {
            Shared::Element(ty) => ty,
            _ => &Type::Dynamic,
        }
    }

    /// Returns the type of the object, or the empty object type for other items.
    pub(crate) fn object_type(&self) -> &ObjectType {
        match self.shared() {
            Shared::Object(object) => object,
            _ => ObjectType::empty(),
        }
    }

    /// Iterates over the entries of a map.
    pub(crate) fn entries(&self) -> Entries<'_> {
        Entries(self.values().chunks_exact(2))
    }

    /// Iterates over the entries of a map, with keys in the form in which they are stored.
    pub(crate) fn kept_entries(&self) -> impl Iterator<Item = (&SmallStr, &Value)> {
        let entries = self.values().chunks_exact(2);
        entries.filter_map(|entry| match &entry[0].0 {
            Repr::String(key) => Some((key, &entry[1])),
            _ => None,
        })
    }

    pub(crate) fn member(&self, name: &str) -> Option<&Value> {
        self.values().get(self.object_type().position(name)?)
    }

    /// Returns the element of a map.
    pub(crate) fn entry(&self, key: &str) -> Option<&Value> {
        let parts = self.values();
        let (mut low, mut high) = (0, parts.len() / 2);
        while low < high {
            let middle = low.midpoint(high);
            match parts[2 * middle].as_str().cmp(&Some(key)) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return parts.get(2 * middle + 1),
            }
        }
        None
    }
}

/// An iterator over the entries of a map, sorted by key. See [`Value::entries`].
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
#[derive(Clone, Debug)]
pub struct Entries<'a>(std::slice::ChunksExact<'a, Value>);

impl<'a> Iterator for Entries<'a> {
    type Item = (&'a str, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.nth(0)
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let entry = self.0.nth(n)?;
        Some((entry[0].as_str()?, &entry[1]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Entries<'_> {}

/// An iterator over the members of an object, sorted by name. See [`Value::members`].
///
/// # Examples
///
/// ```
/// use tfvalue::Value;
///
/// let disk = Value::object([("size", Value::from(20)), ("kind", Value::from("ssd"))])?;
/// let mut members = disk.members().unwrap();
/// assert_eq!(members.next(), Some(("kind", &Value::from("ssd"))));
/// assert_eq!(members.len(), 1);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Members<'a> {
    names: std::slice::Iter<'a, crate::ty::ObjectAttribute>,
    values: std::slice::Iter<'a, Value>,
}

impl<'a> Members<'a> {
    pub(super) fn new(items: &'a Items) -> Self {
        Members {
            names: items.object_type().iter(),
            values: items.values().iter(),
        }
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        Some((&*self.names.next()?.name, self.values.next()?))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        Some((&*self.names.nth(n)?.name, self.values.nth(n)?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.values.size_hint()
    }
}

impl ExactSizeIterator for Members<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reading a map again for each of its faults would take quadratic time.
    #[test]
    fn skipped_entries_are_not_visited() {
        // The iterator would end at a key that is not a string.
        let values = [true.into(), 1.into(), "a".into(), 2.into()];
        let mut entries = Entries(values.chunks_exact(2));
        assert_eq!(entries.nth(1), Some(("a", &values[3])));
        assert_eq!(entries.next(), None);
    }
}
