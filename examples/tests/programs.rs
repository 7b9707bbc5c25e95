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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/captures/plan_files");
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
fn plan_files_and_state_files_are_read_like_json() {
    for release in [
        "terraform-1.11.4",
        "terraform-1.16.0-rc2",
        "opentofu-1.12.6",
    ] {
        let names =
            ["plan", "plan.json", "tfstate", "schema.json"].map(|name| format!("{release}.{name}"));
        let [plan, json, state, schema] = names.each_ref().map(String::as_str);
        let diff = env!("CARGO_BIN_EXE_diff");
        let text = prints(diff, &[], &[plan, schema]);
        assert!(
            text.contains("Plan: 3 to add, 4 to change, 2 to destroy."),
            "{text}"
        );
        assert_eq!(text, prints(diff, &[], &[json]));
        assert!(
            prints(diff, &[], &[state, schema]).contains("# module.m[\"x\"].terraform_data.t\n")
        );

        let inspect = env!("CARGO_BIN_EXE_inspect");
        for file in [plan, state] {
            let text = prints(
                inspect,
                &["--resource", "terraform_data", "--schema"],
                &[schema, file],
            );
            assert!(
                text.contains("# terraform_data.count[1]\n{") && text.contains("(sensitive value)"),
                "{text}"
            );
        }
        let policy = env!("CARGO_BIN_EXE_policy");
        assert_eq!(
            prints(policy, &[], &[plan, schema]) + &prints(policy, &[], &[state]),
            ""
        );
    }
}

#[test]
fn an_encrypted_state_is_an_error() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("encrypted.tfstate");
    let state =
        r#"{"serial":1,"lineage":"a","meta":{},"encrypted_data":"eA==","encryption_version":"v0"}"#;
    fs::write(&file, state).expect("the directory exists");
    let schema = "../tests/data/captures/plan_files/opentofu-1.12.6.schema.json";
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join(schema);
    let mut diff = Command::new(env!("CARGO_BIN_EXE_diff"));
    let output = diff.args([file, schema]).output();
    let sentence = "diff: a state file is required, got an encrypted state of OpenTofu, which `tofu state pull` \
                    decrypts with the configuration";
    assert_exit(&output.expect("the program runs"), 1, sentence);
}

#[test]
fn a_plan_file_needs_schemas() {
    let plan = "../tests/data/captures/plan_files/terraform-1.11.4.plan";
    let plan = Path::new(env!("CARGO_MANIFEST_DIR")).join(plan);
    let output = run(env!("CARGO_BIN_EXE_policy"), &plan);
    let sentence = "policy: this file needs the schemas: name the output of `terraform providers schema -json`, too";
    assert_exit(&output, 2, sentence);
}
