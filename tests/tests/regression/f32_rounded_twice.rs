//! A 32-bit float was read as a double and then rounded again. A number close to the midpoint of two floats was first
//! rounded to the midpoint, and then to the even float.

use tfvalue::{Number, Type, Unknown, Value, json, msgpack, types::Refinements};

/// Numbers between 16777216 and 16777218, which are adjacent floats.
const CASES: [(&str, f32); 5] = [
    ("16777217.0000000001", 16777218.0),
    ("-16777217.0000000001", -16777218.0),
    ("16777217", 16777216.0),
    ("16777216.9999999999", 16777216.0),
    ("16777217.000000000000000000000000000001", 16777218.0),
];

#[test]
fn rounds_once() {
    for (text, float) in CASES {
        let number: Number = text.parse().unwrap();
        let bytes = msgpack::to_vec(&number).unwrap();
        assert_eq!(msgpack::from_slice::<f32>(&bytes).unwrap(), float, "{text}");
        assert_eq!(json::from_str::<f32>(text).unwrap(), float, "{text}");
        let value = Value::from(number.clone());
        assert_eq!(value.read_into::<f32>().unwrap(), float, "{text}");

        let only = Refinements::new()
            .not_null()
            .at_least(number.clone(), true)
            .unwrap();
        let only = only.at_most(number, true).unwrap();
        let bytes = msgpack::to_vec(&Unknown::<f32>::refined(only)).unwrap();
        let read: Unknown<f32> = msgpack::from_slice(&bytes).unwrap();
        assert_eq!(read.known(), Some(&float), "{text}");
    }
}

#[test]
fn rejects_numbers_out_of_range() {
    let greatest = "340282346638528859811704183484516925440";
    assert_eq!(json::from_str::<f32>(greatest).unwrap(), f32::MAX);
    for text in ["3.5e38", "-1e400"] {
        let number: Number = text.parse().unwrap();
        let expected = "a number that a 32-bit float can hold is required";
        let says =
            |error: tfvalue::Error| assert!(error.to_string().starts_with(expected), "{error}");
        says(json::from_str::<f32>(text).unwrap_err());
        says(msgpack::from_slice::<f32>(&msgpack::to_vec(&number).unwrap()).unwrap_err());
        says(Value::from(number).read_into::<f32>().unwrap_err());
    }
    let infinity = msgpack::value_to_vec(&Value::try_from(f64::INFINITY).unwrap(), &Type::Number);
    assert_eq!(
        msgpack::from_slice::<f32>(&infinity.unwrap()).unwrap(),
        f32::INFINITY
    );
    msgpack::from_slice::<f32>(b"\xca\x7f\xc0\0\0").unwrap_err();
}
