//! `same_as = any_order` for lists of plain values, lists of lists, and lists of objects.

use tfvalue::plan::{is_respelled, resource_change, semantic_equality};
use tfvalue::rules::{PlanRequest, PlanResponse, check_plan};
use tfvalue::{Attr, TfSchema, Unknown, Value, types::TfType};
use tfvalue_tests::objects::object_of;

#[derive(TfSchema, Clone)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, same_as = any_order)]
    hosts: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as(rule = any_order, each = case_insensitive))]
    names: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as(rule = any_order, each = any_order))]
    groups: Attr<Vec<Attr<Vec<Attr<String>>>>>,
    /// The same elements, without the values that the provider sets.
    #[tf(optional, same_as = any_order)]
    rules: Attr<Vec<Attr<Rule>>>,
    #[tf(optional, same_as = any_order, pair_by = "name")]
    named: Attr<Vec<Attr<Rule>>>,
    #[tf(block, same_as = any_order, pair_by = "name")]
    blocks: Unknown<Vec<Rule>>,
    #[tf(optional)]
    outer: Attr<Vec<Attr<Outer>>>,
    #[tf(computed)]
    revision: Attr<i64>,
}

#[derive(TfSchema, Clone)]
struct Rule {
    #[tf(required, same_as = case_insensitive)]
    name: Attr<String>,
    #[tf(optional, replace)]
    port: Attr<i64>,
    #[tf(optional, empty_as_null)]
    note: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(optional, same_as = any_order)]
    tags: Attr<Vec<Attr<String>>>,
}

#[derive(TfSchema, Clone)]
struct Outer {
    #[tf(optional, same_as = any_order)]
    rules: Attr<Vec<Attr<Rule>>>,
}

fn state(text: &str) -> Value {
    let object = serde_json::from_str(text).unwrap();
    object_of(&Server::block(), &object)
}

/// Returns the planned state, after checking it against Terraform's rules, and the paths that require replacement.
#[track_caller]
fn plan(prior: &str, config: &str) -> (Value, Vec<String>) {
    let (prior, config) = (&state(prior), &state(config));
    let request = PlanRequest { config, prior };
    let planned = resource_change::<Server>(request).unwrap();
    let response = PlanResponse::new(&planned.state).requires_replace(&planned.requires_replace);
    assert_eq!(check_plan(&Server::block(), request, response), []);
    let paths = planned.requires_replace.iter().map(ToString::to_string);
    (planned.state, paths.collect())
}

#[test]
fn plans_have_the_configured_order_and_the_computed_values_of_each_element() {
    let prior = r#"{"hosts": ["a", "b"], "names": ["a", "b"], "groups": [["a", "b"], ["c"]],
        "rules": [{"name": "a", "port": 1, "id": "i1"}, {"name": "b", "port": 2, "id": "i2", "tags": ["x", "y"]}],
        "named": [{"name": "a", "id": "n1"}, {"name": "b", "id": "n2"}],
        "blocks": [{"name": "a", "id": "b1"}, {"name": "b", "id": "b2"}],
        "outer": [{"rules": [{"name": "a", "id": "o1"}, {"name": "b", "id": "o2"}]}], "revision": 1}"#;
    let config = r#"{"hosts": ["b", "a"], "names": ["B", "A"], "groups": [["c"], ["b", "a"]],
        "rules": [{"name": "B", "port": 2, "tags": ["y", "x"], "note": ""}, {"name": "a", "port": 1}],
        "named": [{"name": "b"}, {"name": "a"}],
        "blocks": [{"name": "b"}, {"name": "a"}],
        "outer": [{"rules": [{"name": "b"}, {"name": "a"}]}]}"#;
    let planned = r#"{"hosts": ["b", "a"], "names": ["B", "A"], "groups": [["c"], ["b", "a"]],
        "rules": [{"name": "B", "port": 2, "id": "i2", "tags": ["y", "x"], "note": ""},
            {"name": "a", "port": 1, "id": "i1"}],
        "named": [{"name": "b", "id": "n2"}, {"name": "a", "id": "n1"}],
        "blocks": [{"name": "b", "id": "b2"}, {"name": "a", "id": "b1"}],
        "outer": [{"rules": [{"name": "b", "id": "o2"}, {"name": "a", "id": "o1"}]}], "revision": 1}"#;
    let (got, paths) = plan(prior, config);
    assert_eq!((&got, paths.as_slice()), (&state(planned), &[][..]));
    assert!(is_respelled::<Server>(&state(prior), &got).unwrap());

    // The service returns the previous order.
    let applied = semantic_equality::<Server>(&got, state(prior)).unwrap();
    assert_eq!(applied, got);
}

#[test]
fn another_element_is_a_change() {
    let prior = r#"{"rules": [{"name": "a", "port": 1, "id": "i1"}, {"name": "b", "port": 2, "id": "i2"}],
        "named": [{"name": "a", "port": 1, "id": "n1"}, {"name": "b", "port": 2, "id": "n2"}], "revision": 1}"#;
    let config = r#"{"rules": [{"name": "b", "port": 2}, {"name": "a", "port": 3}],
        "named": [{"name": "b", "port": 2}, {"name": "a", "port": 3}]}"#;
    let planned = r#"{"rules": [{"name": "b", "port": 2, "id": "i2"}, {"name": "a", "port": 3, "id": "?"}],
        "named": [{"name": "b", "port": 2, "id": "n2"}, {"name": "a", "port": 3, "id": "n1"}], "revision": "?"}"#;
    let (got, paths) = plan(prior, config);
    assert_eq!(got, state(planned));
    assert_eq!(paths, ["named", "rules"]);

    // An element that stays at its index has a path.
    let config = r#"{"named": [{"name": "a", "port": 3}, {"name": "b", "port": 2}]}"#;
    let prior = r#"{"named": [{"name": "a", "port": 1, "id": "n1"}, {"name": "b", "port": 2, "id": "n2"}]}"#;
    assert_eq!(plan(prior, config).1, ["named[0].port"]);
}

#[test]
fn an_element_that_is_there_twice_counts_twice() {
    let prior = r#"{"hosts": ["a", "a", "b"], "rules": [{"name": "a"}, {"name": "a"}, {"name": "b"}], "revision": 1}"#;
    let config =
        r#"{"hosts": ["a", "b", "b"], "rules": [{"name": "a"}, {"name": "b"}, {"name": "b"}]}"#;
    let (got, _) = plan(prior, config);
    assert!(got.get("revision").unwrap().is_unknown());
}

#[test]
fn unknown_elements_keep_their_place() {
    let prior = r#"{"hosts": ["a", "b"], "rules": [{"name": "a", "id": "i1"}], "revision": 1}"#;
    let config = r#"{"hosts": ["b", "?"], "rules": ["?", {"name": "a"}]}"#;
    let (got, _) = plan(prior, config);
    let planned =
        r#"{"hosts": ["b", "?"], "rules": ["?", {"name": "a", "id": "i1"}], "revision": "?"}"#;
    assert_eq!(got, state(planned));
}

#[test]
fn states_keep_the_order_of_the_elements_that_remain() {
    let old = state(
        r#"{"hosts": ["d", "b", "a"], "names": ["D", "B", "A"], "groups": [["d"], ["b", "a"]],
        "rules": [{"name": "D"}, {"name": "B", "note": ""}, {"name": "A", "id": "1"}],
        "named": [{"name": "d"}, {"name": "b", "port": 1}, {"name": "a"}],
        "blocks": [{"name": "d"}, {"name": "b", "tags": ["y", "x"]}, {"name": "a"}]}"#,
    );
    // `c` is new, and `d` was removed.
    let new = state(
        r#"{"hosts": ["a", "b", "c"], "names": ["a", "b", "c"], "groups": [["a", "b"], ["c"]],
        "rules": [{"name": "a", "id": "1"}, {"name": "b", "id": "2"}, {"name": "c", "note": ""}],
        "named": [{"name": "a"}, {"name": "b", "port": 2}, {"name": "c"}],
        "blocks": [{"name": "a"}, {"name": "b", "tags": ["x", "y"]}, {"name": "c"}]}"#,
    );
    let kept = state(
        r#"{"hosts": ["b", "a", "c"], "names": ["B", "A", "c"], "groups": [["b", "a"], ["c"]],
        "rules": [{"name": "B", "id": "2", "note": ""}, {"name": "A", "id": "1"}, {"name": "c"}],
        "named": [{"name": "b", "port": 2}, {"name": "a"}, {"name": "c"}],
        "blocks": [{"name": "b", "tags": ["y", "x"]}, {"name": "a"}, {"name": "c"}]}"#,
    );
    assert_eq!(semantic_equality::<Server>(&old, new).unwrap(), kept);
    // If there is no prior order, the service's order is kept.
    let null = Value::null(Server::ty());
    let new = state(r#"{"hosts": ["b", "a"], "named": [{"name": "b"}, {"name": "a"}]}"#);
    assert_eq!(
        semantic_equality::<Server>(&null, new.clone()).unwrap(),
        new
    );
}
