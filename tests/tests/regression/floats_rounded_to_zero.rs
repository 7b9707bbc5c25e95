//! A number that is too close to zero for a float became zero. Numbers that are too large were already rejected.

use tfvalue::{Error, Number, Unknown, Value, json, msgpack, types::Refinements};

/// Returns the errors from all ways of reading a number as a type.
macro_rules! errors {
    ($ty:ty, $text:expr) => {{
        let number: Number = $text.parse().unwrap();
        let bytes = msgpack::to_vec(&number).unwrap();
        let only = Refinements::new().not_null();
        let only = only.at_least(number.clone(), true).unwrap();
        let only = only.at_most(number.clone(), true).unwrap();
        let unknown = msgpack::to_vec(&Unknown::<$ty>::refined(only)).unwrap();
        [
            json::from_str::<$ty>($text).unwrap_err(),
            json::from_str::<$ty>(&format!("\"{}\"", $text)).unwrap_err(),
            msgpack::from_slice::<$ty>(&bytes).unwrap_err(),
            msgpack::from_slice::<Unknown<$ty>>(&unknown).unwrap_err(),
            Value::from(number).read_into::<$ty>().unwrap_err(),
        ]
    }};
}

fn says(error: &Error, expected: &str) {
    assert!(error.to_string().starts_with(expected), "{error}");
}

#[test]
fn numbers_other_than_zero_do_not_become_zero() {
    for text in ["1e-46", "-1e-46", "7e-46", "1e-400"] {
        for error in errors!(f32, text) {
            let expected =
                "a number that a 32-bit float can distinguish from zero is required, got ";
            says(&error, expected);
        }
    }
    for text in ["1e-400", "-2e-324", "-1e-330"] {
        for error in errors!(f64, text) {
            let expected = "a number that a double can distinguish from zero is required, got ";
            says(&error, expected);
        }
        let error = json::from_str::<serde_json::Value>(text).unwrap_err();
        says(&error, "the number is too close to zero for a double");
    }
    let list = json::from_str::<Vec<f32>>("[1, 1e-46]").unwrap_err();
    assert_eq!(list.path().to_string(), "[1]");
    assert!(list.to_string().len() < 200, "{list}");
    // A double in MessagePack.
    let double = msgpack::to_vec(&1e-310).unwrap();
    assert!(msgpack::from_slice::<f32>(&double).is_err());
    assert_eq!(msgpack::from_slice::<f64>(&double).unwrap(), 1e-310);
}

#[test]
fn zero_and_the_closest_floats_can_be_read() {
    // A number greater than half of the smallest positive float is rounded to this float.
    for (text, float) in [
        ("1e-45", 1),
        ("8e-46", 1),
        ("0", 0),
        ("0e-400", 0),
        ("-0.00", 0),
    ] {
        let bytes = msgpack::to_vec(&text.parse::<Number>().unwrap()).unwrap();
        let expected = f32::from_bits(float);
        assert_eq!(json::from_str::<f32>(text).unwrap(), expected, "{text}");
        assert_eq!(
            msgpack::from_slice::<f32>(&bytes).unwrap(),
            expected,
            "{text}"
        );
    }
    for (text, float) in [
        ("5e-324", 1),
        ("3e-324", 1),
        ("0e5", 0),
        ("0.0e-400", 0),
        ("-0.0", 0),
    ] {
        let bytes = msgpack::to_vec(&text.parse::<Number>().unwrap()).unwrap();
        let expected = f64::from_bits(float);
        assert_eq!(json::from_str::<f64>(text).unwrap(), expected, "{text}");
        assert_eq!(
            msgpack::from_slice::<f64>(&bytes).unwrap(),
            expected,
            "{text}"
        );
        let any: serde_json::Value = json::from_str(text).unwrap();
        assert_eq!(any.as_f64(), Some(expected), "{text}");
    }
    let minus: Number = Number::try_from(-0.0).unwrap();
    let minus = msgpack::to_vec(&minus).unwrap();
    assert_eq!(msgpack::from_slice::<f64>(&minus).unwrap(), 0.0);
    assert_eq!(msgpack::from_slice::<f32>(&minus).unwrap(), 0.0);
}
