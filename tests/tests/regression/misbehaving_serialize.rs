//! Misbehaving `Serialize` implementations produced malformed bytes. These implementations end a list or map too early,
//! or write keys without values or values without keys.

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, Serializer,
};
use tfvalue::{json, msgpack};

struct Bad<F>(F);

/// The calls that the implementation makes to the serializer.
trait Misbehave {
    fn go<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

impl<F: Misbehave> Serialize for Bad<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.go(serializer)
    }
}

/// Fails after writing some bytes.
struct Fails;

impl Serialize for Fails {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(2))?;
        seq.serialize_element("begun")?;
        Err(S::Error::custom("failed"))
    }
}

macro_rules! misbehave {
    ($($name:ident($serializer:ident) $body:block)*) => {$(
        struct $name;

        impl Misbehave for $name {
            fn go<S: Serializer>(&self, $serializer: S) -> Result<S::Ok, S::Error> $body
        }
    )*};
}

misbehave! {
    ValueWithoutKey(serializer) {
        let mut map = serializer.serialize_map(Some(0))?;
        map.serialize_value(&1)?;
        map.end()
    }
    KeyWithoutValue(serializer) {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_key("a")?;
        map.end()
    }
    TwoKeys(serializer) {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_key("a")?;
        map.serialize_key("b")?;
        map.serialize_value(&1)?;
        map.end()
    }
    TwoValues(serializer) {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_key("a")?;
        map.serialize_value(&1)?;
        map.serialize_value(&2)?;
        map.end()
    }
    EntryAfterKey(serializer) {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_key("a")?;
        map.serialize_entry("b", &1)?;
        map.serialize_value(&2)?;
        map.end()
    }
    SwallowsTwoKeys(serializer) {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_key("a")?;
        let _ = map.serialize_key("b");
        map.serialize_value(&1)?;
        map.end()
    }
    SwallowsKey(serializer) {
        let mut map = serializer.serialize_map(Some(1))?;
        let _ = map.serialize_key(&Fails);
        map.serialize_value(&1)?;
        map.end()
    }
    SwallowsValue(serializer) {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_key("a")?;
        let _ = map.serialize_value(&Fails);
        map.end()
    }
    SwallowsEntry(serializer) {
        let mut map = serializer.serialize_map(Some(2))?;
        let _ = map.serialize_entry("a", &Fails);
        map.serialize_entry("b", &1)?;
        map.end()
    }
    SwallowsElement(serializer) {
        let mut seq = serializer.serialize_seq(Some(2))?;
        seq.serialize_element(&1)?;
        let _ = seq.serialize_element(&Fails);
        seq.end()
    }
    SwallowsFirst(serializer) {
        let mut tuple = serializer.serialize_tuple(2)?;
        let _ = tuple.serialize_element(&Fails);
        tuple.serialize_element(&1)?;
        tuple.end()
    }
    SwallowsField(serializer) {
        let mut object = serializer.serialize_struct("S", 1)?;
        let _ = object.serialize_field("a", &Fails);
        object.end()
    }
}

#[track_caller]
fn assert_rejected<F: Misbehave>(misbehave: F) {
    let bad = Bad(misbehave);
    msgpack::to_vec(&bad).unwrap_err();
    json::to_vec(&bad).unwrap_err();
    let within = (true, vec![&bad]);
    msgpack::to_vec(&within).unwrap_err();
    // The public serializer leaves no bytes behind either.
    let mut out = b"\xc3".to_vec();
    let mut serializer = msgpack::Serializer::new(&mut out);
    bad.serialize(&mut serializer).unwrap_err();
    "a".serialize(&mut serializer).unwrap();
    within.serialize(&mut serializer).unwrap_err();
    drop(serializer);
    assert_eq!(out, b"\xc3\xa1a");
}

#[test]
fn rejects_misbehaving_impls() {
    assert_rejected(ValueWithoutKey);
    assert_rejected(KeyWithoutValue);
    assert_rejected(TwoKeys);
    assert_rejected(TwoValues);
    assert_rejected(EntryAfterKey);
    assert_rejected(SwallowsTwoKeys);
    assert_rejected(SwallowsKey);
    assert_rejected(SwallowsValue);
    assert_rejected(SwallowsEntry);
    assert_rejected(SwallowsElement);
    assert_rejected(SwallowsFirst);
    assert_rejected(SwallowsField);
}
