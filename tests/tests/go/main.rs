//! Drives providers written in Go: `tests/go_provider` with terraform-plugin-framework, over both protocols, and
//! `tests/go_sdk_provider` with terraform-plugin-sdk/v2.
//!
//! Without Go, the tests are ignored.

mod calls;
mod fallback;
mod harness;
mod sdk;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Failed, Trial};
use tfvalue::client::{Client, Options};
use tfvalue_tests::go_program;

fn main() -> ExitCode {
    let has_go = Command::new("go").arg("version").output().is_ok();
    let trials = [
        calls::TRIALS,
        fallback::TRIALS,
        harness::TRIALS,
        sdk::TRIALS,
    ]
    .into_iter()
    .flatten();
    let trials = trials.map(|&(name, test)| {
        let run = move || -> Result<(), Failed> {
            test();
            Ok(())
        };
        let kind = if has_go { "" } else { "go is missing" };
        Trial::test(name, run)
            .with_kind(kind)
            .with_ignored_flag(!has_go)
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// A test with its name.
type Test = (&'static str, fn());

/// Builds the provider once.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| go_program::build("go_provider").unwrap())
}

/// Starts the provider with a version of the protocol.
fn start(version: u32, options: &[&str]) -> Client {
    let mut command = Command::new(program());
    command
        .args(["-protocol", &version.to_string()])
        .args(options);
    Options::new()
        .protocol(version)
        .start(&command)
        .wait()
        .unwrap()
}
