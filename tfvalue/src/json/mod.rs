//! Reads and writes Terraform's JSON. Terraform stores states as JSON, and sends them to providers as JSON for upgrades.
//!
//! Source: "JSON Serialization Rules" in Terraform's wire format documentation. The reader is as lenient as Terraform's
//! reader: it accepts strings for numbers and bools, and numbers and bools for strings. A missing attribute is null. If
//! a name occurs more than once, maps and values keep the last value, and structs report an error. Attributes that the
//! struct does not have are an error unless they are [ignored](Deserializer::ignore_unsupported_attributes). JSON has
//! no unknown values.
//!
//! The writer sorts names and escapes strings as Terraform does, adds no whitespace, and keeps every digit of numbers.
//!
//! # Examples
//!
//! ```
//! use tfvalue::{Attr, TfSchema, json};
//!
//! #[derive(TfSchema)]
//! struct Server {
//!     #[tf(required)]
//!     name: Attr<String>,
//!     #[tf(optional)]
//!     size: Attr<u32>,
//! }
//!
//! let server: Server = json::from_str(r#"{"name": "web", "size": "2"}"#)?;
//! assert_eq!(server.size, 2);
//! assert_eq!(json::to_string(&server)?, r#"{"name":"web","size":2}"#);
//! # Ok::<(), tfvalue::Error>(())
//! ```

mod access;
mod de;
mod deserializer;
pub(crate) mod error_path;
mod faults;
mod newtype;
mod print;
mod read;
pub(crate) mod reading;
#[cfg(feature = "provider")]
pub(crate) mod response;
mod scalar;
mod ser;
mod serializer;
pub(crate) mod text;
pub(crate) mod tree;
mod value;
mod write;

pub use self::de::{from_reader, from_slice, from_str};
pub use self::deserializer::Deserializer;
pub(crate) use self::deserializer::{MISSING, too_many_missing};
pub(crate) use self::print::print;
pub(crate) use self::read::Reader;
pub use self::ser::{to_string, to_vec, to_writer};
pub use self::serializer::Serializer;
pub(crate) use self::value::dynamic_from_str;
pub use self::value::{value_from_slice, value_to_string};
pub(crate) use self::write::written;
