//! Values of types that are known at run time: reading and writing by a type constraint.

mod decode;
mod encode;
mod uniform;

pub(super) use self::decode::Decoder;
pub(crate) use self::encode::{Format, MessagePack, encode, room_for};
pub(super) use self::uniform::differing;
use super::read::Reader;
use crate::error::Result;
use crate::limits::MAX_DEPTH;
use crate::ty::Type;
use crate::value::Value;

/// Reads a value of a type constraint that takes up the whole of `input`.
///
/// Optional markings of attributes in the type do not count: values carry every attribute.
///
/// # Errors
///
/// Fails if the input is not the MessagePack of a value that fits the type, or goes on after it.
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

/// Writes a value by a type constraint: in canonical form, with the type in an envelope wherever
/// the constraint is dynamic.
///
/// # Errors
///
/// Fails if the type of the value does not conform to the constraint, or Terraform would crash when it
/// reads the value: if a dynamic is below a list, set or map, all elements must have the same type
/// there. An untyped null or unknown has a type of its own, unless it is the element itself, and so
/// has a null or empty collection next to one whose elements have types.
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
