//! `replace`, `replace(if_configured)` and `replace(when)` in every nesting mode.

use std::collections::BTreeMap;

use tfvalue::plan::resource_change;
use tfvalue::rules::{PlanRequest, PlanResponse, PlannedAction, action, check_plan};
use tfvalue::{Attr, Set, TfSchema, Unknown, Value};
use tfvalue_tests::objects::object_of;

use crate::shape::{In, Row, Shape, run};

#[derive(TfSchema, Clone)]
struct Part {
    #[tf(required, replace)]
    key: Attr<String>,
    #[tf(default = "main", replace)]
    zone: Attr<String>,
    #[tf(optional, computed, keep, replace(if_configured))]
    tier: Attr<String>,
    #[tf(optional, replace(when = shrinks))]
    size: Attr<i64>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

fn shrinks(prior: &Attr<i64>, planned: &Attr<i64>) -> bool {
    prior.value() > planned.value()
}

shapes!(Part);

const STORED: &str = r#"{"key": "a", "zone": "main", "tier": "t", "size": 5, "id": "i"}"#;
const SOUTH: &str = r#"{"key": "a", "zone": "south", "tier": "t", "size": 5, "id": "i"}"#;
const NEW: &str = r#"{"key": "a", "zone": "main", "tier": "?", "id": "?"}"#;

#[test]
fn nothing_is_replaced() {
    run(
        &shapes(),
        &[
            Row::new("create", "", r#"{"key": "a"}"#).planned(NEW),
            Row::new("no-op", STORED, r#"{"key": "a", "size": 5}"#),
            Row::new(
                "something else changes",
                STORED,
                r#"{"key": "a", "size": 5}"#,
            )
            .changed(),
            // In a set, a changed element is a different element, so its key is new.
            Row::new(
                "the condition is false",
                STORED,
                r#"{"key": "a", "size": 9}"#,
            )
            .planned(r#"{"key": "a", "zone": "main", "tier": "t", "size": 9, "id": "i"}"#)
            .in_sets(r#"{"key": "a", "zone": "main", "tier": "?", "size": 9, "id": "?"}"#)
            .replaces_sets(true),
        ],
    );
}

#[test]
fn members_are_replaced() {
    run(
        &shapes(),
        &[
            Row::new(
                "a required attribute changes",
                STORED,
                r#"{"key": "b", "size": 5}"#,
            )
            .planned(r#"{"key": "b", "zone": "main", "tier": "t", "size": 5, "id": "i"}"#)
            .in_sets(r#"{"key": "b", "zone": "main", "tier": "?", "size": 5, "id": "?"}"#)
            .replaces(&["key"]),
            Row::new(
                "a required attribute is unknown",
                STORED,
                r#"{"key": "?", "size": 5}"#,
            )
            .planned(r#"{"key": "?", "zone": "main", "tier": "t", "size": 5, "id": "i"}"#)
            .in_sets(r#"{"key": "?", "zone": "main", "tier": "?", "size": 5, "id": "?"}"#)
            .replaces(&["key"]),
            Row::new(
                "a default changes the value",
                SOUTH,
                r#"{"key": "a", "size": 5}"#,
            )
            .planned(STORED)
            .replaces(&["zone"]),
            Row::new(
                "a configured value changes",
                STORED,
                r#"{"key": "a", "tier": "u", "size": 5}"#,
            )
            .planned(r#"{"key": "a", "zone": "main", "tier": "u", "size": 5, "id": "i"}"#)
            .in_sets(r#"{"key": "a", "zone": "main", "tier": "u", "size": 5, "id": "?"}"#)
            .replaces(&["tier"]),
            Row::new(
                "the condition is true",
                STORED,
                r#"{"key": "a", "size": 3}"#,
            )
            .planned(r#"{"key": "a", "zone": "main", "tier": "t", "size": 3, "id": "i"}"#)
            .in_sets(r#"{"key": "a", "zone": "main", "tier": "?", "size": 3, "id": "?"}"#)
            .replaces(&["size"]),
            Row::new("the condition is true of null", STORED, r#"{"key": "a"}"#)
                .planned(r#"{"key": "a", "zone": "main", "tier": "t", "id": "i"}"#)
                .in_sets(NEW)
                .replaces(&["size"]),
        ],
    );
}

#[test]
fn objects_come_and_go() {
    let mut shapes = shapes();
    shapes.retain(|shape| shape.steps != [("group", In::One)]);
    run(
        &shapes,
        &[
            Row::new("removed", STORED, "null")
                .planned("null")
                .replaces(&["key", "zone"]),
            Row::new("added", "null", r#"{"key": "a"}"#)
                .planned(NEW)
                .replaces(&["key", "zone"]),
        ],
    );
}

/// If an unknown parent might turn out to require replacement, the plan reports this possibility.
#[test]
fn parents_that_are_unknown() {
    const NOTHING_REPLACED: &str = r#"{"size": 5, "id": "i"}"#;
    let null = |shape: &Shape| Value::null(shape.block.implied_type());
    for shape in shapes() {
        let Some((first, _)) = shape.steps.first() else {
            continue;
        };
        if matches!(*first, "block" | "in_block" | "group") {
            continue; // Terraform sends an object with unknown attributes.
        }
        let name = format!("at {}", shape.path(""));
        let config = object_of(
            &shape.block,
            &serde_json::json!({ *first: "?", "other": "x" }),
        );
        for prior in ["null", NOTHING_REPLACED, STORED] {
            let prior = shape.state("x", prior);
            let planned = (shape.plan)(PlanRequest {
                config: &config,
                prior: &prior,
            })
            .unwrap();
            let (state, paths) = (&planned.state, &planned.requires_replace);
            assert_eq!(state, &config, "{name}");
            assert_eq!(
                check_plan(
                    &shape.block,
                    PlanRequest {
                        config: &config,
                        prior: &prior
                    },
                    PlanResponse::new(state).requires_replace(paths)
                ),
                []
            );
            assert_eq!(
                action(
                    &shape.block,
                    &prior,
                    PlanResponse::new(state).requires_replace(paths)
                ),
                PlannedAction::Replace,
                "{name}"
            );
        }
        let created = (shape.plan)(PlanRequest {
            config: &config,
            prior: &null(&shape),
        })
        .unwrap();
        assert_eq!(created.requires_replace, []);
    }
}

/// Members for which only `replace(when)` applies; its function is not called for objects that are added or removed.
#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource)]
struct Grown {
    #[tf(optional)]
    one: Attr<Size>,
    #[tf(optional)]
    list: Attr<Vec<Attr<Size>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<Size>>>,
    #[tf(optional, pair_by = "key")]
    named: Attr<Vec<Attr<Size>>>,
    #[tf(optional, pair_by = "key")]
    set: Attr<Set<Attr<Size>>>,
    #[tf(optional, computed, replace)]
    chosen: Attr<Size>,
    #[tf(default = Size { key: "k".into(), ..Size::default() }, replace)]
    present: Attr<Size>,
}

#[derive(TfSchema, Clone, Default)]
struct Size {
    #[tf(optional, computed, keep)]
    key: Attr<String>,
    #[tf(optional, computed, replace(when = may_shrink))]
    size: Attr<i64>,
    #[tf(computed)]
    serial: Attr<i64>,
}

fn may_shrink(prior: &Attr<i64>, planned: &Attr<i64>) -> bool {
    planned.is_unknown() || prior.value() > planned.value()
}

#[track_caller]
fn check_grown(prior: &str, config: &str, expected: &[&str]) {
    let block = Grown::block();
    let read = |text: &str| object_of(&block, &serde_json::from_str(text).unwrap());
    let present = r#"{"present": {"key": "k", "size": 1, "serial": 1}, "#;
    let prior = read(&prior.replacen('{', present, 1).replace(", }", "}"));
    let config = read(config);
    let planned = resource_change::<Grown>(PlanRequest {
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
    assert_eq!(faults, []);
    let paths: Vec<_> = paths.iter().map(ToString::to_string).collect();
    assert_eq!(paths, expected);
}

#[test]
fn conditions_see_unknown_members_of_unknown_parents() {
    const ONE: &str = r#"{"key": "k", "size": 1, "serial": 1}"#;
    for (name, stored, path) in [
        ("one", ONE.to_owned(), "one.size"),
        ("list", format!("[{ONE}]"), "list[0].size"),
        ("map", format!(r#"{{"k": {ONE}}}"#), r#"map["k"].size"#),
        ("named", format!("[{ONE}]"), "named"),
        ("set", format!("[{ONE}]"), "set"),
    ] {
        let unknown = format!(r#"{{"{name}": "?"}}"#);
        let state = |value: &str| format!(r#"{{"{name}": {value}}}"#);
        check_grown(&state(&stored), &unknown, &[path]);
        check_grown("{}", &unknown, &[]);
        if stored != ONE {
            let element = stored.replace(ONE, r#""?""#);
            check_grown(&state(&stored), &state(&element), &[path]);
        }
    }
}

#[test]
fn conditions_compare_each_prior_element_that_an_element_can_belong_to() {
    let elements = |size: i64, count: usize| {
        let element = format!(r#"{{"key": "?", "size": {size}}}"#);
        format!(r#"{{"named": [{}]}}"#, vec![element; count].join(", "))
    };
    const STATE: &str = r#"{"named": [{"key": "k", "size": 5, "serial": 1}]}"#;
    check_grown(STATE, &elements(9, 1), &[]);
    check_grown(STATE, &elements(4, 1), &["named"]);
    check_grown(STATE, &elements(9, 15), &[]);
    // The condition is evaluated once for many elements.
    check_grown(STATE, &elements(9, 40), &["named"]);
}

#[test]
fn objects_that_are_not_configured_may_stay_what_they_are() {
    const STATE: &str = r#"{"chosen": {"key": "k", "size": 1, "serial": 1}}"#;
    check_grown(STATE, r#"{"one": {"size": 1}}"#, &[]);
    check_grown(STATE, r#"{"chosen": "?"}"#, &["chosen"]);
    check_grown(STATE, r#"{"chosen": {"size": 2}}"#, &["chosen"]);
}
