//! Accesses the elements of lists, sets and maps. If blocks contain a dynamic value, tuples and objects replace these
//! collections.

use super::Value;
use crate::path::Step;

/// The place of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum At<'a> {
    /// The index in a list, set or tuple.
    Index(usize),
    /// The key of a map element, or the name of an object member.
    Key(&'a str),
}

impl At<'_> {
    /// Returns the element at the same place in another value.
    #[must_use]
    pub fn of<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        match self {
            At::Index(index) => value.get_element(*index),
            At::Key(key) => value.get_named(key),
        }
    }

    /// Returns the path step for this place.
    #[must_use]
    pub fn step(&self) -> Step {
        match self {
            At::Index(index) => Step::Index(*index as u64),
            At::Key(key) => Step::Key((*key).into()),
        }
    }
}

impl Value {
    /// Iterates over the elements of a known list, set, tuple, map or object, together with their places.
    #[doc(hidden)]
    pub fn placed_elements(&self) -> impl Iterator<Item = (At<'_>, &Value)> {
        let indexed = self.elements().into_iter().flatten().enumerate();
        let indexed = indexed.map(|(index, element)| (At::Index(index), element));
        let entries = self.entries().into_iter().flatten();
        let named = entries.chain(self.members().into_iter().flatten());
        indexed.chain(named.map(|(key, element)| (At::Key(key), element)))
    }
}
