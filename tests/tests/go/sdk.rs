//! A provider with terraform-plugin-sdk/v2 is judged as Terraform judges it: broken rules that Terraform tolerates for
//! the legacy type system are logged.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use tfvalue::Path;
use tfvalue::rules::Rule;
use tfvalue_client::Client;
use tfvalue_testing::{FindingKind, Harness, Lint, Property};
use tfvalue_tests::go_program;

use super::Test;

pub(crate) const TRIALS: &[Test] = &[
    ("the_life_of_a_box", the_life_of_a_box),
    ("the_legacy_sdk_is_tolerated", the_legacy_sdk_is_tolerated),
    ("a_panic_of_the_legacy_sdk", a_panic_of_the_legacy_sdk),
    ("random_boxes_pass", random_boxes_pass),
];

fn start() -> Client {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| go_program::build("go_sdk_provider").unwrap());
    Client::start(&Command::new(program)).wait().unwrap()
}

fn configured(client: &Client) -> Harness {
    // The SDK reads unset maps, and unset strings in sets, as empty.
    let harness = Harness::for_client(client).allow(Lint::RefreshChanged, Path::root());
    harness.configure(r#"{"region": "north"}"#).succeeds();
    harness
}

fn the_life_of_a_box() {
    let client = start();
    assert_eq!(client.protocol(), 5);
    let harness = configured(&client);
    let mut case = harness.resource("old_box");
    let config =
        r#"{"name": "a", "size": 5, "secret": "hunter2", "slot": {"port": 80, "note": "x"}}"#;
    let created = case.apply(config).created();
    let schema = client.schema().wait().unwrap().schema;
    let block = &schema.resource_schemas["old_box"].block;
    let url = created.value.get("url").unwrap();
    assert_eq!(url.as_str(), Some("https://box/a"));
    assert_eq!(
        block.sensitive_paths(&created.value),
        [Path::from("secret")]
    );
    case.apply(config).unchanged();
    let changed = config.replace("80", "81");
    let updated = case.apply(&changed).updated();
    let paths: Vec<String> = created
        .value
        .differences(&updated.value)
        .map(|one| one.path.to_string())
        .collect();
    assert_eq!(paths, ["slot[0].port", "tags"]);
    // `CustomizeDiff` replaces a box that becomes smaller.
    case.apply(changed.replace("5", "4")).replaced();
    case.forget();
    case.import("a").succeeds();
    let count = harness.data_source("old_count", "{}").succeeds();
    assert_eq!(count.value.get("text"), Some(&"1".into()));
    case.destroy().destroyed();
}

/// The SDK returns a value other than the planned value. Terraform only logs this difference.
fn the_legacy_sdk_is_tolerated() {
    let client = start();
    let harness = configured(&client);
    let mut case = harness.resource("old_box");
    let outcome = case.apply(r#"{"name": "a", "label": "loud"}"#);
    assert!(outcome.has(Rule::ValueChanged, "label"), "{outcome}");
    let rule = FindingKind::from(Rule::ValueChanged);
    assert!(
        outcome.faults().all(|fault| fault.kind != rule),
        "{outcome}"
    );
    let logged = outcome.findings.iter().filter(|one| one.kind == rule);
    assert!(logged.clone().count() > 0 && logged.clone().all(|one| one.is_logged));
}

fn a_panic_of_the_legacy_sdk() {
    let client = start();
    let harness = configured(&client);
    let mut case = harness.resource("old_box");
    let outcome = case.apply(r#"{"name": "a", "label": "panic"}"#);
    assert!(outcome.has(FindingKind::Crash, Path::root()), "{outcome}");
    let text = outcome.to_string();
    assert!(text.contains("panic: the label is panic"), "{text}");
}

fn random_boxes_pass() {
    let client = start();
    Property::new("old_box", || configured(&client))
        // An empty ID means that there is no object.
        .hint("name", r#"["a", "b", "c d"]"#)
        .hint("label", r#"["plain", "a", "b"]"#)
        .hint("size", "[1, 2, 3]")
        // The SDK panics if a number is close to 2^63.
        .hint("slot.port", "[80, 443]")
        .cases(10)
        .check();
}
