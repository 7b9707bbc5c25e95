//! The names that almost every source file of a provider uses. The prelude does not contain names from the module
//! `provider`, because compiler errors would show these names with the path of the prelude.
//!
//! # Examples
//!
//! ```
//! use tfvalue::prelude::*;
//!
//! #[derive(TfSchema)]
//! #[tf(kind = resource)]
//! struct Server {
//!     #[tf(required)]
//!     name: Attr<String>,
//!     #[tf(block)]
//!     disk: Unknown<Vec<Disk>>,
//! }
//!
//! #[derive(TfSchema)]
//! struct Disk {
//!     #[tf(required)]
//!     size: Attr<Number>,
//! }
//!
//! assert_eq!(Server::schema().block.attributes.len(), 1);
//! ```

pub use crate::functions::TfArguments;
pub use crate::paths::TfPaths;
pub use crate::types::{TfIdentity, TfKnown};
pub use crate::{
    Attr, Diagnostic, Diagnostics, Dynamic, FromApi, Number, Path, Set, TfFunction, TfSchema,
    ToApi, Unknown,
};
