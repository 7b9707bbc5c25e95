//! Converts the values of a configuration as Terraform does.

use std::ptr;

use tfvalue::schema::{Attribute, AttributeType, Block, NestedType, Nesting};
use tfvalue::{Result, Value, types::Refinements};

use super::parts::map_attributes;

/// Returns a configuration whose nested attributes have been converted to the types of the schema. Inside another
/// nested attribute, the elements of an unknown set can turn out to be equal, so the minimum length of the set becomes
/// 1.
pub(super) fn converted(block: &Block, config: &Value) -> Result<Value> {
    map_attributes(block, config, "", &mut |attribute, value, _| {
        let AttributeType::Nested(nested) = &attribute.ty else {
            return None;
        };
        if is_of_block(block, attribute) {
            return None;
        }
        let known = value.refinements()?;
        let (min, max) = known.lengths();
        if min < 2 || nested.nesting != Nesting::Set || !has_optional(nested) {
            return None;
        }
        let mut less = Refinements::new().min_length(1).ok()?;
        if let Some(max) = max {
            less = less.max_length(max).ok()?;
        }
        if known.is_not_null() {
            less = less.not_null();
        }
        Value::refined(value.ty(), less).ok()
    })
}

/// Returns `true` if an attribute belongs directly to a block, and is not nested in another attribute.
fn is_of_block(block: &Block, attribute: &Attribute) -> bool {
    let mut blocks = block.block_types.iter();
    block.attributes.iter().any(|one| ptr::eq(one, attribute))
        || blocks.any(|nested| is_of_block(&nested.block, attribute))
}

/// Returns `true` if the type of a nested attribute has optional attributes, which the type of a value cannot have.
fn has_optional(nested: &NestedType) -> bool {
    nested.attributes.iter().any(|one| match &one.ty {
        _ if !one.required => true,
        AttributeType::Nested(nested) => has_optional(nested),
        _ => false,
    })
}
