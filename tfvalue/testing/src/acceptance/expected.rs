//! Compares the expectations of a step with the behavior of Terraform.

use std::mem;

use super::failure::check;
use super::output::{Diagnostic, Run};
use super::step::{Expected, Step};
use super::values::Plan;

/// Removes the expected errors and warnings that a command reports. Fails if there are other errors, or if none of the
/// diagnostics explains why the command failed.
pub(super) fn meet(run: &Run, expected: &mut Vec<Expected>) -> Result<(), String> {
    let is_it = |one: &Expected, got: &Diagnostic| {
        one.is_error == got.is_error && got.is(&one.place, &one.text)
    };
    let all: Vec<_> = run.diagnostics().collect();
    let unexpected = all
        .iter()
        .find(|got| got.is_error && !expected.iter().any(|one| is_it(one, got)));
    if let Some(unexpected) = unexpected {
        let place = match unexpected.place() {
            place if place.is_empty() => "without a place".to_owned(),
            place => format!("at `{place}`"),
        };
        return Err(format!("unexpected error {place}: {}", unexpected.summary));
    }
    if !run.succeeded() && !all.iter().any(|got| got.is_error) {
        return Err(match run.code {
            Some(code) => format!("the command failed with exit code {code}"),
            None => "the command was terminated by a signal".to_owned(),
        });
    }
    expected.retain(|one| !all.iter().any(|got| is_it(one, got)));
    Ok(())
}

/// Fails if an expected error or warning is missing.
pub(super) fn all_met(expected: &[Expected]) -> Result<(), String> {
    let Some(Expected {
        is_error,
        place,
        text,
    }) = expected.first()
    else {
        return Ok(());
    };
    let kind = if *is_error { "an error" } else { "a warning" };
    let place = match place.as_str() {
        "" => String::new(),
        place => format!(" at `{place}`"),
    };
    Err(format!("expected {kind}{place} with {text:?}"))
}

/// Checks the expectations that a step has for its plan.
pub(super) fn check_plan(plan: &Plan, step: &mut Step) -> Result<(), String> {
    for (address, (is_it, name)) in &step.actions {
        let mut changes = plan.document.resource_changes.iter();
        let found = changes.find(|change| change.address == *address);
        if !found.is_some_and(|change| is_it(&change.change.actions)) {
            return Err(format!(
                "{address}: expected the action {name}; the plan has {plan}"
            ));
        }
    }
    if step.is_empty && !plan.is_empty() {
        return Err(format!("the plan is not empty: it has {plan}"));
    }
    mem::take(&mut step.plan_checks)
        .into_iter()
        .try_for_each(|one| check(|| one(plan)))
}
