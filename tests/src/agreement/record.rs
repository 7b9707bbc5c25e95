//! The expected behavior of Terraform for a case.

use tfvalue::rules::{Fault, Phase, PlannedAction, Rule};
use tfvalue::{Path, Value};

use super::case::Case;

/// A message that Terraform must print or write to its log.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expected {
    Fault {
        rule: Rule,
        phase: Phase,
        summary: String,
        detail: String,
        place: String,
        address: String,
        /// The messages that the same response would cause if no attribute were sensitive; present if the message omits
        /// a value that may be sensitive.
        revealed: Vec<Expected>,
    },
    /// The response cannot be decoded: the path as Terraform prints it, and the message, which is `None` for a syntax
    /// error.
    Undecodable {
        path: String,
        text: Option<String>,
        is_json: bool,
    },
    /// The known beginning of a message.
    Begins { summary: String, start: String },
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
            revealed: Vec::new(),
        }
    }

    /// Adds the messages at or below the place of a fault that has no values. The program prints these messages if it
    /// does not hide the values that the rules hide.
    pub(super) fn revealing(mut self, fault: &Fault, all: &[Expected]) -> Self {
        let is_hidden = fault.expected.is_none() && fault.actual.is_none();
        if let (Expected::Fault { revealed, .. }, true) = (&mut self, is_hidden) {
            let is_below = |one: &&Expected| matches!(one, Expected::Fault { place, .. } if place.starts_with(fault.terraform_path()));
            revealed.extend(all.iter().filter(is_below).cloned());
        }
        self
    }

    /// Returns this message moved to the place of another message. That place must be below the place of this message.
    pub(super) fn at_place_of(&self, other: &Self) -> Option<Self> {
        let mut moved = self.clone();
        let (
            Expected::Fault {
                place,
                detail,
                revealed,
                ..
            },
            Expected::Fault { place: below, .. },
        ) = (&mut moved, other)
        else {
            return None;
        };
        if place.is_empty() || below == place {
            return None;
        }
        *detail = detail.replacen(&format!("{place}: "), &format!("{below}: "), 1);
        place.clone_from(below);
        revealed.clear();
        Some(moved)
    }

    /// Returns the text.
    pub(super) fn detail(&self) -> &str {
        match self {
            Expected::Fault { detail, .. } => detail,
            Expected::Undecodable { text, .. } => text.as_deref().unwrap_or_default(),
            Expected::Begins { start, .. } => start,
        }
    }

    /// Returns `true` if Terraform prints the same text for both messages.
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

    /// Returns `true` if Terraform prints a message that the rules do not produce.
    pub(super) fn is_vague(&self) -> bool {
        matches!(
            self,
            Expected::Undecodable { text: None, .. } | Expected::Begins { .. }
        )
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
    /// The reason why a mutation crashes Terraform, and whether the mutated value is used as the response anyway.
    pub(super) crash: Option<String>,
    pub(super) crashes: bool,
    /// The number of proposed new states that were compared.
    pub(super) proposed: u64,
    /// The number of planned states of data sources that were compared.
    pub(super) data: u64,
    pub(super) has_planned: bool,
    /// The action that the rules derive from the first plan.
    pub(super) action: Option<PlannedAction>,
    pub(super) first: Option<(Value, PlannedAction)>,
    pub(super) paths: Option<Vec<Path>>,
    pub(super) refreshed: Option<Value>,
    /// The private data of the object that the last response stored.
    pub(super) private: Option<Vec<u8>>,
    /// The private data from the last plan.
    pub(super) planned_private: Option<Vec<u8>>,
    /// The number of plans.
    pub(super) plans: usize,
    /// The number of plans in which the provider sets computed blocks.
    pub(super) computed: u64,
    /// The number of requests that contain previously planned private data.
    pub(super) planned_privates: u64,
    /// The identity in the last response, which Terraform sends back.
    pub(super) identity: Option<Value>,
    pub(super) is_renewed: bool,
    /// The number of renewals of an ephemeral resource.
    pub(super) renewals: u64,
    /// The number of calls of a function.
    pub(super) calls: usize,
}

impl Record {
    /// Returns the difference between the recorded action and Terraform's action. `theirs` is `None` if Terraform
    /// reports no changes.
    pub(super) fn differing_action(&self, theirs: Option<&str>) -> Option<String> {
        let own = self.action?;
        let is_same = match own {
            PlannedAction::NoOp => matches!(theirs, None | Some("import" | "move")),
            PlannedAction::Replace => theirs == Some("replace"),
            own => theirs == Some(&own.to_string().to_lowercase()),
        };
        (!is_same).then(|| format!("action: {own}, but Terraform: {theirs:?}"))
    }

    /// Returns `true` if Terraform must reject a response.
    pub(super) fn is_rejected(&self) -> bool {
        self.expected.iter().any(Expected::is_fatal)
    }
}
