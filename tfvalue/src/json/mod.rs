//! Terraform's JSON: the form in which it stores states and hands them over for upgrades.
//!
//! Source: "JSON Serialization Rules" of Terraform's wire format. The reader is as lenient as
//! Terraform's own: numbers and bools may stand in strings, strings may be numbers or bools, an
//! attribute that is missing is null, and of repeated names the last counts. Attributes that the
//! struct does not have are an error unless
//! [ignored](Deserializer::ignore_unsupported_attributes). JSON has no unknown values.
//!
//! What is written is compact, sorted and escaped as Terraform writes it, and numbers keep every
//! digit.

mod access;
mod de;
pub(crate) mod error_path;
mod foreign;
mod print;
mod read;
mod scalar;
mod ser;
mod serializer;
mod value;
mod write;

pub use self::de::{Deserializer, from_reader, from_slice, from_str};
pub(crate) use self::foreign::error;
pub(crate) use self::print::print;
pub use self::ser::{to_string, to_vec, to_writer};
pub use self::serializer::Serializer;
pub use self::value::{value_from_slice, value_to_string};
pub(crate) use self::write::written;
