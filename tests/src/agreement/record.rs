//! What Terraform must do with a case.

use tfvalue::rules::{Fault, Phase, PlannedAction, Rule};
use tfvalue::{Path, Value};

use super::case::Case;

/// A message that Terraform must print, or write to its log.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expected {
    Fault {
        rule: Rule,
        phase: Phase,
        summary: String,
        detail: String,
        place: String,
        address: String,
        /// Whether the text contains no value because it may be sensitive.
        is_hidden: bool,
    },
    /// The response cannot be decoded: the path like Terraform prints it, and our error.
    Undecodable { path: String, error: String },
}

/// The summary of faults that Terraform only writes to its log.
pub(super) const LOGGED: &str = "(log)";

impl Expected {
    /// Returns the message of a fault.
    pub(super) fn of(fault: &Fault, source: &str, case: &Case) -> Self {
        let summary = if fault.is_fatal() {
            fault.summary()
        } else {
            LOGGED
        };
        Expected::Fault {
            rule: fault.rule,
            phase: fault.phase,
            summary: summary.to_owned(),
            detail: fault.detail(source, &case.address()),
            place: fault.terraform_path().to_owned(),
            address: case.address(),
            is_hidden: fault.expected.is_none() && fault.actual.is_none(),
        }
    }

    /// Returns the text.
    pub(super) fn detail(&self) -> &str {
        match self {
            Expected::Fault { detail, .. } => detail,
            Expected::Undecodable { error, .. } => error,
        }
    }

    /// Returns `true` if Terraform prints the same for both.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Expected::Fault {
                    summary, detail, ..
                },
                Expected::Fault {
                    summary: other_summary,
                    detail: other_detail,
                    ..
                },
            ) => summary == other_summary && detail == other_detail,
            _ => self == other,
        }
    }

    pub(super) fn is_unknown(&self) -> bool {
        matches!(self, Expected::Fault { rule, .. } if *rule == Rule::UnknownInResult)
    }

    /// Returns `true` if Terraform rejects the response.
    pub(super) fn is_fatal(&self) -> bool {
        !matches!(self, Expected::Fault { summary, .. } if summary == LOGGED)
    }
}

/// What happened to a case.
#[derive(Default)]
pub(super) struct Record {
    pub(super) expected: Vec<Expected>,
    /// Differences in what Terraform sent.
    pub(super) sent: Vec<String>,
    /// The calls, for the report.
    pub(super) log: Vec<String>,
    /// The name of the mutation.
    pub(super) mutation: &'static str,
    /// Whether a mutation crashes Terraform, and whether it is the response nevertheless.
    pub(super) is_crash: bool,
    pub(super) crashes: bool,
    /// The number of proposed new states that were compared.
    pub(super) proposed: u64,
    /// The number of planned states of data sources that were compared.
    pub(super) data: u64,
    pub(super) must_replace: bool,
    pub(super) has_replaced: bool,
    pub(super) has_planned: bool,
    pub(super) first: Option<(Value, PlannedAction)>,
    pub(super) paths: Option<Vec<Path>>,
    pub(super) refreshed: Option<Value>,
}

impl Record {
    /// Returns the differences in what Terraform did, except its messages.
    pub(super) fn differences(&self) -> Vec<String> {
        let mut all = self.sent.clone();
        if self.must_replace != self.has_replaced {
            let (own, terraforms) = (self.must_replace, self.has_replaced);
            all.push(format!("replacement: {own}, but Terraform: {terraforms}"));
        }
        all
    }

    /// Returns `true` if Terraform must reject a response.
    pub(super) fn is_rejected(&self) -> bool {
        self.expected.iter().any(Expected::is_fatal)
    }
}
