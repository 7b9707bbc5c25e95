//! Compares the behavior of Terraform with the results of the rules.

use std::collections::BTreeMap;

use tfvalue::rules::{Phase, Rule};
use tfvalue_testing::acceptance::Program;

use super::case::Case;
use super::diagnostics::{Fit, Printed};
use super::known;
use super::record::{Expected, Record};
use super::report::Report;

/// The messages that Terraform printed about the cases.
pub(super) struct Seen {
    pub(super) printed: BTreeMap<Option<u64>, Vec<Printed>>,
    /// The planned actions, if the plan was printed.
    pub(super) actions: Option<BTreeMap<u64, String>>,
}

/// Adds the results of cases to the report.
pub(super) fn compare<'a>(
    binary: &Program,
    seed: u64,
    cases: impl Iterator<Item = &'a Case>,
    records: &BTreeMap<u64, Record>,
    Seen {
        mut printed,
        actions,
    }: Seen,
    report: &mut Report,
) {
    let unplaced = printed.remove(&None).unwrap_or_default();
    report.messages += unplaced.len() as u64;
    // If a message does not refer to an object, Terraform may print it with the address of one of several objects.
    let placed = printed.values().flatten().filter(|one| one.is_error());
    let shared = placed.filter(|one| known::prints_once(binary) && one.names_no_case());
    let mut unplaced = Unplaced {
        left: unplaced,
        taken: shared.cloned().collect(),
    };
    // Cases that expect a message with unknown wording are assigned the remaining messages.
    let (vague, exact): (Vec<_>, Vec<_>) = cases.partition(|case| {
        let record = records.get(&case.number);
        record.is_some_and(|record| record.expected.iter().any(Expected::is_vague))
    });
    for case in exact.into_iter().chain(vague) {
        let none = Record::default();
        let record = records.get(&case.number).unwrap_or(&none);
        let printed = printed.remove(&Some(case.number)).unwrap_or_default();
        report.messages += printed.len() as u64;
        let has_plan = !record.is_rejected() && !printed.iter().any(Printed::is_error);
        let is_rejected = record.is_rejected() || printed.iter().any(Printed::is_error);
        report.logged += printed.iter().filter(|one| !one.is_error()).count() as u64;
        let mut messages = Messages {
            binary,
            case: case.number,
            left: printed,
            differences: Vec::new(),
        };
        messages.compare(&record.expected, &mut unplaced, report);
        let mut differences = messages.differences;
        differences.extend(record.sent.clone());
        if let Some(actions) = actions.as_ref().filter(|_| has_plan) {
            let action = actions.get(&case.number).map(String::as_str);
            report.actions += u64::from(record.action.is_some());
            differences.extend(record.differing_action(action));
        }
        let is_called = case.call.as_ref().is_none_or(|call| call.is_called());
        if record.log.is_empty() && is_called && !is_rejected {
            differences.push("the provider was not called".to_owned());
        }
        let mutation = if is_called {
            record.mutation
        } else {
            "function: not called"
        };
        *report.mutations.entry(mutation).or_default() += 1;
        report.proposed += record.proposed;
        report.data += record.data;
        report.computed += record.computed;
        report.renewals += record.renewals;
        report.planned_privates += record.planned_privates;
        let counts = report.kinds.entry(case.kind).or_default();
        counts[0] += 1;
        counts[1] += u64::from(is_rejected);
        if !differences.is_empty() {
            counts[2] += 1;
            report.disagreements.push(format!(
                "case {} of seed {seed}, {:?}, {}, legacy: {}\n{}\n  {}",
                case.number,
                case.kind,
                case.address(),
                case.legacy,
                differences.join("\n"),
                record.log.join("\n  "),
            ));
        }
    }
    // One hidden fault represents several messages, which OpenTofu prints only with the type.
    let mut unplaced = unplaced.left;
    unplaced.retain(|other| {
        let mut expected = records.values().flat_map(|record| &record.expected);
        !expected.any(|one| {
            known::is_hidden(binary, one, other) || known::stands_for(binary, one, other)
        })
    });
    let others = printed.into_values().flatten().chain(unplaced);
    let others = others.map(|other| format!("an error without a case: {other:?}"));
    report.disagreements.extend(others);
}

/// Returns `true` for a fault that Terraform finds only if it happens to check the block with the fault before the
/// computed blocks that are null. Terraform stops at those blocks.
fn is_stopped(one: &Expected, expected: &[Expected]) -> bool {
    let Expected::Fault {
        phase: Phase::Apply,
        place,
        ..
    } = one
    else {
        return false;
    };
    expected.iter().any(|other| {
        let Expected::Fault {
            rule: Rule::NullBlocks,
            phase: Phase::Apply,
            place: null,
            ..
        } = other
        else {
            return false;
        };
        let around = null.rsplit_once('.').map_or("", |(around, _)| around);
        place != null && place.starts_with(around)
    })
}

/// The printed messages that do not refer to a case.
struct Unplaced {
    left: Vec<Printed>,
    /// The printed messages that match an expected message.
    taken: Vec<Printed>,
}

impl Unplaced {
    fn take(&mut self, binary: &Program, fits: impl Fn(&Printed) -> bool) -> Option<Printed> {
        let Some(index) = self.left.iter().position(&fits) else {
            let mut again = self.taken.iter().filter(|one| fits(one));
            return again.next().filter(|_| known::prints_once(binary)).cloned();
        };
        let one = self.left.remove(index);
        self.taken.push(one.clone());
        Some(one)
    }
}

/// The messages about a case.
struct Messages<'a> {
    binary: &'a Program,
    /// The number of the case.
    case: u64,
    /// The printed messages that have not been matched with an expected message yet.
    left: Vec<Printed>,
    differences: Vec<String>,
}

impl Messages<'_> {
    /// Compares the expected messages with the printed messages.
    fn compare(&mut self, expected: &[Expected], unplaced: &mut Unplaced, report: &mut Report) {
        let mut missing: Vec<&Expected> = expected.iter().collect();
        let mut found = Vec::new();
        for least in [Fit::Exact, Fit::Known, Fit::Hidden, Fit::Place] {
            missing.retain(|one| {
                let fits = |other: &Printed| other.fit(self.binary, one) >= least;
                let other = match self.left.iter().position(fits) {
                    Some(index) => self.left.remove(index),
                    None => match unplaced.take(self.binary, fits) {
                        Some(other) => other,
                        None => return true,
                    },
                };
                let is_known = matches!(least, Fit::Known | Fit::Hidden);
                let difference = known::explain(self.binary, one, &other);
                if let Some(difference) = difference.filter(|_| is_known) {
                    let counts = if difference.is_exact() {
                        &mut report.words
                    } else {
                        &mut report.known
                    };
                    counts.entry(difference.reason).or_default().add(self.case);
                }
                if least == Fit::Place {
                    report
                        .texts
                        .push(format!("text: {one:?}\n   is: {other:?}"));
                }
                found.push(other);
                false
            });
        }
        // Several elements of a set have the same path, and several faults in a secret have the same message.
        self.left.retain(|other| {
            let explains = |one: &Expected| {
                let begins = matches!(one, Expected::Begins { .. });
                begins && other.fit(self.binary, one) == Fit::Exact
                    || known::is_hidden(self.binary, one, other)
            };
            !found.contains(other) && !expected.iter().any(explains)
        });
        missing.retain(|one| !is_stopped(one, expected));
        missing.retain(|one| {
            let stands = |other: &Printed| known::stands_for(self.binary, one, other);
            !found.iter().any(stands)
        });
        let missing = missing.iter().map(|one| format!("only expected: {one:?}"));
        let surplus = self
            .left
            .iter()
            .map(|other| format!("only printed: {other:?}"));
        self.differences.extend(missing.chain(surplus));
    }
}
