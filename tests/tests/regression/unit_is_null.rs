//! Unit, which is null in serde's formats, was written as an empty tuple. The nulls in a `serde_json::Value` became `[]`.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tfvalue::{
    Attr, Type, Value, json, msgpack,
    types::{EmptyTuple, TfType},
};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Unit;

#[test]
fn unit_is_null() {
    let value = json!({"a": null});
    assert_eq!(msgpack::to_vec(&value).unwrap(), b"\x81\xa1a\xc0");
    assert_eq!(json::to_string(&value).unwrap(), r#"{"a":null}"#);
    let read: Json = msgpack::from_slice(b"\x81\xa1a\xc0").unwrap();
    assert_eq!(read, value);
    assert_eq!(msgpack::to_vec(&read).unwrap(), b"\x81\xa1a\xc0");

    assert_eq!(msgpack::to_vec(&((), Unit)).unwrap(), b"\x92\xc0\xc0");
    assert_eq!(json::to_string(&((), Unit)).unwrap(), "[null,null]");
    assert_eq!(
        msgpack::from_slice::<((), Unit)>(b"\x92\xc0\xc0").unwrap(),
        ((), Unit)
    );
    assert_eq!(
        json::from_str::<((), Unit)>("[null,null]").unwrap(),
        ((), Unit)
    );
    let null = || Value::null(Type::Bool);
    let pair = Value::tuple([null(), null()]);
    assert_eq!(pair.read_into::<((), Unit)>().unwrap(), ((), Unit));
    msgpack::from_slice::<()>(b"\x90").unwrap_err();
    json::from_str::<()>("[]").unwrap_err();
}

#[test]
fn empty_tuple_is_not_null() {
    assert_eq!(EmptyTuple::ty(), Type::tuple([]));
    let tuples: [Attr<EmptyTuple>; 3] = [EmptyTuple.into(), Attr::null(), Attr::unknown()];
    let bytes = b"\x93\x90\xc0\xd4\0\0";
    assert_eq!(msgpack::to_vec(&tuples).unwrap(), bytes);
    assert_eq!(
        msgpack::from_slice::<[Attr<EmptyTuple>; 3]>(bytes).unwrap(),
        tuples
    );
    let error = msgpack::from_slice::<EmptyTuple>(b"\x91\x01").unwrap_err();
    let expected = "a tuple of 0 elements is required, got 1";
    assert!(error.to_string().starts_with(expected), "{error}");
    assert_eq!(json::to_string(&EmptyTuple).unwrap(), "[]");
    assert_eq!(json::from_str::<EmptyTuple>("[]").unwrap(), EmptyTuple);
}
