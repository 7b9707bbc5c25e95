//! Kinds of documents, told apart by their fields.

use super::config::Configuration;
use super::object::Other;
use super::plan::Plan;
use super::values::State;
use crate::error::{Error, Result};

pub(super) const PLAN: &str = "a plan";
pub(super) const REDACTED_PLAN: &str = "a redacted plan";
/// What `terraform show -json` prints if there is no state: nothing but a version.
pub(super) const EMPTY_STATE: &str = "an empty state";
const STATE: &str = "a state";
const CONFIGURATION: &str = "a configuration";

/// Fields that only one kind of document has, at its root.
const FIELDS: &[(&str, &str)] = &[
    ("plan_format_version", REDACTED_PLAN),
    ("planned_values", PLAN),
    ("resource_changes", PLAN),
    ("values", STATE),
    ("root_module", CONFIGURATION),
    ("provider_schemas", "the schemas of providers"),
];

/// Returns the kind of document that has a field.
pub(super) fn kind(field: &str) -> Option<&'static str> {
    let mut fields = FIELDS.iter();
    fields
        .find(|(name, _)| *name == field)
        .map(|(_, kind)| *kind)
}

/// Fails if a plan is another document, which as a plan would do nothing, or has no version.
pub(super) fn plan(plan: &Plan) -> Result<()> {
    if plan.plan_format_version.is_some() {
        return Ok(());
    }
    if plan.planned_values.is_none() {
        let schemas = plan.provider_schemas.as_ref();
        let schemas = schemas.and_then(|_| kind("provider_schemas"));
        // An empty list of changes is among the other fields.
        let another = another(&plan.other).filter(|kind| *kind != PLAN);
        refuse(PLAN, schemas.or(another))?;
        refuse(PLAN, is_empty(plan)?.then_some(EMPTY_STATE))?;
    }
    match plan.format_version {
        Some(_) => Ok(()),
        None => Err(Error::missing("format_version")),
    }
}

/// Returns `true` if a document holds nothing but a version.
fn is_empty(plan: &Plan) -> Result<bool> {
    let Some(version) = plan.format_version else {
        return Ok(false);
    };
    let has_more = !plan.resource_changes.is_empty() || !plan.other.is_empty();
    Ok(!has_more && plan.to_json()? == format!(r#"{{"format_version":"{version}"}}"#))
}

/// Fails if a state is another document, which as a state would be empty.
pub(super) fn state(state: &State) -> Result<()> {
    match state.values {
        Some(_) => Ok(()),
        None => refuse(STATE, another(&state.other)),
    }
}

/// Fails if a configuration is another document, which as a configuration would be empty.
pub(super) fn configuration(configuration: &Configuration) -> Result<()> {
    let other = &configuration.other;
    match configuration.root_module {
        Some(_) => Ok(()),
        None if other.contains_key("format_version") => {
            refuse(CONFIGURATION, another(other).or(Some("another document")))
        }
        None => refuse(CONFIGURATION, another(other)),
    }
}

fn another(other: &Other) -> Option<&'static str> {
    other.keys().find_map(|field| kind(field))
}

pub(super) fn refuse(expected: &'static str, got: Option<&'static str>) -> Result<()> {
    match got {
        Some(got) => Err(Error::mismatch(expected, got)),
        None => Ok(()),
    }
}
