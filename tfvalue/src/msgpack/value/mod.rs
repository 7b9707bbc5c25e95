//! Reads and writes values whose types are known only at run time, according to a type constraint.

mod decode;
mod encode;
#[cfg(feature = "provider")]
pub(crate) mod response;
mod uniform;

pub(super) use self::decode::Decoder;
pub(crate) use self::encode::{Format, MessagePack, encode, room_for};
use super::read::Reader;
use crate::error::Result;
use crate::limits::MAX_DEPTH;
use crate::ty::Type;
use crate::value::Value;

/// Reads a value from a slice of MessagePack, according to a type constraint.
///
/// Attributes that the type marks as optional make no difference, because values contain every attribute.
///
/// # Errors
///
/// Fails if the input is not MessagePack for a value that matches the type, or if anything follows the value.
///
/// # Examples
///
/// ```
/// use tfvalue::{Type, msgpack};
///
/// let ty = Type::list(Type::Dynamic);
/// let value = msgpack::value_from_slice(b"\x91\x92\xc4\x06\"bool\"\xc3", &ty)?;
/// assert_eq!(value.ty(), Type::list(Type::Bool));
/// assert_eq!(value.to_string(), "[true]");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn value_from_slice(input: &[u8], ty: &Type) -> Result<Value> {
    let mut decoder = Decoder::new(Reader::new(input), MAX_DEPTH);
    let value = if ty.has_optional() {
        decoder.value(&ty.without_optional())?
    } else {
        decoder.value(ty)?
    };
    decoder.reader.end()?;
    Ok(value)
}

/// Writes a value in canonical form, according to a type constraint. If the constraint is dynamic, the value is
/// written in an envelope with its type.
///
/// # Errors
///
/// Fails if the type of the value does not conform to the constraint, or if Terraform would crash when reading the
/// value. In a list, set or map whose element type contains dynamic, all elements must have the same type. This
/// requirement also applies to the types of nulls, unknown values and empty collections inside the elements. For
/// example, a null without a type and a null string have different types.
///
/// # Examples
///
/// ```
/// use tfvalue::{Type, Value, msgpack};
///
/// let bytes = msgpack::value_to_vec(&Value::from(true), &Type::Dynamic)?;
/// assert_eq!(bytes, b"\x92\xc4\x06\"bool\"\xc3");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn value_to_vec(value: &Value, ty: &Type) -> Result<Vec<u8>> {
    let mut out = room_for(value);
    encode::<MessagePack>(&mut out, value, ty)?;
    Ok(out)
}
