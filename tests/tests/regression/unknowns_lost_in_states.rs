//! Unknown values silently became null when a state was written through its serializer instead of
//! `write`: the errors were dropped with the serializer.

use std::collections::BTreeMap;

use serde::Serialize;
use tfvalue::msgpack::{Purpose, Serializer};
use tfvalue::{Attr, Dynamic, Type, Value};

/// Appends a value to other bytes, and returns the result and the bytes.
fn state<T: Serialize + ?Sized>(value: &T) -> (tfvalue::Result<()>, Vec<u8>) {
    let mut out = b"\xc3".to_vec();
    let result = value.serialize(&mut Serializer::new(&mut out).purpose(Purpose::State));
    (result, out)
}

#[track_caller]
fn assert_rejected<T: Serialize + ?Sized>(value: &T, faults: &[&str]) {
    let (result, out) = state(value);
    let error = result.unwrap_err();
    let paths: Vec<_> = error
        .faults()
        .map(|fault| fault.path().to_string())
        .collect();
    assert_eq!(paths, faults);
    assert_eq!(out, b"\xc3");
}

#[test]
fn rejects_unknown_values_in_a_state() {
    let unknown = Attr::<String>::unknown;
    assert_rejected(&unknown(), &[""]);
    assert_rejected(&vec![unknown(), "a".into(), unknown()], &["[0]", "[2]"]);
    assert_rejected(&("a", unknown()), &["[1]"]);
    assert_rejected(&BTreeMap::from([("a", vec![unknown()])]), &[r#"["a"][0]"#]);
    assert_rejected(&Attr::<Dynamic>::from(Value::unknown(Type::Bool)), &[""]);
    assert_rejected(&Some(unknown()), &[""]);
}

#[test]
fn values_after_a_failed_value() {
    let mut out = Vec::new();
    let mut serializer = Serializer::new(&mut out).purpose(Purpose::State);
    [1, 2].serialize(&mut serializer).unwrap();
    [Attr::<u8>::unknown()]
        .serialize(&mut serializer)
        .unwrap_err();
    [3].serialize(&mut serializer).unwrap();
    drop(serializer);
    assert_eq!(out, b"\x92\x01\x02\x91\x03");
}

#[test]
fn partial_bytes_after_an_error() {
    let (result, out) = state(&(1, "a", serde_bytes(b"b")));
    result.unwrap_err();
    assert_eq!(out, b"\xc3");
}

/// A value that has no Terraform type.
fn serde_bytes(bytes: &'static [u8]) -> impl Serialize {
    struct Bytes(&'static [u8]);

    impl Serialize for Bytes {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(self.0)
        }
    }

    Bytes(bytes)
}
