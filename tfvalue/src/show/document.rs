//! Kinds of documents, told apart by their fields.

use super::object::Other;
use crate::error::{Error, Result};

pub(super) const PLAN: &str = "a plan";
pub(super) const REDACTED_PLAN: &str = "a redacted plan";
/// What `terraform show -json` prints if there is no state: nothing but a version.
pub(super) const EMPTY_STATE: &str = "an empty state";
pub(super) const STATE: &str = "a state";
pub(super) const CONFIGURATION: &str = "a configuration";

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

/// Returns the kind of another document that has one of these fields.
pub(super) fn another(other: &Other) -> Option<&'static str> {
    other.keys().find_map(|field| kind(field))
}

pub(super) fn refuse(expected: &'static str, got: Option<&'static str>) -> Result<()> {
    match got {
        Some(got) => Err(Error::mismatch(expected, got)),
        None => Ok(()),
    }
}
