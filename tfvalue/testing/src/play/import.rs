//! The import at the end of a case.

use tfvalue::schema::Block;
use tfvalue::{Path, Value};

use super::World;
use crate::delete::MISSING;
use crate::import::IMPORT;
use crate::lint::Lint;
use crate::part::PartKind;
use crate::property::Property;

/// IDs of an object that does not exist, in the forms that providers expect.
const IDS: [&str; 5] = [
    MISSING,
    "tfvalue-does-not-exist/a",
    "tfvalue-does-not-exist:a",
    "tfvalue-does-not-exist,a",
    "tfvalue-does-not-exist/a/a",
];

impl<C> Property<'_, C> {
    /// Returns `true` if a case without a step imports an object that does not exist.
    pub(crate) fn imports_missing(&self) -> bool {
        self.kind == PartKind::Resource && (self.plans_only || self.guesses_import)
    }
}

impl<C: Send + Sync + 'static> World<'_, '_, C> {
    /// Imports an object that does not exist. Tries one ID after another, until the provider accepts the form of an ID.
    pub(crate) fn import_missing(&mut self) {
        for id in IDS {
            let mut outcome = self.object.import_missing(id);
            for finding in &mut outcome.findings {
                finding.problem.push_str("\n    import:   ");
                finding.problem.push_str(id);
            }
            let is_refused = outcome.failed == Some(IMPORT);
            self.tolerate(outcome);
            if !is_refused || self.fails() {
                break;
            }
        }
    }

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
        let existing = state.value.clone();
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
            let is_certain = has_plain_parts(&id, &existing, &self.object.schema.block);
            if self.property.tolerates_errors && outcome.failed.is_some() && is_certain {
                outcome.must = Some("an existing object cannot be imported by the given ID");
            }
            self.collect(outcome);
        }
    }
}

/// Returns `true` if no configured string in an ID contains a character that can have a meaning in the ID.
fn has_plain_parts(id: &str, state: &Value, block: &Block) -> bool {
    let attributes = block.attributes.iter();
    let configured = attributes.filter(|one| one.required || one.optional);
    let mut texts = configured.filter_map(|one| state.get(&one.name)?.as_str());
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    texts.all(|text| !id.contains(text) || !text.is_empty() && text.chars().all(is_plain))
}
