//! Prints a plan, that is, the changes to each object, without sensitive values.

mod page;
mod read;
mod report;
mod sides;
#[cfg(test)]
mod tests;
mod text;
mod words;

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use tfvalue_show::{Actions, Plan, ResourceChange};

use self::report::Report;
use crate::files;
use crate::html::Level;
use crate::terminal::{Failure, Status, Streams};

/// Prints the changes in a plan, without sensitive values
///
/// The exit status is 1 if planning has failed, if a check has failed, or if the plan has a change that is listed in --fail-on.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The output of `terraform show -json` for a saved plan; or the saved plan, for which this command runs `terraform
    /// show -json` or `tofu show -json` in the current folder; or - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// Write the plan as a page for a browser
    #[arg(long, value_name = "PAGE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
    /// Exit with status 1 if the plan has one of these changes, or is incomplete and may therefore omit such a change
    #[arg(long, value_name = "CHANGES", value_delimiter = ',')]
    fail_on: Vec<Forbidden>,
    /// The program that reads saved plans [default: terraform, or tofu if terraform is not found]
    #[arg(long, value_name = "PROGRAM", value_hint = ValueHint::ExecutablePath)]
    terraform: Option<PathBuf>,
}

/// A change that must not be in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Forbidden {
    /// An object is created, possibly to replace another object
    Create,
    /// An object is updated in place
    Update,
    /// An object is destroyed, possibly to be replaced
    Destroy,
    /// An object is replaced
    Replace,
    /// An object is no longer managed
    Forget,
    /// An object is imported
    Import,
    /// An object has changed outside Terraform
    Drift,
}

impl Forbidden {
    fn covers(self, changed: &ResourceChange) -> bool {
        let actions = &changed.change.actions;
        match self {
            Forbidden::Create => actions.creates(),
            Forbidden::Update => actions.updates(),
            Forbidden::Destroy => actions.deletes(),
            Forbidden::Replace => Actions::is_replace(actions),
            Forbidden::Forget => actions.forgets(),
            Forbidden::Import => changed.change.importing.is_some(),
            Forbidden::Drift => false,
        }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let plan = read::plan(
        &arguments.file,
        arguments.terraform.as_deref(),
        streams.input,
    )?;
    let report = Report::new(&plan).map_err(|error| Failure::file(&arguments.file, error))?;
    match &arguments.html {
        Some(path) => {
            let page = page::page(&report);
            files::save(path, page.as_bytes()).map_err(Failure::unusable)?;
        }
        None => streams.print(text::text(&report)),
    }
    let violations = violations(&plan, &arguments.fail_on);
    for violation in &violations {
        streams.fail(violation);
    }
    let has_failed = report.items.iter().any(|item| item.level == Level::Error);
    let is_fine = violations.is_empty() && !has_failed && plan.errored != Some(true);
    Ok(Status::of(is_fine))
}

/// Returns the changes that the user has forbidden. An incomplete plan may lack forbidden changes, so it is also a
/// violation.
fn violations(plan: &Plan, forbidden: &[Forbidden]) -> Vec<String> {
    let mut violations = Vec::new();
    if forbidden.is_empty() {
        return violations;
    }
    let name = |one: &Forbidden| {
        let value = one.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    };
    let deferred = plan.deferred_changes.iter().map(|one| &one.resource_change);
    for changed in plan.resource_changes.iter().chain(deferred) {
        let found: Vec<_> = forbidden.iter().filter(|one| one.covers(changed)).collect();
        if !found.is_empty() {
            let names: Vec<_> = found.into_iter().map(name).collect();
            let what = match &changed.deposed {
                Some(key) => format!("{} (deposed object {key})", changed.address),
                None => changed.address.clone(),
            };
            violations.push(format!("{what}: --fail-on {}", names.join(",")));
        }
    }
    if forbidden.contains(&Forbidden::Drift) {
        let drift = plan.resource_drift.iter();
        violations.extend(drift.map(|changed| format!("{}: --fail-on drift", changed.address)));
    }
    let is_incomplete = plan.complete == Some(false) || !plan.deferred_changes.is_empty();
    if is_incomplete || plan.errored == Some(true) {
        let names: Vec<_> = forbidden.iter().map(name).collect();
        violations.push(format!(
            "the plan is incomplete, so it may lack changes of --fail-on {}",
            names.join(",")
        ));
    }
    violations
}
