//! Collects faults and their paths.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::{Error, Result};
use crate::limits::MAX_FAULTS;
use crate::path::{Path, Step};

/// The faults found so far, and the current path.
///
/// After [`MAX_FAULTS`] faults, checks of further parts are skipped. Otherwise, the faults in a small configuration
/// would take much more memory than the configuration.
#[derive(Default)]
pub(crate) struct Faults {
    path: Path,
    found: Vec<Diagnostic>,
    /// The total [cost](Error::cost) of the faults, including the faults around a sensitive value.
    cost: usize,
}

impl Faults {
    /// Runs a check, and joins all faults that it finds into a single error.
    pub(crate) fn collect(check: impl FnOnce(&mut Faults)) -> Result<()> {
        Faults::diagnostics(check).into_error().map_or(Ok(()), Err)
    }

    /// Runs a check whose faults can be warnings.
    pub(crate) fn diagnostics(check: impl FnOnce(&mut Faults)) -> Diagnostics {
        let mut faults = Faults::default();
        check(&mut faults);
        let mut found = Diagnostics::new();
        for fault in faults.found {
            found.push(fault); // one with several faults becomes several
        }
        found
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
    #[allow(clippy::ptr_arg)] // The name in a derived schema is static, and stays visible below secrets.
    pub(crate) fn attribute(&mut self, name: &Cow<'static, str>, check: impl FnOnce(&mut Faults)) {
        self.within(Step::Attribute(name.clone()), check);
    }

    /// Runs a check of a sensitive value, and redacts the faults that it finds.
    pub(crate) fn redacted(&mut self, check: impl FnOnce(&mut Faults)) {
        self.changed(Error::redact, check);
    }

    /// Runs a check, and adds a headline to the faults that it finds.
    pub(crate) fn headed(&mut self, headline: &str, check: impl FnOnce(&mut Faults)) {
        self.changed(|error| error.or_headline(headline), check);
    }

    /// Runs a check, and modifies the faults that it finds.
    fn changed(&mut self, change: impl Fn(Error) -> Error, check: impl FnOnce(&mut Faults)) {
        let mut within = Faults {
            cost: self.cost,
            ..Faults::default()
        };
        check(&mut within);
        for fault in within.found {
            self.add(fault.map(&change));
        }
    }

    /// Adds a fault at the current path.
    pub(crate) fn add(&mut self, fault: impl Into<Diagnostic>) {
        if !self.is_full() {
            let fault = fault.into().map(|error| error.at_path(&self.path));
            self.cost += fault.as_error().cost();
            self.found.push(fault);
        }
    }

    /// Adds several faults at the current path.
    pub(crate) fn extend(&mut self, faults: Diagnostics) {
        for fault in faults {
            self.add(fault);
        }
    }

    fn is_full(&self) -> bool {
        self.cost >= MAX_FAULTS
    }

    /// Adds a fault if a rule is violated.
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
