//! Schemas in the JSON that `terraform providers schema -json` prints.
//!
//! Whatever is read is written back as the same JSON: members that are false, zero or empty are
//! left out as Terraform does it, names are sorted, and a provider without a schema of its own is
//! `{"version":0}`. All versions of the format from 0.1 to 1.x are read.
//!
//! Nothing is lost silently: a member that is not known is an error that names its place. Newer
//! releases of Terraform add members without raising the major version of the format; a tool
//! that can do without them says so with [`from_slice_ignoring_unsupported`].
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

mod members;
mod object;
mod read;
mod write;

use std::io;

use crate::error::{Error, Result};

/// What can stand alone as a document: [`ProviderSchemas`](super::ProviderSchemas),
/// [`ProviderSchema`](super::ProviderSchema), [`Schema`](super::Schema),
/// [`Function`](super::Function) and [`Identity`](super::Identity).
pub trait Document: Sized + sealed::Document {}

impl<T: sealed::Document> Document for T {}

mod sealed {
    use super::object::Object;

    pub trait Document: Object {}

    impl Document for crate::schema::ProviderSchemas {}
    impl Document for crate::schema::ProviderSchema {}
    impl Document for crate::schema::Schema {}
    impl Document for crate::schema::Function {}
    impl Document for crate::schema::Identity {}
}

/// Reads a document.
///
/// # Errors
///
/// If the text is not JSON, a member is missing, not known, or of another type, or the major
/// version of the format is another.
pub fn from_slice<T: Document>(json: &[u8]) -> Result<T> {
    read::document(json, false)
}

/// Reads a document, leaving out members that are not known.
///
/// # Errors
///
/// As [`from_slice`], but not for members that are not known.
///
/// # Examples
///
/// ```
/// use tfvalue::Schema;
/// use tfvalue::schema::json;
///
/// let newer = br#"{"version": 2, "block": {"description_kind": "plain", "colour": "red"}}"#;
/// let error = json::from_slice::<Schema>(newer).unwrap_err();
/// assert_eq!(error.path().to_string(), "block");
/// assert_eq!(error.message(), r#"unsupported attribute "colour""#);
/// assert_eq!(json::from_slice_ignoring_unsupported::<Schema>(newer)?.version, 2);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_slice_ignoring_unsupported<T: Document>(json: &[u8]) -> Result<T> {
    read::document(json, true)
}

/// Reads a document from a reader, to its end.
///
/// # Errors
///
/// If reading fails, or as [`from_slice`].
pub fn from_reader<T: Document>(mut reader: impl io::Read) -> Result<T> {
    let mut json = Vec::new();
    reader.read_to_end(&mut json).map_err(Error::io)?;
    from_slice(&json)
}

/// Writes a document compactly, as Terraform does.
///
/// # Errors
///
/// Never for what [`from_slice`] has read.
pub fn to_vec<T: Document>(document: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(&write::Out(document)).map_err(crate::json::error)
}

/// Writes a document with a member a line, for people and for version control.
///
/// # Errors
///
/// Never for what [`from_slice`] has read.
pub fn to_string_pretty<T: Document>(document: &T) -> Result<String> {
    serde_json::to_string_pretty(&write::Out(document)).map_err(crate::json::error)
}

/// Writes a document compactly to a writer.
///
/// # Errors
///
/// If writing fails.
pub fn to_writer<T: Document>(writer: impl io::Write, document: &T) -> Result<()> {
    serde_json::to_writer(writer, &write::Out(document)).map_err(|error| {
        match error.io_error_kind() {
            Some(_) => Error::io(error.into()),
            None => crate::json::error(error),
        }
    })
}
