//! Derives the schema of a data source from the schema of a resource.

use std::sync::Arc;

use crate::path::{Path, Step};
use crate::schema::{Attribute, AttributeType, Block, Schema};

/// Creates the schema of a data source from the schema of a resource: `keys` are required, and all other
/// attributes are computed.
///
/// # Panics
///
/// Panics if a key is not an attribute at the root of the schema.
pub(crate) fn data_source(mut block: Block, keys: &[Path]) -> Schema {
    compute(&mut block);
    for key in keys {
        let found = match key.steps() {
            [Step::Attribute(name)] => {
                let mut attributes = block.attributes.iter_mut();
                attributes.find(|attribute| attribute.name == *name)
            }
            _ => None,
        };
        match found {
            Some(attribute) => {
                attribute.required = true;
                attribute.computed = false;
            }
            None => panic!("a key must be an attribute at the root, got `{key}`"),
        }
    }
    Schema { version: 0, block }
}

/// Makes all attributes computed, at any depth.
fn compute(block: &mut Block) {
    block.attributes.iter_mut().for_each(compute_attribute);
    for nested in &mut block.block_types {
        (nested.min_items, nested.max_items) = (0, 0);
        compute(Arc::make_mut(&mut nested.block));
    }
}

fn compute_attribute(attribute: &mut Attribute) {
    attribute.required = false;
    attribute.optional = false;
    attribute.computed = true;
    attribute.write_only = false;
    if let AttributeType::Nested(object) = &mut attribute.ty {
        object.attributes.iter_mut().for_each(compute_attribute);
    }
}
