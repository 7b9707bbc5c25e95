//! Compiler errors from the derive macro: each file in `ui/` contains one kind of mistake.
//!
//! The expected output comes from one version of Rust: `toolchain` in the workspace's `Cargo.toml`. With any other
//! version, the test is skipped. After updating Rust, run the test with `TRYBUILD=overwrite` and review the changes.

use std::env;
use std::io::{self, Write as _};
use std::process::Command;

/// Returns the version that CI uses.
fn pinned() -> &'static str {
    let manifest = include_str!("../../Cargo.toml");
    let mut lines = manifest.lines();
    let version = lines.find_map(|line| line.strip_prefix("toolchain = \""));
    version.and_then(|rest| rest.split('"').next()).unwrap()
}

/// Returns the version of the compiler that compiles the files.
fn current() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn ui() {
    let (pinned, current) = (pinned(), current());
    if current == pinned {
        trybuild::TestCases::new().compile_fail("ui/*.rs");
    } else {
        // Unlike the output of `println!`, this message is shown even if the test passes.
        _ = writeln!(
            io::stderr(),
            "skipped: ui: Rust {pinned} is required, this is {current}: \
             run `cargo +{pinned} test -p tfvalue-compile-fail`"
        );
    }
}
