//! Finds the changes between two versions of a schema, and reports whether the changes break users of the provider.
//!
//! # Examples
//!
//! ```
//! use tfvalue::schema::diff;
//! use tfvalue::{Attr, TfSchema};
//!
//! mod v1 {
//!     # use tfvalue::{Attr, TfSchema};
//!     #[derive(TfSchema)]
//!     pub struct Server {
//!         #[tf(required)]
//!         pub name: Attr<String>,
//!         #[tf(optional)]
//!         pub size: Attr<i64>,
//!     }
//! }
//!
//! #[derive(TfSchema)]
//! struct Server {
//!     #[tf(required)]
//!     name: Attr<String>,
//!     #[tf(required)]
//!     size: Attr<String>,
//!     #[tf(optional)]
//!     zone: Attr<String>,
//! }
//!
//! let changes = diff::compare(&v1::Server::schema(), &Server::schema());
//! let text: Vec<_> = changes.iter().map(ToString::to_string).collect();
//! assert_eq!(text, [
//!     r#"breaking: size: type changed from "number" to "string""#,
//!     "breaking: size: is now required",
//!     "zone: added",
//! ]);
//! assert_eq!(changes.iter().filter(|change| change.is_breaking()).count(), 2);
//! ```
//!
//! In the tests of a provider, [`assert_snapshot`] compares a schema with the schema in a file. A [`Snapshot`] of a
//! struct also contains the defaults and replacements.

mod change;
mod compare;
mod provider;
mod rules;
mod snapshot;

pub use self::change::{ChangeKind, Flag, SchemaChange};
pub use self::compare::compare;
pub use self::provider::compare_providers;
pub use self::rules::Snapshot;
pub(crate) use self::rules::{Rules, RulesByPath};
pub use self::snapshot::{assert_snapshot, check_snapshot};
