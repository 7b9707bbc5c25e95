//! Typed nulls and unknown values in attributes of type dynamic were read as known values.

use tfvalue::msgpack::{Purpose, to_vec_for};
use tfvalue::{Attr, Dynamic, TfKnown, TfSchema, Type, Unknown, Value, json, msgpack, plan};

const UNKNOWN: &[u8] = b"\x92\xc4\x08\"string\"\xd4\0\0";
const REFINED: &[u8] = b"\x92\xc4\x08\"string\"\xc7\x03\x0c\x81\x01\xc2";
const NULL: &[u8] = b"\x92\xc4\x08\"string\"\xc0";

#[derive(TfSchema, Clone, PartialEq)]
#[tf(known_view = View)]
struct Model {
    #[tf(default = Dynamic::try_from(Value::from("default")).unwrap())]
    value: Attr<Dynamic>,
}

fn read(bytes: &[u8]) -> Attr<Dynamic> {
    let attribute: Attr<Dynamic> = msgpack::from_slice(bytes).unwrap();
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
        assert_eq!(attribute.refinements().unwrap().ty(), Some(&Type::String));
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
        planned.or_prior(&Value::from("prior").into());
        assert_eq!(planned.value().unwrap().as_str(), Some("prior"));

        let (planned, _) = plan::typed(&model(bytes), None).unwrap();
        assert_eq!(planned, model(bytes));

        let value = Value::from(attribute.clone());
        assert!(value.is_unknown());
        assert_eq!(value.ty(), Type::String);
        assert_eq!(Attr::<Dynamic>::from(value.clone()), attribute);
        assert_eq!(value.read_into::<Attr<Dynamic>>().unwrap(), attribute);

        let error = to_vec_for(&attribute, Purpose::State).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a known value is required, got an unknown value"
        );
    }
    assert!(read(REFINED).refinements().unwrap().is_not_null());
    assert_eq!(format!("{:?}", read(REFINED)), "unknown(string, not null)");
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
    assert_eq!(default.into_value().as_str(), Some("default"));
    assert_eq!(to_vec_for(&attribute, Purpose::State).unwrap(), NULL);

    let (planned, _) = plan::typed(&model(NULL), None).unwrap();
    assert_eq!(planned.value.value().unwrap().as_str(), Some("default"));

    let mut planned = attribute.clone();
    planned.or_prior(&Value::from("prior").into());
    assert_eq!(planned, attribute);
    assert_eq!(attribute.clone().map(Dynamic::into_value), Attr::null());

    let value = Value::from(attribute.clone());
    assert_eq!(value, Value::null(Type::String));
    assert_eq!(Attr::<Dynamic>::from(value.clone()), attribute);
    assert_eq!(value.read_into::<Attr<Dynamic>>().unwrap(), attribute);

    let text = r#"{"value":null,"type":"string"}"#;
    assert_eq!(json::from_str::<Attr<Dynamic>>(text).unwrap(), attribute);
    assert_eq!(json::to_string(&attribute).unwrap(), text);
    assert_eq!(format!("{attribute:?}"), "null(string)");
}

#[test]
fn without_a_type() {
    assert_eq!(read(b"\xc0"), Attr::null());
    assert_eq!(read(b"\xd4\0\0"), Attr::unknown());
    assert_eq!(
        json::from_str::<Attr<Dynamic>>("null").unwrap(),
        Attr::null()
    );
    assert_eq!(
        Attr::<Dynamic>::from(Value::null(Type::Dynamic)),
        Attr::null()
    );
    assert_eq!(
        Value::from(Attr::<Dynamic>::unknown()),
        Value::unknown(Type::Dynamic)
    );
}

/// go-cty drops the refinements of an unknown value without a type.
#[test]
fn refinements_without_a_type() {
    for bytes in [
        &b"\xc7\x03\x0c\x81\x01\xc3"[..],
        b"\xc7\x03\x0c\x81\x01\xc2",
        b"\xc7\x02\x0c\x81\x09",
    ] {
        let attribute: Attr<Dynamic> = msgpack::from_slice(bytes).unwrap();
        assert_eq!(attribute, Attr::unknown());
    }
    // For a string, the first payload is a null.
    let attribute: Attr<String> = msgpack::from_slice(b"\xc7\x03\x0c\x81\x01\xc3").unwrap();
    assert!(attribute.is_null());
}

/// `Unknown` rejects typed nulls, too.
#[test]
fn never_null() {
    let error = msgpack::from_slice::<Unknown<Dynamic>>(NULL).unwrap_err();
    assert_eq!(error.to_string(), "a value is required, got null");
    let unknown: Unknown<Dynamic> = msgpack::from_slice(UNKNOWN).unwrap();
    assert!(unknown.is_unknown());
    assert_eq!(msgpack::to_vec(&unknown).unwrap(), UNKNOWN);
    assert!(Dynamic::try_from(Value::null(Type::String)).is_err());
    assert!(Dynamic::try_from(Value::unknown(Type::String)).is_err());
}

/// Other formats preserve typed nulls and unknown values, too.
#[test]
fn other_formats() {
    let attribute = read(NULL);
    let text = serde_json::to_string(&attribute).unwrap();
    assert_eq!(text, r#""{\"value\":null,\"type\":\"string\"}""#);
    assert_eq!(
        serde_json::from_str::<Attr<Dynamic>>(&text).unwrap(),
        attribute
    );
    assert_eq!(
        serde_json::from_str::<Attr<Dynamic>>("null").unwrap(),
        Attr::null()
    );
}

/// Blocks in an envelope preserve them, too.
#[test]
fn within_blocks() {
    #[derive(TfSchema)]
    struct Root {
        #[tf(block)]
        block: Vec<Block>,
    }

    #[derive(TfSchema)]
    struct Block {
        #[tf(optional)]
        value: Attr<Dynamic>,
    }

    let block = |value: Value| Block {
        value: value.into(),
    };
    let root = Root {
        block: vec![
            block(Value::null(Type::String)),
            block(Value::unknown(Type::Bool)),
        ],
    };
    let bytes = msgpack::to_vec(&root).unwrap();
    let again: Root = msgpack::from_slice(&bytes).unwrap();
    assert!(again.block[0].value.is_null() && again.block[1].value.is_unknown());
    assert_eq!(msgpack::to_vec(&again).unwrap(), bytes);
}
