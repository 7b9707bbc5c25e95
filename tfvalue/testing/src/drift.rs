//! Changes outside Terraform, which a refresh must detect.

use tfvalue::{Path, Value};

use super::current::READ;
use super::edit;
use super::finding::Finding;
use super::instance::{Current, Instance};
use super::lint::Lint;
use super::run::{Go, Run};

impl<'h> Instance<'h> {
    /// Refreshes the state once for each string, number and bool in the state, each time with that value changed.
    /// Nothing outside Terraform can change an object that exists only in the state.
    pub(super) fn drift_in(&self, run: &mut Run<'h>) -> Go<()> {
        if self.core.is_state_only(&self.type_name) {
            return Ok(());
        }
        let Some(current) = self.current(run)? else {
            return Ok(());
        };
        for (name, old) in current.value.members().into_iter().flatten() {
            self.check_drift(run, &current, (name, old))?;
        }
        Ok(())
    }

    /// Refreshes the state with different values for the attributes that reading restored after an import, because the
    /// service must have these attributes. Other attributes may exist only in the state.
    pub(super) fn drift_after_import(
        &self,
        run: &mut Run<'h>,
        current: &Current,
        [given, imported]: [&Value; 2],
    ) -> Go<()> {
        for (name, old) in current.value.members().into_iter().flatten() {
            let is_found = given.get(name).is_some_and(Value::is_null)
                && imported.get(name).is_some_and(|found| found == old);
            let is_secret = edit::has_secret(run.block, &Path::root().attribute(name));
            if is_found && !is_secret {
                self.check_drift(run, current, (name, old))?;
            }
        }
        Ok(())
    }

    /// Refreshes the state with a different value for an attribute. The refresh must return the value from the service.
    fn check_drift(
        &self,
        run: &mut Run<'h>,
        current: &Current,
        (name, old): (&str, &Value),
    ) -> Go<()> {
        let Some(other) = other(old) else {
            return Ok(());
        };
        let path = Path::root().attribute(name);
        if self.concerns_only_provider(&current.value, &path, &other) {
            return Ok(());
        }
        let Ok(value) = current.value.with(&path, other.clone()) else {
            return Ok(());
        };
        let changed = Current {
            value,
            private: current.private.clone(),
            identity: current.identity.clone(),
            is_tainted: false,
        };
        // An object with a different identifier is not found, or causes an error.
        let Some(read) = self.read_quietly(run, &changed)? else {
            return Ok(());
        };
        if read.get(name).is_some_and(|new| *new == other) {
            let finding = Finding::lint(READ, Lint::DriftUnseen, path);
            run.add(finding.values(run.block, old, &other));
        }
        Ok(())
    }
}

/// Returns a different value of the same type.
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
