//! The functions that read JSON.

use std::io;

use serde::de::{Deserialize, DeserializeOwned};

use super::deserializer::Deserializer;
use crate::error::{Error, Result};

/// Reads a value from a slice of JSON.
///
/// A `&str` borrows from the input, so its text must not have escapes.
///
/// # Errors
///
/// Fails if the input is not the JSON of a `T`, or if anything follows the value.
///
/// # Examples
///
/// ```
/// let list: Vec<u8> = tfvalue::json::from_slice(br#"[1, "2"]"#)?;
/// assert_eq!(list, [1, 2]);
/// let error = tfvalue::json::from_slice::<Vec<u8>>(b"[1, true]").unwrap_err();
/// assert_eq!(error.to_string(), "[1]: a number is required, got a bool at line 1 column 5");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(input: &'de [u8]) -> Result<T> {
    Deserializer::from_slice(input).read()
}

/// Reads a value from a JSON string.
///
/// # Errors
///
/// Fails like [`from_slice`].
///
/// # Examples
///
/// ```
/// let pair: (bool, &str) = tfvalue::json::from_str(r#"[true, "a"]"#)?;
/// assert_eq!(pair, (true, "a"));
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(input: &'de str) -> Result<T> {
    from_slice(input.as_bytes())
}

/// Reads a value from a reader of JSON.
///
/// The whole input is read into memory first, so the reader does not have to be buffered. The value
/// cannot borrow from it.
///
/// # Errors
///
/// Fails if reading fails, if the input is not the JSON of a `T`, or if anything follows the value.
///
/// # Examples
///
/// ```
/// let file = std::io::Cursor::new(r#"["a", "b"]"#);
/// let list: Vec<String> = tfvalue::json::from_reader(file)?;
/// assert_eq!(list, ["a", "b"]);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_reader<R: io::Read, T: DeserializeOwned>(mut reader: R) -> Result<T> {
    let mut input = Vec::new();
    reader.read_to_end(&mut input).map_err(Error::io)?;
    from_slice(&input)
}
