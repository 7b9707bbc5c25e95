//! Write-only attributes, which not every Terraform has.

use super::erased::Part;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::Path;
use crate::rules;
use crate::tfplugin::calls::ClientCapabilities;
use crate::tfplugin::messages::DynamicValue;

/// Validates a configuration for a client. If the client does not know write-only attributes, it would store
/// their values, so setting one is an error.
///
/// Source: Go's framework has the same error.
pub(super) fn validated(
    client: ClientCapabilities,
    part: &Part,
    config: &DynamicValue,
    validate: impl FnOnce() -> Diagnostics,
) -> Diagnostics {
    let mut diagnostics = client.validate(validate);
    if !client.write_only_attributes_allowed && part.block().has_write_only() {
        // A configuration of another type is already reported.
        if let Ok(config) = config.decode_value(part.ty()) {
            let places = rules::write_only_places(part.block(), &config);
            diagnostics.extend(places.into_iter().map(not_allowed));
        }
    }
    diagnostics
}

fn not_allowed(path: Path) -> Diagnostic {
    let detail = "The attribute is write-only: its value must not be stored. This version of Terraform would \
                  store it. Remove the attribute, or use Terraform 1.11 or later.";
    Diagnostic::error("WriteOnly Attribute Not Allowed", detail).at(path)
}
