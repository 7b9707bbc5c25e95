//! Reads and writes Terraform's MessagePack, the format in which Terraform sends and receives values.
//!
//! Source: "MessagePack Serialization Rules" in Terraform's wire format documentation. The output is canonical: it
//! consists of the same bytes that Terraform writes.
//!
//! Objects must be complete: a missing, unsupported or duplicate attribute is an error. Only nested blocks may be
//! missing, in which case they are empty. Duplicate map keys and bytes after the value are also errors. A value may be
//! nested [`MAX_DEPTH`] levels deep. Strings must be UTF-8. To convert values with invalid strings, use
//! [`replace_invalid_utf8`].
//!
//! # Examples
//!
//! ```
//! use tfvalue::{Attr, TfSchema, msgpack};
//!
//! #[derive(TfSchema)]
//! struct Server {
//!     #[tf(required)]
//!     name: Attr<String>,
//!     #[tf(optional)]
//!     size: Attr<u32>,
//! }
//!
//! let bytes = b"\x82\xa4name\xa3web\xa4size\xc0";
//! let server: Server = msgpack::from_slice(bytes)?;
//! assert_eq!(server.name, "web");
//! assert!(server.size.is_null());
//! assert_eq!(msgpack::to_vec(&server)?, bytes);
//! # Ok::<(), tfvalue::Error>(())
//! ```

mod access;
mod compound;
mod de;
mod deserializer;
mod dynamic;
mod entries;
mod notes;
pub(crate) mod number;
mod order;
pub(crate) mod read;
mod refinements;
mod ser;
mod serializer;
mod set;
mod utf8;
pub(crate) mod value;
pub(crate) mod write;
mod writer;

pub use self::de::{from_reader, from_slice};
pub use self::deserializer::Deserializer;
pub(crate) use self::serializer::state_with_nulls;
pub use self::serializer::{Compound, Serializer, to_vec, to_vec_for, to_writer};
pub(crate) use self::serializer::{Output, encoded};
pub use self::utf8::replace_invalid_utf8;
pub(crate) use self::utf8::text_of;
pub(crate) use self::value::{Format, encode, room_for};
pub use self::value::{value_from_slice, value_to_vec};
pub(crate) use self::writer::Encode;
pub use self::writer::Purpose;
pub(crate) use self::writer::Writer;
pub use crate::limits::MAX_DEPTH;
