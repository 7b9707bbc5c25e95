//! The messages of Terraform's provider protocol, version 6, that carry values, schemas and diagnostics.

mod messages;

pub use messages::*;
