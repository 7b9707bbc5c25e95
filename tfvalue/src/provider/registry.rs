//! Parts of a provider, found by name.

/// Parts in the order of their names.
///
/// A sorted `Vec` compiles to less code than a `BTreeMap`, and there are seven types of parts.
pub(crate) struct Registry<T>(Vec<(String, T)>);

impl<T> Registry<T> {
    pub(crate) const fn new() -> Self {
        Registry(Vec::new())
    }

    /// Adds a part.
    ///
    /// # Panics
    ///
    /// Panics if a part has the same name.
    #[track_caller]
    pub(crate) fn add(&mut self, name: String, part: T) {
        match self.position(&name) {
            Ok(_) => panic!("{name:?} is added twice"),
            Err(position) => self.0.insert(position, (name, part)),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        let position = self.position(name).ok()?;
        Some(&self.0[position].1)
    }

    fn position(&self, name: &str) -> Result<usize, usize> {
        self.0
            .binary_search_by(|(other, _)| other.as_str().cmp(name))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&String, &T)> {
        self.0.iter().map(|(name, part)| (name, part))
    }

    /// Returns a message for each name.
    pub(crate) fn names<M>(&self, message: impl Fn(String) -> M) -> Vec<M> {
        let names = self.0.iter().map(|(name, _)| name.clone());
        names.map(message).collect()
    }
}
