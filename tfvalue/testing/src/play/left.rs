//! Finds objects that a failed change leaves in the service of a provider in another process.

use std::collections::BTreeSet;

use tfvalue::schema::Block;
use tfvalue::{Path, Value};

use super::World;
use crate::change::APPLY;
use crate::config::Config;
use crate::finding::Finding;
use crate::instance::Instance;
use crate::lint::Lint;
use crate::outcome::Outcome;

/// Describes how the ID of an object contains a required attribute.
#[derive(Clone, Debug, PartialEq)]
struct Naming {
    attribute: String,
    before: String,
    after: String,
}

/// The information that the objects of a resource type reveal about their IDs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Namings {
    possible: Option<Vec<Naming>>,
    ids: BTreeSet<String>,
}

impl Namings {
    /// Adds an object.
    fn learn(&mut self, block: &Block, state: &Value) {
        let Some(id) = state.get("id").and_then(Value::as_str) else {
            return;
        };
        let own = block.attributes.iter().filter_map(|one| {
            let is_name = one.required && !one.is_secret();
            let text = state.get(&one.name).filter(|_| is_name)?.as_str()?;
            let start = id.rfind(text).filter(|_| !text.is_empty())?;
            Some(Naming {
                attribute: one.name.to_string(),
                before: id[..start].to_owned(),
                after: id[start + text.len()..].to_owned(),
            })
        });
        let own: Vec<_> = own.collect();
        match &mut self.possible {
            Some(possible) => possible.retain(|one| own.contains(one)),
            None => self.possible = Some(own),
        }
        self.ids.insert(id.to_owned());
    }

    /// Returns the naming that all objects share, if there is exactly one.
    fn certain(&self) -> Option<&Naming> {
        match self.possible.as_deref() {
            Some([one]) if self.ids.len() > 2 => Some(one),
            _ => None,
        }
    }
}

/// Phrases in errors about an object that already exists.
const EXISTS: [&str; 6] = [
    "already",
    "exists",
    "conflict",
    "duplicate",
    "in use",
    "taken",
];

impl<'h, C: Send + Sync + 'static> World<'h, '_, C> {
    /// Remembers how the service names an object.
    pub(super) fn learn_id(&self, state: &Value) {
        if self.harness.core.process.is_some() && !state.is_null() {
            let mut namings = self.harness.core.namings.borrow_mut();
            let naming = namings.entry(self.object.type_name.clone()).or_default();
            naming.learn(&self.object.schema.block, state);
        }
    }

    /// Searches for an object that the service has created although the provider has returned an error and no state.
    /// To find the object, the search repeats the creation with another name, and checks that an object with that name
    /// can be imported only after its creation.
    pub(super) fn find_left(&mut self, config: &Value, outcome: &Outcome) {
        if !is_refused(outcome) || self.object.stored.is_some() {
            return;
        }
        let Some((config, id)) = self.renamed(config) else {
            return;
        };
        if self.imported(&id).stored.is_some() {
            return;
        }
        let mut object = self.harness.resource(&self.object.type_name);
        let again = object.apply(Config::from(config));
        let is_left = is_refused(&again) && object.stored.is_none();
        self.left.push(object);
        let mut left = self.imported(&id);
        left.is_pretended = false;
        if is_left && left.stored.is_some() {
            let _ = left.destroy();
            let finding = Finding::lint(APPLY, Lint::LeftBehind, Path::root());
            let problem = format!("{}: it can be imported", finding.problem);
            self.add(Finding { problem, ..finding });
        }
    }

    /// Imports an object by an ID, and returns an instance without a state if there is no such object.
    fn imported(&self, id: &str) -> Instance<'h> {
        let mut object = self.harness.resource(&self.object.type_name);
        object.is_pretended = true;
        // An object that cannot be imported does not exist.
        let _ = object.import(id);
        object
    }

    /// Returns the configuration of an object with another name, and the ID that the object would have.
    fn renamed(&self, config: &Value) -> Option<(Value, String)> {
        let namings = self.harness.core.namings.borrow();
        let naming = namings.get(&self.object.type_name)?.certain()?;
        let name = config.get(&*naming.attribute)?.as_str()?;
        let name = format!("{name}{}", self.harness.core.steps.get());
        let id = format!("{}{name}{}", naming.before, naming.after);
        let path = Path::root().attribute(naming.attribute.clone());
        Some((config.with(path, name).ok()?, id))
    }

    /// Compares two attempts to create an object. If the second attempt fails because the object exists, the first
    /// attempt has left the object behind.
    pub(super) fn compare_attempts(&mut self, first: &Outcome, second: &Outcome) {
        let says_exists = |outcome: &Outcome| {
            let mut errors = outcome.errors();
            errors.any(|error| {
                let text = format!("{} {}", error.summary, error.detail).to_lowercase();
                EXISTS.iter().any(|word| text.contains(word))
            })
        };
        let is_new = self.harness.core.process.is_some() && self.object.stored.is_none();
        let are_refused = is_refused(first) && is_refused(second);
        if is_new && are_refused && !says_exists(first) && says_exists(second) {
            let finding = Finding::lint(APPLY, Lint::LeftBehind, Path::root());
            let problem = format!("{}: the next attempt finds it", finding.problem);
            self.add(Finding { problem, ..finding });
        }
    }
}

/// Returns `true` if the provider has returned an error instead of the new object.
fn is_refused(outcome: &Outcome) -> bool {
    outcome.failed == Some(APPLY) && !outcome.is_limited
}
