//! The kinds of documents, which can be distinguished only by their members.

use tfvalue::Result;

use super::object::Other;
use crate::error;

pub(super) const PLAN: &str = "a plan";
pub(super) const REDACTED_PLAN: &str = "a redacted plan";
/// The output of `terraform show -json` if there is no state. This output contains only a format version.
pub(super) const EMPTY_STATE: &str = "an empty state";
pub(super) const STATE: &str = "a state";
pub(super) const CONFIGURATION: &str = "a configuration";

/// Root members that only one kind of document has.
const FIELDS: &[(&str, &str)] = &[
    ("plan_format_version", REDACTED_PLAN),
    ("planned_values", PLAN),
    ("resource_changes", PLAN),
    ("values", STATE),
    ("root_module", CONFIGURATION),
    ("provider_schemas", "the schemas of providers"),
];

/// Returns the kind of document that has a root member.
pub(super) fn kind(field: &str) -> Option<&'static str> {
    let mut fields = FIELDS.iter();
    fields
        .find(|(name, _)| *name == field)
        .map(|(_, kind)| *kind)
}

/// Returns the kind of document that has one of the given root members.
pub(super) fn another(other: &Other) -> Option<&'static str> {
    other.keys().find_map(|field| kind(field))
}

/// Fails if the document is not of the expected kind.
pub(super) fn refuse(expected: &'static str, got: Option<&'static str>) -> Result<()> {
    match got {
        Some(got) => Err(error::mismatch(expected, got)),
        None => Ok(()),
    }
}
