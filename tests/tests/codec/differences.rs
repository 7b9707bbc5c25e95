//! The parts in which two values differ.

use tfvalue::value::Difference;
use tfvalue::{Type, Value, types::Refinements};

fn show(differences: impl Iterator<Item = Difference<'static>>) -> Vec<String> {
    let part = |part: Option<&Value>| part.map_or("-".to_owned(), |part| format!("{part:?}"));
    let line =
        |one: Difference<'_>| format!("{}: {} => {}", one.path, part(one.before), part(one.after));
    differences.map(line).collect()
}

/// The values live as long as the test.
fn differences(before: Value, after: Value) -> Vec<String> {
    let (before, after): (&Value, &Value) = (Box::leak(before.into()), Box::leak(after.into()));
    show(before.differences(after))
}

fn object(members: &[(&str, Value)]) -> Value {
    Value::object(members.iter().cloned()).unwrap()
}

fn set(elements: impl IntoIterator<Item = Value>) -> Value {
    Value::set(Type::Dynamic, elements).unwrap()
}

#[test]
fn equal_values_do_not_differ() {
    let unknown = Value::refined(Type::String, Refinements::new().not_null()).unwrap();
    for value in [
        Value::from(1),
        Value::null(Type::Bool),
        unknown.clone(),
        Value::list(Type::String, ["a"]).unwrap(),
        set([object(&[("a", unknown)]), object(&[("a", "b".into())])]),
        Value::empty_object(),
    ] {
        assert!(differences(value.clone(), value).is_empty());
    }
    let (ab, ba) = (object(&[("n", 1.into())]), object(&[("n", 2.into())]));
    let sets = [set([ab.clone(), ba.clone()]), set([ba, ab])];
    assert!(differences(sets[0].clone(), sets[1].clone()).is_empty());
}

#[test]
fn values_of_other_types_differ_as_a_whole() {
    let list = |ty| Value::list::<Value>(ty, []).unwrap();
    let cases = [
        (Value::from(1), Value::from("1"), ": 1 => \"1\""),
        (
            Value::null(Type::String),
            Value::null(Type::Bool),
            ": string null => bool null",
        ),
        (
            list(Type::String),
            list(Type::Bool),
            ": list of string [] => list of bool []",
        ),
        (
            Value::tuple([1]),
            list(Type::Number),
            ": tuple [1] => list of number []",
        ),
        (
            Value::unknown(Type::String),
            Value::from("a"),
            ": string (known after apply) => \"a\"",
        ),
    ];
    for (before, after, text) in cases {
        assert_eq!(differences(before, after), [text]);
    }
    let refined = Value::refined(Type::String, Refinements::new().not_null()).unwrap();
    assert_eq!(
        differences(Value::unknown(Type::String), refined),
        [": string (known after apply) => string (known after apply, not null)"]
    );
}

#[test]
fn parts_are_compared_by_name_key_and_index() {
    let tags =
        |entries: &[(&str, &str)]| Value::map(Type::String, entries.iter().copied()).unwrap();
    let before = object(&[
        ("gone", true.into()),
        ("list", Value::list(Type::Number, [1, 2, 3]).unwrap()),
        ("tags", tags(&[("a", "1"), ("b", "2"), ("d", "4")])),
        ("tuple", Value::tuple([Value::from(1), Value::from("a")])),
    ]);
    let after = object(&[
        ("list", Value::list(Type::Number, [1, 5]).unwrap()),
        ("new", 1.into()),
        ("tags", tags(&[("b", "3"), ("c", "3"), ("d", "4")])),
        ("tuple", Value::tuple([Value::from("x"), Value::from("a")])),
    ]);
    let expected = [
        "gone: true => -",
        "list[1]: 2 => 5",
        "list[2]: 3 => -",
        "new: - => 1",
        r#"tags["a"]: "1" => -"#,
        r#"tags["b"]: "2" => "3""#,
        r#"tags["c"]: - => "3""#,
        r#"tuple[0]: 1 => "x""#,
    ];
    assert_eq!(differences(before, after), expected);
}

#[test]
fn elements_of_sets_are_paired() {
    let rule = |port: i64, to: &str, id: Value| {
        object(&[
            ("id", id),
            ("none", Value::null(Type::Bool)),
            ("port", port.into()),
            ("to", to.into()),
        ])
    };
    let id = |id: &str| Value::from(id);
    let before = set([
        rule(22, "a", id("1")),
        rule(80, "b", id("2")),
        rule(443, "b", id("3")),
    ]);
    let unknown = Value::unknown(Type::String);
    // One element has a new port, one element has an unknown identifier, and one element is new.
    let after = set([
        rule(8443, "b", id("3")),
        rule(1, "z", id("4")),
        rule(80, "b", unknown),
    ]);
    let expected = [
        "[0].port: 443 => 8443",
        // Only one element of each set remains, so these two elements are paired.
        r#"[1].id: "1" => "4""#,
        "[1].port: 22 => 1",
        r#"[1].to: "a" => "z""#,
        r#"[2].id: "2" => string (known after apply)"#,
    ];
    assert_eq!(differences(before.clone(), after), expected);

    // Two elements were removed and two were added. A null in two elements does not make them similar.
    let after = set([
        rule(1, "x", id("8")),
        rule(2, "y", id("9")),
        rule(22, "a", id("1")),
    ]);
    let paths: Vec<String> = differences(before, after);
    let sides: Vec<_> = paths.iter().map(|text| &text[..3]).collect();
    assert_eq!(sides, ["[0]", "[1]", "[1]", "[2]"]);
    assert!(
        paths[0].contains(": - => ") && paths[2].ends_with("=> -"),
        "{paths:?}"
    );

    let texts = |all: &[&str]| Value::set(Type::String, all.iter().copied()).unwrap();
    assert_eq!(
        differences(texts(&["a", "b"]), texts(&["b", "c"])),
        [r#"[1]: - => "c""#, r#"[0]: "a" => -"#]
    );
    let partly = Value::set(
        Type::String,
        [Value::from("a"), Value::unknown(Type::String)],
    )
    .unwrap();
    assert_eq!(
        differences(partly, texts(&["a", "b"])),
        [r#"[1]: string (known after apply) => "b""#]
    );
}

#[test]
fn sets_within_sets_are_paired() {
    let group = |name: &str, ports: &[i64]| {
        let ports = Value::set(Type::Number, ports.iter().copied()).unwrap();
        object(&[("name", name.into()), ("ports", ports)])
    };
    let before = set([group("a", &[1, 2]), group("b", &[3])]);
    let after = set([group("b", &[3, 4]), group("a", &[1, 2])]);
    assert_eq!(differences(before, after), ["[0].ports[1]: - => 4"]);
}

/// Comparing sets takes linear time, even if all elements have one part in common, or if an element is large.
#[test]
fn many_similar_elements_are_paired() {
    let element = |a: i64, b: i64| object(&[("a", a.into()), ("b", b.into()), ("c", 0.into())]);
    let count = 20_000;
    let before = set((0..count).map(|at| element(at, at / 2)));
    let after = set((0..count).map(|at| element(-at - 1, at / 2)));
    let paths = differences(before, after);
    assert_eq!(paths.len(), 20_000);
    assert!(
        paths.iter().all(|text| text.contains("].a: ")),
        "{:?}",
        paths.first()
    );

    let large =
        |first: i64| Value::list(Type::Number, std::iter::once(first).chain(2..count)).unwrap();
    let small = (0..count).map(|at| Value::list(Type::Number, [-at, 5]).unwrap());
    let before = set([large(0), large(1)]);
    assert_eq!(differences(before, set(small)).len(), 20_002);
}

/// Each path contains all names on the way to its end, so a long name before many parts would take up memory.
#[test]
fn long_names_stand_before_one_part() {
    let list = |first: i64| Value::list(Type::Number, (0..1_000).map(|at| at * first)).unwrap();
    let map = |len: usize, value| Value::map(Type::Dynamic, [("k".repeat(len), value)]).unwrap();
    let (before, after) = (map(4096, list(1)), map(4096, list(2)));
    assert_eq!(before.differences(&after).count(), 999);
    let (before, after) = (map(4097, list(1)), map(4097, list(2)));
    let whole: Vec<_> = before.differences(&after).collect();
    assert_eq!(whole.len(), 1);
    assert_eq!(whole[0].after, Some(&list(2)));
    assert!(before.differences(&before).next().is_none());
}
