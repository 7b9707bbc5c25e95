//! The types of fields: `Attr`, `Unknown`, `Set`, `Dynamic`, `EmptyTuple`, `GoDuration` and
//! `Json`.

mod convert;
mod dynamic;
mod empty_tuple;
pub(crate) mod fast_read;
mod go_duration;
mod json_text;
#[cfg(feature = "plan")]
pub mod same_as;
mod set;
mod unknown;
mod unknown_serde;

pub use self::dynamic::Dynamic;
pub use self::empty_tuple::EmptyTuple;
pub use self::go_duration::GoDuration;
pub use self::json_text::Json;
pub(crate) use self::set::Ordered;
pub use self::set::Set;
pub use self::unknown::{Attr, Unknown};
pub(crate) use self::unknown_serde::UnknownVisitor;
