//! Imports.

use tfvalue::Diagnostic;
use tfvalue::rules::{self, Phase, Rule};
use tfvalue::tfplugin6::{ResourceIdentityData, import_resource_state};

use super::advice;
use super::change::READ;
use super::edit;
use super::finding::Finding;
use super::instance::{Current, Instance};
use super::lint::Lint;
use super::run::{Go, Run};

const IMPORT: &str = "ImportResourceState";

/// Returns Terraform's error about an object that does not exist.
fn missing(id: &str) -> Diagnostic {
    let name = match id {
        "" => "this identity".to_owned(),
        _ => format!("the ID {id:?}"),
    };
    let detail = format!("The provider found no object with {name}.");
    Diagnostic::error("Cannot import non-existent remote object", detail)
}

impl<'h> Instance<'h> {
    /// Imports an object, and compares it with the state if there is one.
    pub(super) fn import_by(
        &mut self,
        run: &mut Run<'h>,
        id: &str,
        identity: Option<ResourceIdentityData>,
    ) -> Go<()> {
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
        let imported = Current {
            value,
            private: object.private,
            identity: object.identity,
            is_tainted: false,
        };
        if !run.core.refreshes {
            return Ok(());
        }
        let Some(imported) = self.read(run, &imported)? else {
            return run.diagnose(vec![missing(id).into()]);
        };
        match self.current(run)? {
            Some(current) => {
                let imported = self.spelled(&current.value, imported.value);
                for part in edit::differences(&current.value, &imported) {
                    // The annotations of another provider are not known: which attributes the service has, and which
                    // spellings mean the same.
                    let is_missing = || part.new.is_null();
                    let is_same = || advice::of(part.old, part.new, true).is_some();
                    if run.core.process.is_some() && (is_missing() || is_same()) {
                        continue;
                    }
                    if self.concerns_only_provider(&current.value, &part.path, part.new) {
                        continue;
                    }
                    let finding = Finding::lint(READ, Lint::ImportDiffers, part.path);
                    run.add(finding.values(run.block, part.old, part.new));
                }
            }
            None => self.stored = Some(self.store(run, &imported)?),
        }
        Ok(())
    }
}
