//! Tests each kind of step of a harness.

use tfvalue::rules::{PlannedAction, Rule};
use tfvalue::state::MoveSource;
use tfvalue::{Attr, Path, functions::FunctionError};
use tfvalue_testing::{Config, FindingKind, Harness, Lint};

use super::shop::{self, Disk, Item, Key, Shop, Stock};

fn harness() -> Harness<Shop> {
    let harness = Harness::new(shop::provider());
    harness.configure("{}").succeeds();
    harness
}

#[test]
fn an_item_is_created_updated_replaced_and_destroyed() {
    for version in [5, 6] {
        let harness = harness().protocol(version);
        let mut item = harness.resource("shop_item");
        let outcome = item
            .apply(r#"{"name": "a", "disk": [{"size": 3}]}"#)
            .created();
        let plan: Item = outcome.plan();
        assert!(plan.id.is_unknown() && plan.revision.is_unknown());
        let state: Item = outcome.state();
        assert_eq!(state.id.as_deref(), Some("i-1"));
        assert!(state.disk == vec![Disk { size: 3.into() }]);
        assert_eq!(item.private(), br#"{"created":true}"#);

        let outcome = item.plan(r#"{"name": "a", "size": 2}"#).updated();
        assert_eq!(outcome.state::<Item>().size, 1);
        let outcome = item.apply(r#"{"name": "a", "size": 2}"#).updated();
        assert_eq!(outcome.state::<Item>().revision, 2);
        item.apply(r#"{"name": "a", "size": "2"}"#).unchanged();
        let outcome = item.apply(r#"{"name": "b"}"#).replaced();
        assert_eq!(outcome.state::<Item>().id.as_deref(), Some("i-2"));
        assert_eq!(harness.client().items.lock().unwrap().len(), 1);
        item.import("i-2").succeeds();
        item.import_identity(r#"{"id": "i-2"}"#).succeeds();
        item.destroy().destroyed();
        assert!(harness.client().items.lock().unwrap().is_empty());
        item.apply(r#"{"name": "b"}"#).created();
    }
}

#[test]
fn a_configuration_can_be_a_struct() {
    let harness = harness();
    let config = Item {
        name: "a".into(),
        ..Item::default()
    };
    let state: Item = harness
        .resource("shop_item")
        .apply(&config)
        .created()
        .state();
    assert_eq!(state.name, config.name);
}

#[test]
fn unknown_values_are_known_when_they_are_applied() {
    let harness = harness();
    let mut item = harness.resource("shop_item");
    let config = Config::from(r#"{"name": "a", "size": 4, "disk": [{"size": 3}]}"#);
    let config = config
        .unknown("name")
        .unknown(Path::from("disk").index(0).attribute("size"));
    let outcome = item.apply(config).created();
    let plan: Item = outcome.plan();
    assert!(plan.name.is_unknown() && plan.disk.known().unwrap()[0].size.is_unknown());
    let state: Item = outcome.state();
    assert_eq!(state.name.as_deref(), Some("a"));
    assert_eq!(state.disk.known().unwrap()[0].size, 3);
    let config = Config::from(r#"{"name": "b", "size": 5}"#).unknown("name");
    item.apply(config).replaced();
}

#[test]
fn an_item_that_fails_is_replaced() {
    let harness = harness();
    let mut item = harness.resource("shop_item");
    let outcome = item.apply(r#"{"name": "a", "color": "broken"}"#);
    let outcome = outcome.fails("color", "Out of paint");
    assert_eq!(outcome.state::<Item>().id.as_deref(), Some("i-1"));
    assert!(item.is_tainted());
    item.apply(r#"{"name": "a", "color": "red"}"#).replaced();
    assert!(!item.is_tainted());
    assert_eq!(harness.client().items.lock().unwrap().len(), 1);
}

#[test]
fn a_new_item_can_be_created_before_the_old_one_is_destroyed() {
    let harness = harness();
    let mut item = harness.resource("shop_item").create_before_destroy();
    let ids = || Vec::from_iter(harness.client().items.lock().unwrap().keys().cloned());
    item.apply(r#"{"name": "a"}"#).created();
    item.apply(r#"{"name": "b"}"#).replaced();
    assert_eq!(ids(), ["i-2"]);
    let outcome = item.apply(r#"{"name": "c", "color": "broken"}"#);
    let outcome = outcome.fails("color", "Out of paint");
    assert_eq!(outcome.state::<Item>().id.as_deref(), Some("i-3"));
    assert!(item.is_tainted());
    assert_eq!(ids(), ["i-2", "i-3"]);
    item.apply(r#"{"name": "c", "color": "red"}"#).replaced();
    assert_eq!(ids(), ["i-4"]);
    item.destroy().destroyed();
    assert_eq!(ids(), [""; 0]);
}

#[test]
fn invalid_configurations_fail_at_their_attribute() {
    let harness = harness();
    let mut item = harness.resource("shop_item");
    item.apply(r#"{"name": "far too long"}"#)
        .fails("name", "1 to 8 characters");
    let outcome = item.apply(r#"{"name": "a", "colour": "red"}"#);
    assert!(
        outcome.has(FindingKind::InvalidTest, Path::root()),
        "{outcome}"
    );
    let outcome = item.apply("{}");
    assert!(outcome.has(FindingKind::InvalidTest, "name"), "{outcome}");
    let outcome = item.apply("{");
    assert!(
        outcome.has(FindingKind::InvalidTest, Path::root()),
        "{outcome}"
    );
}

#[test]
fn changes_outside_of_terraform_are_changed_back() {
    let harness = harness();
    let mut item = harness.resource("shop_item");
    item.apply(r#"{"name": "a", "color": "red"}"#).created();
    let shop = harness.client();
    shop.items.lock().unwrap().get_mut("i-1").unwrap().color = "blue".into();
    let plan = item.plan(r#"{"name": "a", "color": "red"}"#).updated();
    assert_eq!(plan.plan::<Item>().color.as_deref(), Some("red"));
    item.apply(r#"{"name": "a", "color": "red"}"#).updated();
    shop.items.lock().unwrap().clear();
    item.apply(r#"{"name": "a", "color": "red"}"#).created();
    item.set_stored("color", "green");
    assert_eq!(
        item.refresh().succeeds().state::<Item>().color.as_deref(),
        Some("red")
    );
}

#[test]
fn objects_that_somebody_else_has_deleted_are_created_again() {
    let harness = harness();
    let mut item = harness.resource("shop_item");
    let config = r#"{"name": "a"}"#;
    item.apply(config).created();
    item.delete_outside().succeeds();
    assert!(harness.client().items.lock().unwrap().is_empty());
    item.apply(config).created();
    item.destroy_twice().destroyed();
    assert!(item.refresh().succeeds().value.is_null());
    item.apply(config).created();
}

#[test]
fn old_states_are_upgraded() {
    let harness = harness();
    let mut item = harness.resource("shop_item");
    let outcome = item
        .upgrade(0, r#"{"name": "a", "color": "red"}"#)
        .succeeds();
    assert_eq!(outcome.state::<Item>().color.as_deref(), Some("red"));
    let spoiled = super::spoiled::harness("upgrade forgets", 6);
    let outcome = spoiled
        .resource("shop_item")
        .upgrade(0, r#"{"name": "a", "color": "red"}"#);
    assert!(outcome.has(Lint::UpgradeChanged, "color"), "{outcome}");
}

#[test]
fn states_of_other_types_are_moved() {
    let harness = harness();
    let mut item = harness.resource("shop_item");
    item.apply(r#"{"name": "a"}"#).created();
    let source = MoveSource::new("old_item", 0, "registry.terraform.io/example/old");
    let moved = item.move_from(&source, r#"{"id": "i-1"}"#).succeeds();
    assert_eq!(moved.state::<Item>().id.as_deref(), Some("i-1"));
    item.apply(r#"{"name": "a"}"#).unchanged();
    let other = MoveSource::new("other_item", 0, source.provider_address);
    let outcome = item.move_from(&other, r#"{"id": "i-1"}"#);
    outcome.fails(Path::root(), "other_item");
}

#[test]
fn imports_become_the_state() {
    let harness = harness();
    let mut item = harness.resource("shop_item");
    item.apply(r#"{"name": "a"}"#).created();
    item.forget();
    let outcome = item.import("i-1").succeeds();
    assert_eq!(outcome.state::<Item>().name.as_deref(), Some("a"));
    item.apply(r#"{"name": "a"}"#).unchanged();
    item.forget();
    item.import("i-7").fails(Path::root(), "non-existent");
}

#[test]
fn data_sources_and_ephemeral_resources_are_checked() {
    let harness = harness();
    let stock: Stock = harness.data_source("shop_stock", "{}").succeeds().state();
    assert_eq!(stock.count, 0);
    let key: Key = harness
        .ephemeral_resource("shop_key", "{}")
        .succeeds()
        .state();
    assert_eq!(key.key.as_deref(), Some("k-1"));
    let spoiled = super::spoiled::harness("null data", 6);
    let outcome = spoiled.data_source("shop_stock", "{}");
    assert!(outcome.has(Rule::NullResult, Path::root()), "{outcome}");
    let spoiled = super::spoiled::harness("ephemeral changed", 6);
    let outcome = spoiled.ephemeral_resource("shop_key", r#"{"door": "front"}"#);
    assert!(
        outcome.has(Rule::PlannedValueDiffersFromConfig, "door"),
        "{outcome}"
    );
}

#[test]
fn forgotten_attributes_are_findings() {
    for (fault, method) in [
        ("forgotten", "ApplyResourceChange"),
        ("read forgotten", "ReadResource"),
    ] {
        let harness = Harness::new(shop::provider());
        let config = format!(r#"{{"fault": {fault:?}}}"#);
        harness.configure(config).succeeds();
        let mut item = harness.resource("shop_item");
        let outcome = item.apply(r#"{"name": "a"}"#);
        let [finding] = &outcome.findings[..] else {
            panic!("{outcome}");
        };
        assert_eq!(finding.kind, Rule::UnknownInResult.into());
        assert_eq!(finding.method, method);
        assert_eq!(finding.path.to_string(), "revision");
        assert_eq!(
            finding.problem,
            "unknown value cty.UnknownVal(cty.Number), which the handler must set before it returns"
        );
        assert_eq!(outcome.errors().count(), 0, "{outcome}");
        // The object exists in the service, and Terraform stores the values that are known.
        assert_eq!(outcome.state::<Item>().id.as_deref(), Some("i-1"));
        assert_eq!(item.is_tainted(), fault == "forgotten");
        assert_eq!(harness.client().items.lock().unwrap().len(), 1);
    }
    let harness = Harness::new(shop::provider());
    harness.configure(r#"{"fault": "unknown data"}"#).succeeds();
    let outcome = harness.data_source("shop_stock", "{}");
    assert!(outcome.has(Rule::UnknownInResult, "count"), "{outcome}");
}

#[test]
fn advice_can_be_turned_off() {
    let config = r#"{"name": "a", "color": "red"}"#;
    let harness = super::spoiled::harness("spelling", 6).allow(Lint::RefreshChanged, "size");
    let outcome = harness.resource("shop_item").apply(config);
    assert!(outcome.has(Lint::RefreshChanged, "color"), "{outcome}");
    let harness = harness.allow(Lint::RefreshChanged, "color");
    let outcome = harness.resource("shop_item").apply(config);
    assert!(!outcome.has(Lint::RefreshChanged, "color"), "{outcome}");
}

#[test]
fn secrets_are_in_no_text() {
    let harness = super::spoiled::harness("write-only echoed", 6);
    let config = r#"{"name": "a", "password": "hunter2"}"#;
    let outcome = harness.resource("shop_item").apply(config);
    assert!(outcome.has(Rule::WriteOnlyValue, "password"), "{outcome}");
    assert!(!outcome.to_string().contains("hunter2"), "{outcome}");
}

#[test]
#[should_panic(expected = "step 2 (apply shop_item): expected an update, got Create")]
fn another_action_panics() {
    let _ = harness()
        .resource("shop_item")
        .apply(r#"{"name": "a"}"#)
        .updated();
}

#[test]
#[should_panic(expected = "rule ValueChanged at size")]
fn findings_panic() {
    let harness = super::spoiled::harness("value changed", 6);
    let outcome = harness.resource("shop_item").apply(r#"{"name": "a"}"#);
    assert_eq!(outcome.action, Some(PlannedAction::Create));
    let _ = outcome.created();
}

#[test]
fn handlers_can_wait_for_other_threads() {
    let harness = Harness::with_block_on(shop::provider(), |call| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(call)
    });
    harness.configure("{}").succeeds();
    let state: Item = harness
        .resource("shop_item")
        .apply(r#"{"name": "a"}"#)
        .created()
        .state();
    assert_eq!(state.color, Attr::null());
}

#[test]
fn functions_are_called() {
    let harness = harness();
    let result = harness.function("price", &[2.into(), 5.into()]);
    assert_eq!(result.unwrap(), 10.into());
    let error = harness
        .function("price", &[0.into(), 5.into()])
        .unwrap_err();
    let expected = FunctionError::new("at least one item is required").at_argument(0);
    assert_eq!(error, expected);
}

#[test]
#[should_panic(expected = "function price: 2 arguments are required, got 0")]
fn functions_are_called_with_their_arguments() {
    let _ = harness().function("price", &[]);
}

#[test]
fn an_error_that_mentions_a_bug_is_an_ordinary_error() {
    let harness = harness();
    let mut item = harness.resource("shop_item");
    let outcome = item.apply(r#"{"name": "a", "color": "cursed"}"#);
    outcome.fails("color", "This is a bug in the provider");
}

/// Terraform removes attributes that the schema does not have, if the state has the current version.
#[test]
fn attributes_that_were_removed_without_a_new_version_are_ignored() {
    let harness = harness();
    let mut item = harness.resource("shop_item");
    item.apply(r#"{"name": "a", "disk": [{"size": 3}]}"#)
        .created();
    let state = r#"{
        "id": "i-1", "name": "a", "size": 1, "color": null, "tags": null, "zone": "eu", "revision": 1, "password": null,
        "disk": [{"size": 3, "kind": {"name": "ssd"}}], "old": [1, {"x": null}]
    }"#;
    let state: Item = item.upgrade(1, state).succeeds().state();
    assert_eq!(state.name, "a");
    assert!(state.disk == vec![Disk { size: 3.into() }]);
    item.apply(r#"{"name": "a", "disk": [{"size": 3}]}"#)
        .unchanged();
    // Attributes that the schema has must match their types.
    let outcome = item.upgrade(1, r#"{"id": "i-1", "size": {"old": 1}}"#);
    assert!(outcome.has(Rule::WrongType, "size"), "{outcome}");
}
