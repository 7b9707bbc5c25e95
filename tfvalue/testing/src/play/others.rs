//! Objects other than the tested object: a second object of the same type, and children.

use tfvalue::{Path, Value};

use super::World;
use crate::case::CaseStep;
use crate::config::Config;
use crate::finding::Finding;
use crate::instance::Instance;
use crate::lint::Lint;

/// Another object, which must not be affected by changes to the tested object.
pub(super) struct Other<'h> {
    pub(super) object: Instance<'h>,
    pub(super) config: Value,
    /// Whether the other object depends on the tested object.
    pub(super) is_child: bool,
    /// Whether the other object has the ID of the tested object.
    pub(super) shares_id: bool,
    /// The number of times that the process of the provider had ended when the object was last seen.
    pub(super) ends: u64,
}

impl<C: Send + Sync + 'static> World<'_, '_, C> {
    /// Creates the other objects that do not exist yet.
    pub(super) fn add_others(&mut self, other: Option<&CaseStep>) {
        if let Some(other) = other.filter(|_| !std::mem::replace(&mut self.has_other, true)) {
            let mut object = self.harness.resource(&self.property.type_name);
            let outcome = object.apply(Config::from(other.config.clone()));
            // The service can refuse the object, or already have it. The tested object reveals other faults.
            let is_fine = outcome.errors().next().is_none() && outcome.findings.is_empty();
            if is_fine && object.stored.is_some() {
                let [own, id] = [&self.object, &object].map(|one| one.value().get("id").cloned());
                self.others.push(Other {
                    object,
                    config: other.config.clone(),
                    is_child: false,
                    shares_id: id.is_some() && id == own,
                    ends: self.harness.core.ends(),
                });
                self.check_others();
            } else {
                let _ = object.destroy();
                self.left.push(object);
            }
        }
        if self.others.iter().any(|other| other.is_child) {
            return;
        }
        let state = self.object.refresh();
        for (name, config) in &self.property.children {
            let Some(json) = config(&state.value) else {
                continue;
            };
            let mut object = self.harness.resource(name);
            let config = Config::from(json);
            let outcome = object.apply(config.clone());
            self.collect(outcome);
            let config = config.known(&object.schema.block);
            if let (Ok(config), true) = (config, object.stored.is_some()) {
                self.others.push(Other {
                    object,
                    config,
                    is_child: true,
                    shares_id: false,
                    ends: self.harness.core.ends(),
                });
            }
        }
    }

    /// Checks that the other objects still have their configured values. A crash of the provider is not a change to the
    /// tested object.
    pub(super) fn check_others(&mut self) {
        let mut others = std::mem::take(&mut self.others);
        for other in &mut others {
            let before = other.object.value();
            let ends = self.harness.core.ends();
            let may_be_lost = std::mem::replace(&mut other.ends, ends) != ends;
            let outcome = other.object.refresh();
            let after = outcome.value.clone();
            if may_be_lost {
                // The process of the provider has crashed. A service in the memory of that process has lost its objects.
                self.tolerate(outcome);
                continue;
            }
            self.collect(outcome);
            let name = &other.object.type_name;
            for finding in changes(&other.config, &before, &after) {
                let what = if other.is_child {
                    "its child"
                } else {
                    "the second object"
                };
                let why = if other.shares_id {
                    ", which has the same id"
                } else {
                    ""
                };
                let problem = format!("{}: {what}, of type {name}{why}", finding.problem);
                let block = &other.object.schema.block;
                let [old, new] = [&before, &after].map(|state| state.lookup(&finding.path).ok());
                let finding = Finding { problem, ..finding };
                self.add(match (old, new) {
                    (Some(old), Some(new)) => finding.values(block, old, new),
                    _ => finding,
                });
            }
        }
        self.others = others;
    }
}

/// Returns findings about configured attributes of another object that have changed.
fn changes(config: &Value, before: &Value, after: &Value) -> Vec<Finding> {
    let finding = |path| Finding::lint("ApplyResourceChange", Lint::OtherChanged, path);
    if after.is_null() && !before.is_null() {
        return vec![finding(Path::root())];
    }
    let configured = config.members().into_iter().flatten();
    let configured = configured.filter(|(_, value)| !value.is_null());
    let changed = configured.filter(|(name, _)| before.get(name) != after.get(name));
    changed
        .map(|(name, _)| finding(Path::root().attribute(name)))
        .collect()
}
