//! Tests a provider with the real Terraform or OpenTofu program.
//!
//! A [`Case`] is a list of [steps](Step). Each step has a configuration and expectations. Terraform plans and applies
//! the configuration, and then plans once more. The second plan must be empty. At the end, all objects are destroyed.
//! The provider runs in the process of the test, so you do not need to build and install a program, and breakpoints and
//! code coverage work. Cases that run in parallel do not share any data.
//!
//! The environment variable `TFVALUE_TERRAFORM` specifies the program. The default is `terraform` or `tofu` on `PATH`.
//! Cases use neither the network nor the settings of the user.
//!
//! # Examples
//!
//! This is a test in `tests/acceptance.rs`. It does not use Rust's test harness, which cannot ignore a test at run time:
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
//! [`Case::run`] runs a case in an ordinary `#[test]`, which fails if there is no program.
//!
//! # Failures
//!
//! A case that fails prints the step and the problem, the whole configuration, the commands with Terraform's output,
//! and the log of the provider. Sensitive values in plans and states are not printed. Sensitive values in the
//! configuration itself are printed, so pass such values with [`Step::variable`].
//!
//! Ctrl-C and SIGTERM end a case in the same way as a failure: after the running command has ended, all objects are
//! destroyed. A second signal ends the process immediately.

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
