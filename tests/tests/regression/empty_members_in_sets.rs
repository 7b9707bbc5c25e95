//! If a member was empty in one element of a set but not in another element, the element with the empty member was not
//! paired with its prior element. Each plan was therefore an update or a replacement.

use std::collections::BTreeMap;

use tfvalue::plan::{resource_change, semantic_equality};
use tfvalue::rules::PlanRequest;
use tfvalue::{Attr, Set, TfSchema, Unknown, Value};
use tfvalue_tests::objects::object_of;

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional)]
    set: Attr<Set<Attr<Part>>>,
    #[tf(optional, same_as = any_order)]
    any_order: Attr<Vec<Attr<Part>>>,
    #[tf(block)]
    block_set: Unknown<Set<Part>>,
    #[tf(block)]
    outer_set: Unknown<Set<Outer>>,
    #[tf(computed)]
    revision: Attr<i64>,
}

#[derive(TfSchema)]
struct Outer {
    #[tf(block)]
    set: Unknown<Set<Part>>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(required)]
    key: Attr<String>,
    #[tf(optional, empty_as_null, replace)]
    text: Attr<String>,
    #[tf(optional, empty_as_null)]
    size: Attr<i64>,
    #[tf(optional, empty_as_null)]
    on: Attr<bool>,
    #[tf(optional, empty_as_null)]
    list: Attr<Vec<Attr<String>>>,
    #[tf(optional, empty_as_null)]
    names: Attr<Set<Attr<String>>>,
    #[tf(optional, empty_as_null)]
    map: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, empty_as_null)]
    one: Attr<Inner>,
    #[tf(optional, empty_as_null)]
    many: Attr<Vec<Attr<Inner>>>,
    #[tf(optional, empty_as_null)]
    inner_set: Attr<Set<Attr<Inner>>>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

#[derive(TfSchema)]
struct Inner {
    #[tf(optional, empty_as_null)]
    level: Attr<i64>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

fn state(object: &str) -> Value {
    object_of(&Server::block(), &serde_json::from_str(object).unwrap())
}

/// Asserts that a plan does not change a set with two elements. Each argument contains the configured and the prior
/// members of one element.
#[track_caller]
fn unchanged(first: [&str; 2], second: [&str; 2]) {
    let element = |key: &str, members: &str| format!(r#"{{"key": "{key}"{members}}}"#);
    let of = |at: usize| {
        let id = [r#", "id": "i1""#, r#", "id": "i2""#].map(|id| if at == 0 { "" } else { id });
        let elements = [
            element("k", &(first[at].to_owned() + id[0])),
            element("l", &(second[at].to_owned() + id[1])),
        ];
        elements.join(", ")
    };
    for place in ["set", "any_order", "block_set", "outer_set"] {
        let [config, prior] = [of(0), of(1)].map(|elements| match place {
            "outer_set" => format!(r#"{{"outer_set": [{{"set": [{elements}]}}]}}"#),
            _ => format!(r#"{{"{place}": [{elements}]}}"#),
        });
        let prior = state(&prior.replacen('{', r#"{"revision": 1, "#, 1));
        let config = state(&config);
        let request = PlanRequest {
            config: &config,
            prior: &prior,
        };
        let planned = resource_change::<Server>(request).unwrap();
        assert_eq!(planned.state, prior, "{place}: {first:?}, {second:?}");
        assert_eq!(planned.requires_replace, [], "{place}");
    }
}

const MEMBERS: [[&str; 2]; 9] = [
    [r#", "text": "x""#, r#", "text": """#],
    [r#", "size": 1"#, r#", "size": 0"#],
    [r#", "on": true"#, r#", "on": false"#],
    [r#", "list": ["x"]"#, r#", "list": []"#],
    [r#", "names": ["x"]"#, r#", "names": []"#],
    [r#", "map": {"x": "y"}"#, r#", "map": {}"#],
    [r#", "many": [{"level": 1}]"#, r#", "many": []"#],
    [r#", "inner_set": [{"level": 1}]"#, r#", "inner_set": []"#],
    [r#", "one": {"level": 1}"#, r#", "one": {"level": 0}"#],
];

#[test]
fn elements_with_empty_members_find_their_prior_elements() {
    for [value, empty] in MEMBERS {
        for other in [empty, ""] {
            unchanged([value; 2], [other; 2]);
            unchanged([other; 2], [value; 2]);
        }
        unchanged([empty; 2], [""; 2]);
    }
}

#[test]
fn members_of_empty_objects_are_computed() {
    for (config, prior) in [
        (r#", "one": {}"#, r#", "one": {"id": "i"}"#),
        (
            r#", "one": {"level": 0}"#,
            r#", "one": {"level": 0, "id": "i"}"#,
        ),
    ] {
        for other in ["", r#", "one": {}"#] {
            unchanged([config, prior], [other; 2]);
        }
        unchanged(
            [config, prior],
            [
                r#", "one": {"level": 1}"#,
                r#", "one": {"level": 1, "id": "j"}"#,
            ],
        );
        unchanged(
            [
                r#", "one": {"level": 1}"#,
                r#", "one": {"level": 1, "id": "j"}"#,
            ],
            [config, prior],
        );
    }
}

#[test]
fn elements_that_mean_the_same_keep_their_spelling() {
    let prior = state(r#"{"set": [{"key": "a", "text": "", "id": "i"}, {"key": "a", "id": "j"}]}"#);
    let config = state(r#"{"set": [{"key": "a"}, {"key": "a", "text": ""}]}"#);
    let request = PlanRequest {
        config: &config,
        prior: &prior,
    };
    assert_eq!(resource_change::<Server>(request).unwrap().state, prior);
}

/// The service returns nothing for an object whose computed member has no value.
#[test]
fn configured_objects_are_kept() {
    for place in ["set", "any_order", "block_set"] {
        for object in ["{}", r#"{"level": 0}"#] {
            let planned = state(
                &format!(
                    r#"{{"{place}": [{{"key": "a", "one": {{"id": "?", {}, "id": "?"}}]}}"#,
                    object.strip_prefix('{').unwrap()
                )
                .replace(", }", "}"),
            );
            let [answer, expected] = ["null", object].map(|one| {
                state(&format!(
                    r#"{{"{place}": [{{"key": "a", "one": {one}, "id": "i"}}]}}"#
                ))
            });
            assert_eq!(
                semantic_equality::<Server>(&planned, answer).unwrap(),
                expected
            );
        }
    }
}

#[test]
fn null_and_unknown_objects_are_told_apart() {
    for empty in ["", r#", "many": []"#] {
        let config = state(&format!(
            r#"{{"set": [{{"key": "a", "many": "?"}}, {{"key": "b"{empty}}}]}}"#
        ));
        let prior = state(r#"{"set": [{"key": "a", "id": "i"}, {"key": "b", "id": "j"}]}"#);
        let request = PlanRequest {
            config: &config,
            prior: &prior,
        };
        let planned = resource_change::<Server>(request).unwrap().state;
        assert!(planned.to_string().contains(r#"id = "j""#), "{planned}");
    }
}
