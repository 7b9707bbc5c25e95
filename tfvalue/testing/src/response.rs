//! Reads values in the responses of providers as leniently as Terraform does, with the same error messages.

use tfvalue::__internal::testing::{json_from_response, msgpack_from_response};
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Result, Type, Value};

/// Reads a value in a provider's response as Terraform does, to check the response: [`from_msgpack`] or [`from_json`].
///
/// # Errors
///
/// Fails if Terraform cannot read the value.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::tfplugin6::DynamicValue;
/// use tfvalue_testing::response;
///
/// let value = DynamicValue { json: b"[1, true]".to_vec(), ..Default::default() };
/// let error = response::decode(&value, &Type::list(Type::Number)).unwrap_err();
/// assert_eq!(error.to_string(), "[1]: number is required");
/// ```
pub fn decode(value: &DynamicValue, ty: &Type) -> Result<Value> {
    if !value.msgpack.is_empty() {
        from_msgpack(&value.msgpack, ty)
    } else if !value.json.is_empty() {
        from_json(&value.json, ty)
    } else {
        Ok(Value::null(ty.clone()))
    }
}

/// Reads MessagePack in a provider's response as Terraform does, to check the response.
///
/// Terraform accepts more than the protocol allows: bytes after the value, strings that are not UTF-8, and duplicate
/// keys in maps, where the last value is used. A value with duplicate attributes, an empty object or an empty tuple is
/// read as it was sent, and can have the wrong type. On the other hand, Terraform fails to read an extension with more
/// than one byte, unless the extension contains refinements (type 12).
///
/// This function replaces each byte of a string that is not UTF-8 with U+FFFD, in the same way as Terraform's output.
///
/// # Errors
///
/// Fails if Terraform cannot read the value. The error has Terraform's message, except for [syntax
/// errors](tfvalue::errors::Category::Syntax) in types and refinements, some of which Terraform accepts. If Terraform
/// would crash, the error reports the crash.
///
/// # Examples
///
/// ```
/// use tfvalue::{Type, msgpack};
/// use tfvalue_testing::response;
///
/// let later = b"\xd5\x0d\0\0"; // a type that has no meaning yet
/// assert!(msgpack::value_from_slice(later, &Type::String)?.is_unknown());
/// let error = response::from_msgpack(later, &Type::String).unwrap_err();
/// assert_eq!(error.to_string(), "unsupported extension type 0x0d with len 2");
///
/// let twice = b"\x82\xa1a\x01\xa1a\x02"; // { a = 1, a = 2 }
/// let map = response::from_msgpack(twice, &Type::map(Type::Number))?;
/// assert_eq!(map.to_string(), r#"{ "a" = 2 }"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_msgpack(input: &[u8], ty: &Type) -> Result<Value> {
    msgpack_from_response(input, ty)
}

/// Reads JSON in a provider's response as Terraform does, to check the response.
///
/// Terraform ignores any input after the value, and replaces each byte of a string that is not UTF-8 with U+FFFD.
///
/// # Errors
///
/// Fails if Terraform cannot read the value. The error has Terraform's message, except for [syntax
/// errors](tfvalue::errors::Category::Syntax), some of which Terraform accepts. If Terraform would crash, the error
/// reports the crash.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue_testing::response;
///
/// let ty = Type::list(Type::Number);
/// assert_eq!(response::from_json(b"[1, \"2\"] and more", &ty)?.to_string(), "[1, 2]");
/// let error = response::from_json(b"[1, true]", &ty).unwrap_err();
/// assert_eq!(error.to_string(), "[1]: number is required");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_json(input: &[u8], ty: &Type) -> Result<Value> {
    json_from_response(input, ty)
}
