//! The flatmap format from Terraform 0.11 and earlier, rule by rule.
//!
//! Current Terraform versions do not write this format. The states in these tests follow the rules in the source code
//! of Terraform's SDK.

use std::collections::BTreeMap;

use tfvalue::tfplugin6::RawState;
use tfvalue::{Attr, Set, TfSchema, Type, Unknown, Value};

const UNKNOWN: &str = "74D93920-ED26-11E3-AC10-0800200C9A66";

/// Checks the printed form of a flatmap that is read with a type.
#[track_caller]
fn assert_reads(ty: &str, flatmap: &[(&str, &str)], printed: &str) {
    let ty = Type::from_json(format!(r#"["object",{{"a":{ty}}}]"#).as_bytes()).unwrap();
    let value = Value::from_flatmap(flatmap.iter().copied(), &ty).unwrap();
    assert_eq!(value.get("a").unwrap().to_string(), printed);
    let object = Value::object([("a", value.get("a").unwrap().clone())]).unwrap();
    assert_eq!(object.ty(), ty);
}

#[track_caller]
fn assert_error(ty: &str, flatmap: &[(&str, &str)], message: &str) {
    let ty = Type::from_json(format!(r#"["object",{{"a":{ty}}}]"#).as_bytes()).unwrap();
    let error = Value::from_flatmap(flatmap.iter().copied(), &ty).unwrap_err();
    assert_eq!(error.to_string(), message);
}

const STRING: &str = r#""string""#;
const LIST: &str = r#"["list","number"]"#;
const SET: &str = r#"["set","string"]"#;
const MAP: &str = r#"["map","string"]"#;
const BLOCKS: &str = r#"["list",["object",{"b":"bool","l":["list","string"]}]]"#;
const SET_OF_BLOCKS: &str = r#"["set",["object",{"n":"number","t":"string"}]]"#;

#[test]
fn scalars() {
    assert_reads(STRING, &[("a", "x")], r#""x""#);
    assert_reads(STRING, &[("a", "")], r#""""#);
    assert_reads(STRING, &[], "null");
    assert_reads(STRING, &[("a", UNKNOWN)], "(known after apply)");
    assert_reads(r#""number""#, &[("a", "0.10")], "0.1");
    assert_reads(r#""bool""#, &[("a", "1")], "true");
    assert_reads(r#""bool""#, &[("a", "false")], "false");
    assert_error(
        r#""bool""#,
        &[("a", "yes")],
        r#"a: a bool is required, got "yes""#,
    );
    assert_error(
        r#""number""#,
        &[("a", "x")],
        r#"a: a number is required, got "x""#,
    );
}

#[test]
fn lists() {
    assert_reads(LIST, &[("a.#", "2"), ("a.0", "1"), ("a.1", "2")], "[1, 2]");
    assert_reads(LIST, &[("a.#", "0")], "[]");
    assert_reads(LIST, &[], "null");
    assert_reads(LIST, &[("a.#", UNKNOWN)], "(known after apply)");
    assert_reads(LIST, &[("a", UNKNOWN)], "(known after apply)");
    assert_reads(
        LIST,
        &[("a.#", "2"), ("a.1", UNKNOWN)],
        "[null, (known after apply)]",
    );
    // In a list with more than ten elements, indices are sorted as numbers, not as strings.
    let state: Vec<(String, String)> = (0..12).map(|n| (format!("a.{n}"), n.to_string())).collect();
    let mut state: Vec<(&str, &str)> = state
        .iter()
        .map(|(k, v)| (k.as_str(), v.as_str()))
        .collect();
    state.push(("a.#", "12"));
    assert_reads(LIST, &state, "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]");
    assert_error(
        LIST,
        &[("a.#", "x")],
        r#"a: a number of elements is required, got "x""#,
    );
    assert_error(
        LIST,
        &[("a.#", "-1")],
        r#"a: a number of elements is required, got "-1""#,
    );
    assert_error(
        LIST,
        &[("a.#", "1000000000000")],
        "a: 1000000000000 elements are more than a state of this size can have",
    );
}

#[test]
fn maps() {
    assert_reads(
        MAP,
        &[("a.%", "2"), ("a.x", "1"), ("a.y.z", "2")],
        r#"{ "x" = "1", "y.z" = "2" }"#,
    );
    assert_reads(MAP, &[("a.%", "0")], "{}");
    assert_reads(MAP, &[], "null");
    assert_reads(MAP, &[("a.%", UNKNOWN)], "(known after apply)");
    assert_reads(
        MAP,
        &[("a.%", "1"), ("a.x", UNKNOWN)],
        r#"{ "x" = (known after apply) }"#,
    );
}

#[test]
fn sets() {
    assert_reads(
        SET,
        &[("a.#", "2"), ("a.333", "y"), ("a.22", "x")],
        r#"toset(["x", "y"])"#,
    );
    assert_reads(SET, &[("a.#", "0")], "toset([])");
    assert_reads(SET, &[], "null");
    assert_reads(SET, &[("a.#", UNKNOWN)], "(known after apply)");
    let state = [
        ("a.#", "2"),
        ("a.1.n", "1"),
        ("a.1.t", "x"),
        ("a.12.n", "2"),
        ("a.12.t", "y"),
    ];
    assert_reads(
        SET_OF_BLOCKS,
        &state,
        r#"toset([{ n = 1, t = "x" }, { n = 2, t = "y" }])"#,
    );
    // An element without values has no entries.
    assert_reads(
        SET_OF_BLOCKS,
        &[("a.#", "1")],
        "toset([{ n = null, t = null }])",
    );
    // The hash of an element with a computed member begins with a tilde.
    assert_reads(
        SET_OF_BLOCKS,
        &[("a.#", "1"), ("a.~5.n", UNKNOWN)],
        "toset([{ n = (known after apply), t = null }])",
    );
}

#[test]
fn tuples_and_objects() {
    let tuple = r#"["tuple",["string","number"]]"#;
    assert_reads(
        tuple,
        &[("a.#", "2"), ("a.0", "x"), ("a.1", "2")],
        r#"["x", 2]"#,
    );
    assert_error(
        tuple,
        &[("a.#", "1")],
        "a: a tuple of 2 elements is required, got 1",
    );
    let state = [
        ("a.#", "1"),
        ("a.0.b", "true"),
        ("a.0.l.#", "1"),
        ("a.0.l.0", "x"),
    ];
    assert_reads(BLOCKS, &state, r#"[{ b = true, l = ["x"] }]"#);
    assert_error(
        BLOCKS,
        &[("a.#", "1"), ("a.0.b", "x")],
        r#"a[0].b: a bool is required, got "x""#,
    );
    assert_error(
        r#""dynamic""#,
        &[("a", "x")],
        "a: type dynamic is not allowed in a flatmap, which does not store types",
    );
}

#[derive(TfSchema)]
struct Instance {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    zones: Attr<Set<Attr<String>>>,
    #[tf(block)]
    disk: Unknown<Vec<Disk>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    size: Attr<i64>,
}

#[test]
fn structs() {
    let flatmap = [
        ("name", "web"),
        ("tags.%", "1"),
        ("tags.a.b", "c"),
        ("disk.#", "1"),
        ("disk.0.size", "20"),
        ("gone", "x"),
    ];
    let state = RawState {
        flatmap: flatmap.map(|(key, text)| (key.into(), text.into())).into(),
        ..RawState::default()
    };
    let instance: Instance = state.decode().unwrap();
    assert_eq!(instance.name.as_deref(), Some("web"));
    assert_eq!(instance.tags.value().unwrap()["a.b"], "c");
    assert!(instance.zones.is_null());
    assert_eq!(instance.disk.known().unwrap()[0].size, 20);
    let value = state
        .decode_value_ignoring_unsupported(&Instance::schema().implied_type())
        .unwrap();
    assert_eq!(value.get("name"), Some(&"web".into()));
}
