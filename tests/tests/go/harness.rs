//! The harness and random configurations test a provider written in Go.

use tfvalue::Path;
use tfvalue::rules::Rule;
use tfvalue_client::Client;
use tfvalue_testing::{FindingKind, Harness, Property};

use super::{Test, start};

pub(crate) const TRIALS: &[Test] = &[
    ("the_life_of_a_note", the_life_of_a_note),
    ("broken_rules_are_findings", broken_rules_are_findings),
    (
        "the_legacy_type_system_is_only_logged",
        the_legacy_type_system_is_only_logged,
    ),
    ("a_crash_is_a_finding", a_crash_is_a_finding),
    ("random_notes_pass", random_notes_pass),
];

fn configured(client: &Client) -> Harness {
    let harness = Harness::for_client(client);
    harness.configure(r#"{"prefix": "p"}"#).succeeds();
    harness
}

fn the_life_of_a_note() {
    for version in [5, 6] {
        let client = start(version, &[]);
        let harness = configured(&client);
        let mut note = harness.resource("go_note");
        let created = note.apply(r#"{"name": "first"}"#).created();
        assert_eq!(created.value.get("text").unwrap().as_str(), Some("empty"));
        note.apply(r#"{"name": "first"}"#).unchanged();
        note.apply(r#"{"name": "first", "text": "a"}"#).updated();
        note.apply(r#"{"name": "second", "text": "a"}"#).replaced();
        note.forget();
        note.import("second").succeeds();
        note.apply(r#"{"name": "second", "text": "a"}"#).unchanged();
        note.upgrade(0, r#"{"name": "second", "text": "a", "length": 1}"#)
            .succeeds();
        let count = harness.data_source("go_count", "{}").succeeds();
        assert_eq!(count.value.get("number"), Some(&1.into()));
        harness.ephemeral_resource("go_token", "{}").succeeds();
        let shouted = harness.function("shout", &["a".into()]).unwrap();
        assert_eq!(shouted.as_str(), Some("A"));
        note.destroy().destroyed();
    }
}

fn broken_rules_are_findings() {
    for version in [5, 6] {
        let client = start(version, &[]);
        let harness = configured(&client);
        let mut note = harness.resource("go_note");
        let outcome = note.apply(r#"{"name": "loud", "text": "shout"}"#);
        assert!(outcome.has(Rule::ValueChanged, "text"), "{outcome}");
        assert!(outcome.faults().count() > 0, "{outcome}");
    }
}

/// Terraform's old SDK sets a flag in its responses. With this flag, Terraform tolerates responses that it would
/// otherwise reject.
fn the_legacy_type_system_is_only_logged() {
    let client = start(5, &["-legacy"]);
    let harness = configured(&client);
    assert!(!super::calls::shouts(&client)[0].is_fatal());
    let mut note = harness.resource("go_note");
    let outcome = note.apply(r#"{"name": "louder", "text": "shout"}"#);
    assert!(outcome.has(Rule::ValueChanged, "text"), "{outcome}");
    let rule = FindingKind::from(Rule::ValueChanged);
    assert!(
        outcome.faults().all(|fault| fault.kind != rule),
        "{outcome}"
    );
}

fn a_crash_is_a_finding() {
    let client = start(6, &[]);
    let harness = configured(&client);
    let mut note = harness.resource("go_note");
    let outcome = note.apply(r#"{"name": "first", "text": "panic"}"#);
    assert!(outcome.has(FindingKind::Crash, Path::root()), "{outcome}");
    let text = outcome.to_string();
    assert!(text.contains("panic: the text is panic"), "{text}");
}

fn random_notes_pass() {
    let client = start(6, &[]);
    Property::new("go_note", || configured(&client))
        .hint("text", r#"["", "a", "b", "\u00e9"]"#)
        .import(|state| Some(state.get("name")?.as_str()?.to_owned()))
        .cases(10)
        .check();
}
