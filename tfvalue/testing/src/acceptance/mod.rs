//! Tests of a provider with a real Terraform or OpenTofu.
//!
//! A [`Case`] is a list of [steps](Step). Each has a configuration and expectations. Terraform plans and applies the
//! configuration, and then plans once more; the second plan must be empty. At the end, everything is destroyed. The
//! provider runs in the process of the test, so there is no program to build and install, and breakpoints and code
//! coverage work. Cases that run in parallel share nothing.
//!
//! The program is the one that the environment variable `TFVALUE_TERRAFORM` names, or else `terraform` or `tofu` on
//! `PATH`. The network and the settings of the user are not used.
//!
//! # Examples
//!
//! A test in `tests/acceptance.rs`, without Rust's own harness, which cannot ignore a test at run time:
//!
//! ```toml
//! [[test]]
//! name = "acceptance"
//! harness = false
//! ```
//!
//! ```no_run
//! # mod terraform_provider_motd {
//! #     pub fn provider() -> tfvalue::provider::Provider<()> { unimplemented!() }
//! # }
//! use std::process::ExitCode;
//! use terraform_provider_motd::provider;
//! use tfvalue_testing::acceptance::{self, Case, Step};
//!
//! const HELLO: &str = r#"
//! resource "motd_message" "hello" {
//!   path = "${path.cwd}/hello.txt"
//! }"#;
//!
//! fn main() -> ExitCode {
//!     acceptance::main([Case::new("a message", provider())
//!         .step(Step::apply(HELLO).creates("motd_message.hello"))
//!         .step(Step::import("motd_message.hello", "{path}"))])
//! }
//! ```
//!
//! [`Case::run`] runs a case in an ordinary `#[test]`, which fails without a program.
//!
//! # Failures
//!
//! A case that fails prints the step and the problem, the whole configuration, the commands with Terraform's output,
//! and the log of the provider. Sensitive values of plans and states are not printed, but sensitive values in the text
//! of the configuration are: pass them with [`Step::variable`].
//!
//! Ctrl-C and SIGTERM end a case as a failure does: after the running command has ended, everything is destroyed. A
//! second signal ends the process at once.

mod case;
mod expected;
mod failure;
mod import;
mod interrupt;
mod output;
mod program;
mod query;
mod runner;
mod state_file;
mod step;
mod values;

pub use self::case::{Case, main};
pub use self::program::{Product, Program};
pub use self::query::Found;
pub use self::step::Step;
pub use self::values::{Object, Plan, State};
