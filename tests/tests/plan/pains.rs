//! Problems that users report about other frameworks, and the plans that this library produces instead.
//!
//! For lists that a service returns in a different order, see `same_as = any_order` in `spelling`.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tfvalue::plan::{Change, Planned, resource_change};
use tfvalue::rules::{PlanRequest, PlanResponse, check_plan};
use tfvalue::{Attr, Error, Set, TfSchema, Unknown, Value};
use tfvalue_tests::objects::object_of;

#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(optional, computed, replace)]
    zone: Attr<String>,
    #[tf(default = 4, replace)]
    cpus: Attr<i64>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(computed, keep(unless_changed = "name"))]
    url: Attr<String>,
    #[tf(computed)]
    updated: Attr<String>,
    #[tf(optional)]
    part: Attr<Part>,
    #[tf(default = Part { key: "d".into(), ..Part::default() })]
    present: Attr<Part>,
    #[tf(optional, computed)]
    chosen: Attr<Chosen>,
    #[tf(computed)]
    assigned: Attr<Vec<Attr<Part>>>,
    #[tf(optional, computed)]
    attached: Attr<Part>,
    #[tf(optional, computed, keep)]
    held: Attr<Part>,
    #[tf(optional, computed)]
    rating: Attr<Rating>,
    #[tf(optional, computed)]
    ratings: Attr<Vec<Attr<Rating>>>,
    #[tf(optional)]
    list: Attr<Vec<Attr<Part>>>,
    #[tf(optional, pair_by = "key")]
    named: Attr<Vec<Attr<Part>>>,
    #[tf(optional)]
    set: Attr<Set<Attr<Part>>>,
    #[tf(optional, pair_by = "key")]
    named_set: Attr<Set<Attr<Part>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<Part>>>,
    #[tf(block)]
    rule: Unknown<Set<Part>>,
    #[tf(optional)]
    sum: Attr<Sum>,
    #[tf(optional, provider_only)]
    timeouts: Attr<Timeouts>,
}

#[derive(TfSchema, Clone, Default)]
struct Part {
    #[tf(required, same_as = case_insensitive)]
    key: Attr<String>,
    #[tf(default = 5)]
    size: Attr<i64>,
    #[tf(optional, replace)]
    kind: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(computed)]
    serial: Attr<i64>,
}

/// A resource whose provider chooses the values that are not configured.
#[derive(TfSchema, Clone, Default)]
struct Chosen {
    #[tf(optional, computed)]
    a: Attr<String>,
    #[tf(optional, computed, keep)]
    b: Attr<String>,
}

#[derive(TfSchema, Clone, Default)]
struct Rating {
    #[tf(optional, computed, replace)]
    grade: Attr<String>,
}

#[derive(TfSchema, Clone, Default)]
#[tf(plan = add)]
struct Sum {
    #[tf(optional)]
    terms: Attr<Vec<Attr<Term>>>,
    #[tf(computed)]
    total: Attr<i64>,
}

#[derive(TfSchema, Clone, Default)]
#[tf(plan = multiply)]
struct Term {
    #[tf(required)]
    count: Attr<i64>,
    #[tf(default = 2)]
    price: Attr<i64>,
    #[tf(computed)]
    product: Attr<i64>,
}

#[derive(TfSchema, Clone, Default)]
struct Timeouts {
    #[tf(optional)]
    create: Attr<String>,
}

fn add(change: &mut Change<'_, Sum>) -> Result<(), Error> {
    let terms = change.planned.terms.value().into_iter().flatten();
    let products = terms.map(|term| Some(*term.value()?.product.value()?));
    if let Some(total) = products.sum::<Option<i64>>() {
        change.planned.total = total.into();
    }
    Ok(())
}

fn multiply(change: &mut Change<'_, Term>) -> Result<(), Error> {
    let term = &mut change.planned;
    if let (Some(count), Some(price)) = (term.count.value(), term.price.value()) {
        term.product = (count * price).into();
    }
    Ok(())
}

fn plan(prior: &str, config: &str) -> Planned {
    let block = Server::block();
    let read = |text: &str| match text {
        "" => Value::null(block.implied_type()),
        text => {
            let mut json: Json = serde_json::from_str(text).unwrap();
            assert!(json.is_object());
            // Prior states contain the values of all defaults.
            if json["id"].is_string() {
                json["cpus"] = 4.into();
                json["present"] = serde_json::json!({"key": "d", "size": 5});
            }
            object_of(&block, &json)
        }
    };
    let (prior, config) = (read(prior), read(config));
    let planned = resource_change::<Server>(PlanRequest {
        config: &config,
        prior: &prior,
    })
    .unwrap();
    let faults = check_plan(
        &block,
        PlanRequest {
            config: &config,
            prior: &prior,
        },
        PlanResponse::new(&planned.state).requires_replace(&planned.requires_replace),
    );
    assert!(faults.is_empty(), "{faults:?}");
    planned
}

/// Checks attributes of the planned state.
#[track_caller]
fn check(planned: &Planned, expected: &str) {
    let expected: Json = serde_json::from_str(expected).unwrap();
    let all = object_of(&Server::block(), &expected);
    for name in expected.as_object().unwrap().keys() {
        assert_eq!(
            planned.state.get(name.as_str()),
            all.get(name.as_str()),
            "{name}"
        );
    }
}

#[track_caller]
fn check_replaced(planned: &Planned, expected: &[&str]) {
    let paths = planned.requires_replace.iter().map(ToString::to_string);
    assert_eq!(paths.collect::<Vec<_>>(), expected);
}

const TWO: &str = r#"[{"key": "a", "size": 5, "id": "1", "serial": 1}, {"key": "b", "size": 5, "id": "2", "serial": 2}]"#;

fn stored(name: &str, value: &str) -> String {
    format!(r#"{{"id": "i", "{name}": {value}}}"#)
}

#[test]
fn elements_keep_their_own_computed_members_when_others_are_removed() {
    let b = r#"{"key": "b", "size": 5, "id": "2", "serial": "?"}"#;
    for name in ["set", "rule", "named", "named_set"] {
        let planned = plan(
            &stored(name, TWO),
            &format!(r#"{{"{name}": [{{"key": "b"}}]}}"#),
        );
        check(&planned, &format!(r#"{{"{name}": [{b}]}}"#));
    }
    // Terraform pairs lists by index.
    let planned = plan(&stored("list", TWO), r#"{"list": [{"key": "b"}]}"#);
    check(
        &planned,
        r#"{"list": [{"key": "b", "size": 5, "id": "1", "serial": "?"}]}"#,
    );
}

#[test]
fn elements_are_paired_by_members_when_they_move_and_change() {
    let config = r#"[{"key": "b", "size": 7}, {"key": "c"}, {"key": "A"}]"#;
    for name in ["named", "named_set"] {
        let planned = plan(&stored(name, TWO), &format!(r#"{{"{name}": {config}}}"#));
        // In a list, Terraform compares an element with the element at the same index, so no other spelling is allowed.
        check(
            &planned,
            &format!(
                r#"{{"{name}": [{{"key": "b", "size": 7, "id": "2", "serial": "?"}},
                    {{"key": "c", "size": 5, "id": "?", "serial": "?"}},
                    {{"key": "A", "size": 5, "id": "1", "serial": "?"}}]}}"#
            ),
        );
        check_replaced(&planned, &[]);
    }
}

#[test]
fn elements_that_are_paired_by_members_require_replacement_where_they_change() {
    let prior = r#"[{"key": "a", "size": 5, "kind": "x"}, {"key": "b", "size": 5, "kind": "y"}]"#;
    let rows = [
        (
            r#"[{"key": "b", "kind": "y"}, {"key": "a", "kind": "x"}]"#,
            None,
        ),
        (
            r#"[{"key": "a", "kind": "x", "size": 9}, {"key": "b", "kind": "y"}]"#,
            None,
        ),
        (
            r#"[{"key": "a", "kind": "z"}, {"key": "b", "kind": "y"}]"#,
            Some("named[0].kind"),
        ),
        (
            r#"[{"key": "b", "kind": "x"}, {"key": "a", "kind": "x"}]"#,
            Some("named"),
        ),
        (r#"[{"key": "b", "kind": "y"}]"#, Some("named")),
        (
            r#"[{"key": "a", "kind": "x"}, {"key": "b", "kind": "y"}, {"key": "c"}]"#,
            None,
        ),
    ];
    for (config, path) in rows {
        let planned = plan(
            &stored("named", prior),
            &format!(r#"{{"named": {config}}}"#),
        );
        check_replaced(&planned, path.as_slice());
        let planned = plan(
            &stored("named_set", prior),
            &format!(r#"{{"named_set": {config}}}"#),
        );
        check_replaced(&planned, path.map(|_| "named_set").as_slice());
    }
}

#[test]
fn members_are_unknown_in_new_objects_and_keep_null_in_old_ones() {
    let config = r#"{"name": "n", "part": {"key": "a"}}"#;
    let planned = plan(r#"{"id": "i"}"#, config);
    check(
        &planned,
        r#"{"part": {"key": "a", "size": 5, "id": "?", "serial": "?"}}"#,
    );
    let planned = plan(&stored("part", r#"{"key": "a", "size": 5}"#), config);
    check(
        &planned,
        r#"{"part": {"key": "a", "size": 5, "id": null, "serial": "?"}}"#,
    );
}

#[test]
fn null_parents_stay_null_unless_they_have_a_default() {
    let planned = plan("", "{}");
    check(
        &planned,
        r#"{"part": null, "list": null, "set": null, "map": null,
            "present": {"key": "d", "size": 5, "id": "?", "serial": "?"}}"#,
    );
}

#[test]
fn defaults_in_sets_belong_to_their_elements() {
    for name in ["set", "rule", "named_set"] {
        let config =
            format!(r#"{{"{name}": [{{"key": "a"}}, {{"key": "b", "size": 9}}, {{"key": "c"}}]}}"#);
        let planned = plan("", &config);
        let element = |key: &str, size: i64, id: &str, serial: &str| {
            format!(r#"{{"key": "{key}", "size": {size}, "id": "{id}", "serial": {serial}}}"#)
        };
        let [a, b, c] =
            [("a", 5), ("b", 9), ("c", 5)].map(|(key, size)| element(key, size, "?", r#""?""#));
        check(&planned, &format!(r#"{{"{name}": [{a}, {b}, {c}]}}"#));
        // The next plan contains no changes, regardless of the order.
        let [a, b, c] =
            [("a", 5), ("b", 9), ("c", 5)].map(|(key, size)| element(key, size, key, "1"));
        let state = format!(r#"[{c}, {a}, {b}]"#);
        check(
            &plan(&stored(name, &state), &config),
            &format!(r#"{{"{name}": {state}}}"#),
        );
    }
}

#[test]
fn null_elements_stay_null() {
    let config = r#"{"list": [null, {"key": "a"}], "map": {"k": null}, "named": [null]}"#;
    let prior =
        r#"{"id": "i", "list": [{"key": "a", "size": 5, "id": "1"}, null], "map": {"k": null}}"#;
    for prior in ["", prior] {
        check(
            &plan(prior, config),
            r#"{"list": [null, {"key": "a", "size": 5, "id": "?", "serial": "?"}],
                "map": {"k": null}, "named": [null]}"#,
        );
    }
}

#[test]
fn members_of_computed_objects_keep_their_values() {
    // The service can assign a different number of elements.
    let planned = plan(&stored("assigned", TWO), r#"{"name": "n"}"#);
    check(&planned, r#"{"assigned": "?"}"#);
    check(&plan("", "{}"), r#"{"assigned": "?", "chosen": "?"}"#);
    let planned = plan(
        &stored("chosen", r#"{"a": "x", "b": "y"}"#),
        r#"{"name": "n"}"#,
    );
    check(&planned, r#"{"chosen": {"a": "?", "b": "y"}}"#);
}

#[test]
fn defaults_are_changes_that_computed_attributes_depend_on() {
    let prior = r#"{"id": "i", "updated": "then", "part": {"key": "a", "size": 9, "id": "1", "serial": 1}}"#;
    let planned = plan(prior, r#"{"part": {"key": "a"}}"#);
    check(
        &planned,
        r#"{"updated": "?", "part": {"key": "a", "size": 5, "id": "1", "serial": "?"}}"#,
    );
}

#[test]
fn partly_configured_objects_change_nothing() {
    let prior = r#"{"id": "i", "updated": "then", "chosen": {"a": "x", "b": "y"}}"#;
    let planned = plan(prior, r#"{"chosen": {"a": "x"}}"#);
    check(
        &planned,
        r#"{"id": "i", "updated": "then", "chosen": {"a": "x", "b": "y"}}"#,
    );
}

#[test]
fn kept_attributes_are_known_on_updates() {
    let prior = r#"{"id": "i", "url": "u", "updated": "then", "name": "n"}"#;
    let planned = plan(prior, r#"{"name": "n", "part": {"key": "a"}}"#);
    check(&planned, r#"{"id": "i", "url": "u", "updated": "?"}"#);
    check(
        &plan(prior, r#"{"name": "m"}"#),
        r#"{"id": "i", "url": "?", "updated": "?"}"#,
    );
}

#[test]
fn unknown_values_require_replacement_only_if_the_configuration_is_unknown() {
    let prior = r#"{"id": "i", "zone": "z", "name": "n"}"#;
    let planned = plan(prior, r#"{"name": "m"}"#);
    check(&planned, r#"{"zone": "?"}"#);
    check_replaced(&planned, &[]);
    check_replaced(&plan(prior, r#"{"zone": "?"}"#), &["zone"]);
    check_replaced(
        &plan(prior, r#"{"zone": "y", "cpus": 8}"#),
        &["cpus", "zone"],
    );
}

#[test]
fn removing_a_value_requires_replacement_if_the_default_differs() {
    let block = Server::block();
    let [prior, config] = [r#"{"id": "i", "cpus": 8}"#, "{}"]
        .map(|text| object_of(&block, &serde_json::from_str(text).unwrap()));
    let planned = resource_change::<Server>(PlanRequest {
        config: &config,
        prior: &prior,
    })
    .unwrap();
    check(&planned, r#"{"cpus": 4}"#);
    check_replaced(&planned, &["cpus"]);
}

#[test]
fn functions_of_nested_structs_run_from_the_inside_out() {
    let planned = plan(
        "",
        r#"{"sum": {"terms": [{"count": 3}, {"count": 4, "price": 10}]}}"#,
    );
    check(
        &planned,
        r#"{"sum": {"total": 46, "terms": [{"count": 3, "price": 2, "product": 6},
            {"count": 4, "price": 10, "product": 40}]}}"#,
    );
    let planned = plan("", r#"{"sum": {"terms": [{"count": "?"}]}}"#);
    check(
        &planned,
        r#"{"sum": {"total": "?", "terms": [{"count": "?", "price": 2, "product": "?"}]}}"#,
    );
}

#[test]
fn elements_of_sets_with_another_spelling_are_the_same() {
    for name in ["set", "rule", "named_set"] {
        let config = format!(r#"{{"{name}": [{{"key": "B"}}, {{"key": "A"}}]}}"#);
        let planned = plan(&stored(name, TWO), &config);
        let two = TWO.replace(r#""a""#, r#""A""#).replace(r#""b""#, r#""B""#);
        check(
            &planned,
            &format!(r#"{{"{name}": {two}, "updated": null}}"#),
        );
        check_replaced(&planned, &[]);
    }
}

#[test]
fn timeouts_are_no_change_to_others() {
    let planned = plan(
        r#"{"id": "i", "zone": "z", "updated": "then"}"#,
        r#"{"timeouts": {"create": "5m"}}"#,
    );
    check(
        &planned,
        r#"{"zone": "z", "updated": "then", "timeouts": {"create": "5m"}}"#,
    );
    check_replaced(&planned, &[]);
}

#[test]
fn computed_objects_do_not_require_replacement_while_they_are_unknown() {
    let prior = r#"{"id": "i", "rating": {"grade": "a"}, "ratings": [{"grade": "a"}]}"#;
    let planned = plan(prior, r#"{"name": "n"}"#);
    check(&planned, r#"{"rating": "?", "ratings": "?"}"#);
    check_replaced(&planned, &[]);
    let planned = plan(
        prior,
        r#"{"rating": {"grade": "b"}, "ratings": [{"grade": "b"}]}"#,
    );
    check_replaced(&planned, &["rating.grade", "ratings[0].grade"]);
    let planned = plan(prior, r#"{"rating": "?"}"#);
    check_replaced(&planned, &["rating.grade"]);
}

#[test]
fn removed_objects_are_null_unless_they_are_kept() {
    let prior =
        r#"{"id": "i", "attached": {"key": "a", "size": 5}, "held": {"key": "a", "size": 5}}"#;
    // Terraform proposes null, because only a configuration can set the key.
    check(
        &plan(prior, "{}"),
        r#"{"attached": null, "held": {"key": "a", "size": 5}}"#,
    );
}
