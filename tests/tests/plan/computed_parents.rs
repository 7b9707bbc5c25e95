//! Defaults of members whose parent is computed and not configured: the service chooses the values, which are then kept.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tfvalue::plan::resource_change;
use tfvalue::rules::{PlanRequest, PlanResponse, check_plan};
use tfvalue::{Attr, Set, TfSchema, Value};
use tfvalue_tests::objects::object_of;

#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource)]
struct Zone {
    #[tf(required)]
    name: Attr<String>,
    #[tf(computed)]
    revision: Attr<i64>,
    #[tf(optional, computed)]
    one: Attr<Soa>,
    #[tf(optional, computed)]
    list: Attr<Vec<Attr<Soa>>>,
    #[tf(optional, computed)]
    set: Attr<Set<Attr<Soa>>>,
    #[tf(optional, computed)]
    map: Attr<BTreeMap<String, Attr<Soa>>>,
    #[tf(optional, computed)]
    outer: Attr<Outer>,
    #[tf(optional)]
    given: Attr<Soa>,
    #[tf(default = Soa::default())]
    present: Attr<Soa>,
    #[tf(computed, members(optional, computed))]
    assigned: Attr<Soa>,
    #[tf(optional, computed, members = computed)]
    shown: Attr<Soa>,
}

#[derive(TfSchema, Clone, Default)]
struct Outer {
    #[tf(optional, computed)]
    soa: Attr<Soa>,
    #[tf(default = Soa::default())]
    present: Attr<Soa>,
}

#[derive(TfSchema, Clone, Default)]
struct Soa {
    #[tf(default = 7200)]
    refresh: Attr<i64>,
    #[tf(default = 60, keep)]
    retry: Attr<i64>,
    #[tf(default = 9, keep(unless_changed = "refresh"))]
    expire: Attr<i64>,
    #[tf(default = 1, keep(not_null))]
    ttl: Attr<i64>,
    #[tf(computed)]
    serial: Attr<i64>,
}

/// The values that the service chose, which can differ from the defaults.
const CHOSEN: &str = r#"{"refresh": 7000, "retry": 61, "expire": 8, "ttl": 2, "serial": 5}"#;
const KEPT: &str = r#"{"refresh": 7000, "retry": 61, "expire": 8, "ttl": 2, "serial": "?"}"#;
const DEFAULTS: &str = r#"{"refresh": 7200, "retry": 60, "expire": 9, "ttl": 1, "serial": "?"}"#;
const STORED: &str = r#"{"refresh": 7200, "retry": 60, "expire": 9, "ttl": 1, "serial": 5}"#;

/// Checks members of the planned state. A new name changes the whole zone.
#[track_caller]
fn check(prior: &str, config: &str, expected: &str) {
    let block = Zone::block();
    let fill = |text: &str| {
        let text = text.replace("CHOSEN", CHOSEN).replace("KEPT", KEPT);
        let text = text.replace("DEFAULTS", DEFAULTS).replace("STORED", STORED);
        serde_json::from_str::<Json>(&text).unwrap()
    };
    let prior = match prior {
        "" => Value::null(block.implied_type()),
        prior => {
            let mut state = fill(prior);
            state["name"] = "old".into();
            state["revision"] = 1.into();
            if state["present"].is_null() {
                state["present"] = fill("STORED");
            }
            object_of(&block, &state)
        }
    };
    let mut config = fill(config);
    if config["name"].is_null() {
        config["name"] = "new".into();
    }
    let config = object_of(&block, &config);
    let planned = resource_change::<Zone>(PlanRequest {
        config: &config,
        prior: &prior,
    })
    .unwrap();
    let paths = &planned.requires_replace;
    let faults = check_plan(
        &block,
        PlanRequest {
            config: &config,
            prior: &prior,
        },
        PlanResponse::new(&planned.state).requires_replace(paths),
    );
    assert!(faults.is_empty(), "{faults:?}");
    let expected = fill(expected);
    let all = object_of(&block, &expected);
    for name in expected.as_object().unwrap().keys() {
        let name = name.as_str();
        assert_eq!(planned.state.get(name), all.get(name), "{name}");
    }
}

#[test]
fn members_keep_what_the_service_chose() {
    check(
        r#"{"one": CHOSEN, "outer": {"soa": CHOSEN, "present": CHOSEN}}"#,
        "{}",
        r#"{"one": KEPT, "outer": {"soa": KEPT, "present": KEPT}, "revision": "?"}"#,
    );
    // Nothing changes.
    check(
        r#"{"one": CHOSEN, "list": [CHOSEN], "set": [CHOSEN], "map": {"k": CHOSEN}}"#,
        r#"{"name": "old"}"#,
        r#"{"one": CHOSEN, "list": [CHOSEN], "set": [CHOSEN], "map": {"k": CHOSEN}}"#,
    );
    // The service can choose a different number of elements.
    check(
        r#"{"list": [CHOSEN], "set": [CHOSEN], "map": {"k": CHOSEN}}"#,
        "{}",
        r#"{"list": "?", "set": "?", "map": "?"}"#,
    );
}

#[test]
fn the_service_chooses_on_create() {
    check(
        "",
        "{}",
        r#"{"one": "?", "list": "?", "set": "?", "map": "?", "outer": "?", "given": null,
            "present": DEFAULTS, "assigned": "?", "shown": "?"}"#,
    );
    check(
        r#"{"one": null, "outer": null}"#,
        "{}",
        r#"{"one": "?", "outer": "?", "given": null, "present": DEFAULTS}"#,
    );
}

#[test]
fn defaults_apply_to_configured_parents() {
    check(
        r#"{"one": CHOSEN, "list": [CHOSEN], "set": [CHOSEN], "map": {"k": CHOSEN}, "given": CHOSEN}"#,
        r#"{"one": {}, "list": [{}], "set": [{}], "map": {"k": {}}, "given": {}, "outer": {}}"#,
        r#"{"one": DEFAULTS, "list": [DEFAULTS], "set": [DEFAULTS], "map": {"k": DEFAULTS},
            "given": DEFAULTS, "outer": {"soa": "?", "present": DEFAULTS}}"#,
    );
}

#[test]
fn null_members_can_be_chosen_unless_they_are_kept() {
    check(
        r#"{"one": {"serial": 5}}"#,
        "{}",
        r#"{"one": {"refresh": "?", "retry": null, "expire": "?", "ttl": "?", "serial": "?"}}"#,
    );
}

#[test]
fn only_what_a_configuration_could_set_is_kept() {
    const EXPLICIT: &str =
        r#"{"refresh": "?", "retry": 61, "expire": "?", "ttl": 2, "serial": "?"}"#;
    check(
        r#"{"assigned": CHOSEN, "shown": CHOSEN}"#,
        "{}",
        &format!(r#"{{"assigned": {EXPLICIT}, "shown": {EXPLICIT}}}"#),
    );
}
