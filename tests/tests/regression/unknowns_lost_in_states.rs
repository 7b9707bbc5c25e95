//! Unknown values silently became null when a state was written through its serializer instead of `write`: the errors
//! were dropped along with the serializer.

use std::collections::BTreeMap;

use serde::Serialize;
use tfvalue::msgpack::{Purpose, Serializer};
use tfvalue::{Attr, Dynamic, TfSchema, Type, Value, msgpack};

/// Appends a value to other bytes, and returns the result along with the bytes.
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
    assert_rejected(&Dynamic::from(Value::unknown(Type::Bool)), &[""]);
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

/// The first NaN hid all other faults.
#[test]
fn all_values_that_a_state_cannot_have_are_reported() {
    #[derive(TfSchema)]
    struct Sensor {
        #[tf(computed)]
        name: Attr<String>,
        #[tf(computed, sensitive)]
        offset: Attr<f32>,
        #[tf(computed)]
        readings: Attr<Vec<f64>>,
    }
    let sensor = Sensor {
        name: Attr::unknown(),
        offset: f32::NAN.into(),
        readings: vec![1.0, f64::NAN, 2.0, f64::NAN].into(),
    };
    let error = msgpack::to_vec_for(&sensor, Purpose::State).unwrap_err();
    let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "name: a known value is required, got an unknown value",
            "offset: a number is required, got another value",
            "readings[1]: a number is required, got NaN",
            "readings[3]: a number is required, got NaN",
        ]
    );
    // In a plan, only the first NaN is reported.
    let error = msgpack::to_vec_for(&sensor, Purpose::Plan).unwrap_err();
    assert_eq!(error.path().to_string(), "offset");
}
