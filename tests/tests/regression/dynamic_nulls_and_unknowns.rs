//! Typed nulls and unknown values in attributes of the dynamic type were read as known values.

use serde::{Deserialize, Serialize};
use tfvalue::msgpack::{Purpose, to_vec_for};
use tfvalue::{Attr, Dynamic, TfSchema, Type, Value, json, msgpack, plan, types::TfKnown};

const UNKNOWN: &[u8] = b"\x92\xc4\x08\"string\"\xd4\0\0";
const REFINED: &[u8] = b"\x92\xc4\x08\"string\"\xc7\x03\x0c\x81\x01\xc2";
const NULL: &[u8] = b"\x92\xc4\x08\"string\"\xc0";

#[derive(TfSchema, Clone, PartialEq)]
#[tf(known_view = View)]
struct Model {
    #[tf(default = "default")]
    value: Dynamic,
}

fn read(bytes: &[u8]) -> Dynamic {
    let attribute: Dynamic = msgpack::from_slice(bytes).unwrap();
    assert_eq!(msgpack::to_vec(&attribute).unwrap(), bytes);
    attribute
}

fn model(bytes: &[u8]) -> Model {
    Model { value: read(bytes) }
}

#[test]
fn unknown() {
    for bytes in [UNKNOWN, REFINED] {
        let attribute = read(bytes);
        assert!(attribute.is_unknown() && !attribute.is_known() && !attribute.is_null());
        assert_eq!(attribute.value(), None);
        assert_eq!(attribute.ty(), Type::String);
        assert_eq!(
            attribute.require("a").unwrap_err().to_string(),
            "a: a known value is required, got an unknown value"
        );
        let error = model(bytes).into_known_view().unwrap_err();
        assert_eq!(
            error.to_string(),
            "value: a known value is required, got an unknown value"
        );

        let mut planned = attribute.clone();
        planned.or_prior(&"prior".into());
        assert_eq!(planned.as_str(), Some("prior"));

        let (planned, _) = plan::typed(&model(bytes), None).unwrap();
        assert_eq!(planned, model(bytes));

        let value = Value::from(attribute.clone());
        assert!(value.is_unknown());
        assert_eq!(Dynamic::from(value.clone()), attribute);
        assert_eq!(value.read_into::<Dynamic>().unwrap(), attribute);

        let error = to_vec_for(&attribute, Purpose::State).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a known value is required, got an unknown value"
        );
    }
    assert!(read(REFINED).refinements().unwrap().is_not_null());
}

/// All parts of a view are known.
#[test]
fn unknown_parts() {
    let parts = Value::tuple([1.into(), Value::unknown(Type::Bool)]);
    let model = Model {
        value: Value::object([("a", parts)]).unwrap().into(),
    };
    assert!(model.value.is_known());
    let error = model.into_known_view().unwrap_err();
    assert_eq!(error.path().to_string(), "value.a[1]");
}

#[test]
fn null() {
    let attribute = read(NULL);
    assert!(attribute.is_null() && attribute.is_known() && !attribute.is_unknown());
    assert_eq!(attribute.value(), None);
    assert_eq!(attribute.refinements(), None);
    assert_eq!(
        attribute.require("a").unwrap_err().to_string(),
        "a: a value is required, got null"
    );
    let default = model(NULL).into_known_view().unwrap().value;
    assert_eq!(default.as_str(), Some("default"));
    assert_eq!(to_vec_for(&attribute, Purpose::State).unwrap(), NULL);

    let (planned, _) = plan::typed(&model(NULL), None).unwrap();
    assert_eq!(planned.value.as_str(), Some("default"));

    let mut planned = attribute.clone();
    planned.or_prior(&"prior".into());
    assert_eq!(planned, attribute);

    let value = Value::from(attribute.clone());
    assert_eq!(value, Value::null(Type::String));
    assert_eq!(Dynamic::from(value.clone()), attribute);
    assert_eq!(value.read_into::<Dynamic>().unwrap(), attribute);

    let text = r#"{"value":null,"type":"string"}"#;
    assert_eq!(json::from_str::<Dynamic>(text).unwrap(), attribute);
    assert_eq!(json::to_string(&attribute).unwrap(), text);
}

#[test]
fn without_a_type() {
    assert_eq!(read(b"\xc0"), Dynamic::null());
    assert_eq!(read(b"\xd4\0\0"), Dynamic::unknown());
    assert_eq!(json::from_str::<Dynamic>(" null").unwrap(), Dynamic::null());
    assert_eq!(json::to_string(&Dynamic::null()).unwrap(), "null");
    assert_eq!(Dynamic::from(Value::null(Type::Dynamic)), Dynamic::null());
    assert_eq!(
        Value::from(Dynamic::unknown()),
        Value::unknown(Type::Dynamic)
    );
    for value in [Dynamic::null(), Dynamic::unknown()] {
        let read: Dynamic = Value::from(value.clone()).read_into().unwrap();
        assert_eq!(read, value);
    }
}

/// go-cty drops the refinements of an unknown value without a type.
#[test]
fn refinements_without_a_type() {
    for bytes in [
        &b"\xc7\x03\x0c\x81\x01\xc3"[..],
        b"\xc7\x03\x0c\x81\x01\xc2",
        b"\xc7\x02\x0c\x81\x09",
    ] {
        let attribute: Dynamic = msgpack::from_slice(bytes).unwrap();
        assert_eq!(attribute, Dynamic::unknown());
    }
    // For a string, the first payload is a null.
    let attribute: Attr<String> = msgpack::from_slice(b"\xc7\x03\x0c\x81\x01\xc3").unwrap();
    assert!(attribute.is_null());
}

/// Other formats preserve typed nulls, and binary formats also preserve unknown values.
#[test]
fn other_formats() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Pair(Dynamic, u8);

    let texts = [
        (read(NULL), r#"["{\"value\":null,\"type\":\"string\"}",1]"#),
        (Dynamic::null(), "[null,1]"),
        (
            Dynamic::from("a"),
            r#"["{\"value\":\"a\",\"type\":\"string\"}",1]"#,
        ),
    ];
    for (value, text) in texts {
        let pair = Pair(value, 1);
        assert_eq!(serde_json::to_string(&pair).unwrap(), text);
        assert_eq!(serde_json::from_str::<Pair>(text).unwrap(), pair);
    }
    let error = serde_json::to_string(&read(UNKNOWN)).unwrap_err();
    assert!(error.to_string().contains("unknown"), "{error}");

    for bytes in [
        NULL,
        UNKNOWN,
        REFINED,
        b"\xc0",
        b"\xd4\0\0",
        b"\x92\xc4\x08\"string\"\xa1a",
    ] {
        let pair = Pair(read(bytes), 1);
        let written = rmp_serde::to_vec(&pair).unwrap();
        assert_eq!(rmp_serde::from_slice::<Pair>(&written).unwrap(), pair);
    }
}

/// A single nested block and a nested object also preserve typed nulls and unknown values.
#[test]
fn within_objects() {
    #[derive(TfSchema)]
    struct Root {
        #[tf(block)]
        block: Attr<Block>,
        #[tf(optional)]
        nested: Attr<Block>,
        #[tf(optional)]
        pair: Attr<(Dynamic, Dynamic)>,
    }

    #[derive(TfSchema)]
    struct Block {
        #[tf(optional)]
        value: Dynamic,
    }

    let root = Root {
        block: Block {
            value: Value::null(Type::String).into(),
        }
        .into(),
        nested: Block {
            value: Value::unknown(Type::Bool).into(),
        }
        .into(),
        pair: (Dynamic::unknown(), Value::null(Type::Number).into()).into(),
    };
    let bytes = msgpack::to_vec(&root).unwrap();
    let again: Root = msgpack::from_slice(&bytes).unwrap();
    assert_eq!(msgpack::to_vec(&again).unwrap(), bytes);
    let ty = Root::block().implied_type();
    let value = msgpack::value_from_slice(&bytes, &ty).unwrap();
    for again in [again, value.read_into().unwrap()] {
        assert_eq!(
            again.block.value().unwrap().value,
            Value::null(Type::String)
        );
        assert_eq!(
            again.nested.value().unwrap().value,
            Value::unknown(Type::Bool)
        );
        let (first, second) = again.pair.value().unwrap();
        assert_eq!(*first, Dynamic::unknown());
        assert_eq!(*second, Value::null(Type::Number));
    }
}

/// Positions in errors are relative to the whole input.
#[test]
fn positions_of_errors() {
    let bytes = b"\x81\xa5value\x92\xc4\x08\"string\"\x01";
    let error = msgpack::from_slice::<Model>(bytes).err().unwrap();
    let whole = msgpack::value_from_slice(bytes, &Model::block().implied_type()).unwrap_err();
    assert_eq!(error.to_string(), whole.to_string());
    assert_eq!(error.position(), whole.position());
    assert!(error.position().is_some());
    for text in [
        "{\"value\": {\"type\": \"string\",\n \"value\": []}}",
        "{\n\"value\": {\"type\": \"string\", \"value\": []}}",
        "{\"value\":\n  {\"type\": [\"list\", \"string\"],\n \"value\": [\"a\", {",
        "{\"value\": 5}",
    ] {
        let error = json::from_str::<Model>(text).err().unwrap();
        let ty = Model::block().implied_type();
        let whole = json::value_from_slice(text.as_bytes(), &ty).unwrap_err();
        assert_eq!(error.to_string(), whole.to_string());
        assert_eq!(error.position(), whole.position());
    }
}
