//! Deletes the object outside Terraform between any two calls of a step.

use std::cell::{Cell, RefCell};
use std::fmt::Write;

use tfvalue::prost::Message;
use tfvalue::provider::Method;
use tfvalue::tfplugin6::diagnostic::Severity;
use tfvalue::tfplugin6::{Diagnostic, apply_resource_change};
use tfvalue::{Path, Value};

use super::calls::Core;
use super::change::{APPLY, Planned};
use super::finding::{Finding, FindingKind};
use super::instance::{Current, Instance};
use super::lint::Lint;
use super::outcome::Outcome;
use super::run::{Go, Run};

/// A call that deletes the object before another call.
#[derive(Default)]
pub(super) struct Interruption {
    /// The number of calls before the deletion, and the request that deletes the object.
    request: RefCell<Option<(u32, Vec<u8>)>>,
    /// Whether the deletion happened in the current step.
    happened: Cell<bool>,
    /// Whether the object is missing and the provider has not noticed yet.
    is_missing: Cell<bool>,
}

impl Interruption {
    /// Returns `true` if the object was deleted during the current step.
    pub(super) fn has_happened(&self) -> bool {
        self.happened.get()
    }

    /// Remembers that the object is missing.
    pub(super) fn is_gone(&self) {
        self.is_missing.set(true);
    }

    fn happens(&self) {
        self.happened.set(true);
        self.is_missing.set(true);
    }

    /// Remembers that the provider has noticed that the object is missing.
    pub(super) fn is_seen(&self) {
        self.is_missing.set(false);
    }
}

/// Returns `true` for a finding that is a consequence of deleting the object during the step: Terraform notices the
/// deletion in the next step.
pub(super) fn is_expected(finding: &Finding) -> bool {
    let FindingKind::Lint(lint) = finding.kind else {
        return false;
    };
    !matches!(
        lint,
        Lint::DeleteFailsIfMissing
            | Lint::ReadFailsIfMissing
            | Lint::SecretInState
            | Lint::SecretInText
            | Lint::SecretInLog
            | Lint::WaitBeforeSave
    )
}

impl Core {
    /// Deletes the object if the deletion is due before this call.
    pub(super) fn interrupt(&self) {
        let mut slot = self.interruption.request.borrow_mut();
        match &mut *slot {
            Some((0, request)) => {
                let method = Method::find(self.version, APPLY);
                // The provider may fail to delete the object, as in any other step.
                let _ = method.map(|method| (self.respond)(method, request));
                self.interruption.happens();
                *slot = None;
            }
            Some((calls, _)) => *calls -= 1,
            None => {}
        }
    }
}

impl<'h> Instance<'h> {
    /// Deletes the object as if somebody else had deleted the object outside Terraform. The harness calls the
    /// provider's `delete` and keeps the state, so the next step should notice that the object is missing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue_testing::Harness;
    /// # fn example(harness: &Harness) {
    /// let mut server = harness.resource("shop_server");
    /// server.apply(r#"{"name": "a"}"#).created();
    /// server.delete_outside().succeeds();
    /// server.apply(r#"{"name": "a"}"#).created();
    /// # }
    /// ```
    #[must_use = "check the outcome with a method such as `succeeds`"]
    pub fn delete_outside(&mut self) -> Outcome {
        self.run("delete outside of Terraform", |object, run| {
            let stored = object.stored.clone();
            let deleted = object.destroy_stored(run);
            object.stored = stored;
            object.core.interruption.is_missing.set(deleted.is_ok());
            deleted.map(drop)
        })
    }

    /// Deletes the object twice. On the second call, the object no longer exists, as if somebody else had deleted it
    /// after Terraform read it. The provider must accept this. Afterwards, there is no state.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue_testing::Harness;
    /// # fn example(harness: &Harness) {
    /// let mut server = harness.resource("shop_server");
    /// server.apply(r#"{"name": "a"}"#).created();
    /// server.destroy_twice().destroyed();
    /// # }
    /// ```
    #[must_use = "check the outcome with a method such as `destroyed`"]
    pub fn destroy_twice(&mut self) -> Outcome {
        self.run("destroy twice", |object, run| {
            let stored = object.stored.clone();
            if let Some(old) = object.destroy_stored(run)? {
                object.stored = stored;
                object.core.interruption.is_missing.set(true);
                let again = object.delete(run, &old, old.private.clone());
                object.core.interruption.is_seen();
                again?;
                object.check_deleted(run, &old)?;
            }
            run.outcome.action = Some(tfvalue::rules::PlannedAction::Delete);
            Ok(())
        })
    }

    /// Deletes the object that is in the state, and returns it.
    pub(super) fn destroy_stored(&mut self, run: &mut Run<'h>) -> Go<Option<Current>> {
        let Some(stored) = self.stored.clone() else {
            return Ok(None);
        };
        let old = self.upgraded(run, stored)?;
        self.delete(run, &old, old.private.clone())?;
        Ok(Some(old))
    }

    /// Runs a step in which the object in the state is deleted outside Terraform after the given number of calls.
    pub(super) fn interrupted(
        &mut self,
        calls: u32,
        step: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        let request = self.deletion();
        let core = self.core;
        core.interruption
            .request
            .replace(request.map(|request| (calls, request)));
        let outcome = step(self);
        core.interruption.request.replace(None);
        core.interruption.happened.set(false);
        outcome
    }

    /// Returns the request that deletes the object in the state.
    fn deletion(&self) -> Option<Vec<u8>> {
        // It may not be possible to read an object whose creation has failed.
        let stored = self.stored.clone().filter(|one| !one.is_tainted)?;
        let mut run = Run::quiet(self.core, "", &self.type_name, &self.schema.block);
        let value = tfvalue::json::value_from_slice(stored.json.as_bytes(), &run.ty).ok()?;
        let old = Current::of(value, stored);
        let plan = Planned::deletion(&run, &old, old.private.clone());
        let null = Value::null(run.ty.clone());
        let request = apply_request(self, &mut run, &old, &plan, &null).ok()?;
        Some(request.encode_to_vec())
    }
}

pub(super) fn apply_request(
    object: &Instance<'_>,
    run: &mut Run<'_>,
    prior: &Current,
    plan: &Planned,
    config: &Value,
) -> Go<apply_resource_change::Request> {
    Ok(apply_resource_change::Request {
        type_name: object.type_name.clone(),
        prior_state: run.write(APPLY, &prior.value)?,
        planned_state: run.write(APPLY, &plan.value)?,
        config: run.write(APPLY, config)?,
        planned_private: plan.private.clone(),
        planned_identity: plan.identity.clone(),
        ..apply_resource_change::Request::default()
    })
}

/// Turns the errors of a call into a finding if the errors occur because the object does not exist.
pub(super) fn missing(run: &mut Run<'_>, method: &'static str, lint: Lint) {
    let interruption = &run.core.interruption;
    if !interruption.is_missing.get() {
        return;
    }
    let finding = Finding::lint(method, lint, Path::root());
    let mut problem = finding.problem.clone();
    let is_error = |one: &Diagnostic| one.severity() == Severity::Error;
    for error in run.outcome.diagnostics.iter().filter(|one| is_error(one)) {
        // Writing to a string never fails.
        let _ = write!(
            problem,
            "\n    error:    {}: {}",
            error.summary, error.detail
        );
    }
    run.outcome.diagnostics.retain(|one| !is_error(one));
    run.add(Finding { problem, ..finding });
}
