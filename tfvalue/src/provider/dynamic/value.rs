//! Encodes the values that handlers return, according to the schema.

use crate::diagnostics::Diagnostics;
use crate::error::{Error, Result};
use crate::msgpack;
use crate::provider::erased::layout::Layout;
use crate::provider::faults::bug::Returned;
use crate::schema::{Block, config};
use crate::state::Stored;
use crate::tfplugin::messages::DynamicValue;
use crate::ty::Type;
use crate::value::Value;

/// Encodes what a handler returned.
pub(crate) fn returned(
    handler: &'static str,
    block: &Block,
    ty: &Type,
    value: Option<Value>,
) -> Result<Returned, Diagnostics> {
    let Some(value) = value else {
        return Ok(DynamicValue::null().into());
    };
    let value = block.without_write_only(value)?;
    match DynamicValue::encode_value(&value, ty) {
        Ok(encoded) => Ok(Returned::of_value(
            handler,
            encoded,
            &value.unknown_faults(),
        )),
        Err(error) => {
            let error = config::blame(block, error);
            Returned::invalid(
                handler,
                &error,
                msgpack::value_to_vec(&fitting(block, ty, &value)?, ty),
            )
        }
    }
}

/// Returns a planned state that has the type of the schema.
pub(super) fn planned(layout: &Layout, value: Value) -> Result<Value> {
    let value = layout.block.without_write_only(value)?;
    let bytes = msgpack::value_to_vec(&value, &layout.ty);
    bytes.map_err(|error| config::blame(&layout.block, error))?;
    Ok(value)
}

/// Encodes a state as MessagePack.
pub(super) fn state(block: &Block, ty: &Type, value: Value) -> Result<Vec<u8>> {
    let value = block.without_write_only(value)?;
    let bytes = msgpack::value_to_vec(&value, ty);
    let bytes = bytes.map_err(|error| config::blame(block, error))?;
    Error::join(value.unknown_faults())?;
    Ok(bytes)
}

/// Returns the members of a value that have the correct type. All other attributes are null, and nested blocks are empty.
fn fitting(block: &Block, ty: &Type, value: &Value) -> Result<Value> {
    let empty = Stored::json(b"{}").value(block)?;
    let Type::Object(object) = ty else {
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
