//! Reads and writes schemas as the JSON that `terraform providers schema -json` prints.
//!
//! The functions have the same names as the functions in [`json`](crate::json), and work with the types that implement
//! [`Document`].
//!
//! A document is written in the form in which it was read. Members that are false, zero or empty are omitted, names are
//! sorted, and a provider without its own schema is written as `{"version":0}`. The reader accepts format versions 0.1
//! to 1.x.
//!
//! Terraform does not print whether a nested block is computed. In documents of this crate, the `block` of a computed
//! nested block has the member `"computed":true`.
//!
//! An unsupported member is an error, so that no information is lost silently. Newer releases of Terraform
//! add members without a new major version of the format. To ignore such members, use
//! [`from_slice_ignoring_unsupported`].
//!
//! # Examples
//!
//! ```
//! use tfvalue::schema::{ProviderSchemas, json};
//!
//! let printed = br#"{"format_version":"1.0","provider_schemas":{"example.com/shop/shop":{
//!     "provider":{"version":0,"block":{"description_kind":"plain"}},
//!     "resource_schemas":{"shop_order":{"version":1,"block":{
//!         "attributes":{"total":{"type":"number","description_kind":"plain","computed":true}},
//!         "description_kind":"plain"}}}}}}"#;
//! let schemas: ProviderSchemas = json::from_slice(printed)?;
//! let shop = &schemas.provider_schemas["example.com/shop/shop"];
//! let order = &shop.resource_schemas["shop_order"];
//! assert_eq!(order.version, 1);
//! assert!(order.block.attribute("total").unwrap().computed);
//!
//! let same = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).unwrap();
//! assert_eq!(same(&json::to_vec(&schemas)?), same(printed));
//! # Ok::<(), tfvalue::Error>(())
//! ```

pub(crate) mod members;
mod object;
mod read;
mod words;
mod write;

use std::io;

pub(crate) use self::words::Word;
use crate::error::{Error, Result};

/// A type that represents a document: [`ProviderSchemas`](super::ProviderSchemas),
/// [`ProviderSchema`](super::ProviderSchema), [`Schema`](super::Schema),
/// [`Snapshot`](super::diff::Snapshot), [`Function`](super::Function) and [`Identity`](super::Identity).
pub trait Document: Sized + sealed::Document {}

impl<T: sealed::Document> Document for T {}

mod sealed {
    use super::object::JsonObject;

    pub trait Document: JsonObject {}

    impl Document for crate::schema::ProviderSchemas {}
    impl Document for crate::schema::ProviderSchema {}
    impl Document for crate::schema::Schema {}
    impl Document for crate::schema::diff::Snapshot {}
    impl Document for crate::schema::Function {}
    impl Document for crate::schema::Identity {}
}

/// Reads a document from bytes.
///
/// # Errors
///
/// Fails if the bytes are not JSON, if a member is missing, unsupported, duplicated or of the wrong type, or if the
/// major version of the format is not supported.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::{Schema, json};
///
/// let schema: Schema = json::from_slice(br#"{"version": 1, "block": {}}"#)?;
/// assert_eq!(schema.version, 1);
///
/// let error = json::from_slice::<Schema>(br#"{"version": "1", "block": {}}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "version: a whole number is required, got a string at line 1 column 15",
/// );
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_slice<T: Document>(json: &[u8]) -> Result<T> {
    read::document(json, false)
}

/// Reads a document from a string.
///
/// # Errors
///
/// Fails in the same cases as [`from_slice`].
///
/// # Examples
///
/// ```
/// use tfvalue::schema::{Schema, json};
///
/// let schema: Schema = json::from_str(r#"{"version": 1, "block": {}}"#)?;
/// assert_eq!(schema.version, 1);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_str<T: Document>(json: &str) -> Result<T> {
    from_slice(json.as_bytes())
}

/// Reads a document from a reader until the end of the input.
///
/// The reader does not have to be buffered.
///
/// # Errors
///
/// Fails if reading fails, and in the same cases as [`from_slice`].
///
/// # Examples
///
/// ```
/// use tfvalue::schema::{Schema, json};
///
/// // Usually a file, or the output of `terraform providers schema -json`.
/// let reader = &br#"{"version": 1, "block": {}}"#[..];
/// let schema: Schema = json::from_reader(reader)?;
/// assert_eq!(schema.version, 1);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_reader<R: io::Read, T: Document>(mut reader: R) -> Result<T> {
    let mut json = Vec::new();
    reader.read_to_end(&mut json).map_err(Error::io)?;
    from_slice(&json)
}

/// Reads a document from bytes, and ignores unsupported members.
///
/// # Errors
///
/// Fails in the same cases as [`from_slice`], except for unsupported members.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::Schema;
/// use tfvalue::schema::json;
///
/// let newer = br#"{"version": 2, "block": {"description_kind": "plain", "color": "red"}}"#;
/// let error = json::from_slice::<Schema>(newer).unwrap_err();
/// assert_eq!(error.path().to_string(), "block");
/// assert_eq!(error.message(), r#"unsupported attribute "color""#);
/// assert_eq!(json::from_slice_ignoring_unsupported::<Schema>(newer)?.version, 2);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_slice_ignoring_unsupported<T: Document>(json: &[u8]) -> Result<T> {
    read::document(json, true)
}

/// Writes a document as compact JSON bytes, like Terraform.
///
/// # Errors
///
/// Writing a document that was previously read never fails.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::{Schema, json};
///
/// let bytes = json::to_vec(&Schema::default())?;
/// assert_eq!(bytes, br#"{"version":0,"block":{"description_kind":"plain"}}"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_vec<T: Document>(document: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(&write::Out(document)).map_err(crate::error::json::convert)
}

/// Writes a document as a compact JSON string, like Terraform.
///
/// # Errors
///
/// Writing a document that was previously read never fails.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::{Schema, json};
///
/// let text = json::to_string(&Schema::default())?;
/// assert_eq!(text, r#"{"version":0,"block":{"description_kind":"plain"}}"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_string<T: Document>(document: &T) -> Result<String> {
    serde_json::to_string(&write::Out(document)).map_err(crate::error::json::convert)
}

/// Writes a document as an indented JSON string, for human readers and for version control.
///
/// # Errors
///
/// Writing a document that was previously read never fails.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::{Schema, json};
///
/// let text = json::to_string_pretty(&Schema::default())?;
/// assert!(text.starts_with("{\n  \"version\": 0,\n"));
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_string_pretty<T: Document>(document: &T) -> Result<String> {
    serde_json::to_string_pretty(&write::Out(document)).map_err(crate::error::json::convert)
}

/// Writes a document as compact JSON to a writer.
///
/// # Errors
///
/// Fails if writing fails.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::{Schema, json};
///
/// let mut bytes = Vec::new();
/// json::to_writer(&mut bytes, &Schema::default())?;
/// assert_eq!(bytes, json::to_vec(&Schema::default())?);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_writer<W: io::Write, T: Document>(writer: W, document: &T) -> Result<()> {
    serde_json::to_writer(writer, &write::Out(document)).map_err(crate::error::json::convert)
}
