//! Round trips preserve values and numbers. Corrupted input results in an error or in a different value, but never in a
//! panic, and uses no more memory than its size allows.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

use serde::Deserialize;
use tfvalue::{Dynamic, Number, Type, Value, json, msgpack, types::ObjectType};
use tfvalue_tests::hex;
use tfvalue_tests::peak::{account, measure};
use tfvalue_tests::random::{self, Rng};

/// Returns the number of random values.
fn cases() -> u64 {
    random::cases(10_000)
}

/// Returns the memory limit for an input.
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
fn msgpack_preserves_values() {
    let mut tried = 0;
    for case in 0..cases() {
        let (ty, value) = random_value(case);
        // A null, unknown or empty value may hide that several dynamic values have different types.
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
        // A dynamic constraint does not preserve the types of empty values, and long prefixes are shortened.
        if !ty.has_dynamic() && !value.to_string().contains("begins with") {
            assert_eq!(read, value, "case {case}");
            tried += 1;
        }
    }
    assert!(tried > cases() / 2);
}

#[test]
fn json_preserves_values() {
    let mut tried = 0;
    for case in 0..cases() {
        let (ty, value) = random_value(case);
        let Ok(text) = json::value_to_string(&value, &ty) else {
            // JSON cannot represent unknown values or infinities.
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
    assert!(tried > cases() / 4);
}

#[test]
fn text_and_msgpack_preserve_numbers() {
    const DOUBLE: u8 = 0xcb;
    let mut lost = 0;
    for case in 0..cases() {
        let number = random::number(&mut Rng::new(8, case));
        let read: Number = number.to_string().parse().unwrap();
        assert_eq!(read, number, "case {case}");
        let value = Value::from(number.clone());
        let bytes = msgpack::value_to_vec(&value, &Type::Number).unwrap();
        let read = msgpack::value_from_slice(&bytes, &Type::Number).unwrap();
        // As in Terraform, a double is read as its shortest notation, which can lack digits of the number.
        let double = Number::try_from(number.to_f64());
        match double.map(Value::from) {
            Ok(double) if bytes[0] == DOUBLE => assert_eq!(read, double, "case {case}"),
            _ => assert_eq!(read, value, "case {case}"),
        }
        lost += u64::from(read != value);
        if number.is_finite() {
            let text = json::value_to_string(&value, &Type::Number).unwrap();
            assert_eq!(text, number.to_string());
            let read = json::value_from_slice(text.as_bytes(), &Type::Number).unwrap();
            assert_eq!(read, value, "case {case}");
        }
    }
    assert!(10_000 * lost <= cases(), "{lost} numbers lost digits");
}

#[test]
fn numbers_have_a_total_order() {
    let hashes = RandomState::new();
    let mut numbers: Vec<Number> = (0..cases())
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

/// A line in a capture file.
#[derive(Deserialize)]
struct Capture {
    id: String,
    schema: Option<String>,
    msgpack: String,
}

/// Reads a sample of the short captures in a folder.
fn captures(folder: &str) -> Vec<(String, Type, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data/captures")
        .join(folder);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let types: HashMap<String, Type> = serde_json::from_str(&read("types.json")).unwrap();
    read("dynamic_values.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Capture>(line).unwrap())
        .filter(|capture| capture.msgpack.len() < 2_000)
        .step_by(8)
        .map(|capture| {
            let ty = capture
                .schema
                .map_or(Type::Dynamic, |schema| types[&schema].clone());
            (capture.id, ty, hex::decode(&capture.msgpack))
        })
        .collect()
}

/// Reads corrupted input and writes the result.
fn read_damaged(id: &str, ty: &Type, input: &[u8]) -> bool {
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
fn truncated_captures_are_errors() {
    for folder in ["", "aws"] {
        for (id, ty, bytes) in captures(folder) {
            for len in 0..bytes.len() {
                assert!(
                    !read_damaged(&id, &ty, &bytes[..len]),
                    "{id} of {len} bytes"
                );
            }
            assert!(read_damaged(&id, &ty, &bytes), "{id}");
        }
    }
}

#[test]
fn captures_with_a_changed_byte_are_errors_or_values() {
    let (mut refused, mut read) = (0, 0);
    for folder in ["", "aws"] {
        for (id, ty, mut bytes) in captures(folder) {
            for at in 0..bytes.len() {
                for change in [0x01, 0x10, 0x80, 0xff] {
                    bytes[at] ^= change;
                    if read_damaged(&id, &ty, &bytes) {
                        read += 1;
                    } else {
                        refused += 1;
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
    for case in 0..cases() / 10 {
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

/// Writes a list that contains `first` and many equal elements.
fn list_of(first: &[u8], element: &[u8], len: usize) -> Vec<u8> {
    let len_of_all = (len + usize::from(!first.is_empty())) as u32;
    let header = [&[0xdd][..], &len_of_all.to_be_bytes()].concat();
    [&header, first, &element.repeat(len)].concat()
}

/// Adds a type to a value, as for a dynamic constraint.
fn envelope(ty: &Type, value: &[u8]) -> Vec<u8> {
    let json = ty.to_json();
    let len = (json.len() as u32).to_be_bytes();
    [&[0x92, 0xc6][..], &len, json.as_bytes(), value].concat()
}

/// Returns an object type with many attributes, the last of which is dynamic.
fn wide(attributes: usize) -> Type {
    let names = (0..attributes).map(|at| (format!("a{at:05}"), Type::String));
    let last = ("zz".to_owned(), Type::Dynamic);
    Type::Object(ObjectType::new(names.chain([last])))
}

/// Checks that reading allocates memory in proportion to the input: at most eight allocations per byte.
#[track_caller]
fn assert_linear<T>(input: &[u8], read: impl FnOnce(&[u8]) -> tfvalue::Result<T>) {
    let (result, used) = account(|| read(input));
    result.unwrap();
    assert!(used.peak <= allowance(input), "{} bytes", used.peak);
    let most = 8 * input.len();
    assert!(used.allocations <= most, "{} allocations", used.allocations);
}

/// Previously, the common type of a collection's elements was rebuilt for each element, attribute by attribute.
#[test]
fn many_elements_of_a_wide_type() {
    for attributes in [50, 1_000] {
        let tuple = Type::tuple(std::iter::repeat_n(Type::Dynamic, attributes));
        for element in [wide(attributes), tuple] {
            let nulls = Type::list(element.clone());
            let lists = Type::list(nulls.clone());
            for (ty, one, json) in [
                (&lists, b"\x90", "[]"),
                (&lists, b"\xc0", "null"),
                (&nulls, b"\xc0", "null"),
            ] {
                let input = list_of(b"", one, 20 * attributes);
                assert_linear(&input, |input| msgpack::value_from_slice(input, ty));
                let input = envelope(ty, &input);
                assert_linear(&input, |input| {
                    msgpack::value_from_slice(input, &Type::Dynamic)
                });
                assert_linear(&input, |input| msgpack::from_slice::<Dynamic>(input));
                let input = format!("[{json}{}]", format!(",{json}").repeat(20 * attributes));
                assert_linear(input.as_bytes(), |input| json::value_from_slice(input, ty));
            }
        }
    }
}

/// An element with a typed dynamic member changes the common type for all subsequent elements.
#[test]
fn wide_element_before_many_empty_ones() {
    let attributes = 1_000;
    let nulls = Type::list(wide(attributes));
    let lists = Type::list(nulls.clone());
    let names = (0..attributes).map(|at| format!("a{at:05}"));
    let members = names.flat_map(|name| [b"\xa6", name.as_bytes(), b"\xc0"].concat());
    let last = [&b"\xa2zz"[..], &envelope(&Type::Bool, b"\xc3")].concat();
    let count = (attributes as u16 + 1).to_be_bytes();
    let header = [0xde].into_iter().chain(count);
    let object: Vec<u8> = header.chain(members).chain(last).collect();
    let list = [b"\x91", &object[..]].concat();
    for (ty, first, one) in [
        (&nulls, &object, b"\xc0"),
        (&lists, &list, b"\xc0"),
        (&lists, &list, b"\x90"),
    ] {
        let input = list_of(first, one, 20 * attributes);
        assert_linear(&input, |input| msgpack::value_from_slice(input, ty));
        let input = envelope(ty, &input);
        assert_linear(&input, |input| msgpack::from_slice::<Dynamic>(input));
    }
}

/// Elements of the same type share one copy of the type.
#[test]
fn objects_with_dynamic_take_few_allocations() {
    let ty = Type::list(wide(3));
    let members = b"\x84\xa6a00000\xa1a\xa6a00001\xa1b\xa6a00002\xa1c\xa2zz";
    let list = envelope(&Type::list(Type::Bool), b"\x91\xc3");
    let object = [&members[..], &list].concat();
    let input = list_of(b"", &object, 1_000);
    let (value, used) = account(|| msgpack::value_from_slice(&input, &ty).unwrap());
    assert_eq!(value.elements().unwrap().len(), 1_000);
    // One object and one list for each element, and a few allocations for the whole value.
    assert!(used.allocations < 2_100, "{} allocations", used.allocations);
}

/// These types have 2^64 parts, most of which are shared: traversing such a type would take forever.
#[test]
fn types_are_not_traversed_for_each_value() {
    let pair_up: [fn(Type) -> Type; 2] = [
        |part| Type::tuple([part.clone(), part]),
        |part| Type::Object(ObjectType::new([("a", part.clone()), ("b", part)])),
    ];
    for pair in pair_up {
        for leaf in [Type::Bool, Type::Dynamic] {
            let ty = (0..64).fold(leaf, |part, _| pair(part));
            let lists = Type::list(ty.clone());
            let read = |ty: Type, bytes: &[u8]| {
                let value = msgpack::value_from_slice(bytes, &ty).unwrap();
                assert!(value == msgpack::value_from_slice(bytes, &ty).unwrap());
            };
            read(Type::list(lists.clone()), b"\x93\x90\x90\xc0");
            read(Type::set(lists.clone()), b"\x93\x90\x90\xc0");
            read(Type::map(lists.clone()), b"\x82\xa1a\x90\xa1b\xc0");
            read(lists.clone(), b"\x92\xc0\xd4\0\0");
            json::value_from_slice(b"[[], [], null]", &Type::list(lists.clone())).unwrap();

            let member = Type::Object(ObjectType::new([("d", Type::Dynamic), ("l", lists)]));
            let one = [
                b"\x82\xa1d",
                &envelope(&Type::Bool, b"\xc3")[..],
                b"\xa1l\x90",
            ];
            let input = list_of(b"\xc0", &one.concat(), 3);
            read(Type::list(member), &input);
        }
    }
}
