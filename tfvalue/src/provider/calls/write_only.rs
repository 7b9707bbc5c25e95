//! Handles write-only attributes and computed blocks, which some versions of Terraform do not support.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::{Path, Step};
use crate::provider::erased::Part;
use crate::rules;
use crate::schema::{Block, Nesting};
use crate::tfplugin::client::ClientCapabilities;
use crate::tfplugin::messages::DynamicValue;
use crate::value::{Value, elements};

/// Validates a configuration for a client. A client that does not support write-only attributes would store their
/// values, so setting such an attribute is an error.
///
/// Source: Go's framework reports the same error.
pub(crate) fn validated(
    client: ClientCapabilities,
    part: &Part,
    config: &DynamicValue,
    validate: impl FnOnce() -> Diagnostics,
) -> Diagnostics {
    let mut diagnostics = client.validate(validate);
    let block = part.block();
    let write_only = !client.write_only_attributes_allowed && block.has_write_only();
    let computed = !client.computed_blocks_allowed && block.has_computed_blocks();
    if !write_only && !computed {
        return diagnostics;
    }
    // A configuration of the wrong type has already been reported.
    let Ok(config) = config.decode_value(part.ty()) else {
        return diagnostics;
    };
    if write_only {
        let places = rules::write_only_places(block, &config);
        diagnostics.extend(places.into_iter().map(not_allowed));
    }
    if computed {
        unconfigured(block, &config, &mut Path::root(), &mut diagnostics);
    }
    diagnostics
}

/// Reports computed blocks that the configuration leaves to the provider. The client would reject the values that the
/// provider sets.
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
