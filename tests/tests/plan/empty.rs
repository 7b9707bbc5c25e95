//! `empty_as_null` in every nesting mode: in the plan, after apply and on refresh.

use std::collections::BTreeMap;

use tfvalue::plan::{is_respelled, semantic_equality, typed};
use tfvalue::{Attr, Set, TfSchema, Unknown, Value, json, types::TfType};

use crate::shape::{Row, run};

#[derive(TfSchema, Clone)]
struct Part {
    #[tf(required, empty_as_null, replace)]
    name: Attr<String>,
    #[tf(optional, empty_as_null, replace)]
    note: Attr<String>,
    #[tf(optional, computed, empty_as_null)]
    zone: Attr<String>,
    #[tf(default = "", empty_as_null)]
    text: Attr<String>,
    #[tf(optional, empty_as_null)]
    size: Attr<i64>,
    #[tf(optional, empty_as_null)]
    on: Attr<bool>,
    #[tf(optional, empty_as_null)]
    list: Attr<Vec<Attr<String>>>,
    #[tf(optional, empty_as_null)]
    set: Attr<Set<Attr<String>>>,
    #[tf(optional, empty_as_null)]
    map: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, empty_as_null)]
    one: Attr<Limits>,
    #[tf(optional, empty_as_null)]
    many: Attr<Vec<Attr<Limits>>>,
    #[tf(optional, empty_as_null, same_as = trimmed)]
    own: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

#[derive(TfSchema, Clone, Default)]
struct Limits {
    #[tf(optional, empty_as_null)]
    min: Attr<i64>,
    #[tf(optional)]
    max: Attr<i64>,
}

fn trimmed(text: &str) -> Option<String> {
    Some(text.trim().to_owned())
}

shapes!(Part);

const NULLS: &str = r#"{"name": "n", "text": "", "zone": "z", "id": "i"}"#;
const EMPTIES: &str = r#"{"name": "n", "note": "", "zone": "z", "text": "", "size": 0, "on": false, "list": [],
    "set": [], "map": {}, "one": {"min": 0}, "many": [], "own": "  ", "id": "i"}"#;

#[test]
fn plans_have_what_the_configuration_has() {
    run(
        &shapes(),
        &[
            Row::new("null instead of empty", EMPTIES, r#"{"name": "n"}"#)
                .planned(r#"{"name": "n", "text": "", "zone": "z", "id": "i"}"#),
            Row::new(
                "empty instead of null",
                NULLS,
                r#"{"name": "n", "note": "", "size": 0, "on": false, "list": [], "set": [], "map": {},
                    "one": {"min": 0}, "many": [], "own": "  "}"#,
            )
            .planned(EMPTIES),
            Row::new("another value", EMPTIES, r#"{"name": "n", "note": "", "size": 1}"#)
                .changed()
                .planned(r#"{"name": "n", "note": "", "size": 1, "text": "", "zone": "?", "id": "i"}"#)
                .in_sets(r#"{"name": "n", "note": "", "size": 1, "text": "", "zone": "?", "id": "?"}"#)
                .replaces_sets(true),
        ],
    );
}

#[test]
fn empty_values_require_no_replacement() {
    for shape in shapes() {
        let [config, prior] = [
            shape.state("x", r#"{"name": "", "note": ""}"#),
            shape.state("x", r#"{"name": "", "text": "", "zone": "z", "id": "i"}"#),
        ];
        let request = tfvalue::rules::PlanRequest {
            config: &config,
            prior: &prior,
        };
        let planned = (shape.plan)(request).unwrap();
        assert_eq!(planned.requires_replace, [], "{}", shape.path(""));
    }
}

/// Asserts how a response is handled in each situation.
#[track_caller]
fn kept(old: &str, new: &str, kept: &str) {
    for shape in shapes() {
        let [old, new, kept] = [old, new, kept].map(|object| shape.state("x", object));
        let got = (shape.semantic_equality)(&old, new).unwrap();
        assert_eq!(got, kept, "{}", shape.path(""));
    }
}

#[test]
fn new_states_keep_null_and_empty() {
    // The service returns empty values instead of null, and null instead of empty values.
    kept(NULLS, EMPTIES, NULLS);
    kept(EMPTIES, NULLS, EMPTIES);
    // Unknown values in a plan become null, unless the configured value cannot be null.
    kept(
        r#"{"name": "n", "text": "?", "zone": "?", "one": "?", "many": "?", "list": "?", "id": "?"}"#,
        r#"{"name": "n", "text": "", "zone": "", "one": {}, "many": [], "list": [], "id": "i"}"#,
        r#"{"name": "n", "text": "", "id": "i"}"#,
    );
    // Other values, and values that the service has lost.
    kept(
        r#"{"name": "n", "text": "", "note": "a", "size": 1, "list": ["a"], "one": {"max": 1}, "many": [{"max": 1}]}"#,
        r#"{"name": "n", "note": "", "size": 2, "list": [], "one": {"max": 0}, "many": [{"max": 1, "min": 0}]}"#,
        r#"{"name": "n", "text": "", "size": 2, "one": {"max": 0}, "many": [{"max": 1}]}"#,
    );
}

#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, empty_as_null)]
    note: Attr<String>,
    #[tf(optional, empty_as_null)]
    names: Unknown<Vec<Attr<String>>>,
    #[tf(block, empty_as_null)]
    limits: Attr<Limits>,
    #[tf(computed)]
    revision: Attr<i64>,
}

fn state(text: &str) -> Value {
    json::value_from_slice(text.as_bytes(), &Server::ty()).unwrap()
}

#[test]
fn a_change_between_null_and_empty_is_only_one_of_spelling() {
    let config = Server {
        note: "".into(),
        limits: Limits::default().into(),
        ..Server::default()
    };
    let prior = Server {
        revision: 1.into(),
        ..Server::default()
    };
    let (planned, paths) = typed(&config, Some(&prior)).unwrap();
    assert_eq!(paths, []);
    assert_eq!(planned.note, "");
    assert!(!planned.limits.is_null());
    assert_eq!(planned.revision, 1);
    let ty = Server::ty();
    let [prior, planned] = [prior, planned].map(|server| Value::of(&server, &ty).unwrap());
    assert!(is_respelled::<Server>(&prior, &planned).unwrap());
}

#[test]
fn types_without_null_keep_both() {
    for names in ["null", "[]"] {
        let old = state(&format!(
            r#"{{"note": null, "names": {names}, "limits": null, "revision": 1}}"#
        ));
        let server: Server = old.clone().read_into().unwrap();
        let new = Value::of(&server, &Server::ty()).unwrap();
        assert_eq!(semantic_equality::<Server>(&old, new).unwrap(), old);
    }
}

#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource)]
struct Account {
    #[tf(optional, empty_as_null)]
    login: Attr<Login>,
    #[tf(block, empty_as_null)]
    login_block: Attr<Login>,
    #[tf(computed)]
    revision: Attr<i64>,
}

#[derive(TfSchema, Clone, Default)]
struct Login {
    #[tf(optional, empty_as_null)]
    user: Attr<String>,
    #[tf(optional, write_only)]
    password: Attr<String>,
}

/// A plan does not contain the write-only member, so an object that contains nothing else appears to be empty.
#[test]
fn objects_with_write_only_members_are_changes() {
    let login: Attr<Login> = Login {
        password: "x".into(),
        ..Login::default()
    }
    .into();
    let prior = Account {
        revision: 1.into(),
        ..Account::default()
    };
    for config in [
        Account {
            login: login.clone(),
            ..Account::default()
        },
        Account {
            login_block: login,
            ..Account::default()
        },
    ] {
        let (planned, _) = typed(&config, Some(&prior)).unwrap();
        assert!(planned.revision.is_unknown());
        let ty = Account::ty();
        let [before, after] = [&prior, &planned].map(|account| Value::of(account, &ty).unwrap());
        assert!(!is_respelled::<Account>(&before, &after).unwrap());

        // The service returns nothing for an object that has no members.
        let planned = Account {
            revision: 2.into(),
            ..planned
        };
        let answer = Account {
            revision: 2.into(),
            ..Account::default()
        };
        let [planned, answer] = [&planned, &answer].map(|account| Value::of(account, &ty).unwrap());
        assert_eq!(
            semantic_equality::<Account>(&planned, answer).unwrap(),
            planned
        );
    }
}
