//! Findings, which are the faults in the responses of a provider.

use std::fmt;

use tfvalue::__internal::testing as internal;
use tfvalue::rules::{Fault, Rule};
use tfvalue::schema::Block;
use tfvalue::tfplugin6::Diagnostic;
use tfvalue::{Path, Value};

use super::lint::Lint;
use super::{advice, clock, edit, legacy};

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FindingKind {
    /// A rule of Terraform's core.
    Rule(Rule),
    /// A mistake that Terraform tolerates.
    Lint(Lint),
    /// The provider reported a bug in itself: a handler panicked, or returned an invalid value. A harness for a
    /// [function](crate::Harness::from_fn) or for another process cannot distinguish such a bug from other errors.
    Bug,
    /// The process of the provider ended during the call. Only a harness for a [client](crate::Harness::for_client)
    /// reports this kind.
    Crash,
    /// The provider returned an error that the test does not expect.
    UnexpectedError,
    /// A call failed without a response, or the response cannot be decoded.
    FailedCall,
    /// The configuration of the test does not match the schema.
    InvalidTest,
}

impl From<Rule> for FindingKind {
    fn from(rule: Rule) -> Self {
        FindingKind::Rule(rule)
    }
}

impl From<Lint> for FindingKind {
    fn from(lint: Lint) -> Self {
        FindingKind::Lint(lint)
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingKind::Rule(rule) => write!(f, "rule {rule:?}"),
            FindingKind::Lint(lint) => write!(f, "lint {lint:?}"),
            FindingKind::Bug => f.write_str("bug"),
            FindingKind::Crash => f.write_str("crash"),
            FindingKind::UnexpectedError => f.write_str("unexpected error"),
            FindingKind::FailedCall => f.write_str("failed call"),
            FindingKind::InvalidTest => f.write_str("invalid test"),
        }
    }
}

/// A finding, with the step, the call, the rule, the attribute, and the expected and actual values.
///
/// No field contains a sensitive value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The number of the step, which starts at 1, or 0 if the finding is about several steps.
    pub step: usize,
    /// The protocol method with the wrong response, by its name in protocol 6. Empty if the finding is about the
    /// test itself.
    pub method: &'static str,
    /// The rule or lint.
    pub kind: FindingKind,
    /// The path of the fault, or the root path if the finding is about the whole object.
    pub path: Path,
    /// The expected value, if it exists and is not sensitive.
    pub expected: Option<Value>,
    /// The value in the response, if it exists and is not sensitive.
    pub actual: Option<Value>,
    /// The problem, without the path.
    pub problem: String,
    /// Whether Terraform only logs the finding, because the response has the legacy type system flag.
    pub is_logged: bool,
    /// The fault for which Terraform rejects the response, if any.
    pub(super) fault: Option<Box<Fault>>,
    /// The reason why the error is a finding, which is also the beginning of `problem`.
    pub(super) must: Option<&'static str>,
    /// Whether the text must suit providers written in any language.
    pub(super) is_foreign: bool,
    /// Whether an update changed a computed value that its plan had kept.
    pub(super) was_kept: bool,
}

impl Finding {
    pub(super) fn new(
        method: &'static str,
        kind: FindingKind,
        path: Path,
        problem: String,
    ) -> Self {
        Finding {
            step: 0,
            method,
            kind,
            path,
            expected: None,
            actual: None,
            problem,
            is_logged: false,
            fault: None,
            must: None,
            is_foreign: false,
            was_kept: false,
        }
    }

    /// Converts an error from the provider.
    pub(super) fn error(method: &'static str, kind: FindingKind, error: &Diagnostic) -> Self {
        let problem = format!("{}: {}", error.summary, error.detail);
        Finding::new(method, kind, path_of(error), problem)
    }

    pub(super) fn fault(method: &'static str, fault: Fault) -> Self {
        let mut problem = fault.problem().to_owned();
        if fault.rule == Rule::UnknownInResult {
            problem.push_str(", which the handler must set before it returns");
        }
        Finding {
            expected: fault.expected.clone(),
            actual: fault.actual.clone(),
            is_logged: !fault.is_fatal(),
            fault: Some(Box::new(fault.clone())),
            ..Finding::new(method, fault.rule.into(), fault.path, problem)
        }
    }

    pub(super) fn lint(method: &'static str, lint: Lint, path: Path) -> Self {
        Finding::new(method, lint.into(), path, lint.text().to_owned())
    }

    /// Replaces terms that only authors of providers in Rust understand.
    pub(super) fn of_any_language(mut self) -> Self {
        self.is_foreign = true;
        if let FindingKind::Lint(lint) = self.kind {
            // The errors from the provider can follow the text of the lint.
            let rest = self.problem.strip_prefix(lint.text());
            if let (Some(text), Some(rest)) = (lint.foreign_text(), rest) {
                self.problem = format!("{text}{rest}");
            }
        }
        self
    }

    /// Returns the error that Terraform prints for a provider such as `registry.terraform.io/hashicorp/aws` and an
    /// address such as `aws_vpc.main`. Returns `None` if Terraform does not print an error.
    ///
    /// For a finding that is only [logged](Finding::is_logged), the returned string is the line in Terraform's log.
    #[must_use]
    pub fn printed(&self, provider: &str, address: &str) -> Option<String> {
        let fault = self.fault.as_ref().filter(|fault| !fault.is_crash())?;
        let detail = fault.detail(provider, address);
        Some(if self.is_logged {
            detail
        } else {
            format!("Error: {}\n\n{detail}", fault.summary())
        })
    }

    /// Returns advice, for example how to declare that two values mean the same thing.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        if self.was_kept {
            return Some(advice::of_kept(self.is_foreign).to_owned());
        }
        if legacy::is_overflow(self) {
            return Some(legacy::OVERFLOW_HELP.to_owned());
        }
        let (expected, actual) = (self.expected.as_ref()?, self.actual.as_ref()?);
        if self.kind == Lint::OtherChanged.into() {
            return None;
        }
        if self.shows_time() {
            let help = match self.kind {
                FindingKind::Lint(_) => {
                    "the value is the time of the call: if this is intended, allow the advice"
                }
                _ => "the value is the time of the call: plan it as unknown",
            };
            return Some(help.to_owned());
        }
        advice::of(expected, actual, self.is_foreign)
    }

    /// Returns `true` if the value is the time of day, which has advanced.
    pub(super) fn shows_time(&self) -> bool {
        let values = self.expected.as_ref().zip(self.actual.as_ref());
        values.is_some_and(|(old, new)| clock::advances(old, new))
    }

    /// Returns `true` if Terraform does not continue after the finding.
    pub(super) fn ends_step(&self) -> bool {
        !self.is_logged && !matches!(self.kind, FindingKind::Lint(_))
    }

    /// Adds the values, unless they are sensitive.
    pub(super) fn values(mut self, block: &Block, expected: &Value, actual: &Value) -> Self {
        if !edit::has_secret(block, &self.path) {
            self.expected = Some(expected.clone());
            self.actual = Some(actual.clone());
        }
        self
    }
}

/// Returns the attribute that a diagnostic is about, or the root path.
pub(super) fn path_of(diagnostic: &Diagnostic) -> Path {
    let path = diagnostic.attribute.as_ref();
    path.and_then(|path| Path::try_from(path).ok())
        .unwrap_or_default()
}

/// The properties of a failing case that remain the same while the case gets smaller.
#[derive(Clone, PartialEq)]
pub(super) struct Identity {
    method: &'static str,
    kind: FindingKind,
    /// The path without indexes and keys, because indexes and keys can change.
    path: Path,
    /// The message of an error. Errors have no rule.
    problem: Option<String>,
}

impl Identity {
    pub(super) fn of(finding: &Finding) -> Self {
        let is_overflow = legacy::is_overflow(finding);
        let problem = match finding.kind {
            // The cause is the same in every method that reads a state.
            FindingKind::Crash if is_overflow => None,
            FindingKind::Rule(_) | FindingKind::Lint(_) => None,
            FindingKind::Crash | FindingKind::FailedCall => Some(cause(&finding.problem)),
            _ if finding.is_foreign => Some(match finding.must {
                Some(must) => headline(&finding.problem, must),
                None => without_values(&finding.problem),
            }),
            _ => Some(finding.problem.clone()),
        };
        Identity {
            method: if is_overflow { "" } else { finding.method },
            kind: finding.kind,
            path: edit::without_indexes(&finding.path),
            problem,
        }
    }
}

/// The number of stack trace lines that distinguish the causes of crashes.
const FRAMES: usize = 8;

/// Returns the part of the message that stays the same if a provider crashes twice for the same reason: the functions
/// in the stack trace, or the first lines if there is no stack trace. Numbers and arguments differ.
fn cause(problem: &str) -> String {
    let is_frame = |line: &&str| line.ends_with(')') && !line.starts_with(char::is_whitespace);
    let frames = problem.lines().filter(is_frame);
    let names = frames.filter_map(|line| Some(line.rsplit_once('(')?.0));
    let names: Vec<_> = names.take(FRAMES).collect();
    if !names.is_empty() {
        return names.join("\n");
    }
    let lines: Vec<_> = problem.lines().take(2).collect();
    lines
        .join("\n")
        .replace(|letter: char| letter.is_ascii_digit(), "")
}

/// Returns the beginning of an error, without the reason why the error is a finding. The rest of the error can contain
/// values from the configuration.
fn headline(problem: &str, must: &str) -> String {
    let error = problem.strip_prefix(must).unwrap_or(problem);
    let error = error.trim_start_matches([':', ' ']);
    let is_value =
        |letter: char| matches!(letter, ':' | '"' | '\'' | '`') || letter.is_ascii_digit();
    error.split(is_value).next().unwrap_or_default().to_owned()
}

/// Returns the first two lines of an error without numbers and quoted strings, which vary with the configuration.
fn without_values(problem: &str) -> String {
    let lines: Vec<_> = problem.lines().take(2).collect();
    let lines = lines.join("\n");
    let outside = lines.split('"').step_by(2);
    let is_number = |letter: char| letter.is_ascii_digit();
    outside.collect::<String>().replace(is_number, "")
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.step, self.method) {
            (0, "") => {}
            (0, method) => write!(f, "{method}: ")?,
            (step, "") => write!(f, "step {step}: ")?,
            (step, method) => write!(f, "step {step}, {method}: ")?,
        }
        write!(f, "{}", self.kind)?;
        if !self.path.is_root() {
            let place = internal::named(&self.path, self.fault.as_deref());
            write!(f, " at {place}")?;
        }
        write!(f, ": {}", self.problem)?;
        let (expected, actual) = match (&self.expected, &self.actual) {
            // The values differ only in their types.
            (Some(expected), Some(actual)) if expected.to_string() == actual.to_string() => (
                Some(format!("{expected} of type {}", expected.ty())),
                Some(format!("{actual} of type {}", actual.ty())),
            ),
            (expected, actual) => (
                expected.as_ref().map(Value::to_string),
                actual.as_ref().map(Value::to_string),
            ),
        };
        if let Some(expected) = expected {
            write!(f, "\n    expected: {expected}")?;
        }
        if let Some(actual) = actual {
            write!(f, "\n    got:      {actual}")?;
        }
        match self.help() {
            Some(help) => write!(f, "\n    help:     {help}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_with_other_values_are_the_same_fault() {
        let of = |problem: &str| {
            let finding = Finding {
                must: Some("the object of the state cannot be read"),
                ..Finding::new(
                    "ReadResource",
                    FindingKind::UnexpectedError,
                    Path::root(),
                    format!("the object of the state cannot be read: {problem}"),
                )
            };
            Identity::of(&finding.of_any_language())
        };
        let first = of("Archive error: archive type not supported: a");
        assert!(first == of("Archive error: archive type not supported: red b"));
        assert!(first != of("Hash error: no such file"));
        assert!(of("cannot parse size 10 of a") == of("cannot parse size 7 of b"));
    }

    #[test]
    fn advice_is_in_the_words_of_any_language() {
        for lint in Lint::ALL {
            let finding = Finding::lint("ReadResource", *lint, Path::root());
            let problem = format!(
                "{}\n    error:    Not found: no such object",
                finding.problem
            );
            let shown = Finding { problem, ..finding }.of_any_language();
            let has_rust = ["Ok(", "::", "`save`", "`delete`", "`read`"];
            let has_rust = has_rust.iter().any(|word| shown.problem.contains(word));
            // A provider in another language has no handler that the harness can observe.
            let is_own = matches!(lint, Lint::WaitBeforeSave | Lint::WriteOnlyUnused);
            assert!(is_own || !has_rust, "{lint:?}: {}", shown.problem);
            assert!(shown.problem.ends_with("no such object"), "{lint:?}");
        }
    }
}
