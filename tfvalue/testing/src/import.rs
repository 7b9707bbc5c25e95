//! Imports.

use tfvalue::rules::{self, Phase, Rule};
use tfvalue::tfplugin6::{ResourceIdentityData, import_resource_state};
use tfvalue::{Diagnostic, Path, Value};

use super::advice;
use super::current::READ;
use super::delete::MISSING;
use super::edit::{self, Place};
use super::finding::Finding;
use super::instance::{Current, Instance};
use super::lint::Lint;
use super::outcome::Outcome;
use super::run::{Go, Run};

pub(super) const IMPORT: &str = "ImportResourceState";

/// The attribute or block in which SDKs configure how long calls wait, and which no service stores.
const TIMEOUTS: &str = "timeouts";

/// Returns Terraform's error about an object that does not exist.
fn missing(id: &str) -> Diagnostic {
    let name = match id {
        "" => "this identity".to_owned(),
        _ => format!("the ID {id:?}"),
    };
    let detail = format!("The provider found no object with {name}.");
    Diagnostic::error("Cannot import non-existent remote object", detail)
}

/// Words in errors of services about objects that do not exist.
const NOT_FOUND: [&str; 5] = ["404", "not found", "notfound", "not exist", "no such"];

/// Words in errors about a service that cannot be reached, such as "dial tcp: lookup example.com: no such host".
const NOT_REACHED: [&str; 3] = ["dial ", "no such host", "getaddrinfo"];

/// Returns `true` if the errors in the message of a finding are about an object that does not exist.
fn says_missing(problem: &str) -> bool {
    let errors = problem.split_once("\n    error:").map(|(_, errors)| errors);
    let errors = errors.unwrap_or_default().to_lowercase();
    let has = |all: &[&str]| all.iter().any(|words| errors.contains(words));
    has(&NOT_FOUND) && !has(&NOT_REACHED)
}

impl<'h> Instance<'h> {
    /// Returns `true` if an import finds an object for any ID. In that case, the ID has a meaning of its own, and the
    /// object may exist only in the state.
    pub(super) fn imports_anything(&self) -> bool {
        let mut other = Instance::new(self.core, &self.type_name, self.schema);
        other.is_pretended = true;
        // If the import fails, no object was found, as after an error.
        let _ = other.import(MISSING);
        other.stored.is_some()
    }

    /// Returns `true` if an import leaves out a value that the service has: a value that is required, that only the
    /// provider sets, that reading restores, or that belongs to an object that also exists outside the state.
    fn is_lost(
        &self,
        run: &mut Run<'h>,
        current: &Current,
        (path, imported): (&Path, &Value),
    ) -> Go<bool> {
        if edit::has_secret(run.block, path) {
            return Ok(false);
        }
        let is_stored = edit::root_name(path) != Some(TIMEOUTS);
        let Place::Attribute(attribute) = edit::place(run.block, path) else {
            return Ok(is_stored && self.notices_missing(run, current)?);
        };
        if attribute.required || attribute.computed && !attribute.optional {
            return Ok(path.steps().len() == 1);
        }
        if is_stored && self.notices_missing(run, current)? {
            return Ok(true);
        }
        let Ok(old) = current.value.lookup(path) else {
            return Ok(false);
        };
        let Ok(without) = current.value.with(path, imported.clone()) else {
            return Ok(false);
        };
        let old = old.clone();
        let without = Current {
            value: without,
            private: current.private.clone(),
            identity: current.identity.clone(),
            is_tainted: false,
        };
        let read = self.read_quietly(run, &without)?;
        Ok(read.is_some_and(|read| read.lookup(path).is_ok_and(|read| *read == old)))
    }

    /// Imports an object that does not exist, and reads it, as for an import block. An error about a missing object
    /// also prevents Terraform from creating a deleted object again. Other errors can be about the ID.
    pub(super) fn import_missing(&mut self, id: &str) -> Outcome {
        self.run("import", |object, run| {
            let imported = object.imported(run, id, None)?;
            run.core.interruption.is_gone();
            let read = object.read(run, &imported);
            run.core.interruption.is_seen();
            let is_unclear = |one: &Finding| {
                one.kind == Lint::ReadFailsIfMissing.into() && !says_missing(&one.problem)
            };
            run.outcome.findings.retain(|one| !is_unclear(one));
            read.map(drop)
        })
    }

    /// Imports an object, and compares it with the state if a state exists.
    pub(super) fn import_by(
        &mut self,
        run: &mut Run<'h>,
        id: &str,
        identity: Option<ResourceIdentityData>,
    ) -> Go<()> {
        let imported = self.imported(run, id, identity)?;
        if !run.core.refreshes {
            return Ok(());
        }
        let given = imported.value.clone();
        let Some(imported) = self.read(run, &imported)? else {
            return run.diagnose(vec![missing(id).into()]);
        };
        match self.current(run)? {
            Some(current) => {
                let imported = self.spelled(&current.value, imported.value);
                self.compare_imported(run, &current, &imported)?;
                if run.core.process.is_some() {
                    self.drift_after_import(run, &current, [&given, &imported])?;
                }
            }
            None => self.stored = Some(self.store(run, &imported)?),
        }
        Ok(())
    }

    /// Imports an object without reading it.
    fn imported(
        &self,
        run: &mut Run<'h>,
        id: &str,
        identity: Option<ResourceIdentityData>,
    ) -> Go<Current> {
        let request = import_resource_state::Request {
            type_name: self.type_name.clone(),
            id: id.to_owned(),
            client_capabilities: Some(run.core.client()),
            identity,
        };
        let response: import_resource_state::Response = run.call(IMPORT, &request)?;
        run.diagnose(response.diagnostics)?;
        run.defer(Phase::Import, response.deferred.as_ref())?;
        let objects = response.imported_resources.into_iter();
        let mut objects = objects.filter(|one| one.type_name == self.type_name);
        let Some(object) = objects.next() else {
            let problem = "the response has no object of this type".to_owned();
            return run.stop(IMPORT, Rule::NullResult.into(), problem);
        };
        let value = run.read(IMPORT, object.state)?;
        let faults = rules::check_import(run.block, &value);
        run.rules(IMPORT, faults)?;
        Ok(Current {
            value,
            private: object.private,
            identity: object.identity,
            is_tainted: false,
        })
    }

    fn compare_imported(&self, run: &mut Run<'h>, current: &Current, imported: &Value) -> Go<()> {
        for part in edit::differences(&current.value, imported) {
            // The annotations of another provider are not known, so the harness does not know which attributes the
            // service has, or which spellings are equivalent.
            let is_foreign = run.core.process.is_some();
            if is_foreign && advice::of(part.old, part.new, true).is_some() {
                continue;
            }
            let is_absent = part.new.is_null() || advice::is_zero(part.new);
            let place = (&part.path, part.new);
            if is_foreign && is_absent && !self.is_lost(run, current, place)? {
                continue;
            }
            if self.concerns_only_provider(&current.value, &part.path, part.new) {
                continue;
            }
            let finding = Finding::lint(READ, Lint::ImportDiffers, part.path);
            run.add(finding.values(run.block, part.old, part.new));
        }
        Ok(())
    }
}
