//! Tests how the commands read files, and report errors.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tfvalue"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

#[track_caller]
fn assert_exit(output: &Output, status: i32, sentence: &str) {
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(words.trim_end(), format!("error: {sentence}"));
    assert_eq!(output.status.code(), Some(status));
}

/// Writes a temporary file.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, content).expect("the directory exists");
    file.display().to_string()
}

/// Returns a file that a release of Terraform or OpenTofu has written.
fn captured(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/captures/releases");
    folder.join(name).display().to_string()
}

#[test]
fn errors_name_the_file() {
    let missing: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing.json");
    let why = fs::read(&missing).expect_err("the file does not exist");
    let missing = missing.display().to_string();
    assert_exit(&run(&["plan", &missing]), 3, &format!("{missing}: {why}"));
}

#[test]
fn reports_invalid_plans() {
    let file = file("version.json", r#"{"format_version": 1}"#);
    let fault = "format_version: a string is required, got a number at line 1 column 20";
    assert_exit(&run(&["plan", &file]), 3, &format!("{file}: {fault}"));
}

/// Runs a command that succeeds, and returns what it prints.
#[track_caller]
fn prints(arguments: &[&str]) -> String {
    let output = run(arguments);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn plans_and_state_files_are_read() {
    for release in [
        "terraform-1.11.4",
        "terraform-1.16.0-rc2",
        "opentofu-1.12.6",
    ] {
        let names = ["plan.json", "tfstate", "schema.json"];
        let [json, state, schema] = names.map(|name| captured(&format!("{release}.{name}")));
        // A check of the plan has failed.
        let output = run(&["plan", &json]);
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(
            text.contains("Plan: 3 to add, 4 to change, 2 to destroy."),
            "{text}"
        );
        let state = format!("@{state}");
        let text = prints(&["inspect", "--schema", &schema, &state]);
        assert!(
            text.contains("# module.m[\"x\"].terraform_data.t\n"),
            "{text}"
        );
        let only = ["--resource", "terraform_data", "--schema", &schema, &state];
        let text = prints(&[&["inspect"], &only[..]].concat());
        assert!(
            text.contains("# terraform_data.count[1]\n{") && text.contains("(sensitive value)"),
            "{text}"
        );
    }
}

#[test]
fn an_encrypted_state_is_an_error() {
    let state =
        r#"{"serial":1,"lineage":"a","meta":{},"encrypted_data":"eA==","encryption_version":"v0"}"#;
    let file = file("encrypted.tfstate", state);
    let schema = captured("opentofu-1.12.6.schema.json");
    let sentence = "a state file is required, got an encrypted state of OpenTofu, which `tofu state pull` decrypts with \
                    the configuration";
    let output = run(&["inspect", "--schema", &schema, &format!("@{file}")]);
    assert_exit(&output, 3, &format!("{file}: {sentence}"));
}

#[test]
fn a_saved_plan_is_named() {
    let plan = file("a.plan", b"PK\x03\x04");
    let sentence = format!(
        "{plan}: a value or a state file is required, got a saved plan, whose format is internal to Terraform: `tfvalue plan \
         FILE` prints it"
    );
    assert_exit(&run(&["inspect", &format!("@{plan}")]), 3, &sentence);
}
