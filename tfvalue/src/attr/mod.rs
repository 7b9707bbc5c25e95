//! The types of fields: `Attr`, `Unknown`, `Set`, `Dynamic`, `EmptyTuple`, `GoDuration`, `Json`
//! and `Text`.

mod convert;
mod dynamic;
mod empty_tuple;
mod env;
pub(crate) mod fast_read;
mod go_duration;
mod json_text;
mod kept;
pub mod same_as;
mod set;
mod text;
mod unknown;
mod unknown_serde;

pub use self::dynamic::Dynamic;
pub use self::empty_tuple::EmptyTuple;
pub use self::go_duration::GoDuration;
pub(crate) use self::go_duration::text::nanos as go_duration_nanos;
pub use self::json_text::Json;
pub(crate) use self::set::Ordered;
pub use self::set::Set;
#[cfg(feature = "base64")]
pub use self::text::Base64;
#[cfg(feature = "yaml")]
pub use self::text::Yaml;
pub use self::text::{ByteSize, Text, TfText};
pub use self::unknown::{Attr, Unknown};
pub(crate) use self::unknown_serde::UnknownVisitor;
