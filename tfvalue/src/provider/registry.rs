//! The parts of one kind in a provider, found by name.

use super::erased::{Erased, Part};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::tfplugin::method::PartKind;

/// The parts, sorted by name.
///
/// A sorted `Vec` compiles to less code than a `BTreeMap`. The code is compiled for each of the seven kinds of parts.
pub(crate) struct Registry<T> {
    kind: PartKind,
    parts: Vec<(String, T)>,
}

impl<T> Registry<T> {
    pub(crate) const fn new(kind: PartKind) -> Self {
        let parts = Vec::new();
        Registry { kind, parts }
    }

    /// Adds a part.
    ///
    /// # Panics
    ///
    /// Panics if a part with the same name already exists.
    #[track_caller]
    pub(crate) fn add(&mut self, name: String, part: T) {
        match self.position(&name) {
            Ok(_) => panic!("{name:?} is added twice"),
            Err(position) => self.parts.insert(position, (name, part)),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        let position = self.position(name).ok()?;
        Some(&self.parts[position].1)
    }

    fn position(&self, name: &str) -> Result<usize, usize> {
        self.parts
            .binary_search_by(|(other, _)| other.as_str().cmp(name))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&String, &T)> {
        self.parts.iter().map(|(name, part)| (name, part))
    }

    /// Returns a message for each name.
    pub(crate) fn names<M>(&self, message: impl Fn(String) -> M) -> Vec<M> {
        let names = self.parts.iter().map(|(name, _)| name.clone());
        names.map(message).collect()
    }
}

impl<E: ?Sized> Registry<Box<E>> {
    /// Returns the part with the given name. Fails if the provider does not have the part.
    pub(crate) fn find(&self, name: &str) -> Result<&E, Diagnostics> {
        match self.get(name) {
            Some(found) => Ok(found),
            None => Err(unknown(self.kind.noun(), name)),
        }
    }
}

impl<E: Erased + ?Sized> Registry<Box<E>> {
    /// Returns the schema of the part with the given name.
    pub(crate) fn part(&self, name: &str) -> Option<&Part> {
        self.get(name).map(|found| found.part())
    }

    /// Returns the kind, the name and the schema of each part.
    pub(crate) fn all(&self) -> impl Iterator<Item = (PartKind, &str, &Part)> {
        self.iter()
            .map(|(name, it)| (self.kind, name.as_str(), it.part()))
    }
}

/// Returns the error for a name that does not exist in the provider.
pub(crate) fn unknown(noun: &str, name: &str) -> Diagnostics {
    let detail = format!("This version of the provider has no {noun} {name:?}.");
    Diagnostic::error(format!("Unknown {noun}"), detail).into()
}
