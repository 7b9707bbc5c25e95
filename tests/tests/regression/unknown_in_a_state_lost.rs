//! A value that was written through a serializer for a state, rather than by its `write`, lost its
//! unknowns: they became null, and the errors went away with the serializer.

use std::collections::BTreeMap;

use serde::Serialize;
use tfvalue::msgpack::{Purpose, Serializer};
use tfvalue::{Attr, Dynamic, Result, Type, Value};

/// Writes behind other bytes, and returns what is there in the end.
fn state<T: Serialize + ?Sized>(value: &T) -> (Result<()>, Vec<u8>) {
    let mut out = b"\xc3".to_vec();
    let result = value.serialize(&mut Serializer::new(&mut out).purpose(Purpose::State));
    (result, out)
}

#[track_caller]
fn is_refused<T: Serialize + ?Sized>(value: &T, faults: &[&str]) {
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
fn unknown_in_a_state_lost() {
    let unknown = Attr::<String>::unknown;
    is_refused(&unknown(), &[""]);
    is_refused(&vec![unknown(), "a".into(), unknown()], &["[0]", "[2]"]);
    is_refused(&("a", unknown()), &["[1]"]);
    is_refused(&BTreeMap::from([("a", vec![unknown()])]), &[r#"["a"][0]"#]);
    is_refused(&Attr::<Dynamic>::from(Value::unknown(Type::Bool)), &[""]);
    is_refused(&Some(unknown()), &[""]);
}

#[test]
fn values_after_one_that_failed() {
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

/// Something that Terraform has no type for.
fn serde_bytes(bytes: &'static [u8]) -> impl Serialize {
    struct Bytes(&'static [u8]);

    impl Serialize for Bytes {
        fn serialize<S: serde::Serializer>(
            &self,
            serializer: S,
        ) -> std::result::Result<S::Ok, S::Error> {
            serializer.serialize_bytes(self.0)
        }
    }

    Bytes(bytes)
}
