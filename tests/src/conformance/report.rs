//! The results: passed, failed and exempt vectors.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

/// The maximum length of the expected and the actual text in a failure message.
const SHOWN: usize = 400;

/// The result for a vector: passed, exempt for the given reason, or failed.
pub(crate) type Check = Result<Option<&'static str>, Failure>;

/// The expected value, and the value that was found instead.
#[derive(Debug)]
pub(crate) struct Failure {
    expected: String,
    got: String,
}

/// The results for all vectors.
#[derive(Debug, Default)]
pub struct Report {
    file: String,
    /// The results by file and group, in the order in which the vectors were run.
    groups: Vec<(String, Group)>,
    failures: Vec<String>,
    /// The exempt vectors, by reason.
    allowed: BTreeMap<&'static str, Vec<String>>,
}

#[derive(Debug, Default)]
struct Group {
    passed: usize,
    failed: usize,
}

impl Failure {
    pub(crate) fn new(expected: impl fmt::Display, got: impl fmt::Display) -> Self {
        Failure {
            expected: shorten(expected.to_string()),
            got: shorten(got.to_string()),
        }
    }

    /// Prefixes the expected text with the subject of the failure.
    pub(crate) fn of(mut self, what: impl fmt::Display) -> Self {
        self.expected = format!("{what}: {}", self.expected);
        self
    }
}

/// Passes if both are equal.
pub(crate) fn same<T: PartialEq + fmt::Display>(
    what: impl fmt::Display,
    expected: &T,
    got: &T,
) -> Result<(), Failure> {
    if expected == got {
        Ok(())
    } else {
        Err(Failure::new(expected, got).of(what))
    }
}

impl Report {
    /// Returns the number of vectors that passed.
    #[must_use]
    pub fn passed(&self) -> usize {
        self.groups.iter().map(|(_, group)| group.passed).sum()
    }

    /// Returns the number of vectors that failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.groups.iter().map(|(_, group)| group.failed).sum()
    }

    /// Returns the number of exempt vectors.
    #[must_use]
    pub fn allowed(&self) -> usize {
        self.allowed.values().map(Vec::len).sum()
    }

    pub(super) fn begin(&mut self, path: &Path) {
        self.file = path.display().to_string();
    }

    /// Runs one check. A panic is a failure.
    pub(super) fn run(&mut self, group: &str, id: &str, check: impl FnOnce() -> Check) {
        let outcome = panic::catch_unwind(AssertUnwindSafe(check))
            .unwrap_or_else(|_| Err(Failure::new("no panic", "a panic")));
        let group = self.group(format!("{} {group}", self.file));
        match outcome {
            Ok(None) => group.passed += 1,
            Ok(Some(reason)) => self.allowed.entry(reason).or_default().push(id.to_owned()),
            Err(Failure { expected, got }) => {
                group.failed += 1;
                self.failures
                    .push(format!("{id}\n  expected {expected}\n  got      {got}"));
            }
        }
    }

    fn group(&mut self, name: String) -> &mut Group {
        let at = self.groups.iter().position(|(known, _)| *known == name);
        let at = at.unwrap_or_else(|| {
            self.groups.push((name, Group::default()));
            self.groups.len() - 1
        });
        &mut self.groups[at].1
    }
}

impl fmt::Display for Report {
    /// Lists the groups, the exempt vectors with their reasons, each failure, and the totals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, Group { passed, failed }) in &self.groups {
            writeln!(f, "{name}: {passed} passed, {failed} failed")?;
        }
        for (reason, ids) in &self.allowed {
            writeln!(f, "exempt, {reason}: {} ({})", ids.len(), ids.join(" "))?;
        }
        for failure in &self.failures {
            writeln!(f, "FAILED {failure}")?;
        }
        writeln!(f, "{} passed, {} failed", self.passed(), self.failed())
    }
}

fn shorten(text: String) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}
