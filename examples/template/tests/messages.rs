//! Tests without Terraform.

use std::fs;
use std::path::PathBuf;

use terraform_provider_motd::{Message, provider};
use tfvalue::schema::diff::{Snapshot, assert_snapshot};
use tfvalue_testing::{Harness, Property};

/// Returns a new folder for the messages in a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_message_from_its_creation_to_its_end() {
    let folder = folder("a_message");
    let harness = Harness::new(provider());
    harness
        .configure(format!(r#"{{"folder": {folder:?}}}"#))
        .succeeds();
    let mut message = harness.resource("motd_message");
    let state: Message = message.apply(r#"{"name": "a"}"#).created().state();
    assert_eq!(state.text, "Welcome!");
    message.apply(r#"{"name": "a", "text": "Hi"}"#).updated();
    message.apply(r#"{"name": "a", "text": "Hi"}"#).unchanged();
    message
        .apply(r#"{"name": "a/b", "text": ""}"#)
        .fails("name", "letters, digits and `-` are required, got '/'")
        .fails("text", "1 to 200 characters");
    message.apply(r#"{"name": "b"}"#).replaced();
    let mut second = harness.resource("motd_message");
    second
        .apply(r#"{"name": "b"}"#)
        .fails("name", "import the message");
    message.import("b").succeeds();
    message.destroy().destroyed();
    assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
}

/// Tests random configurations and changes to their objects.
#[test]
fn any_message() {
    let connect = || {
        let harness = Harness::new(provider());
        let config = format!(r#"{{"folder": {:?}}}"#, folder("any_message"));
        harness.configure(config).succeeds();
        harness
    };
    Property::new("motd_message", connect)
        .hint("name", r#"["a", "b-1"]"#)
        .import(|state| state.get("name")?.as_str().map(str::to_owned))
        .check();
}

#[test]
fn the_provider_needs_a_folder() {
    let outcome = Harness::new(provider()).configure("{}");
    outcome.fails("folder", "MOTD_FOLDER");
}

/// This test detects a breaking change before the release.
#[test]
fn the_schema_has_not_changed() {
    assert_snapshot(Snapshot::of::<Message>(), "tests/schemas/message.json");
}

/// The pages for the registry are up to date with the code. `cargo run -- --docs docs` writes the pages.
#[test]
fn the_pages_are_up_to_date() {
    let written = folder("pages");
    let examples = PathBuf::from("examples");
    provider().write_docs(&written, &examples).unwrap();
    for page in ["index.md", "resources/message.md"] {
        let read = |folder: PathBuf| fs::read_to_string(folder.join(page)).unwrap();
        assert_eq!(read("docs".into()), read(written.clone()), "{page}");
    }
}
