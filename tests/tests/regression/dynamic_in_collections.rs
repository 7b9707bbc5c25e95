//! Collections of dynamic values could be written with elements of several types, on which
//! Terraform crashes.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use tfvalue::{Attr, Dynamic, Number, TfSchema, Type, Value, json, msgpack};

#[derive(TfSchema, Clone)]
#[tf(object)]
struct NV {
    v: Attr<Dynamic>,
}

#[derive(TfSchema)]
struct Model {
    #[tf(optional)]
    list: Attr<Vec<Attr<Dynamic>>>,
    #[tf(optional)]
    objects: Attr<Vec<Attr<NV>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<NV>>>,
    #[tf(optional)]
    deep: Attr<Vec<Attr<Vec<Attr<Dynamic>>>>>,
}

impl Model {
    fn empty() -> Self {
        Model {
            list: Attr::null(),
            objects: Attr::null(),
            map: Attr::null(),
            deep: Attr::null(),
        }
    }
}

fn nv(value: impl Into<Attr<Dynamic>>) -> Attr<NV> {
    NV { v: value.into() }.into()
}

fn some(value: impl Into<Value>) -> Attr<Dynamic> {
    value.into().into()
}

/// Checks that both formats return the same error, or none.
#[track_caller]
fn check<T: Serialize>(value: &T, expected: Option<&str>) {
    for result in [msgpack::to_vec(value), json::to_vec(value)] {
        let got = result.map_err(|error| error.to_string());
        match expected {
            None => assert!(got.is_ok(), "{got:?}"),
            Some(expected) => assert_eq!(got, Err(expected.to_owned())),
        }
    }
}

const OTHER: &str = "the same type as in the other elements is required, got";

#[test]
fn elements_of_a_list() {
    let list = |elements: Vec<Attr<Dynamic>>| Model {
        list: elements.into(),
        ..Model::empty()
    };
    check(
        &list(vec![some("a"), some(true)]),
        Some(&format!(r#"list[1]: {OTHER} "bool", not "string""#)),
    );
    check(&list(vec![some("a"), Attr::null(), some("b")]), None);
    check(
        &list(vec![
            Attr::null(),
            some("a"),
            Value::null(Type::String).into(),
        ]),
        None,
    );
    check(
        &list(vec![some("a"), Value::null(Type::Bool).into()]),
        Some(&format!(r#"list[1]: {OTHER} "bool", not "string""#)),
    );
    let unknowns = list(vec![
        some("a"),
        Attr::unknown(),
        Value::unknown(Type::String).into(),
    ]);
    assert!(msgpack::to_vec(&unknowns).is_ok());
}

#[test]
fn members_of_elements() {
    let objects = |elements: Vec<Attr<NV>>| Model {
        objects: elements.into(),
        ..Model::empty()
    };
    check(&objects(vec![nv(some("a")), nv(some("b"))]), None);
    check(
        &objects(vec![nv(Attr::null()), Attr::null(), nv(Attr::null())]),
        None,
    );
    check(
        &objects(vec![nv(some("a")), nv(Value::null(Type::String))]),
        None,
    );
    let number = format!(r#"objects[1].v: {OTHER} "number", not "string""#);
    check(&objects(vec![nv(some("a")), nv(some(1))]), Some(&number));
    let null = format!(r#"objects[1]: {OTHER} a value without a type, not "string""#);
    check(&objects(vec![nv(some("a")), Attr::null()]), Some(&null));
    check(&objects(vec![nv(some("a")), nv(Attr::null())]), Some(&null));
    let first = format!(r#"objects[0]: {OTHER} a value without a type, not "string""#);
    check(
        &objects(vec![Attr::null(), nv(some("a")), nv(some("b"))]),
        Some(&first),
    );
}

#[test]
fn elements_of_a_map() {
    let map = |elements: [(&str, Attr<NV>); 3]| {
        let elements: BTreeMap<String, Attr<NV>> = elements
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect();
        Model {
            map: elements.into(),
            ..Model::empty()
        }
    };
    let a = || nv(some("a"));
    check(&map([("x", a()), ("y", a()), ("z", a())]), None);
    let number = format!(r#"map["z"].v: {OTHER} "number", not "string""#);
    check(
        &map([("x", a()), ("y", a()), ("z", nv(some(1)))]),
        Some(&number),
    );
    let null = format!(r#"map["y"]: {OTHER} a value without a type, not "string""#);
    check(
        &map([("x", a()), ("y", Attr::null()), ("z", a())]),
        Some(&null),
    );
}

#[test]
fn lists_of_lists() {
    let deep = |elements: Vec<Attr<Vec<Attr<Dynamic>>>>| Model {
        deep: elements.into(),
        ..Model::empty()
    };
    let list = |elements: Vec<Attr<Dynamic>>| Attr::from(elements);
    check(
        &deep(vec![
            list(vec![some("a")]),
            list(vec![Attr::null(), some("b")]),
        ]),
        None,
    );
    check(
        &deep(vec![list(vec![]), Attr::null(), list(vec![Attr::null()])]),
        None,
    );
    let empty = format!(r#"deep[1]: {OTHER} a value without a type, not "string""#);
    check(
        &deep(vec![list(vec![some("a")]), list(vec![])]),
        Some(&empty),
    );
    let number = format!(r#"deep[1][0]: {OTHER} "number", not "string""#);
    check(
        &deep(vec![list(vec![some("a")]), list(vec![some(1), some(2)])]),
        Some(&number),
    );
    let inner = format!(r#"deep[0][1]: {OTHER} "number", not "string""#);
    check(&deep(vec![list(vec![some("a"), some(1)])]), Some(&inner));
}

/// Structs that only derive serde's traits, and tuples, whose elements may differ.
#[test]
fn serde_structs_and_tuples() {
    #[derive(Serialize)]
    struct Plain {
        v: Attr<Dynamic>,
        w: Attr<Dynamic>,
    }
    let plain = |v: Attr<Dynamic>, w: Attr<Dynamic>| Plain { v, w };
    check(&plain(some("a"), some(1)), None);
    check(
        &vec![plain(some("a"), some(1)), plain(some("b"), some(2))],
        None,
    );
    let swapped = vec![
        plain(some("a"), Attr::null()),
        plain(Attr::null(), some("a")),
    ];
    check(
        &swapped,
        Some(&format!(
            r#"[1].v: {OTHER} a value without a type, not "string""#
        )),
    );
    let tuples = |second: Attr<Dynamic>| vec![(some("a"), some(1)), (some("b"), second)];
    check(&tuples(some(2)), None);
    check(
        &tuples(some("2")),
        Some(&format!(r#"[1][1]: {OTHER} "string", not "number""#)),
    );
    let maps = vec![
        HashMap::from([("a", some("x"))]),
        HashMap::from([("b", some("y"))]),
    ];
    check(&maps, None);

    #[derive(Serialize)]
    struct Outer {
        #[serde(flatten)]
        plain: Plain,
    }
    check(
        &Outer {
            plain: plain(some("a"), some(1)),
        },
        None,
    );
}

/// Values on which Terraform would crash are read, but not written again.
#[test]
fn values() {
    let object = Type::Object(tfvalue::ObjectType::new([("v", Type::Dynamic)]));
    let cases: [(Type, &[u8], &str); 4] = [
        (
            Type::list(object.clone()),
            b"\x92\x81\xa1v\x92\xc4\x08\"string\"\xa1a\xc0",
            r#"[1]: {OTHER} a value without a type, not "string""#,
        ),
        (
            Type::map(object.clone()),
            b"\x82\xa1a\xc0\xa1b\x81\xa1v\x92\xc4\x08\"string\"\xa1a",
            r#"["b"]: {OTHER} "string", not a value without a type"#,
        ),
        (
            Type::list(object),
            b"\x92\x81\xa1v\x92\xc4\x08\"string\"\xa1a\x81\xa1v\xc0",
            r#"[1]: {OTHER} a value without a type, not "string""#,
        ),
        (
            Type::tuple([Type::list(Type::list(Type::Dynamic))]),
            b"\x91\x92\x91\x92\xc4\x08\"string\"\xa1a\x90",
            r#"[0][1]: {OTHER} a value without a type, not "string""#,
        ),
    ];
    for (ty, bytes, expected) in cases {
        let value = msgpack::value_from_slice(bytes, &ty).unwrap();
        let expected = expected.replace("{OTHER}", OTHER);
        let error = msgpack::value_to_vec(&value, &ty).unwrap_err();
        assert_eq!(error.to_string(), expected);
        let error = json::value_to_string(&value, &ty).unwrap_err();
        assert_eq!(error.to_string(), expected);
        // An envelope around the whole value contains one type for all elements.
        let whole = msgpack::value_to_vec(&value, &Type::Dynamic).unwrap();
        msgpack::value_from_slice(&whole, &Type::Dynamic).unwrap();
    }
}

#[test]
fn values_of_the_same_type() {
    let ty = Type::list(Type::Dynamic);
    let bytes = b"\x93\x92\xc4\x08\"string\"\xa1a\xc0\xd4\0\0";
    let value = msgpack::value_from_slice(bytes, &ty).unwrap();
    // Untyped elements get the type of the others, as in go-cty.
    assert_eq!(
        msgpack::value_to_vec(&value, &ty).unwrap(),
        b"\x93\x92\xc4\x08\"string\"\xa1a\x92\xc4\x08\"string\"\xc0\x92\xc4\x08\"string\"\xd4\0\0"
    );
    let mixed = Value::list(Type::Dynamic, [Value::from("a"), Value::from(1)]);
    assert!(mixed.is_err());
}

/// Every block that contains dynamic values has its own envelope, so blocks may differ in type. The
/// elements of a list inside a block may not.
#[test]
fn blocks() {
    #[derive(TfSchema)]
    struct Root {
        #[tf(block)]
        block: Vec<Block>,
    }

    #[derive(TfSchema)]
    struct Block {
        #[tf(optional)]
        list: Attr<Vec<Attr<NV>>>,
    }

    let block = |elements: Vec<Attr<NV>>| Block {
        list: elements.into(),
    };
    let root = Root {
        block: vec![
            block(vec![nv(some("a")), Attr::null()]),
            block(vec![nv(some(1))]),
        ],
    };
    check(&root, None);
    let root = Root {
        block: vec![block(vec![]), block(vec![nv(some("a")), nv(some(1))])],
    };
    let error = msgpack::to_vec(&root).unwrap_err().to_string();
    assert!(error.starts_with("block[1].list[1].v: "), "{error}");
}

#[test]
fn many_elements() {
    let number = |n: i64| nv(Value::from(Number::from(n)));
    let model = Model {
        objects: (0..5_000).map(number).collect::<Vec<_>>().into(),
        ..Model::empty()
    };
    let bytes = msgpack::to_vec(&model).unwrap();
    let ty = <Model as tfvalue::TfType>::ty();
    let value = msgpack::value_from_slice(&bytes, &ty).unwrap();
    assert_eq!(msgpack::value_to_vec(&value, &ty).unwrap(), bytes);
}

/// Errors hide the types of a sensitive member, and the map keys inside it.
#[test]
fn sensitive_members() {
    #[derive(TfSchema)]
    struct Root {
        #[tf(optional)]
        list: Attr<Vec<Attr<Login>>>,
    }

    #[derive(TfSchema)]
    struct Login {
        #[tf(optional, sensitive)]
        any: Attr<Dynamic>,
        #[tf(optional, sensitive)]
        map: Attr<BTreeMap<String, Attr<NV>>>,
    }

    let secret =
        |name: &str| -> Attr<Dynamic> { some(Value::object([(name, Value::from("a"))]).unwrap()) };
    let login = |any: Attr<Dynamic>, map: Option<Attr<NV>>| -> Attr<Login> {
        let map = map.map(|nv| BTreeMap::from([("hunter2".to_owned(), nv)]));
        let map = map.map_or(Attr::null(), Attr::from);
        Login { any, map }.into()
    };
    let plain = || login(Attr::null(), None);
    let any = |name: &str| login(secret(name), None);
    let map = |name: &str| login(Attr::null(), Some(nv(secret(name))));
    for (elements, expected) in [
        (vec![any("hunter2"), any("hunter3")], "list[1].any: "),
        (vec![any("hunter2"), any("x")], "list[1].any: "),
        (vec![any("hunter2"), plain()], "list[1]: "),
        (vec![plain(), any("hunter2")], "list[0]: "),
        (vec![any("hunter2"), Attr::null()], "list[1]: "),
        (vec![map("hunter2"), map("hunter3")], "list[1].map: "),
        (vec![map("hunter2"), plain()], "list[1]: "),
        (vec![map("hunter2"), any("hunter2")], "list[1].map: "),
        (vec![any("hunter2"), map("hunter2")], "list[1].any: "),
    ] {
        let root = Root {
            list: elements.into(),
        };
        let hidden = "the same type as in the other elements is required, got another type";
        check(&root, Some(&format!("{expected}{hidden}")));
    }
}

/// The text of a type may be very long.
#[test]
fn shortens_long_types() {
    let wide = |name: &str| {
        let members = (0..10_000).map(|at| (format!("{name}{at}"), Value::from(true)));
        some(Value::object(members).unwrap())
    };
    let model = Model {
        list: vec![wide("a"), wide("b")].into(),
        ..Model::empty()
    };
    let error = msgpack::to_vec(&model).unwrap_err().to_string();
    assert!(error.len() < 600, "{}", error.len());
    let pair = || {
        let envelopes = ["a", "b"].map(|name| msgpack::to_vec(&wide(name)).unwrap());
        [&b"\x92"[..], &envelopes.concat()].concat()
    };
    let ty = Type::list(Type::Dynamic);
    let error = match msgpack::value_from_slice(&pair(), &ty) {
        Ok(value) => msgpack::value_to_vec(&value, &ty).unwrap_err(),
        Err(error) => error,
    };
    assert!(error.to_string().len() < 600);
}
