//! Tests without Terraform: the harness calls the provider as Terraform does, and checks the responses.

use tempfile::TempDir;
use tfvalue::{Path, Value};
use tfvalue_testing::{Config as Configuration, Harness, Lint, Property};

use super::*;

/// Returns a configured provider and the folder with the notes.
fn harness() -> (Harness<PathBuf>, TempDir) {
    let folder = TempDir::new().unwrap();
    let harness = Harness::new(provider());
    let config = serde_json::json!({ "directory": folder.path() });
    harness.configure(config.to_string()).succeeds();
    (harness, folder)
}

const FIRST: &str =
    r#"{"name": "first", "text": "one two", "tags": ["b", "a"], "meta": {"author": "me"}}"#;

#[test]
fn a_note_is_created_updated_replaced_and_deleted() {
    let (harness, folder) = harness();
    let mut note = harness.resource("notes_note");
    let outcome = note.apply(FIRST).created();
    let plan: Note = outcome.plan();
    assert!(plan.id.is_unknown() && plan.revision.is_unknown());
    assert!(plan.meta.value().unwrap().words.is_unknown());
    let state: Note = outcome.state();
    assert_eq!(state.id.as_deref(), Some("first"));
    assert_eq!(state.meta.value().unwrap().words, 2);
    note.apply(FIRST).unchanged();

    let mut other = harness.resource("notes_note");
    let outcome = other.apply(FIRST);
    outcome.fails("name", "Cannot create the note");

    let state: Note = note.apply(r#"{"name": "first"}"#).updated().state();
    assert_eq!((state.revision, state.text), (2.into(), "".into()));
    note.apply(r#"{"name": "second"}"#).replaced();
    let names: Notes = harness.data_source("notes_notes", "{}").succeeds().state();
    assert_eq!(names.names, vec!["second".to_owned()]);

    note.destroy().destroyed();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn values_can_be_unknown_in_the_plan() {
    let (harness, _folder) = harness();
    let mut note = harness.resource("notes_note");
    let author = Path::from("meta").attribute("author");
    let config = Configuration::from(FIRST).unknown("text").unknown(author);
    let outcome = note.apply(config).created();
    assert!(outcome.plan::<Note>().text.is_unknown());
    assert_eq!(outcome.state::<Note>().text.as_deref(), Some("one two"));
}

#[test]
fn changes_outside_of_terraform_are_seen() {
    let (harness, folder) = harness();
    let mut note = harness.resource("notes_note");
    note.apply(FIRST).created();
    note.drift().succeeds();
    let file = folder.path().join("first.note");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("one two", "three")).unwrap();
    note.apply(FIRST).updated();
    fs::remove_file(file).unwrap();
    note.apply(FIRST).created();
}

#[test]
fn a_note_of_version_0_is_upgraded() {
    let (harness, _folder) = harness();
    let mut note = harness.resource("notes_note");
    note.apply(FIRST).created();
    let stored = r#"{"id": "first", "name": "first", "body": "one two", "tags": ["a", "b"],
        "revision": 1, "meta": {"author": "me", "words": 2}}"#;
    let state: Note = note.upgrade(0, stored).succeeds().state();
    assert_eq!(state.text.as_deref(), Some("one two"));
    note.apply(FIRST).unchanged();
}

#[test]
fn a_note_is_imported_by_its_name() {
    let (harness, _folder) = harness();
    let mut note = harness.resource("notes_note");
    note.apply(FIRST).created();
    note.forget();
    note.import("first").succeeds();
    note.apply(FIRST).unchanged();
    note.forget();
    let fault = "lower case letters, digits and dashes are required";
    note.import("../first").fails("name", fault);
}

#[test]
fn configurations_are_validated() {
    let (harness, _folder) = harness();
    let mut note = harness.resource("notes_note");
    let outcome = note.plan(r#"{"name": "First", "tags": []}"#);
    let outcome = outcome.fails("name", "lower case letters, digits and dashes are required");
    outcome.fails("tags", "at least 1 element");
}

#[test]
fn random_notes_pass() {
    let folders = std::cell::RefCell::new(Vec::new());
    let harness = || {
        let (harness, folder) = harness();
        folders.borrow_mut().push(folder);
        // The number of words can change when the text changes.
        let words = Path::from("meta").attribute("words");
        harness.allow(Lint::UnknownAlwaysPrior, words)
    };
    Property::new("notes_note", harness)
        .hint("name", r#"["first", "second", "No name"]"#)
        .import(|state| Some(state.get("name")?.as_str()?.to_owned()))
        .drift()
        .check();
}

#[test]
fn slug_returns_a_name() {
    let (harness, _folder) = harness();
    for (text, name) in [
        ("First Note!", "first-note"),
        ("--", ""),
        ("été 24", "t-24"),
    ] {
        let result = harness.function("slug", &[Value::from(text)]).unwrap();
        assert_eq!(result.as_str(), Some(name));
        assert_eq!(check_name(name).is_ok(), !name.is_empty());
    }
}
