//! `same_as` in every nesting mode: in the plan, after apply and on refresh.

use std::collections::BTreeMap;

use tfvalue::plan::typed;
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
/// The planned object, which has the spelling from the configuration.
const PLANNED: &str = r#"{"name": "WEB", "zone": "main", "doc": "{ \"b\": [true], \"a\": 1.0 }",
    "at": "2024-01-01T01:00:00+01:00", "net": "10.1.2.3/8", "own": " x ", "tags": ["A", "b"],
    "marks": ["N", "M"], "hosts": ["h2", "h1"], "id": "i"}"#;
const OTHER: &str = r#"{"name": "WEB", "doc": "{ \"b\": [true], \"a\": 1.0 }",
    "at": "2024-01-01T01:00:00+01:00", "net": "10.1.2.3/8", "own": " x ", "tags": ["A", "b"],
    "marks": ["N", "M"], "hosts": ["h2", "h1"]}"#;

#[test]
fn plans_have_the_configured_spelling() {
    run(
        &shapes(),
        &[
            Row::new("another spelling", STORED, OTHER).planned(PLANNED),
            Row::new(
                "the same spelling",
                r#"{"name": "a", "zone": "main", "id": "i"}"#,
                r#"{"name": "a"}"#,
            ),
            Row::new("create", "", r#"{"name": "A", "tags": ["B"]}"#)
                .planned(r#"{"name": "A", "zone": "main", "tags": ["B"], "id": "?"}"#),
            Row::new("an update", STORED, OTHER)
                .changed()
                .planned(PLANNED),
        ],
    );
}

/// Objects whose plans hide edits. The compiler rejects these options in sets, where an element that is initially
/// unknown could turn out to be the prior element.
#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource)]
struct Hiding {
    #[tf(default = "main", same_as(rule = case_insensitive, hide_edits))]
    zone: Attr<String>,
    #[tf(optional)]
    one: Attr<Zoned>,
    #[tf(optional)]
    list: Attr<Vec<Attr<Zoned>>>,
    #[tf(block)]
    map: Unknown<BTreeMap<String, Zoned>>,
}

#[derive(TfSchema, Clone, Default)]
struct Zoned {
    #[tf(optional, same_as(rule = case_insensitive, hide_edits))]
    zone: Attr<String>,
}

#[test]
fn plans_hide_edits_of_the_spelling() {
    let hiding = |zone: &str, inner: &str| {
        let zoned = Zoned { zone: inner.into() };
        Hiding {
            zone: zone.into(),
            one: zoned.clone().into(),
            list: [Attr::from(zoned.clone())].into(),
            map: BTreeMap::from([("k".to_owned(), zoned)]).into(),
        }
    };
    let prior = hiding("MAIN", "North");
    for config in [hiding("main", "NORTH"), hiding("Main", "north")] {
        let (planned, paths) = typed(&config, Some(&prior)).unwrap();
        assert_eq!(paths, []);
        assert_eq!(planned.zone.as_deref(), Some("MAIN"));
        assert_eq!(planned.one.value().unwrap().zone, "North");
        let list = planned.list.value().unwrap();
        assert_eq!(list[0].value().unwrap().zone, "North");
        assert_eq!(planned.map.known().unwrap()["k"].zone, "North");
    }
    let (planned, _) = typed(&hiding("south", "East"), Some(&prior)).unwrap();
    assert_eq!(planned.zone.as_deref(), Some("south"));
    assert_eq!(planned.one.value().unwrap().zone, "East");
}

#[test]
fn plans_have_the_configured_spelling_of_other_values() {
    const PRIOR: &str =
        r#"{"name": "web", "zone": "main", "tags": ["a", "b"], "marks": ["m"], "id": "i"}"#;
    run(
        &shapes(),
        &[
            Row::new("another value", PRIOR, r#"{"name": "DB", "tags": ["A", "b"], "marks": ["M"]}"#)
                .planned(r#"{"name": "DB", "zone": "main", "tags": ["A", "b"], "marks": ["M"], "id": "i"}"#)
                .in_sets(r#"{"name": "DB", "zone": "main", "tags": ["A", "b"], "marks": ["M"], "id": "?"}"#),
            Row::new("another element", PRIOR, r#"{"name": "WEB", "tags": ["A", "c"], "marks": ["M"]}"#)
                .planned(r#"{"name": "WEB", "zone": "main", "tags": ["A", "c"], "marks": ["M"], "id": "i"}"#)
                .in_sets(r#"{"name": "WEB", "zone": "main", "tags": ["A", "c"], "marks": ["M"], "id": "?"}"#),
            Row::new("another element of a set", PRIOR, r#"{"name": "WEB", "tags": ["a", "b"], "marks": ["M", "n"]}"#)
                .planned(r#"{"name": "WEB", "zone": "main", "tags": ["a", "b"], "marks": ["M", "n"], "id": "i"}"#)
                .in_sets(r#"{"name": "WEB", "zone": "main", "tags": ["a", "b"], "marks": ["M", "n"], "id": "?"}"#),
            Row::new("an unknown value", PRIOR, r#"{"name": "?", "tags": ["A", "?"], "marks": ["M"]}"#)
                .planned(r#"{"name": "?", "zone": "main", "tags": ["A", "?"], "marks": ["M"], "id": "i"}"#)
                .in_sets(r#"{"name": "?", "zone": "main", "tags": ["A", "?"], "marks": ["M"], "id": "?"}"#),
        ],
    );
}

#[test]
fn new_states_keep_the_old_spelling() {
    let rows = [
        // After apply: the plan, the response from the service, and the state to store.
        (
            r#"{"name": "WEB", "zone": "main", "tags": ["A", "b"], "marks": ["M"], "hosts": ["h2", "h1"], "id": "?"}"#,
            r#"{"name": "web", "zone": "MAIN", "tags": ["a", "B"], "marks": ["m"], "hosts": ["h1", "h2"], "id": "i"}"#,
            r#"{"name": "WEB", "zone": "main", "tags": ["A", "b"], "marks": ["M"], "hosts": ["h2", "h1"], "id": "i"}"#,
        ),
        // On refresh: values that the service chooses, and a different default.
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

/// A server whose collections contain spellings that mean the same thing.
#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource)]
struct Spelled {
    #[tf(optional)]
    note: Attr<String>,
    #[tf(optional, same_as = any_order, replace(when = always))]
    hosts: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as(each = case_insensitive), replace(when = always))]
    tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    rules: Attr<Set<Attr<Rule>>>,
    #[tf(computed)]
    revision: Attr<i64>,
    #[tf(computed, keep(unless_changed = "hosts, tags"))]
    url: Attr<String>,
}

#[derive(TfSchema, Clone, Default)]
struct Rule {
    #[tf(required, same_as = ip_network, replace)]
    from: Attr<String>,
    #[tf(optional)]
    port: Attr<i64>,
    #[tf(computed)]
    serial: Attr<i64>,
}

fn always<T>(_: &T, _: &T) -> bool {
    true
}

fn rule(from: &str, serial: Attr<i64>) -> Attr<Rule> {
    let from = from.into();
    Rule {
        from,
        port: 1.into(),
        serial,
    }
    .into()
}

#[test]
fn another_spelling_is_no_change_to_others() {
    let hosts = |all: [&str; 2]| all.map(Attr::from).to_vec().into();
    let tags = |value: &str| BTreeMap::from([("k".to_owned(), value.into())]);
    let config = Spelled {
        hosts: hosts(["b", "a"]),
        tags: tags("V").into(),
        rules: Set::from_iter([rule("10.1.1.1/8", Attr::null())]).into(),
        ..Spelled::default()
    };
    let prior = Spelled {
        hosts: hosts(["a", "b"]),
        tags: tags("v").into(),
        rules: Set::from_iter([rule("10.0.0.0/8", 7.into())]).into(),
        revision: 3.into(),
        url: "u".into(),
        ..Spelled::default()
    };
    let (planned, paths) = typed(&config, Some(&prior)).unwrap();
    assert_eq!(paths, []);
    assert_eq!(
        (&planned.hosts, &planned.tags),
        (&config.hosts, &config.tags)
    );
    assert_eq!(planned.revision, 3);
    assert_eq!(planned.url.as_deref(), Some("u"));
    let rules = planned.rules.value().unwrap();
    let planned = rules.iter().next().unwrap().value().unwrap();
    assert_eq!(
        (planned.from.as_deref(), &planned.serial),
        (Some("10.1.1.1/8"), &7.into())
    );

    // An unknown element can turn out to be a different element.
    let mut unknown = config.clone();
    unknown.hosts = vec![Attr::from("b"), Attr::unknown()].into();
    let (planned, paths) = typed(&unknown, Some(&prior)).unwrap();
    assert_eq!(paths, ["hosts".into()]);
    assert_eq!(planned.hosts, unknown.hosts);
    assert!(planned.revision.is_unknown() && planned.url.is_unknown());

    // If anything else changes, `url` depends only on the meaning.
    let note = "n".into();
    let (planned, paths) = typed(&Spelled { note, ..config }, Some(&prior)).unwrap();
    assert_eq!(paths, []);
    assert!(planned.revision.is_unknown());
    assert_eq!(planned.url.as_deref(), Some("u"));
}
