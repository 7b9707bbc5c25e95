//! Write-only attributes and computed blocks, which not every Terraform has.

use super::erased::Part;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::{Path, Step};
use crate::rules;
use crate::schema::{Block, Nesting};
use crate::tfplugin::calls::ClientCapabilities;
use crate::tfplugin::messages::DynamicValue;
use crate::value::{Value, elements};

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
    if !client.computed_blocks_allowed && part.block().has_computed_blocks() {
        if let Ok(config) = config.decode_value(part.ty()) {
            let mut path = Path::root();
            unconfigured(part.block(), &config, &mut path, &mut diagnostics);
        }
    }
    diagnostics
}

/// Reports computed blocks that the configuration leaves to the provider. The client would reject what the provider
/// sets.
fn unconfigured(block: &Block, config: &Value, path: &mut Path, found: &mut Diagnostics) {
    for nested in &block.block_types {
        let Some(value) = config.get(&nested.type_name) else {
            continue;
        };
        path.push(Step::Attribute(nested.type_name.clone()));
        let mut elements = elements::of(value).into_iter().peekable();
        match nested.nesting {
            _ if value.is_unknown() => {}
            Nesting::Single | Nesting::Group if !value.is_null() => {
                unconfigured(&nested.block, value, path, found);
            }
            _ if elements.peek().is_none() => {
                if nested.block.computed {
                    found.push(not_computed(path.clone()));
                }
            }
            _ => {
                for (at, element) in elements {
                    path.push(at.step());
                    unconfigured(&nested.block, element, path, found);
                    path.pop();
                }
            }
        }
        path.pop();
    }
}

fn not_computed(path: Path) -> Diagnostic {
    let detail = "The provider would set these blocks, which this version of Terraform does not allow. Add the blocks \
                  to the configuration, or use Terraform 1.16 or later.";
    Diagnostic::error("Computed Blocks Not Allowed", detail).at(path)
}

fn not_allowed(path: Path) -> Diagnostic {
    let detail = "The attribute is write-only: its value must not be stored. This version of Terraform would \
                  store it. Remove the attribute, or use Terraform 1.11 or later.";
    Diagnostic::error("WriteOnly Attribute Not Allowed", detail).at(path)
}
