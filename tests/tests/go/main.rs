//! Drives providers written in Go: `tests/go_provider` uses terraform-plugin-framework, over both protocols;
//! `tests/go_sdk_provider` uses terraform-plugin-sdk/v2.
//!
//! If Go is missing, the tests are ignored. The test of the AWS provider is also ignored if the provider's program,
//! which `TFVALUE_AWS_PROVIDER` specifies, is missing.

mod aws;
mod calls;
mod fallback;
mod harness;
mod sdk;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Failed, Trial};
use tfvalue_client::{Client, Options};
use tfvalue_tests::go_program;

fn main() -> ExitCode {
    let has_go = Command::new("go").arg("version").output().is_ok();
    let go = [
        calls::TRIALS,
        fallback::TRIALS,
        harness::TRIALS,
        sdk::TRIALS,
    ];
    let go = trials(go.into_iter().flatten(), has_go, "go is missing");
    let has_aws = aws_program().is_some();
    let aws = trials(aws::TRIALS, has_aws, "the AWS provider is missing");
    let trials = go.into_iter().chain(aws);
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// Returns the tests, which are ignored if a requirement is missing.
fn trials<'a>(
    tests: impl IntoIterator<Item = &'a Test>,
    is_possible: bool,
    missing: &str,
) -> Vec<Trial> {
    let trials = tests.into_iter().map(|&(name, test)| {
        let run = move || -> Result<(), Failed> {
            test();
            Ok(())
        };
        let kind = if is_possible { "" } else { missing };
        Trial::test(name, run)
            .with_kind(kind)
            .with_ignored_flag(!is_possible)
    });
    trials.collect()
}

/// Returns the program of the AWS provider.
fn aws_program() -> Option<PathBuf> {
    env::var_os("TFVALUE_AWS_PROVIDER").map(PathBuf::from)
}

/// A test with its name.
type Test = (&'static str, fn());

/// Builds the provider once.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| go_program::build("go_provider").unwrap())
}

/// Starts the provider with the given protocol version.
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
