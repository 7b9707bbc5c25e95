//! The configuration for planning, in which computed blocks can be null.

use std::borrow::Cow;

use super::part;
use crate::error::Result;
use crate::schema::{Block, Nesting};
use crate::value::{Value, elements};

/// Returns the configuration that Terraform 1.16 sends with `PlanResourceChange`. An empty list, set or map of computed
/// blocks is replaced by null, so that the provider can set the blocks.
///
/// Pass the result to [`proposed_new_state`](super::proposed_new_state) and [`check_plan`](super::check_plan), too.
/// In other calls, and in plans for clients without the capability `computed_blocks_allowed`, the configuration does
/// not contain this change.
///
/// # Errors
///
/// Fails if the value does not have the type of the schema.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::prepared_config;
/// use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
/// use tfvalue::{Type, Value};
///
/// let disk = Block::new().attributes([Attribute::new("size", Type::Number).computed()]);
/// let disk = NestedBlock::new("disk", Nesting::List, disk.computed());
/// let block = Block::new().block_types([disk]);
/// let config = block.empty();
/// assert_eq!(config.to_string(), "{ disk = [] }");
/// assert_eq!(prepared_config(&block, &config)?.to_string(), "{ disk = null }");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn prepared_config<'a>(block: &Block, config: &'a Value) -> Result<Cow<'a, Value>> {
    if !block.has_computed_blocks() || !config.is_present() {
        return Ok(Cow::Borrowed(config));
    }
    let members = config.members().into_iter().flatten();
    let members = members.map(|(name, value)| {
        let value = match block.block_type(name) {
            Some(_) if !value.is_present() => value.clone(),
            Some(nested) if matches!(nested.nesting, Nesting::Single | Nesting::Group) => {
                prepared_config(&nested.block, value)?.into_owned()
            }
            Some(nested) if nested.block.computed && part::count(value) == 0 => {
                Value::null(value.ty())
            }
            Some(nested) if nested.block.has_computed_blocks() => {
                elements::map(value, |_, element| {
                    Ok(prepared_config(&nested.block, element)?.into_owned())
                })?
            }
            _ => value.clone(),
        };
        Ok((name.to_owned(), value))
    });
    part::object(config, members.collect::<Result<_>>()?).map(Cow::Owned)
}
