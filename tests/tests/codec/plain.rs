//! Converts values to and from the JSON of services.

use serde_json::{Value as Json, json};
use tfvalue::schema::{Attribute, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{Error, Number, Path, Type, Value, errors::Category, types::ObjectType};
use tfvalue_json_schema::Plain;
use tfvalue_tests::{peak, precision};

fn faults(error: &Error) -> Vec<String> {
    error.faults().map(ToString::to_string).collect()
}

fn written(value: &Value) -> tfvalue::Result<Json> {
    Plain::from(&Type::Dynamic).write(value)
}

fn ty(json: &str) -> Type {
    Type::from_json(json.as_bytes()).unwrap()
}

#[track_caller]
fn assert_round_trip(json: &Json, constraint: &str, value: &str) {
    let ty = ty(constraint);
    let read = Plain::from(&ty).read(json).unwrap();
    assert_eq!(read.to_string(), value);
    assert!(read.ty().conforms_to(&ty));
    assert_eq!(&written(&read).unwrap(), json);
    let text = json.to_string();
    assert_eq!(Plain::from(&ty).read_str(&text).unwrap(), read);
}

#[test]
fn values_of_each_type() {
    assert_round_trip(&json!(null), r#""string""#, "null");
    assert_round_trip(&json!(true), r#""bool""#, "true");
    assert_round_trip(&json!("a/\u{e9}"), r#""string""#, "\"a/\u{e9}\"");
    assert_round_trip(&json!(-5), r#""number""#, "-5");
    assert_round_trip(&json!(0.1), r#""number""#, "0.1");
    assert_round_trip(&json!(u64::MAX), r#""number""#, "18446744073709551615");
    assert_round_trip(
        &json!(["b", null]),
        r#"["list","string"]"#,
        r#"["b", null]"#,
    );
    assert_round_trip(&json!([2, 10]), r#"["set","number"]"#, "toset([2, 10])");
    assert_round_trip(&json!([]), r#"["set","number"]"#, "toset([])");
    assert_round_trip(
        &json!({"b/c": 1, "a b": 2}),
        r#"["map","number"]"#,
        r#"{ "a b" = 2, "b/c" = 1 }"#,
    );
    assert_round_trip(
        &json!([1, ["a"]]),
        r#"["tuple",["number",["list","string"]]]"#,
        r#"[1, ["a"]]"#,
    );
    assert_round_trip(
        &json!({"a": null, "b": {"c": true}}),
        r#"["object",{"a":"string","b":["object",{"c":"bool"}]}]"#,
        "{ a = null, b = { c = true } }",
    );
    assert_round_trip(
        &json!({"a": [1, "x", {}], "b": null}),
        r#""dynamic""#,
        r#"{ a = [1, "x", {}], b = null }"#,
    );
    assert_round_trip(
        &json!([{"a": 1}, {"a": 2}]),
        r#"["list","dynamic"]"#,
        "[{ a = 1 }, { a = 2 }]",
    );
}

#[test]
fn missing_members_are_null_and_sets_have_no_duplicates() {
    let object = ty(r#"["object",{"a":["list","string"],"b":["set","string"]}]"#);
    let value = Plain::from(&object)
        .read(&json!({"b": ["y", "x", "y"]}))
        .unwrap();
    assert_eq!(value.to_string(), r#"{ a = null, b = toset(["x", "y"]) }"#);
    let json = json!({"a": null, "b": ["x", "y"]});
    assert_eq!(written(&value).unwrap(), json);
    let omitting = Plain::from(&object).omit_null();
    assert_eq!(omitting.write(&value).unwrap(), json!({"b": ["x", "y"]}));
    assert_eq!(omitting.write_null().write(&value).unwrap(), json);
}

#[test]
fn all_faults_of_a_response_are_reported() {
    let constraint = ty(
        r#"["object",{"a":"bool","l":["list",["object",{"n":"number"}]],"m":["map","number"],"t":["tuple",["string"]]}]"#,
    );
    let json = json!({
        "a": "true",
        "l": [{"n": 1}, {"n": "2", "o": 3}, 4],
        "m": {"k": [], "ok": 1},
        "t": ["a", "b"],
        "u": 1,
    });
    let error = Plain::from(&constraint).read(&json).unwrap_err();
    let expected = [
        "a: a bool is required, got a string",
        "l[1].n: a number is required, got a string",
        r#"l[1]: unsupported attribute "o""#,
        "l[2]: an object is required, got a number",
        r#"m["k"]: a number is required, got a list"#,
        "t: a tuple of 1 element is required, got 2",
        r#"unsupported attribute "u""#,
    ];
    assert_eq!(faults(&error), expected);
    let plain = Plain::from(&constraint);
    let error = plain.read_str(&json.to_string()).unwrap_err();
    assert_eq!(faults(&error), expected);
    let error = plain.ignore_extra().read(&json).unwrap_err();
    assert_eq!(faults(&error).len(), 5);

    // A value of a different type in a list of dynamic values.
    let error = Plain::from(&Type::list(Type::Dynamic))
        .read(&json!([1, "a"]))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "a list of dynamic is required, got a tuple"
    );
}

#[test]
fn extra_members_are_kept_with_their_paths() {
    let constraint = ty(
        r#"["object",{"disks":["list",["object",{"n":"number"}]],"m":["map",["object",{"n":"number"}]]}]"#,
    );
    let json = json!({
        "disks": [{"n": 1, "x": 1e300}, {"n": 2}, {"y": {"z": [true]}}],
        "etag": null,
        "m": {"k": {"v": "w"}},
    });
    let (value, extra) = Plain::from(&constraint).read_with_extra(&json).unwrap();
    assert_eq!(
        value.to_string(),
        r#"{ disks = [{ n = 1 }, { n = 2 }, { n = null }], m = { "k" = { n = null } } }"#
    );
    let expected = [
        ("disks[0].x", json!(1e300)),
        ("disks[2].y", json!({"z": [true]})),
        ("etag", json!(null)),
        ("m[\"k\"].v", json!("w")),
    ];
    assert_eq!(extra, expected.map(|(path, json)| (Path::from(path), json)));
}

#[test]
fn all_unknown_values_of_a_plan_are_reported() {
    let unknown = || Value::unknown(Type::String);
    let value = Value::object([
        ("a", unknown()),
        (
            "l",
            Value::list(Type::String, [Value::from("x"), unknown()]).unwrap(),
        ),
        ("m", Value::map(Type::String, [("k", unknown())]).unwrap()),
        ("o", Value::unknown(Type::Dynamic)),
    ])
    .unwrap();
    let error = written(&value).unwrap_err();
    let words = "a known value is required, got an unknown value";
    let expected = ["a", "l[1]", r#"m["k"]"#, "o"].map(|path| format!("{path}: {words}"));
    assert_eq!(faults(&error), expected);
    let json = written(&value.unknown_to_null().unwrap()).unwrap();
    assert_eq!(
        json,
        json!({"a": null, "l": ["x", null], "m": {"k": null}, "o": null})
    );
}

#[test]
fn numbers_keep_every_digit_or_are_errors() {
    let number = |text: &str| Value::from(text.parse::<Number>().unwrap());
    for text in [
        "0",
        "-1",
        "9223372036854775808",
        "18446744073709551615",
        "0.1",
        "1e300",
        "-0.5",
    ] {
        let json = written(&number(text)).unwrap();
        let back = Plain::from(&Type::Number).read(&json).unwrap();
        assert_eq!(back, number(text));
    }
    let list = [
        "0.10000000000000000001",
        "1",
        "18446744073709551616",
        "1e400",
    ];
    let list = Value::list(Type::Number, list.map(number)).unwrap();
    if !precision::is_arbitrary() {
        let error = written(&list).unwrap_err();
        assert_eq!(
            faults(&error)[0],
            "[0]: a number that serde_json can represent is required, got 0.10000000000000000001"
        );
        assert_eq!(error.faults().count(), 3);
    }
    let infinite = Value::try_from(f64::INFINITY).unwrap();
    assert_eq!(
        written(&infinite).unwrap_err().to_string(),
        "a finite number is required, got an infinity, which JSON cannot hold"
    );
    let text = "[18446744073709551616,0.10000000000000000001,1e400]";
    let read = Plain::from(&Type::list(Type::Number))
        .read_str(text)
        .unwrap();
    assert_eq!(read.get(0), Some(&number("18446744073709551616")));
    assert_eq!(read.get(1), Some(&number("0.10000000000000000001")));
    assert_eq!(read.get(2), Some(&number("1e400")));
    let error = Plain::from(&Type::Number).read_str("1e100000").unwrap_err();
    assert_eq!(error.category(), Category::Data);
}

#[test]
fn secrets_are_in_no_error() {
    let key = Attribute::new("key", Type::map(Type::Number)).optional();
    let block = Block::new()
        .attributes([
            Attribute::new("token", Type::map(Type::list(Type::Number)))
                .optional()
                .sensitive(),
            Attribute::new("any", Type::Dynamic).optional().write_only(),
            Attribute::new("pair", NestedType::new(Nesting::List, [key.clone()]))
                .optional()
                .sensitive(),
        ])
        .block_types([NestedBlock::new(
            "user",
            Nesting::Set,
            Block::new().attributes([key.sensitive()]),
        )]);
    let plain = Plain::from(&block);
    let json = json!({
        "token": {"s3cret": ["s3cret"], "a": 1},
        "pair": [{"s3cret": 1}, {"key": {"s3cret": "s3cret"}}],
        "user": [{"key": {"s3cret": "s3cret"}}],
    });
    let error = plain.read(&json).unwrap_err();
    assert_eq!(
        faults(&error),
        [
            "pair[0]: the value is invalid (not shown, because it is sensitive)",
            "pair[1].key: a number is required, got a string",
            "token: a list of number is required, got a number",
            "token: a number is required, got a string",
            "user[0].key: a number is required, got a string",
        ]
    );
    let unknown = |key: &str| {
        let values = Value::map(Type::Number, [(key, Value::unknown(Type::Number))]);
        Value::object([("key", values.unwrap())]).unwrap()
    };
    let any = Value::object([("s3cret", Value::unknown(Type::String))]).unwrap();
    let value = Value::object([
        ("any", any),
        (
            "pair",
            Value::list(Type::Dynamic, [unknown("s3cret")]).unwrap(),
        ),
        (
            "user",
            Value::set(Type::Dynamic, [unknown("s3cret")]).unwrap(),
        ),
        ("token", Value::null(Type::map(Type::list(Type::Number)))),
    ])
    .unwrap();
    let error = plain.write(&value).unwrap_err();
    assert_eq!(error.faults().count(), 3);
    for text in [error.to_string(), format!("{error:?}")] {
        assert!(!text.contains("s3cret"), "{text}");
    }
}

#[test]
fn computed_attributes_are_left_out_of_requests() {
    let members = [
        Attribute::new("ip", Type::String).computed(),
        Attribute::new("zone", Type::String).optional().computed(),
    ];
    let block = Block::new().attributes([
        Attribute::new("id", Type::String).computed(),
        Attribute::new("nodes", NestedType::new(Nesting::Map, members)).optional(),
    ]);
    let node = Value::object([("ip", Value::unknown(Type::String)), ("zone", "a".into())]).unwrap();
    let value = Value::object([
        ("id", Value::unknown(Type::String)),
        ("nodes", Value::map(Type::Dynamic, [("n", node)]).unwrap()),
    ])
    .unwrap();
    let plain = Plain::from(&block);
    assert_eq!(plain.write(&value).unwrap_err().faults().count(), 2);
    let json = plain.omit_computed().write(&value).unwrap();
    assert_eq!(json, json!({"nodes": {"n": {"zone": "a"}}}));
}

#[test]
fn hostile_json_is_an_error() {
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let plain = Plain::from(&Type::Dynamic);
    assert!(plain.read_str(&deep(128)).is_ok());
    for depth in [129, 100_000] {
        let error = plain.read_str(&deep(depth)).unwrap_err();
        assert_eq!(error.category(), Category::Limit);
    }
    let mut tree = json!(1);
    for _ in 0..128 {
        tree = Json::Array(vec![tree]);
    }
    assert!(plain.read(&tree).is_ok());
    let tree = Json::Array(vec![tree]);
    assert_eq!(plain.read(&tree).unwrap_err().category(), Category::Limit);
    for text in ["", "{", "[1,]", "nul", "1 2", "\"\\ud800\""] {
        plain.read_str(text).unwrap_err();
    }

    // Each element is a deeply nested fault.
    let faulty = Json::Array(vec![json!([[[["x"]]]]); 10_000]);
    let list = (0..5).fold(Type::Number, |ty, _| Type::list(ty));
    let text = faulty.to_string();
    let read = || Plain::from(&list).read(&faulty).unwrap_err();
    let (error, peak) = peak::measure(read);
    assert!(error.faults().count() <= 1_000);
    assert!(peak < 64 * text.len() + (1 << 20), "{peak}");

    // In each object, a thousand members are missing.
    let names = (0..1000).map(|at| (format!("a{at}"), Type::String));
    let plain = Plain::from(&Type::list(Type::Object(ObjectType::new(names))));
    let empty = |count: usize| format!("[{}{{}}]", "{},".repeat(count - 1));
    assert_eq!(
        plain
            .read_str(&empty(10))
            .unwrap()
            .elements()
            .unwrap()
            .len(),
        10
    );
    let text = empty(10_000);
    let (error, peak) = peak::measure(|| plain.read_str(&text).unwrap_err());
    assert_eq!(error.category(), Category::Limit);
    assert!(peak < 64 * text.len() + (1 << 20), "{peak}");
}
