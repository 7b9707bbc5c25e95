//! Reads every file and writes the same JSON, with the same numbers.

use std::path::{Path, PathBuf};

use tfvalue::Type;
use tfvalue_show::{
    self as show, Configuration, Plan, Raw, ResourceChange, ResourceChanges, State,
};

use crate::files::{captures, corpus, is_state};

#[test]
fn captures_of_a_test_provider() {
    let files = captures("show");
    assert_eq!(files.len(), 48);
    assert_round_trips(files);
}

#[test]
fn captures_of_the_aws_provider() {
    let files = captures("aws/show");
    assert_eq!(files.len(), 6);
    assert_round_trips(files);
}

#[test]
fn captures_of_opentofu() {
    let files = captures("opentofu");
    assert_eq!(files.len(), 7);
    assert_round_trips(files);
}

#[test]
fn files_from_public_repositories() {
    for folder in ["plan", "state"] {
        let Some(files) = corpus(folder) else {
            continue;
        };
        assert!(files.len() >= 5);
        assert_round_trips(files);
    }
}

fn assert_round_trips(files: Vec<(PathBuf, Vec<u8>)>) {
    for (path, json) in files {
        let written = match path.to_string_lossy() {
            name if name.ends_with(".config.json") => configuration(&path, &json),
            _ if is_state(&path) => state(&path, &json),
            _ => plan(&path, &json),
        };
        assert!(
            same(&json, written.as_bytes()),
            "{} is written differently",
            path.display()
        );
    }
}

fn state(path: &Path, json: &[u8]) -> String {
    let state = show::from_slice::<State>(json).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    for resource in state.resources() {
        resource.snapshot().value(&Type::Dynamic).unwrap();
    }
    assert!(state.other.is_empty(), "{path:?}: {:?}", state.other);
    let streamed: State = show::from_reader(json).unwrap();
    let streamed = show::to_string(&streamed).unwrap();
    let written = show::to_string(&state).unwrap();
    assert_eq!(streamed, written);
    written
}

fn plan(path: &Path, json: &[u8]) -> String {
    let plan = show::from_slice::<Plan>(json).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    for changed in &plan.resource_changes {
        changed.change.before().value(&Type::Dynamic).unwrap();
        changed.change.after().value(&Type::Dynamic).unwrap();
    }
    let empty = |raw: &Raw| matches!(raw.get(), "null" | "[]" | "{}" | "false");
    assert!(plan.other.values().all(empty), "{path:?}: {:?}", plan.other);

    let changes = ResourceChanges::from_reader(json);
    let changes: Vec<ResourceChange> = changes.collect::<Result<_, _>>().unwrap();
    let text = |changes: &Vec<ResourceChange>| serde_json::to_string(changes).unwrap();
    assert_eq!(text(&changes), text(&plan.resource_changes));
    let drift = ResourceChanges::drift_from_reader(json);
    let drift: Vec<ResourceChange> = drift.collect::<Result<_, _>>().unwrap();
    assert_eq!(text(&drift), text(&plan.resource_drift));

    let streamed: Plan = show::from_reader(json).unwrap();
    let streamed = show::to_string(&streamed).unwrap();
    let written = show::to_string(&plan).unwrap();
    assert_eq!(streamed, written);
    written
}

fn configuration(path: &Path, json: &[u8]) -> String {
    let configuration: Configuration = show::from_slice(json).unwrap();
    let other = &configuration.other;
    assert!(other.is_empty(), "{path:?}: {other:?}");
    let streamed: Configuration = show::from_reader(json).unwrap();
    let written = show::to_string(&configuration).unwrap();
    assert_eq!(show::to_string(&streamed).unwrap(), written);
    written
}

/// Compares JSON as values. Unlike numbers in `serde_json`, these numbers keep all digits.
fn same(a: &[u8], b: &[u8]) -> bool {
    let value = |json: &[u8]| {
        let raw = Raw::from_json(std::str::from_utf8(json).unwrap()).unwrap();
        raw.to_value(&Type::Dynamic).unwrap()
    };
    value(a) == value(b)
}

#[test]
fn comparison_finds_differences() {
    for (a, b) in [
        ("[]", "{}"),
        ("0.1", "0.10000000000000001"),
        ("{}", r#"{"a":null}"#),
    ] {
        assert!(same(a.as_bytes(), a.as_bytes()) && !same(a.as_bytes(), b.as_bytes()));
    }
}
