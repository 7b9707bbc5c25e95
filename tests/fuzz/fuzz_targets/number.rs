#![no_main]
//! Writes and reads numbers as strings and as MessagePack.

use libfuzzer_sys::fuzz_target;
use tfvalue::{Number, Type, Value, msgpack};

fuzz_target!(|input: (Option<f64>, &str)| {
    let (float, text) = input;
    if let Some(number) = float.and_then(|float| Number::try_from(float).ok()) {
        check(&number);
        assert_eq!(number.as_f64(), float);
    }
    if let Ok(number) = text.parse::<Number>() {
        check(&number);
    }
});

fn check(number: &Number) {
    assert_eq!(&number.to_string().parse::<Number>().unwrap(), number);
    let value = Value::from(number.clone());
    let bytes = msgpack::value_to_vec(&value, &Type::Number).unwrap();
    // A long string whose value is exactly a double is written as this double, whose string is shorter.
    let read = msgpack::value_from_slice(&bytes, &Type::Number).unwrap();
    assert_eq!(read.as_number().unwrap().to_f64(), number.to_f64());
    assert_eq!(msgpack::value_to_vec(&read, &Type::Number).unwrap(), bytes);
    assert!(number.cmp(number).is_eq());
    if let Some(int) = number.as_i128() {
        assert_eq!(&Number::from(int), number);
    }
}
