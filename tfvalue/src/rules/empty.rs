//! The empty value of a block.

use crate::schema::{Block, NestedBlock, Nesting};
use crate::ty::Type;
use crate::value::Value;

/// Returns the value of a block in which nothing is set. Terraform uses it as the prior state of a new
/// object.
///
/// Attributes are null. Nested blocks are null with [`Nesting::Single`], the empty value of their
/// block with [`Nesting::Group`], and otherwise an empty collection.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::empty_value;
/// use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
/// use tfvalue::Type;
///
/// let disk = Block::new().attributes([Attribute::new("size", Type::Number).required()]);
/// let server = Block::new()
///     .attributes([Attribute::new("id", Type::String).computed()])
///     .block_types([
///         NestedBlock::new("boot", Nesting::Group, disk.clone()),
///         NestedBlock::new("disk", Nesting::List, disk),
///     ]);
/// assert_eq!(empty_value(&server).to_string(), "{ boot = { size = null }, disk = [], id = null }");
/// ```
#[must_use]
pub fn empty_value(block: &Block) -> Value {
    let blocks = block.block_types.iter();
    let blocks = blocks.map(|nested| (&nested.type_name, empty_blocks(nested)));
    let attributes = block.attributes.iter();
    let attributes = attributes.map(|one| (&one.name, Value::null(one.implied_type())));
    // An attribute wins over a block of the same name.
    let members = blocks
        .filter(|(name, _)| block.attribute(name).is_none())
        .chain(attributes);
    Value::object(members).unwrap_or_else(|_| Value::null(block.implied_type()))
}

/// Returns the value of a block type without blocks.
pub(crate) fn empty_blocks(nested: &NestedBlock) -> Value {
    match (nested.nesting, nested.implied_type()) {
        (Nesting::Group, _) => empty_value(&nested.block),
        (Nesting::List, Type::Dynamic) => Value::tuple::<Value>([]),
        (Nesting::Map, Type::Dynamic) => {
            Value::object::<&str, Value>([]).unwrap_or(Value::null(Type::Dynamic))
        }
        (_, ty) => Value::empty(&ty),
    }
}
