//! `default`, `computed` and `keep` with its options in every nesting mode.

use std::collections::BTreeMap;

use tfvalue::rules::PlanRequest;
use tfvalue::{Attr, Set, TfSchema, Unknown};

use crate::shape::{Row, run};

#[derive(TfSchema, Clone)]
struct Part {
    #[tf(required)]
    key: Attr<String>,
    #[tf(default = 5)]
    size: Attr<i64>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(computed)]
    serial: Attr<i64>,
    #[tf(computed, keep(unless_changed = "key, size"))]
    url: Attr<String>,
    #[tf(optional, computed, keep)]
    hint: Attr<String>,
    #[tf(computed, keep(not_null))]
    zone: Attr<String>,
    #[tf(optional, computed)]
    note: Attr<String>,
}

shapes!(Part);

const STORED: &str = r#"{"key": "a", "size": 5, "id": "i", "zone": "z", "serial": 1, "url": "u", "hint": "h", "note": "n"}"#;
/// The service sets no computed attribute.
const EMPTY: &str = r#"{"key": "a", "size": 5}"#;
/// The previous configuration had a size, which has been removed.
const LARGE: &str = r#"{"key": "a", "size": 9, "id": "i", "zone": "z", "serial": 1, "url": "u", "hint": "h", "note": "n"}"#;
const NEW: &str = r#"{"key": "a", "size": 5, "id": "?", "zone": "?", "serial": "?", "url": "?", "hint": "?", "note": "?"}"#;

#[test]
fn create() {
    run(
        &shapes(),
        &[
            Row::new("nothing computed is configured", "", r#"{"key": "a"}"#).planned(NEW),
            Row::new("all of it is configured", "", r#"{"key": "a", "size": 7, "hint": "h", "note": "n"}"#)
                .planned(r#"{"key": "a", "size": 7, "id": "?", "zone": "?", "serial": "?", "url": "?", "hint": "h", "note": "n"}"#),
            Row::new("all of it is unknown", "", r#"{"key": "?", "size": "?", "hint": "?", "note": "?"}"#)
                .planned(r#"{"key": "?", "size": "?", "id": "?", "zone": "?", "serial": "?", "url": "?", "hint": "?", "note": "?"}"#),
        ],
    );
}

#[test]
fn no_op() {
    run(
        &shapes(),
        &[
            Row::new("nothing computed is configured", STORED, r#"{"key": "a"}"#),
            Row::new(
                "what is stored is configured",
                STORED,
                r#"{"key": "a", "size": 5, "hint": "h", "note": "n"}"#,
            ),
            Row::new("computed values are null", EMPTY, r#"{"key": "a"}"#),
        ],
    );
}

#[test]
fn update() {
    run(
        &shapes(),
        &[
            Row::new("something else changes", STORED, r#"{"key": "a"}"#).changed().planned(
                r#"{"key": "a", "size": 5, "id": "i", "zone": "z", "serial": "?", "url": "u", "hint": "h", "note": "?"}"#,
            ),
            Row::new("something else changes, and prior values are null", EMPTY, r#"{"key": "a"}"#)
                .changed()
                .planned(r#"{"key": "a", "size": 5, "zone": "?", "serial": "?", "note": "?"}"#),
            Row::new("a default replaces a removed value", LARGE, r#"{"key": "a"}"#).planned(
                r#"{"key": "a", "size": 5, "id": "i", "zone": "z", "serial": "?", "url": "?", "hint": "h", "note": "?"}"#,
            ),
            Row::new("an attribute with a default is set", STORED, r#"{"key": "a", "size": 7}"#)
                .planned(r#"{"key": "a", "size": 7, "id": "i", "zone": "z", "serial": "?", "url": "?", "hint": "h", "note": "?"}"#)
                .in_sets(r#"{"key": "a", "size": 7, "id": "?", "zone": "?", "serial": "?", "url": "?", "hint": "?", "note": "?"}"#),
            Row::new("a computed attribute is set", STORED, r#"{"key": "a", "note": "m"}"#)
                .planned(r#"{"key": "a", "size": 5, "id": "i", "zone": "z", "serial": "?", "url": "u", "hint": "h", "note": "m"}"#)
                .in_sets(r#"{"key": "a", "size": 5, "id": "?", "zone": "?", "serial": "?", "url": "?", "hint": "?", "note": "m"}"#),
            Row::new("a kept attribute is set", STORED, r#"{"key": "a", "hint": "g"}"#)
                .planned(r#"{"key": "a", "size": 5, "id": "i", "zone": "z", "serial": "?", "url": "u", "hint": "g", "note": "?"}"#)
                .in_sets(r#"{"key": "a", "size": 5, "id": "?", "zone": "?", "serial": "?", "url": "?", "hint": "g", "note": "?"}"#),
            Row::new("a required attribute changes", STORED, r#"{"key": "b"}"#)
                .planned(r#"{"key": "b", "size": 5, "id": "i", "zone": "z", "serial": "?", "url": "?", "hint": "h", "note": "?"}"#)
                .in_sets(r#"{"key": "b", "size": 5, "id": "?", "zone": "?", "serial": "?", "url": "?", "hint": "?", "note": "?"}"#),
        ],
    );
}

#[test]
fn update_with_unknowns() {
    run(
        &shapes(),
        &[
            Row::new("a required attribute is unknown", STORED, r#"{"key": "?"}"#)
                .planned(r#"{"key": "?", "size": 5, "id": "i", "zone": "z", "serial": "?", "url": "?", "hint": "h", "note": "?"}"#)
                .in_sets(r#"{"key": "?", "size": 5, "id": "?", "zone": "?", "serial": "?", "url": "?", "hint": "?", "note": "?"}"#),
            Row::new("an attribute with a default is unknown", STORED, r#"{"key": "a", "size": "?"}"#)
                .planned(r#"{"key": "a", "size": "?", "id": "i", "zone": "z", "serial": "?", "url": "?", "hint": "h", "note": "?"}"#)
                .in_sets(r#"{"key": "a", "size": "?", "id": "?", "zone": "?", "serial": "?", "url": "?", "hint": "?", "note": "?"}"#),
            Row::new("computed attributes are unknown", STORED, r#"{"key": "a", "hint": "?", "note": "?"}"#)
                .planned(r#"{"key": "a", "size": 5, "id": "i", "zone": "z", "serial": "?", "url": "u", "hint": "?", "note": "?"}"#)
                .in_sets(r#"{"key": "a", "size": 5, "id": "?", "zone": "?", "serial": "?", "url": "?", "hint": "?", "note": "?"}"#),
        ],
    );
}

#[test]
fn null_parents() {
    let shapes: Vec<_> = shapes()
        .into_iter()
        .filter(|shape| shape.steps != [("group", crate::shape::In::One)])
        .collect();
    run(
        &shapes,
        &[
            Row::new("null on create", "", "null").planned("null"),
            Row::new("null before and after", "null", "null"),
            Row::new("null while something else changes", "null", "null").changed(),
            Row::new("removed", STORED, "null").planned("null"),
            Row::new("added", "null", r#"{"key": "a"}"#).planned(NEW),
        ],
    );
}

#[test]
fn unknown_parents() {
    use tfvalue_tests::objects::object_of;

    use crate::shape::In;
    for shape in shapes() {
        let is_single_block = matches!(
            shape.steps.first(),
            Some(("block" | "in_block" | "group", In::One))
        );
        let [first, ..] = shape.steps else { continue };
        if is_single_block {
            continue; // Terraform sends an object with unknown attributes.
        }
        let config = object_of(&shape.block, &serde_json::json!({ first.0: "?" }));
        let prior = shape.state("old", STORED);
        let null = tfvalue::Value::null(shape.block.implied_type());
        for prior in [prior, null] {
            let planned = (shape.plan)(PlanRequest {
                config: &config,
                prior: &prior,
            })
            .unwrap();
            assert_eq!(planned.state, config);
        }
    }
}
