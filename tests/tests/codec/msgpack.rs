//! Tables of Rust values and their MessagePack.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use tfvalue::msgpack::{Purpose, from_slice, to_vec, to_vec_for, to_writer};
use tfvalue::{
    Attr, Error, Number, Set, Unknown,
    errors::{Category, Position},
    types::{EmptyTuple, Refinements},
};

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// Checks that the value is written as these bytes, and that these bytes are read as the value.
#[track_caller]
fn same<T>(value: T, bytes: &str)
where
    T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug,
{
    assert_eq!(to_vec(&value).unwrap(), hex(bytes), "{value:?} written");
    reads(value, bytes);
}

/// Checks that the bytes are read as the value.
#[track_caller]
#[allow(clippy::needless_pass_by_value)] // tables read better without `&`
fn reads<T: for<'de> Deserialize<'de> + PartialEq + Debug>(value: T, bytes: &str) {
    assert_eq!(from_slice::<T>(&hex(bytes)).unwrap(), value, "{bytes} read");
}

/// Checks that reading the bytes fails with the given message.
#[track_caller]
fn fails<T: for<'de> Deserialize<'de> + Debug>(bytes: &str, message: &str) -> Error {
    let error = from_slice::<T>(&hex(bytes)).unwrap_err();
    assert_eq!(error.to_string(), message, "{bytes}");
    error
}

#[test]
fn scalars() {
    same(true, "c3");
    same(false, "c2");
    same(String::from("abc"), "a3 616263");
    same('x', "a1 78");
    same("x".repeat(32), &format!("d9 20 {}", "78".repeat(32)));
    same(Some(5_u8), "05");
    same(None::<u8>, "c0");
    same((), "c0");
    same(EmptyTuple, "90");
    same((1_u8, String::from("a")), "92 01 a1 61");
    same([1_u8, 2], "92 01 02");
    reads(String::from("bin"), "c4 03 62696e");
}

#[test]
fn integers_are_compact_and_exact() {
    for (value, bytes) in [
        (0_i64, "00"),
        (127, "7f"),
        (128, "cc 80"),
        (255, "cc ff"),
        (256, "cd 0100"),
        (65_536, "ce 00010000"),
        (4_294_967_296, "cf 0000000100000000"),
        (-1, "ff"),
        (-32, "e0"),
        (-33, "d0 df"),
        (-129, "d1 ff7f"),
        (-32_769, "d2 ffff7fff"),
        (i64::MIN, "d3 8000000000000000"),
    ] {
        same(value, bytes);
        same(i128::from(value), bytes);
    }
    // Terraform sends integers outside `i64` as decimal strings.
    same(u64::MAX, "b4 3138343436373434303733373039353531363135");
    reads(u64::MAX, "cf ffffffffffffffff");
    same(
        -(1_i128 << 64),
        "b5 2d3138343436373434303733373039353531363136",
    );
}

#[test]
fn integers_accept_every_form_of_a_whole_number() {
    for bytes in [
        "05",
        "cc 05",
        "d3 0000000000000005",
        "ca 40a00000",
        "cb 4014000000000000",
        "a1 35",
        "a3 352e30",
        "a3 356530",
    ] {
        reads(5_u8, bytes);
        reads(5_i128, bytes);
    }
}

#[test]
fn integers_never_wrap_or_truncate() {
    fails::<u8>(
        "cd 0100",
        "a whole number from 0 to 255 is required, got 256",
    );
    fails::<u8>("ff", "a whole number from 0 to 255 is required, got -1");
    fails::<i8>(
        "cc 80",
        "a whole number from -128 to 127 is required, got 128",
    );
    fails::<u64>(
        "cb 3ff8000000000000",
        "a whole number from 0 to 18446744073709551615 is required, got 1.5",
    );
    fails::<i64>(
        "cf ffffffffffffffff",
        "a whole number from -9223372036854775808 to 9223372036854775807 is required, got 18446744073709551615",
    );
    fails::<i64>("cb 7ff8000000000000", "a number is required, got NaN");
    fails::<i64>("a3 616263", "a number is required, got \"abc\"");
    fails::<std::num::NonZeroU8>("00", "a nonzero u8 is required, got 0");
}

#[test]
fn floats_are_rounded_to_the_nearest() {
    same(1.5_f64, "cb 3ff8000000000000");
    same(0.1_f64, "cb 3fb999999999999a");
    same(3.0_f64, "03");
    same(-0.0_f64, "00");
    reads(0.1_f64, "a3 302e31");
    reads(0.1_f32, "a3 302e31");
    assert_eq!(
        to_vec(&0.1_f32).unwrap(),
        hex("a3 302e31"),
        "the decimal, since a float of 32 bits is another number"
    );
    let third = format!("b4 {}", "302e333333333333333333333333333333333333");
    reads(1.0_f64 / 3.0, &third);
    fails::<f64>(
        "a5 3165343030",
        &format!(
            "a number that a double can hold is required, got 1{}…",
            "0".repeat(39)
        ),
    );
    assert!(to_vec(&f64::NAN).is_err());
}

#[test]
fn numbers_keep_their_form() {
    for bytes in [
        "05",
        "cb 3fb999999999999a",
        "a3 302e31",
        "b4 302e333333333333333333333333333333333333",
        "cb 7ff0000000000000",
    ] {
        let number: Number = from_slice(&hex(bytes)).unwrap();
        assert_eq!(to_vec(&number).unwrap(), hex(bytes));
    }
    // The value of this string is exactly a double, for which there is a shorter string.
    let number: Number = "1.00000011920928955078125".parse().unwrap();
    assert_eq!(to_vec(&number).unwrap(), hex("cb 3ff0000020000000"));
    assert_eq!(
        to_vec(&Set::from_iter([number])).unwrap(),
        hex("91 cb 3ff0000020000000")
    );
}

#[test]
fn unknowns_in_every_encoding() {
    same(Unknown::<u8>::unknown(), "d4 00 00");
    for bytes in [
        "d4 00 00",
        "c7 00 00",
        "d4 05 00",
        "d5 05 1234",
        "c8 0003 07 123456",
        "d4 0c 80",
        "d5 0c 80 00",
        "c7 00 0c",
        "d8 63 00000000000000000000000000000000",
    ] {
        reads(Attr::<String>::unknown(), bytes);
    }
    same(
        vec![Attr::<bool>::unknown(), Attr::null(), true.into()],
        "93 d40000 c0 c3",
    );
}

#[test]
fn refinements() {
    let not_null = || Refinements::new().not_null();
    same(Attr::<bool>::refined(not_null()), "c7 03 0c 81 01 c2");
    same(
        Attr::<String>::refined(not_null().prefix("arn:").unwrap()),
        "c7 09 0c 82 01 c2 02 a4 61726e3a",
    );
    same(
        Attr::<i64>::refined(
            not_null()
                .at_least(1, true)
                .unwrap()
                .at_most(5, false)
                .unwrap(),
        ),
        "c7 0b 0c 83 01 c2 03 92 01 c3 04 92 05 c2",
    );
    same(
        Attr::<Vec<bool>>::refined(not_null().min_length(1).unwrap().max_length(3).unwrap()),
        "c7 07 0c 83 01 c2 05 01 06 03",
    );
    // `length(unknown)` as Terraform sends it.
    let length: Attr<Number> = from_slice(&hex(
        "c7 13 0c 83 01 c2 03 92 00 c3 04 92 cf 7fffffffffffffff c3",
    ))
    .unwrap();
    let known = length.refinements().unwrap();
    assert_eq!(known.upper().unwrap().value, Number::from(i64::MAX));
    // Refinements with unknown keys are skipped.
    reads(
        Attr::<bool>::refined(not_null()),
        "c7 06 0c 82 09 91 05 01 c2",
    );
}

#[test]
fn refinements_with_one_possible_value_are_read_as_it() {
    reads(
        Attr::<u8>::from(5),
        "c7 0b 0c 83 01 c2 03 92 05 c3 04 92 05 c3",
    );
    reads(
        Attr::<Number>::from(Number::from(5)),
        "c7 0b 0c 83 01 c2 03 92 05 c3 04 92 05 c3",
    );
    reads(Attr::<Vec<u8>>::from(Vec::new()), "c7 05 0c 82 01 c2 06 00");
    reads(
        Attr::<BTreeMap<String, u8>>::from(BTreeMap::new()),
        "c7 05 0c 82 01 c2 06 00",
    );
    reads(Attr::<u8>::null(), "c7 03 0c 81 01 c3");
    // A list with a billion elements remains a single unknown value.
    let many: Attr<Vec<Attr<u8>>> =
        from_slice(&hex("c7 0f 0c 83 01 c2 05 ce 3b9aca00 06 ce 3b9aca00")).unwrap();
    assert_eq!(
        many.refinements().unwrap().lengths(),
        (1_000_000_000, Some(1_000_000_000))
    );
}

#[test]
fn invalid_refinements() {
    let contradiction = "conflicting refinements: ";
    fails::<Attr<u8>>(
        "c7 09 0c 82 03 92 05 c3 04 92 04 c3",
        &format!("{contradiction}an empty range of numbers"),
    );
    fails::<Attr<u8>>(
        "c7 09 0c 82 03 92 05 c2 04 92 05 c3",
        &format!("{contradiction}an empty range of numbers"),
    );
    fails::<Attr<Vec<u8>>>(
        "c7 05 0c 82 05 03 06 02",
        &format!("{contradiction}a minimum length above the maximum"),
    );
    fails::<Attr<String>>(
        "c7 07 0c 82 02 a1 61 02 a1 62",
        &format!("{contradiction}two prefixes"),
    );
    fails::<Attr<String>>(
        "c7 05 0c 82 01 c2 06 03",
        "refinements of a string are required, got others",
    );
    let long = format!("c8 0401 0c {}", "00".repeat(1025));
    let error = fails::<Attr<String>>(&long, "the refinements take 1025 bytes, more than 1024");
    assert_eq!(error.category(), Category::Limit);
}

#[test]
fn values_that_do_not_fit_a_type() {
    fails::<String>("c0", "a string is required, got null");
    fails::<u8>("d4 00 00", "a number is required, got an unknown value");
    fails::<Vec<u8>>("92 01 c0", "[1]: a number is required, got null");
    fails::<bool>("a4 74727565", "a bool is required, got a string");
    fails::<Vec<u8>>("80", "a list is required, got a map");
    fails::<BTreeMap<String, u8>>("90", "a map is required, got a list");
    fails::<(u8, u8)>("93 01 02 03", "a tuple of 2 elements is required, got 3");
    fails::<serde_json::Value>(
        "91 d4 00 00",
        "[0]: a known value is required, got an unknown value",
    );
    fails::<String>(
        "a1 ff",
        "a string is required, got bytes that are not UTF-8",
    );
}

#[test]
fn truncated_and_trailing_input() {
    let bytes = hex("82 a1 61 92 01 a3 616263 a1 62 cb 3ff8000000000000");
    for len in 0..bytes.len() {
        let error = from_slice::<BTreeMap<String, serde_json::Value>>(&bytes[..len]).unwrap_err();
        assert_eq!(error.category(), Category::Eof, "{len}: {error}");
    }
    let error = fails::<u8>("05 06", "a byte follows the value at byte 1");
    assert_eq!(error.category(), Category::Syntax);
    assert_eq!(error.position(), Some(Position::Byte(1)));
}

#[test]
fn hostile_lengths_and_depths() {
    fails::<Vec<u64>>(
        "dd ffffffff",
        "[0]: the input ends within the value at byte 5",
    );
    fails::<BTreeMap<String, u8>>("df ffffffff", "the input ends within the value at byte 5");
    fails::<String>("db ffffffff", "the input ends within the value at byte 5");
    fails::<Attr<u8>>(
        "c9 ffffffff 0c",
        "the input ends within the value at byte 6",
    );
    let deep = "91".repeat(200) + "c0";
    let error = from_slice::<serde_json::Value>(&hex(&deep)).unwrap_err();
    assert_eq!(error.category(), Category::Limit);
    // Skipping is not recursive.
    let deep = [vec![0x91; 1_000_000], vec![0xc0]].concat();
    from_slice::<serde::de::IgnoredAny>(&deep).unwrap();
}

#[test]
fn map_keys() {
    same(
        BTreeMap::from([(String::from("a"), 1), (String::from("b"), 2)]),
        "82 a1 61 01 a1 62 02",
    );
    same(
        BTreeMap::from([(7_u8, 1), (30, 2)]),
        "82 a2 3330 02 a1 37 01",
    );
    let many: HashMap<String, usize> = (0..40).map(|n| (format!("k{n:02}"), n)).collect();
    let bytes = to_vec(&many).unwrap();
    let sorted: BTreeMap<String, usize> = many.clone().into_iter().collect();
    assert_eq!(bytes, to_vec(&sorted).unwrap());
    assert_eq!(from_slice::<HashMap<String, usize>>(&bytes).unwrap(), many);

    fails::<BTreeMap<String, u8>>("82 a1 61 01 a1 61 02", "duplicate key \"a\"");
    fails::<HashMap<String, u8>>("83 a1 62 01 a1 61 02 a1 62 03", "duplicate key \"b\"");
    fails::<BTreeMap<String, u8>>("82 a3 65cc81 01 a2 c3a9 02", "duplicate key \"é\"");
    fails::<BTreeMap<String, u8>>("81 01 02", "a string as the key is required, got a number");
    let twice = BTreeMap::from([("e\u{301}", 1), ("é", 2)]);
    assert_eq!(
        to_vec(&twice).unwrap_err().to_string(),
        "duplicate key \"é\""
    );
}

#[test]
fn strings_are_written_in_nfc() {
    assert_eq!(to_vec("e\u{301}").unwrap(), hex("a2 c3a9"));
    assert_eq!(from_slice::<&str>(&hex("a3 65cc81")).unwrap(), "e\u{301}");
}

#[test]
fn sets_are_in_canonical_order() {
    let set: Set<Attr<String>> = Set::from_iter([
        "b".into(),
        Attr::null(),
        Attr::unknown(),
        "a".into(),
        "b".into(),
        Attr::unknown(),
        Attr::null(),
    ]);
    assert_eq!(to_vec(&set).unwrap(), hex("95 a161 a162 d40000 d40000 c0"));
    let numbers: Set<Number> = ["10", "9", "0.1", "9.0", "-1"]
        .iter()
        .map(|text| text.parse().unwrap())
        .collect();
    assert_eq!(to_vec(&numbers).unwrap(), hex("94 ff a3302e31 09 0a"));
    // Compound elements keep their order, and elements are omitted only if they are certainly equal.
    let pairs = Set::from_iter([
        (2, Attr::<i64>::from(1)),
        (1, Attr::<i64>::from(1)),
        (2, Attr::<i64>::from(1)),
        (3, Attr::unknown()),
        (3, Attr::unknown()),
    ]);
    assert_eq!(
        to_vec(&pairs).unwrap(),
        hex("94 920201 920101 9203d40000 9203d40000")
    );
    same(
        BTreeSet::from([String::from("a"), String::from("b")]),
        "92 a161 a162",
    );
    assert_eq!(Set::from_iter([1, 2, 3]), Set::from_iter([3, 1, 2]));
    assert_eq!(Set::from_iter([1, 1, 2]), Set::from_iter([1, 2, 2]));
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Stock {
    z: u8,
    a: Option<u8>,
    #[serde(default)]
    m: Vec<Stock>,
}

#[test]
fn stock_serde_types_work() {
    let value = Stock {
        z: 1,
        a: None,
        m: vec![],
    };
    same(value, "83 a161 c0 a16d 90 a17a 01");
    fails::<Stock>(
        "83 a161 c0 a16d 91 80 a17a 01",
        "m[0].z: the attribute is missing",
    );
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Size {
    Small,
    Large,
}

#[test]
fn enums_are_strings() {
    same(Size::Large, "a5 6c61726765");
    fails::<Size>(
        "a3 6d6964",
        "one of \"small\", \"large\" is required, got \"mid\"",
    );
    fails::<Size>("c0", "a string is required, got null");
    assert!(to_vec(&Some(Err::<u8, u8>(1))).is_err());
}

#[test]
fn states_reject_unknown_values_with_their_paths() {
    let value = BTreeMap::from([
        ("a", vec![Attr::<i64>::from(1), Attr::unknown()]),
        ("b", vec![Attr::unknown()]),
    ]);
    let error = to_vec_for(&value, Purpose::State).unwrap_err();
    assert_eq!(
        error.to_string(),
        "[\"a\"][1]: a known value is required, got an unknown value; [\"b\"][0]: a known value is required, got an unknown value"
    );
    assert_eq!(error.faults().count(), 2);
    assert!(to_vec_for(&value, Purpose::Plan).is_ok());
}

#[test]
fn writers_get_the_same_bytes() {
    let mut out = Vec::new();
    to_writer(&mut out, &(1, "a")).unwrap();
    assert_eq!(out, to_vec(&(1, "a")).unwrap());
    let full: &mut [u8] = &mut [];
    assert_eq!(to_writer(full, &1).unwrap_err().category(), Category::Io);
}

#[test]
fn sequences_of_unknown_length() {
    struct Odd;
    impl Serialize for Odd {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq((0..20).filter(|n| n % 2 == 1))
        }
    }
    assert_eq!(
        to_vec(&Odd).unwrap(),
        hex("9a 01 03 05 07 09 0b 0d 0f 11 13")
    );
    let many: Vec<u8> = (0..100).collect();
    struct Lazy<'a>(&'a [u8]);
    impl Serialize for Lazy<'_> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.0.iter().filter(|_| true))
        }
    }
    assert_eq!(to_vec(&Lazy(&many)).unwrap(), to_vec(&many).unwrap());
}

#[test]
fn other_formats_read_known_values_and_reject_unknown_ones() {
    let known: Vec<Attr<u8>> = serde_json::from_str("[1, null]").unwrap();
    assert_eq!(known, [Attr::from(1), Attr::null()]);
    assert_eq!(serde_json::to_string(&known).unwrap(), "[1,null]");
    let error = serde_json::to_string(&Attr::<u8>::unknown()).unwrap_err();
    assert!(error.to_string().contains("unknown"), "{error}");
}

#[test]
fn attributes_are_small() {
    assert_eq!(size_of::<Attr<String>>(), size_of::<String>());
    assert_eq!(size_of::<Error>(), size_of::<usize>());
    assert_eq!(size_of::<Refinements>(), size_of::<usize>());
}

#[test]
fn debug_of_attributes() {
    let refined = Refinements::new().not_null().prefix("arn:").unwrap();
    let range = Refinements::new()
        .at_least(1, true)
        .unwrap()
        .at_most(5, false)
        .unwrap();
    let printed = format!(
        "{:?}",
        (
            Attr::<String>::from("x"),
            Attr::<u8>::null(),
            Attr::<u8>::unknown(),
            Attr::<u8>::refined(refined),
            range
        )
    );
    assert_eq!(
        printed,
        "(Some(\"x\"), None, unknown, unknown(not null, begins with \"arn:\"), Refinements(at least 1, less than 5))"
    );
}
