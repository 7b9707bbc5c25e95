//! The messages of Terraform's provider protocol, version 6, that carry values, schemas and
//! diagnostics, with conversions.
//!
//! A provider that generates the rest of the protocol with tonic or prost puts these in the place
//! of the generated ones:
//!
//! ```text
//! .extern_path(".tfplugin6.DynamicValue", "::tfvalue::tfplugin6::DynamicValue")
//! ```
//!
//! The same goes for `Schema`, `Diagnostic`, `AttributePath`, `RawState`, `StringKind` and
//! `FunctionError`.

mod diagnostic_impls;
mod dynamic_value;
mod messages;
mod schema_impls;

pub use messages::*;
