//! Changes outside Terraform, which a refresh must see.

use tfvalue::{Path, Value, paths::Step};

use super::current::READ;
use super::finding::Finding;
use super::instance::{Current, Instance};
use super::lint::Lint;
use super::run::{Go, Run};

impl<'h> Instance<'h> {
    /// Refreshes the state as often as it has strings, numbers and bools, each time with another value
    /// for one of them. Nothing can change an object that exists only in the state.
    pub(super) fn drift_in(&self, run: &mut Run<'h>) -> Go<()> {
        if self.core.is_state_only(&self.type_name) {
            return Ok(());
        }
        let Some(current) = self.current(run)? else {
            return Ok(());
        };
        let members: Vec<_> = current.value.members().into_iter().flatten().collect();
        for (name, old) in members {
            let Some(other) = other(old) else {
                continue;
            };
            let path = Path::root().attribute(name);
            if self.concerns_only_provider(&current.value, &path, &other) {
                continue;
            }
            let Ok(value) = current.value.with(&path, other.clone()) else {
                continue;
            };
            let changed = Current {
                value,
                private: current.private.clone(),
                identity: current.identity.clone(),
                is_tainted: false,
            };
            // Another identifier finds no object, or causes an error.
            let Some(read) = self.read_quietly(run, &changed)? else {
                continue;
            };
            let step = Step::Attribute(name.to_owned().into());
            if read.get(step).is_some_and(|new| *new == other) {
                let finding = Finding::lint(READ, Lint::DriftUnseen, path);
                run.add(finding.values(run.block, old, &other));
            }
        }
        Ok(())
    }
}

/// Returns another value of the same type.
fn other(value: &Value) -> Option<Value> {
    if let Some(text) = value.as_str() {
        return Some(format!("{text}0").into());
    }
    if let Some(is) = value.as_bool() {
        return Some((!is).into());
    }
    let number = value.as_number()?;
    Some(if number.to_string() == "1" { 2 } else { 1 }.into())
}
