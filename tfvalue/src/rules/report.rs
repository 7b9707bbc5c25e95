//! The collector of faults.

use std::borrow::Cow;

use super::fault::{Fault, Phase};
use super::quoted::Quoted;
use super::rule::Rule;
use crate::limits::MAX_FAULTS;
use crate::model::elements::Namer;
use crate::path::{ElementNames, Path, Step};
use crate::schema::Block;
use crate::value::Value;

/// How Terraform prints a step.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Print {
    /// As [`Step`] prints it.
    Same,
    /// A key as an attribute.
    Attribute,
    /// Three dots, for an element of a set.
    Dots,
    /// Omitted, together with all steps before it.
    Nothing,
}

/// The faults found so far, and the current place.
pub(super) struct Report {
    phase: Phase,
    /// Whether Terraform only logs the faults that follow.
    is_logged: bool,
    path: Path,
    prints: Vec<Print>,
    /// The number of steps to the outermost sensitive attribute.
    secret: Option<usize>,
    /// The number of steps to the place that Terraform prints instead of the precise place, and the message for that
    /// place.
    vague: Option<(usize, &'static str)>,
    found: Vec<Fault>,
    /// The total [cost](Step::cost) of the faults, which is limited by [`MAX_FAULTS`].
    cost: usize,
    has_fatal: bool,
    /// Whether the types of the values are known to be equal.
    has_types: bool,
    /// Whether a [trial](Report::passes) is running, and whether the trial has failed.
    trial: Option<bool>,
    /// Whether the visits of the running trial are counted.
    is_limited: bool,
    /// The number of values that limited trials may still visit.
    budget: u64,
    /// Whether too many trials have caused a check to be skipped since the last complete check of a set.
    has_skipped: bool,
}

/// The minimum number of visits that trials may make.
const LEAST_BUDGET: u64 = 1 << 16;

/// The number of visits that are allowed for each value.
const VISITS: u64 = 64;

impl Report {
    pub(super) fn new(phase: Phase) -> Self {
        Report {
            phase,
            is_logged: false,
            path: Path::root(),
            prints: Vec::new(),
            secret: None,
            vague: None,
            found: Vec::new(),
            cost: 0,
            has_fatal: false,
            has_types: false,
            trial: None,
            is_limited: false,
            budget: LEAST_BUDGET,
            has_skipped: false,
        }
    }

    /// Sets whether Terraform only logs the faults that follow.
    pub(super) fn logs(&mut self, is_logged: bool) {
        self.is_logged = is_logged;
    }

    pub(super) fn has_fatal(&self) -> bool {
        self.has_fatal
    }

    /// Returns the faults. The paths refer to a response, which is a value of the block.
    pub(super) fn into_faults(mut self, block: &Block, value: &Value) -> Vec<Fault> {
        if self.found.is_empty() {
            return self.found;
        }
        let mut namer = Namer::new(block, &[], value);
        for fault in &mut self.found {
            fault.names = namer.names(&fault.path);
        }
        self.found
    }

    /// Runs a check one step deeper.
    pub(super) fn within(
        &mut self,
        print: Print,
        step: impl FnOnce() -> Step,
        check: impl FnOnce(&mut Self),
    ) {
        if self.trial.is_some() {
            return check(self);
        }
        self.path.push(step());
        self.prints.push(print);
        check(self);
        self.prints.pop();
        self.path.pop();
    }

    /// Runs a check of an attribute or block.
    #[allow(clippy::ptr_arg)] // The name in a derived schema is static, and is not copied.
    pub(super) fn attribute(&mut self, name: &Cow<'static, str>, check: impl FnOnce(&mut Self)) {
        self.within(Print::Same, || Step::Attribute(name.clone()), check);
    }

    /// Runs a check of blocks whose faults Terraform reports without a path.
    #[allow(clippy::ptr_arg)] // as above
    pub(super) fn unprinted(&mut self, name: &Cow<'static, str>, check: impl FnOnce(&mut Self)) {
        self.within(Print::Nothing, || Step::Attribute(name.clone()), check);
    }

    /// Runs a check whose faults Terraform reports at the current place, always with the same message.
    pub(super) fn vague(&mut self, words: &'static str, check: impl FnOnce(&mut Self)) {
        let before = self.vague;
        self.vague = before.or(Some((self.path.steps().len(), words)));
        check(self);
        self.vague = before;
    }

    /// Runs a check of a value that may be sensitive.
    pub(super) fn secret(&mut self, is_secret: bool, check: impl FnOnce(&mut Self)) {
        let before = self.secret;
        if is_secret && before.is_none() {
            self.secret = Some(self.path.steps().len());
        }
        check(self);
        self.secret = before;
    }

    /// Runs a check. If `are_settled` is `true`, the types of the values and of all nested values are equal.
    pub(super) fn with_types(&mut self, are_settled: bool, check: impl FnOnce(&mut Self)) {
        let before = self.has_types;
        self.has_types |= are_settled;
        check(self);
        self.has_types = before;
    }

    /// Returns `true` if the types of the values are known to be equal.
    pub(super) fn has_types(&self) -> bool {
        self.has_types
    }

    pub(super) fn is_refresh(&self) -> bool {
        self.phase == Phase::Refresh
    }

    /// Returns `true` if Terraform replaces unknown values in the response with null.
    pub(super) fn replaces_unknown(&self) -> bool {
        matches!(self.phase, Phase::Apply | Phase::ReadData)
    }

    pub(super) fn is_trial(&self) -> bool {
        self.trial.is_some()
    }

    /// Returns `true` in a map of blocks with dynamic attributes, where Terraform does not find nested
    /// sensitive attributes.
    pub(super) fn is_in_object(&self) -> bool {
        self.prints.contains(&Print::Attribute)
    }

    pub(super) fn is_root(&self) -> bool {
        self.path.is_root()
    }

    /// Adds a fault. `hidden` is the message for a sensitive value.
    pub(super) fn add(
        &mut self,
        rule: Rule,
        [expected, actual]: [Option<&Value>; 2],
        hidden: &str,
        problem: impl FnOnce() -> String,
    ) {
        if let Some(failed) = &mut self.trial {
            *failed = true;
            return;
        }
        let problem = match self.secret {
            Some(_) => hidden.to_owned(),
            None => problem(),
        };
        self.push(rule, expected, actual, problem);
    }

    fn push(
        &mut self,
        rule: Rule,
        expected: Option<&Value>,
        actual: Option<&Value>,
        problem: String,
    ) {
        let is_first_fatal = !self.is_logged && !self.has_fatal;
        if self.cost >= MAX_FAULTS && !is_first_fatal {
            return;
        }
        let steps = self.path.steps();
        let mut end = steps.len();
        if let Some(start) = self.secret {
            let mut inner = steps[start..].iter();
            end = start
                + inner
                    .position(|step| matches!(step, Step::Key(_)))
                    .unwrap_or(end - start);
        }
        let path: Path = steps[..end].iter().cloned().collect();
        self.cost += Step::cost(path.steps());
        self.has_fatal |= !self.is_logged;
        let shown = |value: Option<&Value>| value.filter(|_| self.secret.is_none()).cloned();
        self.found.push(Fault {
            rule,
            place: place(&steps[..end], &self.prints),
            path,
            names: ElementNames::default(),
            printed: self.vague.map(|(vague_end, words)| {
                let steps = &steps[..vague_end.min(end)];
                (place(steps, &self.prints), words)
            }),
            is_logged: self.is_logged,
            phase: self.phase,
            expected: shown(expected),
            actual: shown(actual),
            problem,
        });
    }

    /// Adds a fault whose message contains no value.
    pub(super) fn plain(&mut self, rule: Rule, values: [Option<&Value>; 2], problem: &str) {
        self.add(rule, values, problem, || problem.to_owned());
    }

    /// Returns `true` if a check finds no fault, and discards the faults.
    pub(super) fn passes(&mut self, check: impl FnOnce(&mut Self)) -> bool {
        let before = self.trial.replace(false);
        check(self);
        let failed = std::mem::replace(&mut self.trial, before);
        failed != Some(true)
    }

    /// Returns `true` if a check finds no fault, or if the budget for limited trials is used up.
    ///
    /// In total, such trials visit a number of values that is linear in the size of the object.
    pub(super) fn may_pass(&mut self, check: impl FnOnce(&mut Self)) -> bool {
        let before = std::mem::replace(&mut self.is_limited, true);
        let passes = self.passes(check);
        self.is_limited = before;
        self.has_skipped |= passes && self.budget == 0;
        passes
    }

    /// Returns `true` if a running trial needs no further checks.
    pub(super) fn is_decided(&self) -> bool {
        self.trial == Some(true) || self.is_limited && self.budget == 0
    }

    /// Counts the visits of a limited trial.
    pub(super) fn visit(&mut self, values: u64) {
        if self.is_limited {
            self.spend(values);
        }
    }

    /// Counts work for limited trials.
    pub(super) fn spend(&mut self, values: u64) {
        self.budget = self.budget.saturating_sub(values);
    }

    /// Returns `true` if there are no visits left. In this case, the report records that a check was skipped.
    pub(super) fn skips(&mut self) -> bool {
        self.has_skipped |= self.budget == 0;
        self.budget == 0
    }

    /// Returns `true` if a check outside trials was skipped since the last call.
    pub(super) fn takes_skipped(&mut self) -> bool {
        !self.is_trial() && std::mem::take(&mut self.has_skipped)
    }

    /// Adds a note that a check is incomplete. The note is not a fault in the provider.
    pub(super) fn incomplete(&mut self, text: &str) {
        let before = std::mem::replace(&mut self.is_logged, true);
        self.plain(Rule::SetNotCompared, [None, None], text);
        self.is_logged = before;
    }

    /// Returns `true` if there are no visits left for limited trials.
    pub(super) fn is_spent(&self) -> bool {
        self.budget == 0
    }

    /// Sets the number of values in the object that is checked.
    pub(super) fn size(&mut self, values: u64) {
        self.budget = LEAST_BUDGET.saturating_add(values.saturating_mul(VISITS));
    }
}

/// Writes a path like Terraform.
fn place(steps: &[Step], prints: &[Print]) -> String {
    use std::fmt::Write;

    let mut text = String::new();
    for (step, print) in steps.iter().zip(prints) {
        if *print == Print::Nothing {
            text.clear();
            continue;
        }
        // Writing to a string never fails.
        let _ = match (step, print) {
            (Step::Attribute(name), _) => write!(text, ".{name}"),
            (Step::Key(key), Print::Attribute) => write!(text, ".{key}"),
            (Step::Key(key), _) => write!(text, "[{}]", Quoted(key)),
            (Step::Index(_), Print::Dots) => write!(text, "[...]"),
            (Step::Index(index), _) => write!(text, "[{index}]"),
        };
    }
    text
}
