//! The collector of faults and their paths.

use std::collections::BTreeSet;

use crate::error::{Error, Result};
use crate::limits::MAX_FAULTS;
use crate::path::{Path, Step};

/// The faults found so far, and the current path.
///
/// After [`MAX_FAULTS`] faults, checks of further parts are skipped. Otherwise, the faults of a small
/// configuration would take a multiple of its memory.
#[derive(Default)]
pub(crate) struct Faults {
    path: Path,
    found: Vec<Error>,
    /// The [cost](Error::cost) of the faults, and of those around a sensitive value.
    cost: usize,
}

impl Faults {
    /// Runs a check, and joins its faults into one error.
    pub(crate) fn collect(check: impl FnOnce(&mut Faults)) -> Result<()> {
        let mut faults = Faults::default();
        check(&mut faults);
        Error::join(faults.found)
    }

    /// Runs a check one step deeper.
    pub(crate) fn within(&mut self, step: Step, check: impl FnOnce(&mut Faults)) {
        if !self.is_full() {
            self.path.push(step);
            check(self);
            self.path.pop();
        }
    }

    /// Runs a check of an attribute or block.
    pub(crate) fn attribute(&mut self, name: &str, check: impl FnOnce(&mut Faults)) {
        self.within(Step::Attribute(name.to_owned().into()), check);
    }

    /// Runs a check of a sensitive value, and redacts its faults.
    pub(crate) fn redacted(&mut self, check: impl FnOnce(&mut Faults)) {
        let mut within = Faults {
            cost: self.cost,
            ..Faults::default()
        };
        check(&mut within);
        for fault in within.found {
            self.add(fault.redact());
        }
    }

    /// Adds a fault at the current path.
    pub(crate) fn add(&mut self, error: Error) {
        if !self.is_full() {
            let error = error.at_path(&self.path);
            self.cost += error.cost();
            self.found.push(error);
        }
    }

    fn is_full(&self) -> bool {
        self.cost >= MAX_FAULTS
    }

    /// Adds a fault if a rule is broken.
    pub(crate) fn rule(&mut self, broken: bool, words: &'static str) {
        if broken {
            self.add(Error::data(words));
        }
    }

    /// Adds a fault for each duplicate name.
    pub(crate) fn repeated<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        let mut seen = BTreeSet::new();
        for name in names {
            if !seen.insert(name) {
                self.add(Error::repeated(name));
            }
        }
    }
}
