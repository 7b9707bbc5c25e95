//! Runs a real `terraform` or `tofu` over the example provider.
//!
//! Each test has a folder, a database and a provider of its own, so tests run side by side. The
//! provider is served in the test's own process and handed over by `TF_REATTACH_PROVIDERS`: no
//! `init`, no installation, no network.

mod bench;
mod binary;
mod both;
mod plan;
mod run;

pub(crate) use bench::Bench;
pub(crate) use both::{by_both_protocols, over};
pub(crate) use run::Diagnostic;
