//! What handlers return, encoded by the schema.

use crate::diagnostics::Diagnostics;
use crate::error::{Error, Result};
use crate::msgpack;
use crate::provider::bug::Returned;
use crate::provider::erased::Layout;
use crate::schema::{Attribute, AttributeType, Block, NestedType, Nesting, config};
use crate::state::Stored;
use crate::tfplugin::messages::DynamicValue;
use crate::ty::Type;
use crate::value::{Value, elements};

/// Encodes what a handler returned.
pub(super) fn returned(
    handler: &'static str,
    layout: &Layout,
    value: Option<Value>,
) -> Result<Returned, Diagnostics> {
    let Layout { block, ty, .. } = layout;
    let Some(value) = value else {
        return Ok(DynamicValue::null().into());
    };
    let value = without_write_only(block, value)?;
    match DynamicValue::encode_value(&value, ty) {
        Ok(encoded) => Ok(Returned::of_value(handler, encoded, &unknown(&value))),
        Err(error) => {
            let error = config::blame(block, error);
            Returned::invalid(
                handler,
                &error,
                msgpack::value_to_vec(&fitting(layout, &value)?, ty),
            )
        }
    }
}

/// Returns a planned state that has the type of the schema.
pub(super) fn planned(layout: &Layout, value: Value) -> Result<Value> {
    let value = without_write_only(&layout.block, value)?;
    let bytes = msgpack::value_to_vec(&value, &layout.ty);
    bytes.map_err(|error| config::blame(&layout.block, error))?;
    Ok(value)
}

/// Encodes a state as MessagePack.
pub(super) fn state(block: &Block, ty: &Type, value: Value) -> Result<Vec<u8>> {
    let value = without_write_only(block, value)?;
    let bytes = msgpack::value_to_vec(&value, ty);
    let bytes = bytes.map_err(|error| config::blame(block, error))?;
    Error::join(unknown(&value))?;
    Ok(bytes)
}

/// Returns an error for each part that is unknown.
fn unknown(value: &Value) -> Vec<Error> {
    let mut faults = Vec::new();
    if !value.is_wholly_known() {
        value.walk(|path, part| {
            if part.is_unknown() {
                faults.push(Error::unknown().at(path.clone()));
            }
            true
        });
    }
    faults
}

/// Returns the members of a value that have their types. All others are null, and nested blocks are empty.
fn fitting(layout: &Layout, value: &Value) -> Result<Value> {
    let empty = Stored::json(b"{}").value(&layout.block)?;
    let Type::Object(object) = &layout.ty else {
        return Ok(empty);
    };
    let members = object.iter().map(|member| {
        let own = value.get_named(&member.name);
        let own = own.filter(|own| msgpack::value_to_vec(own, &member.ty).is_ok());
        let own = own.or_else(|| empty.get_named(&member.name));
        let own = own.cloned();
        (
            member.name.clone(),
            own.unwrap_or_else(|| Value::null(member.ty.clone())),
        )
    });
    Value::object(members)
}

/// Returns an object with null for the write-only attributes, which Terraform never stores.
pub(in crate::provider) fn without_write_only(block: &Block, value: Value) -> Result<Value> {
    if !block.has_write_only() || value.members().is_none() {
        return Ok(value);
    }
    let members = value.members().into_iter().flatten().map(|(name, member)| {
        let member = match (block.attribute(name), block.block_type(name)) {
            (Some(attribute), _) => cleared(attribute, member),
            (None, Some(nested)) => each(nested.nesting, member, &|object| {
                without_write_only(&nested.block, object.clone())
            }),
            (None, None) => Ok(member.clone()),
        };
        Ok((name, member?))
    });
    Value::object(members.collect::<Result<Vec<_>>>()?)
}

fn cleared(attribute: &Attribute, value: &Value) -> Result<Value> {
    match &attribute.ty {
        _ if attribute.write_only => Ok(Value::null(attribute.implied_type())),
        AttributeType::Nested(nested) if attribute.has_write_only() => {
            each(nested.nesting, value, &|object| {
                without_members(nested, object)
            })
        }
        _ => Ok(value.clone()),
    }
}

fn without_members(nested: &NestedType, object: &Value) -> Result<Value> {
    let Some(members) = object.members() else {
        return Ok(object.clone());
    };
    let members = members.map(|(name, member)| {
        let attribute = nested.attributes.iter().find(|one| one.name == name);
        let member = match attribute {
            Some(attribute) => cleared(attribute, member),
            None => Ok(member.clone()),
        };
        Ok((name, member?))
    });
    Value::object(members.collect::<Result<Vec<_>>>()?)
}

/// Changes each object in a value.
fn each(
    nesting: Nesting,
    value: &Value,
    change: &dyn Fn(&Value) -> Result<Value>,
) -> Result<Value> {
    match nesting {
        _ if !value.is_present() => Ok(value.clone()),
        Nesting::Single | Nesting::Group => change(value),
        Nesting::List | Nesting::Set | Nesting::Map => {
            elements::map(value, |_, element| change(element))
        }
    }
}
