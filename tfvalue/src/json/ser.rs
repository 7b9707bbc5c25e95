//! The functions that write JSON. The functions write canonical MessagePack, in which sets and keys are sorted, and
//! convert the MessagePack to JSON.

use std::io;

use serde::Serialize;

use super::print::print;
use crate::error::{Error, Result};
use crate::msgpack::Writer;

/// Writes a value as JSON into a new vector.
///
/// # Errors
///
/// Fails if Terraform's JSON cannot represent the value, for example because the value is an infinity or contains
/// unknown values. The error contains the paths of all unknown values.
///
/// # Examples
///
/// ```
/// assert_eq!(tfvalue::json::to_vec(&[Some("a"), None])?, br#"["a",null]"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    print(&Writer::for_json(Vec::with_capacity(128)).write(value)?)
}

/// Writes a value as JSON into a new string.
///
/// # Errors
///
/// Fails in the same cases as [`to_vec`].
///
/// # Examples
///
/// ```
/// use std::collections::HashMap;
/// use tfvalue::Number;
///
/// let third: Number = "0.33333333333333333333".parse()?;
/// let map = HashMap::from([("b", third), ("a", Number::from(1))]);
/// assert_eq!(tfvalue::json::to_string(&map)?, r#"{"a":1,"b":0.33333333333333333333}"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    to_vec(value).and_then(text)
}

/// Writes a value as JSON into a writer, with a single call to `write_all`.
///
/// # Errors
///
/// Fails in the same cases as [`to_vec`], and if the writer fails.
///
/// # Examples
///
/// ```
/// let mut file = Vec::new();
/// tfvalue::json::to_writer(&mut file, &["a", "b"])?;
/// assert_eq!(file, br#"["a","b"]"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_writer<W: io::Write, T: Serialize + ?Sized>(mut writer: W, value: &T) -> Result<()> {
    writer.write_all(&to_vec(value)?).map_err(Error::io)
}

/// Converts printed JSON to a string.
pub(super) fn text(printed: Vec<u8>) -> Result<String> {
    String::from_utf8(printed).map_err(|_| Error::data("a string is not UTF-8"))
}
