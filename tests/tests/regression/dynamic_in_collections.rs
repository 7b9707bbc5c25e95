//! Collections of dynamic values could be written with elements of several types, and Terraform crashes when it reads
//! these collections. Rust values that contain dynamic values in collections are now rejected.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use tfvalue::{Dynamic, Set, TfSchema, Type, Value, json, msgpack};

#[derive(TfSchema, Clone)]
#[tf(object)]
struct NV {
    v: Dynamic,
}

fn nv(value: impl Into<Value>) -> NV {
    NV {
        v: value.into().into(),
    }
}

const OTHER: &str = "the same type as in the other elements is required, got";

const REFUSED: &str =
    "a dynamic value cannot be inside a list, set or map: make the list, set or map itself dynamic";

/// Checks that both formats reject the part at a path, or accept the value if there is no path.
#[track_caller]
fn check<T: Serialize>(value: &T, path: Option<&str>) {
    for result in [msgpack::to_vec(value), json::to_vec(value)] {
        let got = result.map_err(|error| error.to_string());
        match path {
            None => assert!(got.is_ok(), "{got:?}"),
            Some(path) => assert_eq!(got, Err(format!("{path}: {REFUSED}"))),
        }
    }
}

/// Tuples, and structs that derive only serde's traits, may have elements of different types.
#[test]
fn serde_structs_and_tuples() {
    #[derive(Serialize)]
    struct Plain {
        v: Dynamic,
        w: Dynamic,
    }
    let plain = || Plain {
        v: "a".into(),
        w: 1.into(),
    };
    check(&plain(), None);
    check(&(Dynamic::from("a"), [Dynamic::from(1), nv(true).v]), None);
    check(&vec![plain()], Some("[0].v"));
    check(&vec![("a", Dynamic::from("a"))], Some("[0][1]"));
    check(&vec![Dynamic::from("a")], Some("[0]"));
    check(&Set::from(vec![nv(1)]), Some("[0].v"));
    check(&HashMap::from([("a", nv(1))]), Some(r#"["a"].v"#));
    check(&BTreeMap::from([("a", vec![nv(1)])]), Some(r#"["a"][0].v"#));

    #[derive(Serialize)]
    struct Outer {
        #[serde(flatten)]
        plain: Plain,
    }
    check(&Outer { plain: plain() }, None);
}

/// A collection inside a dynamic value has its own type.
#[test]
fn collections_inside() {
    let list = Value::list(Type::Number, [1, 2]).unwrap();
    check(&nv(list.clone()), None);
    let value = Value::of(&nv(list.clone()), &<NV as tfvalue::types::TfType>::ty()).unwrap();
    assert_eq!(value.get("v"), Some(&list));
    let read: Vec<Dynamic> = Value::tuple([Value::from("a"), 1.into()])
        .read_into()
        .unwrap();
    assert_eq!(read, [Dynamic::from("a"), 1.into()]);
}

/// Values on which Terraform would crash can be read, but cannot be written again.
#[test]
fn values() {
    let object = Type::Object(tfvalue::types::ObjectType::new([("v", Type::Dynamic)]));
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
    // Untyped elements receive the type of the other elements, as in go-cty.
    assert_eq!(
        msgpack::value_to_vec(&value, &ty).unwrap(),
        b"\x93\x92\xc4\x08\"string\"\xa1a\x92\xc4\x08\"string\"\xc0\x92\xc4\x08\"string\"\xd4\0\0"
    );
    let mixed = Value::list(Type::Dynamic, [Value::from("a"), Value::from(1)]);
    assert!(mixed.is_err());
}

/// The text of a type can be very long.
#[test]
fn shortens_long_types() {
    let wide = |name: &str| {
        let members = (0..10_000).map(|at| (format!("{name}{at}"), Value::from(true)));
        Dynamic::from(Value::object(members).unwrap())
    };
    let pair = || {
        let encoded = ["a", "b"].map(|name| msgpack::to_vec(&wide(name)).unwrap());
        [&b"\x92"[..], &encoded.concat()].concat()
    };
    let ty = Type::list(Type::Dynamic);
    let error = match msgpack::value_from_slice(&pair(), &ty) {
        Ok(value) => msgpack::value_to_vec(&value, &ty).unwrap_err(),
        Err(error) => error,
    };
    assert!(error.to_string().len() < 600);
}
