//! Collecting faults with their paths.

use std::collections::BTreeSet;

use crate::error::{Error, Result};
use crate::path::{Path, Step};

/// The faults found so far, and where the search is.
#[derive(Default)]
pub(super) struct Faults {
    path: Path,
    found: Vec<Error>,
}

impl Faults {
    /// Runs a check and returns what it found.
    pub(super) fn collect(check: impl FnOnce(&mut Faults)) -> Result<()> {
        let mut faults = Faults::default();
        check(&mut faults);
        Error::join(faults.found)
    }

    /// Checks a part.
    pub(super) fn within(&mut self, step: Step, check: impl FnOnce(&mut Faults)) {
        self.path.push(step);
        check(self);
        self.path.pop();
    }

    /// Checks an attribute or block.
    pub(super) fn attribute(&mut self, name: &str, check: impl FnOnce(&mut Faults)) {
        self.within(Step::Attribute(name.to_owned().into()), check);
    }

    /// Checks a sensitive part: its faults do not show it.
    pub(super) fn redacted(&mut self, check: impl FnOnce(&mut Faults)) {
        let mut within = Faults::default();
        check(&mut within);
        for fault in within.found {
            self.add(fault.redact());
        }
    }

    /// Notes a fault of the part where the search is.
    pub(super) fn add(&mut self, error: Error) {
        self.found.push(error.at_path(&self.path));
    }

    /// Notes a rule that is broken there.
    pub(super) fn rule(&mut self, broken: bool, words: &'static str) {
        if broken {
            self.add(Error::data(words));
        }
    }

    /// Notes names that are there more than once.
    pub(super) fn repeated<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        let mut seen = BTreeSet::new();
        for name in names {
            if !seen.insert(name) {
                self.add(Error::repeated(name));
            }
        }
    }
}
