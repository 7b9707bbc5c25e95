//! Finds write-only values that no handler uses.

use std::collections::BTreeMap;

use tfvalue::schema::Block;
use tfvalue::{Path, Value};

use super::change::APPLY;
use super::finding::Finding;
use super::lint::Lint;

/// The write-only attributes that were configured, and whether a handler has read the configuration.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    /// The number of changes with a configured value, by attribute name.
    configured: BTreeMap<String, usize>,
    is_read: bool,
}

impl Uses {
    /// Remembers a change that was applied.
    pub(super) fn applied(&mut self, block: &Block, config: &Value, reads_config: bool) {
        self.is_read |= reads_config;
        let attributes = block.attributes.iter().filter(|one| one.write_only);
        for attribute in attributes {
            if config
                .get(&attribute.name)
                .is_some_and(|value| !value.is_null())
            {
                *self
                    .configured
                    .entry(attribute.name.to_string())
                    .or_default() += 1;
            }
        }
    }

    pub(super) fn add(&mut self, other: &Uses) {
        self.is_read |= other.is_read;
        for (name, count) in &other.configured {
            *self.configured.entry(name.clone()).or_default() += count;
        }
    }

    /// Returns `true` if no write-only attribute was configured.
    pub(super) fn is_empty(&self) -> bool {
        self.configured.is_empty()
    }

    /// Returns findings about the attributes that were configured at least `least` times and never used.
    pub(super) fn findings(&self, least: usize) -> impl Iterator<Item = Finding> {
        let is_read = self.is_read;
        let often = self
            .configured
            .iter()
            .filter(move |(_, count)| !is_read && **count >= least);
        often.map(|(name, _)| {
            let path = Path::root().attribute(name.clone());
            Finding::lint(APPLY, Lint::WriteOnlyUnused, path)
        })
    }
}
