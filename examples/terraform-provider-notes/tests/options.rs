//! Tests the program's options and its responses to a client.

use std::cell::RefCell;
use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;
use tfvalue_client::Client;
use tfvalue_testing::{Harness, Property};

fn run(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_terraform-provider-notes"));
    program.args(arguments).output().unwrap()
}

#[test]
fn help_lists_the_options() {
    let output = run(&["--help"]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("This program is a Terraform provider."),
        "{text}"
    );
    for option in ["--debug", "--schema", "--docs", "--help"] {
        assert!(text.contains(&format!("\n  {option} ")), "{text}");
    }
}

#[test]
fn other_options_are_refused() {
    for arguments in [&["--docs"][..], &["--version"], &["--schema", "x"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("start it with --help"), "{text}");
    }
}

#[test]
fn schemas_are_printed_and_pages_are_written() {
    let output = run(&["--schema"]);
    assert!(output.status.success());
    let schemas =
        tfvalue::schema::json::from_slice::<tfvalue::schema::ProviderSchemas>(&output.stdout);
    let provider = schemas
        .unwrap()
        .provider_schemas
        .into_values()
        .next()
        .unwrap();
    assert!(provider.resource_schemas.contains_key("notes_note"));

    let folder = TempDir::new().unwrap();
    let output = run(&["--docs", folder.path().to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let page = fs::read_to_string(folder.path().join("resources/note.md")).unwrap();
    assert!(page.contains("# notes_note (Resource)"), "{page}");
}

/// The harness finds no faults in the program, even with random configurations.
#[test]
fn a_client_drives_the_program() {
    let program = Command::new(env!("CARGO_BIN_EXE_terraform-provider-notes"));
    let client = Client::start(&program).wait().unwrap();
    let folders = RefCell::new(Vec::new());
    let harness = || {
        let folder = TempDir::new().unwrap();
        let harness = Harness::for_client(&client);
        let config = serde_json::json!({ "directory": folder.path() });
        harness.configure(config.to_string()).succeeds();
        folders.borrow_mut().push(folder);
        harness
    };
    let configured = harness();
    let mut note = configured.resource("notes_note");
    let created = note.apply(r#"{"name": "first", "text": "one two"}"#);
    let created = created.created().value;
    assert_eq!(created.get("id").unwrap().as_str(), Some("first"));
    note.apply(r#"{"name": "first"}"#).updated();
    note.apply(r#"{"name": "second"}"#).replaced();
    note.forget();
    note.import("second").succeeds();
    note.apply(r#"{"name": "second"}"#).unchanged();
    let invalid = note.plan(r#"{"name": "No"}"#);
    invalid.fails("name", "lower case letters");
    note.destroy().destroyed();
    let slug = configured.function("slug", &["First Note!".into()]);
    assert_eq!(slug.unwrap().as_str(), Some("first-note"));
    Property::new("notes_note", harness)
        .hint("name", r#"["first", "second", "No name"]"#)
        .cases(10)
        .check();
}
