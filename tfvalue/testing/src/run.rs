//! A step of a harness, with its calls and the findings about the calls.

use tfvalue::__internal::testing as internal;
use tfvalue::prost::Message;
use tfvalue::rules::{self, Deferrals, Fault, Phase, Rule};
use tfvalue::schema::Block;
use tfvalue::tfplugin6::diagnostic::Severity;
use tfvalue::tfplugin6::{Deferred, Diagnostic, DynamicValue};
use tfvalue::{Path, Type, Value};

use super::blame;
use super::calls::{Core, is_error};
use super::config::Config;
use super::edit;
use super::finding::{Finding, FindingKind, path_of};
use super::interrupt::is_expected;
use super::lint::Lint;
use super::outcome::{Deferral, Outcome};

/// The reason why a step ends, which is an error, a fault or a deferral that the outcome contains.
#[derive(Clone, Copy)]
pub(super) struct Stop;

pub(super) type Go<T> = Result<T, Stop>;

/// A step that is running.
pub(super) struct Run<'h> {
    pub(super) core: &'h Core,
    pub(super) type_name: String,
    pub(super) block: &'h Block,
    pub(super) ty: Type,
    pub(super) outcome: Outcome,
    method: &'static str,
    is_counted: bool,
}

impl<'h> Run<'h> {
    pub(super) fn new(core: &'h Core, verb: &str, type_name: &str, block: &'h Block) -> Self {
        core.steps.set(core.steps.get() + 1);
        let title = format!("{verb} {type_name}");
        Run {
            is_counted: true,
            ..Run::quiet(core, &title, type_name, block)
        }
    }

    /// Creates a subordinate step, which is not counted. Its findings include those that the author allows.
    pub(super) fn quiet(core: &'h Core, title: &str, type_name: &str, block: &'h Block) -> Self {
        let ty = block.implied_type();
        Run {
            core,
            type_name: type_name.to_owned(),
            block,
            outcome: Outcome {
                step: core.steps.get(),
                title: title.to_owned(),
                action: None,
                findings: Vec::new(),
                diagnostics: Vec::new(),
                failed: None,
                is_limited: false,
                must: None,
                deferred: None,
                planned: Value::null(ty.clone()),
                value: Value::null(ty.clone()),
            },
            ty,
            method: "",
            is_counted: false,
        }
    }

    pub(super) fn add(&mut self, finding: Finding) {
        let mut finding = self.core.adapted(finding);
        finding.step = self.outcome.step;
        if self.core.interruption.has_happened() && is_expected(&finding) {
            return;
        }
        // A secret that is shown once is also in the following responses.
        let is_same = |other: &Finding| match finding.kind {
            FindingKind::Lint(Lint::SecretInState | Lint::SecretInText | Lint::SecretInLog) => {
                (other.kind, &other.path) == (finding.kind, &finding.path)
            }
            _ => *other == finding,
        };
        let is_new = !self.outcome.findings.iter().any(is_same);
        if is_new && !(self.is_counted && self.core.is_allowed(&finding)) {
            self.outcome.findings.push(finding);
        }
    }

    pub(super) fn add_all(&mut self, findings: Vec<Finding>) {
        for finding in findings {
            self.add(finding);
        }
    }

    pub(super) fn stop<T>(
        &mut self,
        method: &'static str,
        kind: FindingKind,
        problem: String,
    ) -> Go<T> {
        self.add(Finding::new(method, kind, Path::root(), problem));
        Err(Stop)
    }

    pub(super) fn call<R: Message + Default>(
        &mut self,
        method: &'static str,
        request: &impl Message,
    ) -> Go<R> {
        self.method = method;
        let response = self.core.call(method, request);
        if self.core.noticed.borrow().waited_unsaved {
            self.add(Finding::lint(method, Lint::WaitBeforeSave, Path::root()));
        }
        let core = self.core;
        let is_in = |text: &String| core.secrets.borrow().is_in(text);
        if core.is_strict.get() && core.noticed.borrow().masked.iter().any(is_in) {
            self.add(Finding::lint(method, Lint::SecretInText, Path::root()));
        }
        if !core.noticed.borrow().logged.is_empty() {
            self.add(Finding::lint(method, Lint::SecretInLog, Path::root()));
        }
        response.or_else(|problem| {
            let problem = core.shown(problem);
            if core.is_limited() {
                return self.give_up(method, problem);
            }
            self.stop(method, core.failure(), problem)
        })
    }

    /// Ends the step because of a limit of the test, as if the provider had returned an error.
    fn give_up<T>(&mut self, method: &'static str, problem: String) -> Go<T> {
        self.outcome.is_limited = true;
        self.outcome.failed = Some(method);
        self.outcome.diagnostics.push(Diagnostic {
            severity: Severity::Error.into(),
            summary: problem,
            detail: String::new(),
            attribute: None,
        });
        Err(Stop)
    }

    pub(super) fn has_errors(&self, diagnostics: &[Diagnostic]) -> bool {
        diagnostics.iter().any(is_error)
    }

    /// Makes calls that a correct provider never refuses. If a call fails, its errors are findings, with a message such
    /// as "the plan to destroy the object fails".
    pub(super) fn must<T>(
        &mut self,
        problem: &'static str,
        calls: impl FnOnce(&mut Self) -> Go<T>,
    ) -> Go<T> {
        let failed = self.outcome.failed;
        let result = calls(self);
        if result.is_err() && self.outcome.failed.is_some() && failed.is_none() {
            self.outcome.must.get_or_insert(problem);
        }
        result
    }

    /// Adds the diagnostics of the last response, without duplicates. Bugs that the provider reports are findings. Stops
    /// if there are errors.
    pub(super) fn diagnose(&mut self, mut diagnostics: Vec<Diagnostic>) -> Go<()> {
        if self.core.process.is_some() {
            // SDKv2 returns errors in the order of a Go map, which differs in each run.
            diagnostics
                .sort_by_cached_key(|one| (path_of(one), one.summary.clone(), one.detail.clone()));
        }
        let fails = self.has_errors(&diagnostics);
        for mut one in diagnostics {
            let is_bug = self.core.noticed.borrow().bugs.contains(&one)
                || self.core.process.is_some() && blame::is_bug(self.method, &one);
            self.redact(&mut one);
            if is_bug {
                self.add(Finding::error(self.method, FindingKind::Bug, &one));
            } else if !self.outcome.diagnostics.contains(&one) {
                self.outcome.diagnostics.push(one);
            }
        }
        if fails {
            self.outcome.failed = Some(self.method);
            return Err(Stop);
        }
        Ok(())
    }

    /// Removes the summary and the detail of a diagnostic if they contain a secret, and reports the secret as a finding.
    fn redact(&mut self, diagnostic: &mut Diagnostic) {
        let secrets = &self.core.secrets;
        let is_in = |text: &str| secrets.borrow().is_in(text);
        if is_in(&diagnostic.summary) || is_in(&diagnostic.detail) {
            "(sensitive)".clone_into(&mut diagnostic.summary);
            diagnostic.detail.clear();
            self.add(Finding::lint(
                self.method,
                Lint::SecretInText,
                edit::public(self.block, &path_of(diagnostic)),
            ));
        }
    }

    /// Stops if the response of the last call is deferred. Terraform rejects a deferral that it has not allowed.
    pub(super) fn defer(&mut self, phase: Phase, deferred: Option<&Deferred>) -> Go<()> {
        let Some(deferred) = deferred else {
            return Ok(());
        };
        self.outcome.deferred = Some(Deferral {
            method: self.method,
            reason: deferred.reason(),
        });
        let deferrals = if self.core.client.deferral_allowed {
            Deferrals::Allowed
        } else {
            Deferrals::NotAllowed
        };
        self.rules(self.method, rules::check_deferral(phase, deferrals))?;
        Err(Stop)
    }

    /// Adds the faults of a response. Stops if Terraform rejects it.
    pub(super) fn rules(&mut self, method: &'static str, faults: Vec<Fault>) -> Go<()> {
        let is_rejected = faults.iter().any(Fault::is_fatal);
        for fault in faults {
            self.add(Finding::fault(method, fault));
        }
        if is_rejected { Err(Stop) } else { Ok(()) }
    }

    /// Returns a configuration with all values, and the configuration for the plan.
    pub(super) fn config(&mut self, config: &Config) -> Go<(Value, Value)> {
        let known = config.known(self.block);
        let both = known.and_then(|known| Ok((config.planned(&known)?, known)));
        match both {
            Ok((planned, known)) => {
                let mut secrets = self.core.secrets.borrow_mut();
                secrets.add_config(self.block, &known);
                Ok((known, planned))
            }
            Err(error) => {
                let (path, problem) = (error.path(), error.message());
                self.add(Finding::new("", FindingKind::InvalidTest, path, problem));
                Err(Stop)
            }
        }
    }

    /// Reads a value from a response.
    pub(super) fn read(&mut self, method: &'static str, value: Option<DynamicValue>) -> Go<Value> {
        let value = value.unwrap_or_default();
        let value = internal::decode_of(&value, &self.ty, self.block);
        let value = value.map_err(|error| {
            let (path, problem) = (error.path(), error.message());
            self.add(Finding::new(method, Rule::WrongType.into(), path, problem));
            Stop
        })?;
        let mut secrets = self.core.secrets.borrow_mut();
        secrets.add_state(self.block, &value);
        let shown = secrets.shown(self.block, &value);
        drop(secrets);
        for path in shown {
            self.add(Finding::lint(method, Lint::SecretInState, path));
        }
        Ok(value)
    }

    /// Writes a value for a request.
    pub(super) fn write(
        &mut self,
        method: &'static str,
        value: &Value,
    ) -> Go<Option<DynamicValue>> {
        let encoded = internal::encode_as_sent(value, &self.ty);
        match encoded {
            Ok(encoded) => Ok(Some(encoded)),
            Err(error) => self.stop(method, FindingKind::InvalidTest, error.to_string()),
        }
    }
}
