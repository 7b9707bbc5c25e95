//! Tests how the programs report errors.

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
fn assert_exit(output: &Output, status: i32, sentence: &str) {
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(words.trim_end(), sentence);
    assert_eq!(output.status.code(), Some(status));
}

#[test]
fn errors_name_the_file() {
    let missing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing.json");
    let why = fs::read(&missing).expect_err("the file does not exist");
    let sentence = format!("{}: {why}", missing.display());
    let diff = run(env!("CARGO_BIN_EXE_diff"), &missing);
    assert_exit(&diff, 1, &format!("diff: {sentence}"));
    let policy = run(env!("CARGO_BIN_EXE_policy"), &missing);
    assert_exit(&policy, 2, &format!("policy: {sentence}"));
}

#[test]
fn reports_invalid_plans() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("version.json");
    fs::write(&file, r#"{"format_version": 1}"#).expect("the directory exists");
    let fault = "format_version: a string is required, got a number at line 1 column";
    let diff = run(env!("CARGO_BIN_EXE_diff"), &file);
    assert_exit(&diff, 1, &format!("diff: {fault} 21"));
    let policy = run(env!("CARGO_BIN_EXE_policy"), &file);
    // It reads a stream, and the parser has not read past the number yet.
    assert_exit(&policy, 2, &format!("policy: {fault} 20"));
}
