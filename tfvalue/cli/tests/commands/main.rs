//! Tests of the commands.

mod console;
mod docs;
#[cfg(feature = "export")]
mod export;
mod generate;
mod guide;
mod inspect;
mod new;
mod plan;
mod programs;
mod release;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns an empty folder for a test.
fn folder(command: &str, test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(command)
        .join(test);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command. Returns the exit status, and the output followed by the errors.
fn outcome(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}
