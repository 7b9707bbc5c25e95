//! `replace`, `replace(if_configured)` and `replace(when)` in every nesting mode.

use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema, Unknown};

use crate::shape::{In, Row, run};

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
            // The element of a set is another one, and its key is new.
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
