//! Runs the `terraform` or `tofu` program with the example provider.
//!
//! Each test has its own folder, database and provider, so tests can run in parallel. The test process
//! serves the provider, and Terraform connects through `TF_REATTACH_PROVIDERS`. This setup needs no `init`, no
//! installation and no network.

mod bench;
use tfvalue_tests::binary;
mod both;
mod files;
mod plan;
mod protocol;
mod recorder;
mod run;

pub(crate) use bench::Bench;
pub(crate) use both::{by_both_protocols, over};
pub(crate) use files::Announced;
pub(crate) use protocol::Protocol;
pub(crate) use recorder::{Call, Calls, Recorder};
pub(crate) use run::Diagnostic;
