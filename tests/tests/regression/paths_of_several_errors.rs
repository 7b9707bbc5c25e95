//! Errors about unknown and dynamic values contain the correct path. The paths are computed from the output before
//! parts of the output are moved: in sets, in unsorted maps, and after headers are corrected.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct, Serializer};
use tfvalue::msgpack::{Purpose, to_vec_for};
use tfvalue::{Attr, Dynamic, Error, Set, TfSchema, Type, Unknown, Value, json};

/// A map that is written in the given order, either with a known length or, as a flattened struct, without a length.
struct Map<T> {
    knows_length: bool,
    entries: Vec<(&'static str, T)>,
}

impl<T> Map<T> {
    fn new(entries: impl Into<Vec<(&'static str, T)>>) -> Self {
        Map {
            knows_length: true,
            entries: entries.into(),
        }
    }
}

impl<T: Serialize> Serialize for Map<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let len = self.knows_length.then_some(self.entries.len());
        let mut map = serializer.serialize_map(len)?;
        for (key, value) in &self.entries {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// A list that may declare an incorrect length.
struct List<T>(Option<usize>, Vec<T>);

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(self.0)?;
        for element in &self.1 {
            list.serialize_element(element)?;
        }
        list.end()
    }
}

/// A struct with a handwritten implementation that writes the members out of order.
struct Foreign<T>(T, T);

impl<T: Serialize> Serialize for Foreign<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Foreign", 2)?;
        object.serialize_field("z", &self.0)?;
        object.serialize_field("a", &self.1)?;
        object.end()
    }
}

fn paths(error: &Error) -> Vec<String> {
    let paths = error.faults().map(|fault| fault.path().to_string());
    paths.collect()
}

/// Checks the paths of unknown values, which are allowed in a plan, but not in a state or in JSON.
#[track_caller]
fn assert_unknowns<T: Serialize>(value: &T, expected: &[&str]) {
    let state = to_vec_for(value, Purpose::State).unwrap_err();
    assert_eq!(paths(&state), expected);
    let json = json::to_vec(value).unwrap_err();
    assert_eq!(paths(&json), expected);
    to_vec_for(value, Purpose::Plan).unwrap();
}

/// Checks the path of the error for a dynamic value in a collection. Plans, states and JSON reject such values.
#[track_caller]
fn assert_refused<T: Serialize>(value: &T, expected: &str) {
    for purpose in [Purpose::Plain, Purpose::Plan, Purpose::State] {
        let error = to_vec_for(value, purpose).unwrap_err();
        assert_eq!(paths(&error), [expected], "{purpose:?}");
    }
    assert_eq!(paths(&json::to_vec(value).unwrap_err()), [expected]);
}

fn unknown() -> Attr<String> {
    Attr::unknown()
}

fn text(text: &str) -> Attr<String> {
    text.into()
}

#[test]
fn unknowns_in_nested_sets() {
    let inner = |elements: Vec<Attr<String>>| elements.into_iter().collect::<Set<_>>();
    let outer: Set<_> = [
        inner(vec![text("z"), unknown(), text("a")]),
        inner(vec![text("b"), text("a")]),
        inner(vec![text("b"), text("a"), text("b"), unknown(), unknown()]),
    ]
    .into_iter()
    .collect();
    assert_unknowns(&outer, &["[0][1]", "[2][3]", "[2][4]"]);
    let pair = (outer, [text("a"), unknown()]);
    assert_unknowns(&pair, &["[0][0][1]", "[0][2][3]", "[0][2][4]", "[1][1]"]);
}

#[test]
fn unknowns_in_unsorted_maps() {
    let map = || {
        Map::new([
            ("long enough for a key that is not short", unknown()),
            ("ü", unknown()),
            ("b", text("known")),
            ("a", unknown()),
        ])
    };
    let long = r#"["long enough for a key that is not short"]"#;
    assert_unknowns(&map(), &[long, r#"["ü"]"#, r#"["a"]"#]);
    let nested = Map::new([("z", map()), ("y", Map::new([])), ("x", map())]);
    let expected = ["z", "x"]
        .map(|key| [long, r#"["ü"]"#, r#"["a"]"#].map(|path| format!(r#"["{key}"]{path}"#)));
    let expected: Vec<_> = expected.iter().flatten().map(String::as_str).collect();
    assert_unknowns(&nested, &expected);
}

#[test]
fn unknowns_in_maps_and_lists_of_unknown_length() {
    let mut map = Map::new([("b", vec![unknown()]), ("a", vec![text("a"), unknown()])]);
    map.knows_length = false;
    assert_unknowns(&map, &[r#"["b"][0]"#, r#"["a"][1]"#]);
    let elements = || (0..20).map(|at| if at % 9 == 0 { unknown() } else { text("a") });
    for len in [None, Some(1), Some(20), Some(70_000)] {
        let list = List(len, elements().collect());
        assert_unknowns(&list, &["[0]", "[9]", "[18]"]);
        assert_unknowns(
            &[List(len, vec![list])],
            &["[0][0][0]", "[0][0][9]", "[0][0][18]"],
        );
    }
}

#[test]
fn unknowns_in_structs_with_manual_impls() {
    let object = Foreign([unknown(), text("a")], [text("b"), unknown()]);
    assert_unknowns(&object, &["z[0]", "a[1]"]);
    let nested = Foreign(Some(Foreign(unknown(), text("a"))), None);
    assert_unknowns(&[nested], &["[0].z.z"]);
}

#[derive(TfSchema)]
struct Model {
    #[tf(optional)]
    plain: Attr<BTreeSet<String>>,
    #[tf(optional, sensitive)]
    secret: Attr<String>,
    #[tf(optional)]
    tags: Attr<BTreeMap<String, Attr<Set<Attr<String>>>>>,
    #[tf(block)]
    rule: Attr<Rule>,
    #[tf(block)]
    zone: Unknown<Set<Zone>>,
}

#[derive(TfSchema)]
struct Rule {
    #[tf(required)]
    value: Dynamic,
}

#[derive(TfSchema)]
struct Zone {
    #[tf(required)]
    name: Attr<String>,
}

#[test]
fn unknowns_in_derived_structs() {
    let set = Attr::from([text("b"), unknown()].into_iter().collect::<Set<_>>());
    let zone = |name| Zone { name };
    let model = Model {
        plain: Attr::unknown(),
        secret: Attr::unknown(),
        tags: BTreeMap::from([("y".to_owned(), set), ("x".to_owned(), Attr::unknown())]).into(),
        rule: Rule {
            value: Value::tuple(["a".into(), Value::unknown(Type::Bool)]).into(),
        }
        .into(),
        zone: [zone(text("b")), zone(unknown()), zone(text("a"))]
            .into_iter()
            .collect::<Set<_>>()
            .into(),
    };
    let expected = [
        "plain",
        "rule.value[1]",
        "secret",
        r#"tags["x"]"#,
        r#"tags["y"][1]"#,
        "zone[1].name",
    ];
    assert_unknowns(&model, &expected);
    let within: Vec<_> = expected.map(|path| format!("z.{path}")).into();
    let within: Vec<_> = within.iter().map(String::as_str).collect();
    assert_unknowns(&Foreign(Some(model), None), &within);
}

#[test]
fn dynamic_values_in_sets_and_unsorted_maps() {
    let sets: Set<Set<Dynamic>> = [[].into_iter().collect(), ["a".into()].into_iter().collect()]
        .into_iter()
        .collect();
    assert_refused(&sets, "[1][0]");
    assert_refused(
        &Map::new([("y", None), ("x", Some(sets))]),
        r#"["x"][1][0]"#,
    );
    let objects = Map::new([
        ("c", Foreign(None, None)),
        ("b", Foreign(None, Some(Dynamic::from(1)))),
    ]);
    assert_refused(&objects, r#"["b"].a"#);
}

#[test]
fn unknowns_next_to_dynamic_values() {
    let pair = |value: Value| (Dynamic::from(value), unknown());
    let pairs = Foreign(pair("a".into()), pair(Value::unknown(Type::String)));
    assert_unknowns(&pairs, &["z[1]", "a[0]", "a[1]"]);
}
