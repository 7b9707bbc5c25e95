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

/// Runs a program with files that Terraform has written, and returns what it prints.
#[track_caller]
fn prints(program: &str, before: &[&str], files: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/captures/releases");
    let at = before.last().is_some_and(|last| *last == "--schema");
    let files = files.iter().enumerate().map(|(index, name)| {
        let path = folder.join(name).display().to_string();
        // The value of `inspect`, after the file with schemas.
        if at && index > 0 {
            format!("@{path}")
        } else {
            path
        }
    });
    let output = Command::new(program).args(before).args(files).output();
    let output = output.expect("the program runs");
    let (text, words) = (
        String::from_utf8(output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{words}");
    text.expect("UTF-8")
}

#[test]
fn state_files_are_read() {
    for release in [
        "terraform-1.11.4",
        "terraform-1.16.0-rc2",
        "opentofu-1.12.6",
    ] {
        let names = ["plan.json", "tfstate", "schema.json"].map(|name| format!("{release}.{name}"));
        let [json, state, schema] = names.each_ref().map(String::as_str);
        let diff = env!("CARGO_BIN_EXE_diff");
        let text = prints(diff, &[], &[json]);
        assert!(
            text.contains("Plan: 3 to add, 4 to change, 2 to destroy."),
            "{text}"
        );
        assert!(
            prints(diff, &[], &[state, schema]).contains("# module.m[\"x\"].terraform_data.t\n")
        );

        let inspect = env!("CARGO_BIN_EXE_inspect");
        let text = prints(
            inspect,
            &["--resource", "terraform_data", "--schema"],
            &[schema, state],
        );
        assert!(
            text.contains("# terraform_data.count[1]\n{") && text.contains("(sensitive value)"),
            "{text}"
        );
        assert_eq!(prints(env!("CARGO_BIN_EXE_policy"), &[], &[state]), "");
    }
}

#[test]
fn an_encrypted_state_is_an_error() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("encrypted.tfstate");
    let state =
        r#"{"serial":1,"lineage":"a","meta":{},"encrypted_data":"eA==","encryption_version":"v0"}"#;
    fs::write(&file, state).expect("the directory exists");
    let schema = "../tests/data/captures/releases/opentofu-1.12.6.schema.json";
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join(schema);
    let mut diff = Command::new(env!("CARGO_BIN_EXE_diff"));
    let output = diff.args([file, schema]).output();
    let sentence = "diff: a state file is required, got an encrypted state of OpenTofu, which `tofu state pull` \
                    decrypts with the configuration";
    assert_exit(&output.expect("the program runs"), 1, sentence);
}

#[test]
fn a_saved_plan_is_named() {
    let plan = Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved.plan");
    fs::write(&plan, b"PK\x03\x04").expect("the directory exists");
    let sentence = "this is a saved plan, whose format is internal to Terraform: pass the output of `terraform show \
                    -json FILE`";
    let output = run(env!("CARGO_BIN_EXE_policy"), &plan);
    assert_exit(&output, 2, &format!("policy: {sentence}"));
    let output = run(env!("CARGO_BIN_EXE_diff"), &plan);
    assert_exit(&output, 1, &format!("diff: {sentence}"));
    let mut inspect = Command::new(env!("CARGO_BIN_EXE_inspect"));
    let output = inspect.arg(format!("@{}", plan.display())).output();
    let sentence = format!("inspect: {}: {sentence}; see --help", plan.display());
    assert_exit(&output.expect("the program runs"), 2, &sentence);
}
