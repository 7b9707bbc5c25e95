//! `same_as` in every nesting mode: in the plan, after apply and on refresh.

use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema, Unknown};

use crate::shape::{Row, run};

#[derive(TfSchema, Clone)]
struct Part {
    #[tf(required, same_as = case_insensitive)]
    name: Attr<String>,
    #[tf(default = "main", same_as = case_insensitive)]
    zone: Attr<String>,
    #[tf(optional, same_as = json)]
    doc: Attr<String>,
    #[tf(optional, same_as = rfc3339)]
    at: Attr<String>,
    #[tf(optional, same_as = ip_network)]
    net: Attr<String>,
    #[tf(optional, same_as = trimmed)]
    own: Attr<String>,
    #[tf(optional, same_as(each = case_insensitive))]
    tags: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as(each = case_insensitive))]
    marks: Attr<Set<Attr<String>>>,
    #[tf(optional, same_as = any_order)]
    hosts: Attr<Vec<Attr<String>>>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

fn trimmed(text: &str) -> Option<String> {
    Some(text.trim().to_owned())
}

shapes!(Part);

const STORED: &str = r#"{"name": "web", "zone": "MAIN", "doc": "{\"a\":1,\"b\":[true]}",
    "at": "2024-01-01T00:00:00Z", "net": "10.0.0.0/8", "own": "x", "tags": ["a", "b"],
    "marks": ["m", "n"], "hosts": ["h1", "h2"], "id": "i"}"#;
const OTHER: &str = r#"{"name": "WEB", "doc": "{ \"b\": [true], \"a\": 1.0 }",
    "at": "2024-01-01T01:00:00+01:00", "net": "10.1.2.3/8", "own": " x ", "tags": ["A", "b"],
    "marks": ["N", "M"], "hosts": ["h2", "h1"]}"#;

#[test]
fn plans_keep_the_prior_spelling() {
    run(
        &shapes(),
        &[
            Row::new("another spelling", STORED, OTHER),
            Row::new(
                "the same spelling",
                r#"{"name": "a", "zone": "main", "id": "i"}"#,
                r#"{"name": "a"}"#,
            ),
            Row::new("create", "", r#"{"name": "A", "tags": ["B"]}"#)
                .planned(r#"{"name": "A", "zone": "main", "tags": ["B"], "id": "?"}"#),
            Row::new("an update", STORED, OTHER).changed(),
        ],
    );
}

#[test]
fn plans_have_the_configured_spelling_of_other_values() {
    const PRIOR: &str =
        r#"{"name": "web", "zone": "main", "tags": ["a", "b"], "marks": ["m"], "id": "i"}"#;
    run(
        &shapes(),
        &[
            Row::new("another value", PRIOR, r#"{"name": "DB", "tags": ["A", "b"], "marks": ["M"]}"#)
                .planned(r#"{"name": "DB", "zone": "main", "tags": ["a", "b"], "marks": ["m"], "id": "i"}"#)
                .in_sets(r#"{"name": "DB", "zone": "main", "tags": ["A", "b"], "marks": ["M"], "id": "?"}"#),
            // Terraform accepts no mixture of prior and configured elements.
            Row::new("another element", PRIOR, r#"{"name": "WEB", "tags": ["A", "c"], "marks": ["M"]}"#)
                .planned(r#"{"name": "web", "zone": "main", "tags": ["A", "c"], "marks": ["m"], "id": "i"}"#)
                .in_sets(r#"{"name": "WEB", "zone": "main", "tags": ["A", "c"], "marks": ["M"], "id": "?"}"#),
            Row::new("another element of a set", PRIOR, r#"{"name": "WEB", "tags": ["a", "b"], "marks": ["M", "n"]}"#)
                .planned(r#"{"name": "web", "zone": "main", "tags": ["a", "b"], "marks": ["M", "n"], "id": "i"}"#)
                .in_sets(r#"{"name": "WEB", "zone": "main", "tags": ["a", "b"], "marks": ["M", "n"], "id": "?"}"#),
            Row::new("an unknown value", PRIOR, r#"{"name": "?", "tags": ["A", "?"], "marks": ["M"]}"#)
                .planned(r#"{"name": "?", "zone": "main", "tags": ["A", "?"], "marks": ["m"], "id": "i"}"#)
                .in_sets(r#"{"name": "?", "zone": "main", "tags": ["A", "?"], "marks": ["M"], "id": "?"}"#),
        ],
    );
}

#[test]
fn new_states_keep_the_old_spelling() {
    let rows = [
        // After apply: the plan, the answer of the service, and the state to store.
        (
            r#"{"name": "WEB", "zone": "main", "tags": ["A", "b"], "marks": ["M"], "hosts": ["h2", "h1"], "id": "?"}"#,
            r#"{"name": "web", "zone": "MAIN", "tags": ["a", "B"], "marks": ["m"], "hosts": ["h1", "h2"], "id": "i"}"#,
            r#"{"name": "WEB", "zone": "main", "tags": ["A", "b"], "marks": ["M"], "hosts": ["h2", "h1"], "id": "i"}"#,
        ),
        // On refresh: values that the service decides, and another default.
        (
            r#"{"name": "WEB", "zone": "main", "id": "i"}"#,
            r#"{"name": "web", "zone": "south", "id": "j"}"#,
            r#"{"name": "WEB", "zone": "south", "id": "j"}"#,
        ),
    ];
    for shape in shapes() {
        for (old, new, kept) in rows {
            let [old, new, kept] = [old, new, kept].map(|object| shape.state("x", object));
            assert_eq!(
                (shape.semantic_equality)(&old, new.clone()).unwrap(),
                kept,
                "{}",
                shape.path("")
            );
        }
    }
}

#[test]
fn new_states_have_new_elements_of_lists_in_the_spelling_of_the_service() {
    for shape in shapes().iter().filter(|shape| !shape.has_set()) {
        let old = shape.state(
            "x",
            r#"{"name": "a", "tags": ["A", "B"], "marks": ["M", "N"]}"#,
        );
        let new = shape.state(
            "x",
            r#"{"name": "a", "tags": ["a", "C", "b"], "marks": ["m", "L"]}"#,
        );
        let kept = shape.state(
            "x",
            r#"{"name": "a", "tags": ["A", "C", "b"], "marks": ["M", "L"]}"#,
        );
        assert_eq!(
            (shape.semantic_equality)(&old, new.clone()).unwrap(),
            kept,
            "{}",
            shape.path("")
        );
    }
}
