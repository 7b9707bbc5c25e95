//! Fingerprints of write-only values.

use tfvalue_testing::{Config, Harness};
use tfvalue_tests::accounts::{self, Account, Accounts};

fn harness() -> Harness<Accounts> {
    let harness = Harness::new(accounts::provider());
    harness.configure("{}").succeeds();
    harness
}

fn password(harness: &Harness<Accounts>, name: &str) -> Option<String> {
    harness.client().lock().unwrap()[name].0.clone()
}

const FIRST: &str = r#"{"name": "a", "password": "hush-1"}"#;
const SECOND: &str = r#"{"name": "a", "password": "hush-2"}"#;

#[test]
fn another_value_is_an_update() {
    let harness = harness();
    let mut account = harness.resource("inventory_account");
    let outcome = account.apply(FIRST).created();
    assert_eq!(outcome.plan::<Account>().password_revision, 1);
    let state: Account = outcome.state();
    assert!(state.password_revision == 1 && state.token == "a-1");
    account.apply(FIRST).unchanged();

    let outcome = account.apply(SECOND).updated();
    let planned: Account = outcome.plan();
    assert!(planned.password_revision == 2 && planned.token.is_unknown());
    assert_eq!(outcome.state::<Account>().token, "a-2");
    assert_eq!(password(&harness, "a").as_deref(), Some("hush-2"));
    account.apply(SECOND).unchanged();
    account.drift().succeeds();
    account.import("a").succeeds();

    // Other changes keep the revision.
    let noted = r#"{"name": "a", "password": "hush-2", "note": "x"}"#;
    let state: Account = account.apply(noted).updated().state();
    assert!(state.password_revision == 2 && state.token == "a-2");

    // Removing the value also counts as a change.
    let none = r#"{"name": "a", "note": "x"}"#;
    assert_eq!(
        account
            .apply(none)
            .updated()
            .state::<Account>()
            .password_revision,
        3
    );
    assert_eq!(password(&harness, "a"), None);
    account.apply(none).unchanged();
    assert_eq!(
        account
            .apply(noted)
            .updated()
            .state::<Account>()
            .password_revision,
        4
    );
}

#[test]
fn an_update_that_failed_is_planned_again() {
    let harness = harness();
    let mut account = harness.resource("inventory_account");
    account.apply(FIRST).created();
    let failing = r#"{"name": "a", "password": "hush-2", "note": "fail"}"#;
    account
        .apply(failing)
        .fails(tfvalue::Path::root(), "not available");
    assert_eq!(password(&harness, "a").as_deref(), Some("hush-1"));
    account.apply(SECOND).updated();
    assert_eq!(password(&harness, "a").as_deref(), Some("hush-2"));
    account.apply(SECOND).unchanged();
}

#[test]
fn an_unknown_value_is_compared_when_it_is_known() {
    let harness = harness();
    let mut account = harness.resource("inventory_account");
    let outcome = account
        .apply(Config::from(FIRST).unknown("password"))
        .created();
    assert_eq!(outcome.plan::<Account>().password_revision, 1);
    let outcome = account.apply(Config::from(FIRST).unknown("password"));
    assert!(outcome.plan::<Account>().password_revision.is_unknown());
    assert_eq!(outcome.updated().state::<Account>().password_revision, 1);
    let outcome = account.apply(Config::from(SECOND).unknown("password"));
    assert!(outcome.plan::<Account>().password_revision.is_unknown());
    assert_eq!(outcome.updated().state::<Account>().password_revision, 2);
    assert_eq!(password(&harness, "a").as_deref(), Some("hush-2"));
}

#[test]
fn an_object_without_fingerprints_is_updated_once() {
    let harness = harness();
    let mut account = harness.resource("inventory_account");
    account.apply(FIRST).created();
    account.forget();
    account.import("a").succeeds();
    let none = r#"{"name": "a"}"#;
    account.apply(none).unchanged();
    // Other changes do not count.
    let noted = r#"{"name": "a", "note": "x"}"#;
    let state: Account = account.apply(noted).updated().state();
    assert!(state.password_revision.is_null() && state.keys_revision.is_null());
    let noted = r#"{"name": "a", "note": "x", "password": "hush-1"}"#;
    assert_eq!(
        account
            .apply(noted)
            .updated()
            .state::<Account>()
            .password_revision,
        1
    );
    account.apply(noted).unchanged();

    // An earlier version of the provider had neither the attribute nor fingerprints.
    let old = r#"{"name": "a", "note": "x", "password": null, "token": "a-1"}"#;
    account.upgrade(0, old).succeeds();
    account.apply(noted).updated();
    account.apply(noted).unchanged();
}

#[test]
fn several_values_share_a_revision_that_requires_replacement() {
    let harness = harness();
    let mut account = harness.resource("inventory_account");
    let config =
        |key: &str, old: &str| format!(r#"{{"name": "a", "key": [{key}], "old_key": {old}}}"#);
    account.apply(config("\"x\", \"y\"", "4")).created();
    account.apply(config("\"x\", \"y\"", "4")).unchanged();
    let outcome = account.apply(config("\"x\", \"y\"", "5")).replaced();
    assert_eq!(outcome.state::<Account>().keys_revision, 1);
    account.apply(config("\"y\", \"x\"", "5")).replaced();
    account.apply(config("\"y\", \"x\"", "5")).unchanged();
    // The unknown key may turn out to be different, and an update cannot become a replacement during apply.
    let unknown = Config::from(config("\"y\", \"x\"", "5")).unknown("old_key");
    account.apply(unknown).replaced();
}

#[test]
fn private_data_tells_little() {
    let harness = harness();
    let private = |name: &str| {
        let mut account = harness.resource("inventory_account");
        let config = format!(r#"{{"name": "{name}", "password": "hush-1", "note": "x"}}"#);
        account.apply(config.clone()).created();
        let first = account.private().to_vec();
        // The fingerprint of a value remains the same, so a second fingerprint reveals nothing more.
        account.apply(config.replace("\"x\"", "\"y\"")).updated();
        assert_eq!(account.private(), first);
        String::from_utf8(first).unwrap()
    };
    let (one, other) = (private("a"), private("b"));
    assert_ne!(one, other);
    assert!(one.contains(r#""created":true"#), "{one}");
    for private in [&one, &other] {
        assert!(!private.contains("hush"), "{private}");
        let (_, bits) = private.split_once(r#""password":"#).unwrap();
        let (bits, _) = bits.split_once('}').unwrap();
        assert!(bits.parse::<u32>().unwrap() < 1 << 24, "{private}");
    }
}

#[test]
fn keys_of_this_crate_are_reserved() {
    let harness = harness();
    let mut account = harness.resource("inventory_account");
    account
        .apply(r#"{"name": "a", "note": ".fingerprints"}"#)
        .fails(tfvalue::Path::root(), "\".fingerprints\" is reserved");
}
