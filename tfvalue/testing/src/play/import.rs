//! The import at the end of a case.

use tfvalue::{Path, Value};

use super::World;
use crate::lint::Lint;

impl<C: Send + Sync + 'static> World<'_, '_, C> {
    /// Imports the object. Terraform does not accept an empty ID.
    pub(super) fn import(&mut self) {
        let given = self.property.import.as_ref();
        let is_guess = given.is_none();
        if is_guess && !self.property.guesses_import {
            return;
        }
        let state = self.object.refresh();
        let id = match given {
            _ if state.value.is_null() => None,
            Some(given) => given(&state.value),
            None => state
                .value
                .get("id")
                .and_then(Value::as_str)
                .map(str::to_owned),
        };
        self.collect(state);
        let Some(id) = id.filter(|id| !id.is_empty()) else {
            return;
        };
        if is_guess && self.object.imports_anything() {
            return;
        }
        let mut outcome = self.object.import(&id);
        if is_guess {
            let own = Path::root().attribute("id");
            if outcome.has(Lint::ImportDiffers, own) {
                // This is another object.
                let compares = [Lint::ImportDiffers.into(), Lint::DriftUnseen.into()];
                outcome.findings.retain(|one| !compares.contains(&one.kind));
            }
            self.tolerate(outcome);
        } else {
            self.collect(outcome);
        }
    }
}
