//! The outcome of a step, and the expectations of a test.

use std::fmt::{self, Write};

use serde::de::DeserializeOwned;
use tfvalue::__internal::testing as internal;
use tfvalue::provider::DeferReason;
use tfvalue::rules::PlannedAction;
use tfvalue::tfplugin6::Diagnostic;
use tfvalue::tfplugin6::diagnostic::Severity;
use tfvalue::{Path, TfSchema, Value};

use super::finding::{Finding, FindingKind, path_of};

/// The outcome of a step.
///
/// The methods that state an expectation panic with all findings if there are findings.
#[derive(Clone)]
#[non_exhaustive]
pub struct Outcome {
    /// The number of the step, which starts at 1.
    pub step: usize,
    /// The name of the step, for example `apply notes_note`.
    pub title: String,
    /// The planned action, if there was a plan.
    pub action: Option<PlannedAction>,
    /// The faults of the responses.
    pub findings: Vec<Finding>,
    /// The errors and warnings of the provider and of Terraform. Bugs that the provider reports are findings instead.
    pub diagnostics: Vec<Diagnostic>,
    /// The method that responded with errors, by its name in protocol 6.
    pub failed: Option<&'static str>,
    /// Whether the last call has failed because of a limit of the test rather than a fault.
    pub(super) is_limited: bool,
    /// The reason why the call must not fail. If there is a reason, errors of the call are findings. `None` if the
    /// provider may refuse the call.
    pub(super) must: Option<&'static str>,
    /// The call with the deferred response, and the reason for the deferral. The step ends there: Terraform continues
    /// in a later run.
    pub deferred: Option<Deferral>,
    /// The planned state, with unknown values. The planned state is null if there was no plan.
    pub planned: Value,
    /// The state after the step. The state is null if there is no object.
    pub value: Value,
}

/// A call that a provider deferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deferral {
    /// The name of the method in protocol 6.
    pub method: &'static str,
    /// The reason that the provider gives.
    pub reason: DeferReason,
}

impl fmt::Display for Deferral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            DeferReason::ResourceConfigUnknown => "the configuration of the resource is unknown",
            DeferReason::ProviderConfigUnknown => "the configuration of the provider is unknown",
            DeferReason::AbsentPrereq => "something that it depends on does not exist yet",
            _ => "the provider gives no reason",
        };
        write!(f, "{} is deferred: {reason}", self.method)
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outcome")
            .field("step", &self.step)
            .field("title", &self.title)
            .field("action", &self.action)
            .field("findings", &self.findings)
            .field("diagnostics", &self.diagnostics)
            .field("failed", &self.failed)
            .field("deferred", &self.deferred)
            .finish_non_exhaustive() // the values can be sensitive
    }
}

#[allow(clippy::must_use_candidate)] // An expectation is complete without its result.
impl Outcome {
    /// Returns the findings, except those that Terraform only logs.
    pub fn faults(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| !finding.is_logged)
    }

    /// Returns `true` if there is a finding with the given rule or lint for the given attribute.
    #[must_use]
    pub fn has(&self, check: impl Into<FindingKind>, path: impl Into<Path>) -> bool {
        let (check, path) = (check.into(), path.into());
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.kind == check && finding.path == path)
    }

    /// Returns the errors in [`diagnostics`](Self::diagnostics).
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.of_severity(Severity::Error)
    }

    fn of_severity(&self, severity: Severity) -> impl Iterator<Item = &Diagnostic> {
        let diagnostics = self.diagnostics.iter();
        diagnostics.filter(move |one| one.severity() == severity)
    }

    /// Expects that the step succeeds, with any action.
    ///
    /// # Panics
    ///
    /// Panics if there are findings or errors.
    #[track_caller]
    pub fn succeeds(self) -> Self {
        if self.faults().next().is_some() || self.errors().next().is_some() {
            panic!("{self}");
        }
        self
    }

    #[track_caller]
    fn expect(self, action: PlannedAction, text: &str) -> Self {
        let this = self.succeeds();
        if this.action != Some(action) {
            let got = this
                .action
                .map_or_else(|| "no plan".to_owned(), |action| action.to_string());
            panic!(
                "step {} ({}): expected {text}, got {got}\n{this}",
                this.step, this.title
            );
        }
        this
    }

    /// Expects that a new object was created.
    ///
    /// # Panics
    ///
    /// Panics if there are findings or errors, or if the plan has another action.
    #[track_caller]
    pub fn created(self) -> Self {
        self.expect(PlannedAction::Create, "a new object")
    }

    /// Expects that the object was updated.
    ///
    /// # Panics
    ///
    /// Panics like [`Outcome::created`].
    #[track_caller]
    pub fn updated(self) -> Self {
        self.expect(PlannedAction::Update, "an update")
    }

    /// Expects that the object was replaced.
    ///
    /// # Panics
    ///
    /// Panics like [`Outcome::created`].
    #[track_caller]
    pub fn replaced(self) -> Self {
        self.expect(PlannedAction::Replace, "a replacement")
    }

    /// Expects that nothing changed.
    ///
    /// # Panics
    ///
    /// Panics like [`Outcome::created`].
    #[track_caller]
    pub fn unchanged(self) -> Self {
        self.expect(PlannedAction::NoOp, "no change")
    }

    /// Expects that the object was destroyed.
    ///
    /// # Panics
    ///
    /// Panics like [`Outcome::created`].
    #[track_caller]
    pub fn destroyed(self) -> Self {
        self.expect(PlannedAction::Delete, "a destroyed object")
    }

    /// Expects an error from the provider or from Terraform for the attribute. The summary or the detail must contain
    /// `text`. The root path stands for an error without an attribute.
    ///
    /// If an imported object does not exist, the error comes from Terraform and not from the provider.
    ///
    /// # Panics
    ///
    /// Panics if there is no such error, or if there are findings.
    #[track_caller]
    pub fn fails(self, path: impl Into<Path>, text: &str) -> Self {
        self.reports(Severity::Error, &path.into(), text)
    }

    /// Like [`Outcome::fails`], but expects a warning from the provider.
    ///
    /// # Panics
    ///
    /// Panics if there is no such warning, or if there are findings.
    #[track_caller]
    pub fn warns(self, path: impl Into<Path>, text: &str) -> Self {
        self.reports(Severity::Warning, &path.into(), text)
    }

    #[track_caller]
    fn reports(self, severity: Severity, path: &Path, text: &str) -> Self {
        if self.faults().next().is_some() {
            panic!("{self}");
        }
        let is_it = |one: &&Diagnostic| {
            is_at(one, path) && (one.summary.contains(text) || one.detail.contains(text))
        };
        if self.of_severity(severity).any(|one| is_it(&one)) {
            return self;
        }
        let kind = match severity {
            Severity::Warning => "a warning",
            _ => "an error",
        };
        let place = if path.is_root() {
            String::new()
        } else {
            format!(" at {path}")
        };
        panic!(
            "step {} ({}): expected {kind}{place} with {text:?}\n{self}",
            self.step, self.title
        );
    }

    /// Expects that a call was deferred for the given reason. The client must
    /// [allow](super::Harness::client_capabilities) deferrals.
    ///
    /// # Panics
    ///
    /// Panics if no call was deferred, if the call was deferred for another reason, or if there are findings or errors.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::provider::Provider;
    /// # use tfvalue_testing::Harness;
    /// use tfvalue::provider::{ClientCapabilities, DeferReason};
    ///
    /// # fn example(provider: Provider<()>) {
    /// let mut client = ClientCapabilities::default();
    /// client.deferral_allowed = true;
    /// let harness = Harness::new(provider).client_capabilities(client);
    /// harness.configure("{}").succeeds();
    /// // This zone does not exist yet.
    /// let planned = harness.resource("shop_server").plan(r#"{"name": "a", "zone": "new"}"#);
    /// planned.defers(DeferReason::AbsentPrereq);
    /// # }
    /// ```
    #[track_caller]
    pub fn defers(self, reason: DeferReason) -> Self {
        let this = self.succeeds();
        if this.deferred.map(|deferral| deferral.reason) != Some(reason) {
            let (step, title) = (this.step, &this.title);
            panic!("step {step} ({title}): expected a deferral with the reason {reason:?}\n{this}");
        }
        this
    }

    /// Returns the state after the step as a struct.
    ///
    /// # Panics
    ///
    /// Panics if the state does not match the struct. If the state can be null, read it as an `Option`.
    #[track_caller]
    #[must_use]
    pub fn state<T: TfSchema + DeserializeOwned>(&self) -> T {
        read(&self.value, self)
    }

    /// Returns the planned state as a struct.
    ///
    /// # Panics
    ///
    /// Panics if the planned state does not match the struct.
    #[track_caller]
    #[must_use]
    pub fn plan<T: TfSchema + DeserializeOwned>(&self) -> T {
        read(&self.planned, self)
    }
}

#[track_caller]
fn read<T: TfSchema + DeserializeOwned>(value: &Value, outcome: &Outcome) -> T {
    match internal::read_value(value) {
        Ok(state) => state,
        Err(error) => panic!("{error}\n{outcome}"),
    }
}

/// Returns `true` if a diagnostic is about a path. If Terraform does not find the whole path in the configuration, the
/// detail begins with the path.
fn is_at(diagnostic: &Diagnostic, path: &Path) -> bool {
    let attribute = path_of(diagnostic);
    attribute == *path
        || path.steps().starts_with(attribute.steps())
            && diagnostic.detail.starts_with(&format!("{path}: "))
}

impl fmt::Display for Outcome {
    /// Prints the findings, the deferral, and then the errors and warnings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.findings.len();
        let noun = if count == 1 { "finding" } else { "findings" };
        write!(f, "step {} ({}): {count} {noun}", self.step, self.title)?;
        for finding in &self.findings {
            write!(f, "\n  {finding}")?;
            if finding.is_logged {
                f.write_str("\n    (only logged: legacy type system)")?;
            }
        }
        if let Some(deferral) = &self.deferred {
            write!(f, "\n  {deferral}")?;
        }
        for diagnostic in &self.diagnostics {
            write!(f, "\n  {}", diagnostic_text(diagnostic))?;
        }
        Ok(())
    }
}

pub(super) fn diagnostic_text(diagnostic: &Diagnostic) -> String {
    let mut text = String::from(match diagnostic.severity() {
        Severity::Warning => "warning",
        _ => "error",
    });
    let path = path_of(diagnostic);
    // Writing to a string never fails.
    if !path.is_root() {
        let _ = write!(text, " at {path}");
    }
    let _ = write!(text, ": {}: {}", diagnostic.summary, diagnostic.detail);
    text
}
