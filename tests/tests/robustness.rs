//! Values and numbers survive every round trip, and damaged input is an error or another value:
//! never a panic, and never more memory than its size allows.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

use serde::Deserialize;
use tfvalue::{Number, Type, Value, json, msgpack};
use tfvalue_tests::peak::{Counting, measure};
use tfvalue_tests::random::{self, Rng};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many random values are tried.
const CASES: u64 = 10_000;

/// How much memory an input may take.
fn allowance(input: &[u8]) -> usize {
    64 * input.len() + (1 << 20)
}

fn random_value(case: u64) -> (Type, Value) {
    let rng = &mut Rng::new(7, case);
    let ty = random::ty(rng, 3).without_optional();
    let concrete = random::concrete(rng, &ty);
    let value = random::value(rng, &concrete).unwrap();
    (ty, value)
}

#[test]
fn values_survive_msgpack() {
    let mut tried = 0;
    for case in 0..CASES {
        let (ty, value) = random_value(case);
        // What is null, unknown or empty may hide that the types of several dynamic values differ.
        let Ok(bytes) = msgpack::value_to_vec(&value, &ty) else {
            assert!(ty.has_dynamic(), "case {case}");
            continue;
        };
        let read = msgpack::value_from_slice(&bytes, &ty).unwrap();
        assert_eq!(
            msgpack::value_to_vec(&read, &ty).unwrap(),
            bytes,
            "case {case}"
        );
        // A dynamic constraint keeps no type for what is empty; and long prefixes are cut.
        if !ty.has_dynamic() && !value.to_string().contains("begins with") {
            assert_eq!(read, value, "case {case}");
            tried += 1;
        }
    }
    assert!(tried > CASES / 2);
}

#[test]
fn values_survive_json() {
    let mut tried = 0;
    for case in 0..CASES {
        let (ty, value) = random_value(case);
        let Ok(text) = json::value_to_string(&value, &ty) else {
            // Unknowns and infinities have no JSON.
            let known = value.is_wholly_known() && !value.to_string().contains("inf");
            assert!(!known || ty.has_dynamic(), "case {case}: {value}");
            continue;
        };
        let read = json::value_from_slice(text.as_bytes(), &ty).unwrap();
        assert_eq!(
            json::value_to_string(&read, &ty).unwrap(),
            text,
            "case {case}"
        );
        if !ty.has_dynamic() {
            assert_eq!(read, value, "case {case}");
        }
        tried += 1;
    }
    assert!(tried > CASES / 4);
}

#[test]
fn numbers_survive_text_and_wire() {
    for case in 0..CASES {
        let number = random::number(&mut Rng::new(8, case));
        let read: Number = number.to_string().parse().unwrap();
        assert_eq!(read, number, "case {case}");
        let value = Value::from(number.clone());
        let bytes = msgpack::value_to_vec(&value, &Type::Number).unwrap();
        let read = msgpack::value_from_slice(&bytes, &Type::Number).unwrap();
        assert_eq!(read, value, "case {case}");
        if number.is_finite() {
            let text = json::value_to_string(&value, &Type::Number).unwrap();
            assert_eq!(text, number.to_string());
            let read = json::value_from_slice(text.as_bytes(), &Type::Number).unwrap();
            assert_eq!(read, value, "case {case}");
        }
    }
}

#[test]
fn numbers_have_one_order() {
    let hashes = RandomState::new();
    let mut numbers: Vec<Number> = (0..CASES)
        .map(|case| random::number(&mut Rng::new(9, case)))
        .collect();
    numbers.sort();
    for pair in numbers.windows(2) {
        let (a, b) = (&pair[0], &pair[1]);
        assert!(a <= b, "{a} {b}");
        assert_eq!(a == b, a.cmp(b).is_eq(), "{a} {b}");
        assert!(
            a != b || hashes.hash_one(a) == hashes.hash_one(b),
            "{a} {b}"
        );
        assert!(a.to_f64() <= b.to_f64(), "{a} {b}");
    }
    for (low, number) in numbers.iter().enumerate().step_by(97) {
        for other in numbers[low..].iter().step_by(89) {
            assert!(number <= other, "{number} {other}");
        }
    }
}

/// A line of the captures.
#[derive(Deserialize)]
struct Capture {
    id: String,
    schema: Option<String>,
    msgpack: String,
}

/// Reads every few of the captures in a folder that are not long.
fn captures(folder: &str) -> Vec<(String, Type, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data/captures")
        .join(folder);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let types: HashMap<String, Type> = serde_json::from_str(&read("types.json")).unwrap();
    let byte =
        |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap();
    read("dynamic_values.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Capture>(line).unwrap())
        .filter(|capture| capture.msgpack.len() < 2_000)
        .step_by(8)
        .map(|capture| {
            let ty = capture
                .schema
                .map_or(Type::Dynamic, |schema| types[&schema].clone());
            let bytes = capture.msgpack.as_bytes().chunks(2).map(byte).collect();
            (capture.id, ty, bytes)
        })
        .collect()
}

/// Reads damaged input, and writes again what it has become.
fn endure(id: &str, ty: &Type, input: &[u8]) -> bool {
    let (result, peak) = measure(|| msgpack::value_from_slice(input, ty));
    assert!(
        peak <= allowance(input),
        "{id}: {peak} bytes for {}",
        input.len()
    );
    let Ok(value) = result else {
        return false;
    };
    let bytes = msgpack::value_to_vec(&value, ty).unwrap();
    let read = msgpack::value_from_slice(&bytes, ty).unwrap();
    assert_eq!(read, value, "{id}");
    true
}

#[test]
fn captures_cut_short_are_errors() {
    for folder in ["", "aws"] {
        for (id, ty, bytes) in captures(folder) {
            for len in 0..bytes.len() {
                assert!(!endure(&id, &ty, &bytes[..len]), "{id} of {len} bytes");
            }
            assert!(endure(&id, &ty, &bytes), "{id}");
        }
    }
}

#[test]
fn captures_with_a_byte_changed_are_errors_or_values() {
    let (mut refused, mut read) = (0, 0);
    for folder in ["", "aws"] {
        for (id, ty, mut bytes) in captures(folder) {
            for at in 0..bytes.len() {
                for change in [0x01, 0x10, 0x80, 0xff] {
                    bytes[at] ^= change;
                    match endure(&id, &ty, &bytes) {
                        true => read += 1,
                        false => refused += 1,
                    }
                    bytes[at] ^= change;
                }
            }
        }
    }
    assert!(refused > 10_000 && read > 10_000, "{refused} {read}");
}

#[test]
fn damaged_json_is_an_error_or_a_value() {
    let mut read = 0;
    for case in 0..CASES / 10 {
        let (ty, value) = random_value(case);
        let Ok(text) = json::value_to_string(&value, &ty) else {
            continue;
        };
        let mut bytes = text.into_bytes();
        bytes.truncate(2_000);
        for at in 0..bytes.len() {
            let change = 1 << (at % 8);
            bytes[at] ^= change;
            for input in [&bytes[..], &bytes[..at]] {
                let (result, peak) = measure(|| json::value_from_slice(input, &ty));
                assert!(
                    peak <= allowance(input),
                    "case {case} at {at}: {peak} bytes"
                );
                read += u32::from(result.is_ok());
            }
            bytes[at] ^= change;
        }
    }
    assert!(read > 1_000, "{read}");
}
