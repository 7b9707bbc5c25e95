//! How the programs end when something is wrong: with a sentence.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(program: &str, argument: &Path) -> Output {
    Command::new(program)
        .arg(argument)
        .output()
        .expect("the program runs")
}

#[track_caller]
fn ends_with(output: &Output, status: i32, sentence: &str) {
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(words.trim_end(), sentence);
    assert_eq!(output.status.code(), Some(status));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let missing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing.json");
    let why = fs::read(&missing).expect_err("there is no such file");
    let sentence = format!("{}: {why}", missing.display());
    let diff = run(env!("CARGO_BIN_EXE_diff"), &missing);
    ends_with(&diff, 1, &format!("diff: {sentence}"));
    let policy = run(env!("CARGO_BIN_EXE_policy"), &missing);
    ends_with(&policy, 2, &format!("policy: {sentence}"));
}

#[test]
fn a_plan_that_is_none_is_explained() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("version.json");
    fs::write(&file, r#"{"format_version": 1}"#).expect("the directory is there");
    let fault = "format_version: a string is required, got a number at line 1 column";
    let diff = run(env!("CARGO_BIN_EXE_diff"), &file);
    ends_with(&diff, 1, &format!("diff: {fault} 21"));
    let policy = run(env!("CARGO_BIN_EXE_policy"), &file);
    // It reads a stream, whose parser has not looked beyond the number yet.
    ends_with(&policy, 2, &format!("policy: {fault} 20"));
}
