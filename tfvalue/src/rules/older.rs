//! The computations in Terraform 1.11 and OpenTofu that differ from the computations in later versions of Terraform.
//!
//! The results differ for maps of blocks and maps of nested attributes, if an element is not in the prior state.
//! Terraform 1.11 and OpenTofu propose the configured element. Later versions treat the element as a new object. In a
//! data source, the computed attributes of such an element are unknown. An element that is unknown as a whole becomes
//! an object with unknown values.

use std::borrow::Cow;
use std::sync::Arc;

use super::proposed::{NewKeys, propose};
use crate::error::Result;
use crate::plan::request::PlanRequest;
use crate::schema::Block;
use crate::value::Value;

/// Returns the proposed new state of a resource. See [`proposed_new_state`](super::proposed_new_state).
///
/// # Errors
///
/// Fails in the same cases as [`proposed_new_state`](super::proposed_new_state).
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{PlanRequest, older, proposed_new_state};
/// use tfvalue::schema::{Attribute, Block, NestedType, Nesting};
/// use tfvalue::{Type, Value, types::ObjectType};
///
/// let members = [Attribute::new("size", Type::Number).optional()];
/// let disks = NestedType::new(Nesting::Map, members);
/// let block = Block::new().attributes([Attribute::new("disks", disks).optional()]);
/// let ty = Type::Object(ObjectType::new([("size", Type::Number)]));
/// let disks = Value::map(ty.clone(), [("a", Value::unknown(ty))])?;
/// let config = Value::object([("disks", disks)])?;
/// let prior = Value::null(block.implied_type());
/// let request = PlanRequest { config: &config, prior: &prior };
/// assert_eq!(older::proposed_new_state(&block, request)?, config);
/// assert_ne!(proposed_new_state(&block, request)?, config);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn proposed_new_state(block: &Block, request: PlanRequest<'_>) -> Result<Value> {
    propose(block, request, NewKeys::AsConfigured)
}

/// Returns the planned state of a data source that is read during apply. See
/// [`planned_data_source`](super::planned_data_source).
///
/// # Errors
///
/// Fails in the same cases as [`planned_data_source`](super::planned_data_source).
pub fn planned_data_source(block: &Block, config: &Value) -> Result<Value> {
    let prior = &Value::unknown(block.implied_type());
    proposed_new_state(block, PlanRequest { config, prior })
}

/// Returns a schema without computed blocks, for the checks of a client that ignores whether blocks are computed. Such
/// clients are all versions of Terraform before 1.16, OpenTofu, and all versions with protocol 5. The client capability
/// `computed_blocks_allowed` indicates whether a client supports computed blocks.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{PlanRequest, PlanResponse, check_plan, older};
/// use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
/// use tfvalue::{Type, Value};
///
/// let disk = Block::new().attributes([Attribute::new("size", Type::Number).computed()]);
/// let disk = NestedBlock::new("disk", Nesting::List, disk.computed());
/// let ty = disk.implied_type();
/// let block = Block::new().block_types([disk]);
/// let config = Value::object([("disk", Value::null(ty.clone()))])?;
/// let planned = Value::object([("disk", Value::unknown(ty))])?;
/// let request = PlanRequest { config: &config, prior: &Value::null(block.implied_type()) };
/// assert!(check_plan(&block, request, PlanResponse::new(&planned)).is_empty());
/// let older = older::without_computed_blocks(&block);
/// let faults = check_plan(&older, request, PlanResponse::new(&planned));
/// assert_eq!(faults[0].to_string(), "disk: planned unknown value for non-computed block");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn without_computed_blocks(block: &Block) -> Cow<'_, Block> {
    if !block.has_computed_blocks() {
        return Cow::Borrowed(block);
    }
    let mut block = block.clone();
    block.computed = false;
    for nested in &mut block.block_types {
        if let Cow::Owned(older) = without_computed_blocks(&nested.block) {
            nested.block = Arc::new(older);
        }
    }
    Cow::Owned(block)
}
