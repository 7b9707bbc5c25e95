//! The configuration that describes a state, for `terraform plan -generate-config-out`.

use crate::error::Result;
use crate::path::Step;
use crate::rules::empty_blocks;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting};
use crate::value::Value;
use crate::value::elements;

/// Returns the state without what a configuration cannot set (computed attributes) and should not set
/// (deprecated attributes and blocks). What a configuration must set stays.
///
/// Terraform does the same if the provider does not, but it also removes empty strings and the attribute
/// `id`, as providers with the older SDK need it. Here, both have a meaning.
pub(crate) fn generated_config(block: &Block, state: &Value) -> Result<Value> {
    object(&block.attributes, &block.block_types, state)
}

fn object(attributes: &[Attribute], blocks: &[NestedBlock], state: &Value) -> Result<Value> {
    if !state.is_present() {
        return Ok(state.clone());
    }
    let attributes = attributes
        .iter()
        .map(|one| member(&one.name, state, |value| attribute(one, value)));
    let blocks = blocks
        .iter()
        .map(|one| member(&one.type_name, state, |value| nested(one, value)));
    let members = attributes.chain(blocks).collect::<Result<Vec<_>>>()?;
    Value::object(members.into_iter().flatten())
}

/// Returns what becomes of a member of an object, if there is one with this name.
fn member<'a>(
    name: &'a str,
    object: &Value,
    change: impl Fn(&Value) -> Result<Value>,
) -> Result<Option<(&'a str, Value)>> {
    let Some(value) = object.get_named(name) else {
        return Ok(None);
    };
    match change(value) {
        Ok(changed) => Ok(Some((name, changed))),
        Err(error) => Err(error.at_step(Step::Attribute(name.to_owned().into()))),
    }
}

fn attribute(attribute: &Attribute, value: &Value) -> Result<Value> {
    let is_written = attribute.required || attribute.optional && !attribute.deprecated;
    match &attribute.ty {
        _ if !is_written => Ok(Value::null(attribute.implied_type())),
        AttributeType::Nested(nested) if value.is_present() => {
            map_objects(nested.nesting, value, |element| {
                object(&nested.attributes, &[], element)
            })
        }
        _ => Ok(value.clone()),
    }
}

fn nested(nested: &NestedBlock, value: &Value) -> Result<Value> {
    let block = &*nested.block;
    if block.deprecated && nested.min_items == 0 {
        return Ok(empty_blocks(nested));
    }
    if !value.is_present() {
        return Ok(value.clone());
    }
    map_objects(nested.nesting, value, |element| {
        generated_config(block, element)
    })
}

/// Creates a value from what `change` returns for each of its objects: the value itself, or each
/// element.
fn map_objects(
    nesting: Nesting,
    value: &Value,
    change: impl Fn(&Value) -> Result<Value>,
) -> Result<Value> {
    match nesting {
        Nesting::Single | Nesting::Group => change(value),
        _ => elements::map(value, |_, element| change(element)),
    }
}
