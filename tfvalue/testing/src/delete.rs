//! Deletes objects, on request and for replacements.

use tfvalue::rules::PlannedAction;
use tfvalue::schema::Block;
use tfvalue::tfplugin6::read_resource;
use tfvalue::{Path, Value};

use super::change::{Planned, Turn};
use super::current::{NO_IDENTITY, READ, read_request};
use super::finding::Finding;
use super::instance::{Current, Instance};
use super::lint::Lint;
use super::outcome::Outcome;
use super::run::{Go, Run};

impl<'h> Instance<'h> {
    /// Upgrades the state before a change is applied, and deletes the old object of a replacement. Returns the state
    /// for the final plan, and the action of that plan.
    pub(super) fn prepare(
        &mut self,
        run: &mut Run<'h>,
        first: &Planned,
        action: PlannedAction,
    ) -> Go<(Current, PlannedAction)> {
        let Some(stored) = self.stored.clone() else {
            return Ok((Current::nothing(run), action));
        };
        let current = self.upgraded(run, stored)?;
        if action != PlannedAction::Replace {
            return Ok((current, action));
        }
        // Terraform does not plan this deletion, and sends the private data from the new object's plan.
        self.delete(run, &current, first.private.clone())?;
        Ok((Current::nothing(run), PlannedAction::Create))
    }

    /// Refreshes the old objects of replacements that have failed.
    pub(super) fn refresh_deposed(&mut self, run: &mut Run<'h>) -> Go<()> {
        let mut left = Vec::new();
        for stored in self.deposed.clone() {
            let deposed = self.upgraded(run, stored)?;
            if let Some(current) = self.refreshed(run, &deposed)? {
                left.push(self.store(run, &current)?);
            }
        }
        self.deposed = left;
        Ok(())
    }

    /// Deletes the old objects of replacements that create the new object before the old object is deleted.
    pub(super) fn delete_deposed(&mut self, run: &mut Run<'h>) -> Go<()> {
        while !self.deposed.is_empty() {
            let stored = self.deposed.remove(0);
            let current = self.stored.replace(stored.clone());
            let deleted = self.upgraded(run, stored).and_then(|old| {
                let private = old.private.clone();
                self.delete(run, &old, private)
            });
            let left = std::mem::replace(&mut self.stored, current);
            if deleted.is_err() {
                self.deposed.extend(left);
                return deleted;
            }
        }
        Ok(())
    }

    /// Destroys the object. The object must not be readable afterwards.
    pub(super) fn destroy_current(&mut self, run: &mut Run<'h>) -> Go<()> {
        self.refresh_deposed(run)?;
        self.delete_deposed(run)?;
        let Some(current) = self.current(run)? else {
            self.stored = None;
            return Ok(());
        };
        let stored = self.store(run, &current)?;
        let planned = self.upgraded(run, stored.clone())?;
        let plan = run.must("the plan to destroy the object fails", |run| {
            self.plan_destroy(run, &planned)
        })?;
        let old = self.upgraded(run, stored)?;
        let null = Value::null(run.ty.clone());
        self.apply_change(run, &old, &plan, &null)?;
        self.check_deleted(run, &old)
    }

    /// Destroys the object if it still exists, if necessary without reading it first. Ignores the findings.
    pub(super) fn remove(&mut self) {
        if self.stored.is_some() || !self.deposed.is_empty() {
            let _ = self.destroy();
        }
        if self.stored.is_some() {
            let _ = self.run("remove", |object, run| object.destroy_stored(run).map(drop));
        }
    }

    /// Checks that a deleted object is not readable. An object that exists only in the state is always readable.
    pub(super) fn check_deleted(&self, run: &mut Run<'h>, old: &Current) -> Go<()> {
        if self.core.is_state_only(&self.type_name) {
            return Ok(());
        }
        if self.read_quietly(run, old)?.is_some() && self.notices_missing(run, old)? {
            run.add(Finding::lint(READ, Lint::NotDeleted, Path::root()));
        }
        Ok(())
    }

    /// Returns `true` if reading detects that an object does not exist. Objects of a provider in another process can
    /// exist only in the state, in which case reading returns the values in the state, or values that are always the
    /// same.
    pub(super) fn notices_missing(&self, run: &mut Run<'h>, old: &Current) -> Go<bool> {
        if run.core.process.is_none() {
            return Ok(true);
        }
        let Some(other) = elsewhere(run.block, &old.value) else {
            return Ok(false);
        };
        let request = read_request(
            self,
            run,
            &Current {
                value: other,
                identity: None,
                private: old.private.clone(),
                is_tainted: false,
            },
        )?;
        let response: read_resource::Response = run.call(READ, &request)?;
        let mut errors = response.diagnostics;
        // The framework reports the identity that this request leaves out, even if it has found no object.
        errors.retain(|one| !one.summary.starts_with(NO_IDENTITY));
        if run.has_errors(&errors) {
            // The service may have rejected the identifier because of its format.
            return Ok(false);
        }
        let read = run.read(READ, response.new_state)?;
        let notices = read.is_null();
        let mut objects = run.core.objects();
        objects.state_only.insert(self.type_name.clone(), !notices);
        Ok(notices)
    }

    /// Plans to destroy the object without destroying it.
    pub(super) fn plan_destroy_only(&mut self) -> Outcome {
        self.run("plan to destroy", |object, run| {
            let Some(current) = object.current(run)? else {
                return Ok(());
            };
            run.must("the plan to destroy the object fails", |run| {
                object.plan_destroy(run, &current)
            })
            .map(drop)
        })
    }

    /// Plans to destroy the object, if the provider announces support for destroy plans.
    fn plan_destroy(&self, run: &mut Run<'h>, old: &Current) -> Go<Planned> {
        if self.core.announced().plans_destroy {
            let null = Value::null(run.ty.clone());
            return self.plan_once(run, old, &null, Turn::First);
        }
        Ok(Planned::deletion(run, old, old.private.clone()))
    }

    /// Deletes an object.
    pub(super) fn delete(&mut self, run: &mut Run<'h>, old: &Current, private: Vec<u8>) -> Go<()> {
        let plan = Planned::deletion(run, old, private);
        let null = Value::null(run.ty.clone());
        self.apply_change(run, old, &plan, &null).map(drop)
    }

    /// Reads an object that might not exist. Returns `None` if the object does not exist or cannot be read.
    pub(super) fn read_quietly(&self, run: &mut Run<'h>, old: &Current) -> Go<Option<Value>> {
        let request = read_request(self, run, old)?;
        let response: read_resource::Response = run.call(READ, &request)?;
        if run.has_errors(&response.diagnostics) {
            return Ok(None);
        }
        let value = run.read(READ, response.new_state)?;
        Ok(Some(value).filter(|value| !value.is_null()))
    }
}

/// The identifier of an object that does not exist.
pub(super) const MISSING: &str = "tfvalue-does-not-exist";

/// Returns the state of an object that does not exist, in which every string that can identify the object is replaced.
/// Returns `None` if there is no such string.
fn elsewhere(block: &Block, state: &Value) -> Option<Value> {
    let attributes = block.attributes.iter();
    let identifies = attributes.filter(|one| one.required || one.computed);
    let mut other = state.clone();
    for attribute in identifies {
        let is_text = state
            .get(&attribute.name)
            .is_some_and(|value| value.as_str().is_some());
        if is_text {
            let path = Path::root().attribute(attribute.name.clone());
            other = other.with(path, MISSING).ok()?;
        }
    }
    (other != *state).then_some(other)
}
