//! The result of a run.

use std::collections::BTreeMap;
use std::fmt;

use super::case::Kind;
use super::mutate::NOTHING;

/// The number of times that an event occurred, and the first case in which the event occurred.
#[derive(Default)]
pub(super) struct Count {
    times: u64,
    first: Option<u64>,
}

impl Count {
    pub(super) fn add(&mut self, case: u64) {
        self.times += 1;
        self.first.get_or_insert(case);
    }
}

/// The result of a run.
#[derive(Default)]
pub struct Report {
    /// The number of cases of each kind: all cases, rejected cases, and cases that disagree.
    pub(super) kinds: BTreeMap<Kind, [u64; 3]>,
    /// The number of cases for each mutation.
    pub(super) mutations: BTreeMap<&'static str, u64>,
    /// The number of messages whose text is computed for the program, by reason.
    pub(super) words: BTreeMap<&'static str, Count>,
    /// The number of messages for each known difference.
    pub(super) known: BTreeMap<&'static str, Count>,
    /// The number of proposed new states that were compared.
    pub proposed: u64,
    /// The number of planned states of data sources that were compared.
    pub data: u64,
    /// The number of plans in which the provider sets computed blocks.
    pub computed: u64,
    /// The number of requests that contain previously planned private data.
    pub planned_privates: u64,
    /// The number of renewals of ephemeral resources.
    pub renewals: u64,
    /// The number of messages that Terraform printed or logged.
    pub(super) messages: u64,
    /// The number of planned actions that were compared.
    pub actions: u64,
    /// The number of messages in Terraform's log.
    pub logged: u64,
    /// The number of responses that crash Terraform, according to the rules.
    pub crashes: u64,
    /// The responses that should crash Terraform, but have not crashed it by the end of the run.
    pub no_crashes: Vec<String>,
    /// The messages that differ only in their text, without a known reason.
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

    /// Returns the number of cases whose responses were not changed.
    #[must_use]
    pub fn unmutated(&self) -> u64 {
        let all = ["", NOTHING].map(|name| self.mutations.get(name).copied());
        all.into_iter().flatten().sum()
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
        for (title, all) in [
            ("in the words of the program:", &self.words),
            ("known differences:", &self.known),
        ] {
            writeln!(f, "{title}")?;
            for (name, count) in all {
                let first = count.first.unwrap_or_default();
                writeln!(f, "{:7} {name}; first in case {first}", count.times)?;
            }
        }
        let unmutated = self.unmutated();
        let share = 100 * unmutated / self.cases().max(1);
        writeln!(f, "{unmutated} cases without a mutation, {share} %")?;
        let known: u64 = self.known.values().map(|count| count.times).sum();
        let share = 100.0 * known as f64 / self.messages.max(1) as f64;
        let messages = self.messages;
        writeln!(
            f,
            "{known} of {messages} messages are known differences, {share:.1} %"
        )?;
        write!(
            f,
            "{} cases, {} rejected, {} proposed new states, {} planned data, {} plans with computed blocks, \
             {} planned private data, {} renewals, {} actions, {} logged messages, {} crashes, {} later ones, {} other texts, {} disagreements",
            self.cases(),
            self.rejected(),
            self.proposed,
            self.data,
            self.computed,
            self.planned_privates,
            self.renewals,
            self.actions,
            self.logged,
            self.crashes,
            self.no_crashes.len(),
            self.texts.len(),
            self.disagreements.len()
        )
    }
}
