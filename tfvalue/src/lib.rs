//! Terraform's and OpenTofu's value wire format, for serde.

mod absent;
mod cow;
mod error;
pub mod json;
mod key;
pub mod msgpack;
mod number;
mod path;
mod probe;
mod refinements;
pub mod schema;
mod set;
mod sink;
#[cfg(feature = "tfplugin6")]
pub mod tfplugin6;
mod token;
mod ty;
mod unknown;

#[doc(hidden)]
pub mod __private;

pub use self::error::{Category, Error, Position, Result};
pub use self::number::{Number, NumberError};
pub use self::path::{Path, Step};
pub use self::refinements::{Bound, Refinements};
#[doc(inline)]
pub use self::schema::{Schema, TfSchema, TfType};
pub use self::set::Set;
pub use self::ty::{ObjectAttribute, ObjectType, Type};
pub use self::unknown::{Attr, Unknown};

#[cfg(feature = "derive")]
pub use tfvalue_derive::TfSchema;
