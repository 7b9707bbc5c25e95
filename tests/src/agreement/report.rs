//! The result of a run.

use std::collections::BTreeMap;
use std::fmt;

use super::case::Kind;

/// The result of a run.
#[derive(Default)]
pub struct Report {
    /// The number of cases, those that Terraform rejected, and those that disagree, for each kind.
    pub(super) kinds: BTreeMap<Kind, [u64; 3]>,
    /// The number of cases for each mutation.
    pub(super) mutations: BTreeMap<&'static str, u64>,
    /// The number of messages for each known difference.
    pub(super) known: BTreeMap<&'static str, u64>,
    /// The number of proposed new states that were compared.
    pub proposed: u64,
    /// The number of planned states of data sources that were compared.
    pub data: u64,
    /// The number of messages that are in Terraform's log.
    pub logged: u64,
    /// The number of responses that crash Terraform, as the rules say.
    pub crashes: u64,
    /// The responses that should crash Terraform, and do not in the same run.
    pub no_crashes: Vec<String>,
    /// The messages that differ only in their text, for no known reason.
    pub texts: Vec<String>,
    /// The cases that disagree, with their values.
    pub disagreements: Vec<String>,
}

impl Report {
    /// Returns the number of cases.
    #[must_use]
    pub fn cases(&self) -> u64 {
        self.kinds.values().map(|[cases, ..]| cases).sum()
    }

    /// Returns the number of cases that Terraform rejected.
    #[must_use]
    pub fn rejected(&self) -> u64 {
        self.kinds.values().map(|[_, rejected, _]| rejected).sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for text in self
            .no_crashes
            .iter()
            .chain(&self.disagreements)
            .chain(&self.texts)
        {
            writeln!(f, "{text}\n")?;
        }
        for (name, cases) in &self.mutations {
            writeln!(f, "{cases:7} {name}")?;
        }
        for (kind, [cases, rejected, different]) in &self.kinds {
            let kind = format!("{kind:?}");
            writeln!(
                f,
                "{kind:12} {cases:7} cases {rejected:7} rejected {different:5} disagree"
            )?;
        }
        writeln!(f, "known differences:")?;
        for (name, messages) in &self.known {
            writeln!(f, "{messages:7} {name}")?;
        }
        write!(
            f,
            "{} cases, {} rejected, {} proposed new states, {} planned data, {} logged messages, \
             {} crashes, {} later ones, {} other texts, {} disagreements",
            self.cases(),
            self.rejected(),
            self.proposed,
            self.data,
            self.logged,
            self.crashes,
            self.no_crashes.len(),
            self.texts.len(),
            self.disagreements.len()
        )
    }
}
