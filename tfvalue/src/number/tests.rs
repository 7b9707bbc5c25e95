//! Tests that inspect the internal representation of numbers.

use std::collections::HashSet;

use serde_json::json;

use super::wire::{Wire, exact_double};
use super::{Number, NumberError};

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

/// Returns the form of a number in MessagePack: `int 5`, `float 0.5` or `text 0.1`.
fn wire(number: &Number) -> String {
    match number.wire() {
        Wire::Int(int) => format!("int {int}"),
        Wire::Float(float) => format!("float {float}"),
        Wire::Text => format!("text {number}"),
    }
}

/// Iterates over pseudorandom doubles of every magnitude. The doubles are the same on every run.
fn doubles() -> impl Iterator<Item = f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let random = std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        f64::from_bits(state)
    });
    let near_one = (1..2000).map(|n| f64::from(n) / 64.0 - 7.0);
    let special = [
        f64::MIN_POSITIVE,
        5e-324,
        f64::MAX,
        0.1,
        1e22,
        1e23,
        -9_223_372_036_854_775_808.0,
    ];
    random
        .take(2000)
        .filter(|float| float.is_finite())
        .chain(near_one)
        .chain(special)
}

#[test]
fn is_as_small_as_two_integers() {
    let size = size_of::<Number>();
    assert!(size <= 2 * size_of::<u64>(), "{size}");
    assert_eq!(size_of::<Option<Number>>(), size);
    assert_eq!(size_of::<Result<Number, NumberError>>(), size);
}

/// The input, the plain decimal notation, and the form in MessagePack.
const TEXTS: &str = "
    0                            | 0                           | int 0
    -0                           | -0                          | int 0
    -0.00e7                      | -0                          | int 0
    0e99999999999999999999       | 0                           | int 0
    00012                        | 12                          | int 12
    +5                           | 5                           | int 5
    5.                           | 5                           | int 5
    .5                           | 0.5                         | float 0.5
    -.5                          | -0.5                        | float -0.5
    0.10                         | 0.1                         | text 0.1
    100.010                      | 100.01                      | text 100.01
    1e3                          | 1000                        | int 1000
    1E+3                         | 1000                        | int 1000
    120e-1                       | 12                          | int 12
    12e-3                        | 0.012                       | text 0.012
    1e-5                         | 0.00001                     | text 0.00001
    1e25                         | 10000000000000000000000000  | text 10000000000000000000000000
    -2.25                        | -2.25                       | float -2.25
    9223372036854775807          | 9223372036854775807         | int 9223372036854775807
    9223372036854775808          | 9223372036854775808         | text 9223372036854775808
    -9223372036854775808         | -9223372036854775808        | int -9223372036854775808
    -9223372036854775809         | -9223372036854775809        | text -9223372036854775809
    18446744073709551615         | 18446744073709551615        | text 18446744073709551615
    9007199254740992.5           | 9007199254740992.5          | text 9007199254740992.5
    4503599627370496.5           | 4503599627370496.5          | text 4503599627370496.5
    4503599627370495.5           | 4503599627370495.5          | float 4503599627370495.5
    0.30000000000000004          | 0.30000000000000004         | text 0.30000000000000004
    1.00000011920928955078125    | 1.00000011920928955078125   | float 1.0000001192092896
    1p5                          | 32                          | int 32
    1.5P+1                       | 3                           | int 3
    1P-1                         | 0.5                         | float 0.5
    5p-3                         | 0.625                       | float 0.625
    1p64                         | 18446744073709551616        | text 18446744073709551616
    0.3p10                       | 307.2                       | text 307.2
    3602879701896397p-55         | 0.1000000000000000055511151231257827021181583404541015625 | float 0.1
    inf                          | inf                         | float inf
    +Inf                         | inf                         | float inf
    -Inf                         | -inf                        | float -inf
";

#[test]
fn reads_and_writes_text() {
    for line in TEXTS.trim().lines() {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [text, plain, carried] = columns[..] else {
            panic!("three columns are required: {line}");
        };
        let number = number(text);
        assert_eq!(number.to_string(), plain, "{text}");
        assert_eq!(format!("{number:?}"), plain, "{text}");
        assert_eq!(wire(&number), carried, "{text}");
        assert_eq!(plain.parse(), Ok(number), "{text}");
    }
}

#[test]
fn fast_path_agrees_with_the_parser() {
    let check = |text: &[u8]| match Number::parse(text) {
        Ok(number) => {
            let other = Number::parse_any(text).unwrap();
            assert_eq!(number, other, "{text:?}");
            assert_eq!(number.to_string(), other.to_string(), "{text:?}");
        }
        Err(_) => assert!(Number::parse_any(text).is_err(), "{text:?}"),
    };
    for (alphabet, longest) in [(&b"0519.-/:e"[..], 5), (b"07.x", 9)] {
        let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
        for _ in 0..longest {
            let longer = |text: &Vec<u8>| {
                let text = text.clone();
                alphabet
                    .iter()
                    .map(move |byte| [&text[..], &[*byte]].concat())
            };
            texts = texts.iter().flat_map(longer).collect();
            texts.iter().for_each(|text| check(text));
        }
    }
    for len in 9..24 {
        let digits = &b"98765432109876543210987"[..len - 1];
        for point in 0..len {
            let text = [&digits[..point], b".", &digits[point..]].concat();
            check(&text);
            check(&[b"-", &text[..]].concat());
            check(&digits[..point]);
        }
    }
}

#[test]
fn rejects_invalid_text() {
    let texts = [
        "", " ", "+", "-", ".", "e5", ".e5", " 1", "1 ", "1_000", "0x10", "0b1", "0o7", "1,5",
        "1e", "1e+", "1e5.0", "1e5e5", "1e5p5", "1p", "--1", "+-1", "1.2.3", "1..2", "NaN", "nan",
        "INF", "iNF", "Infinity", "infinity", "- 1", "١", "1\0",
    ];
    for text in texts {
        let error = text.parse::<Number>().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("a number is required, got {text:?}")
        );
    }
    assert!(Number::parse(b"1\xff").is_err());
    let long = "x".repeat(1000).parse::<Number>().unwrap_err();
    assert_eq!(long.got(), format!("\"{}\"…", "x".repeat(40)));
    assert_eq!(
        Number::try_from(f64::NAN).unwrap_err().to_string(),
        "a number is required, got NaN"
    );
    assert!(Number::try_from(f32::NAN).is_err());
}

#[test]
fn rejects_numbers_beyond_the_limits() {
    let max = Number::MAX_DIGITS;
    for (text, digits) in [
        ("9".repeat(max), max),
        (format!("{}9", "0".repeat(max)), 1),
        (format!("1e{}", max - 1), max),
        (format!("-1e-{max}"), max + 3), // "-0."
        (format!("1.5e-{}", max - 1), max + 2),
        (format!("0.{}", "1".repeat(max)), max + 2),
    ] {
        let number: Number = text.parse().unwrap();
        assert_eq!(number.to_string().len(), digits, "{text}");
        assert_eq!(number.to_string().parse(), Ok(number));
    }
    for text in [
        "9".repeat(max + 1),
        format!("1e{max}"),
        format!("1e-{}", max + 1),
        format!("1.5e-{max}"),
        format!("10.{}", "1".repeat(max - 1)),
        "1e100000000".into(),
        "1e-100000000".into(),
        "1e99999999999999999999".into(),
        "1e-99999999999999999999".into(),
        format!("{}p1", "9".repeat(max)),
        format!("{}p1", "9".repeat(max + 1)),
    ] {
        let error = text.parse::<Number>().unwrap_err();
        assert_eq!(
            error.requirement(),
            "a number of at most 4096 digits is required"
        );
    }
    assert_eq!(
        wire(&number("1p-512")),
        format!("float {}", 2_f64.powi(-512))
    );
    assert_eq!(number("1p512").to_f64(), 2_f64.powi(512));
    for text in ["1p513", "1p-513", "1p99999999999999999999"] {
        let error = text.parse::<Number>().unwrap_err();
        assert_eq!(
            error.requirement(),
            "a binary exponent from -512 to 512 is required"
        );
    }
}

#[test]
fn converts_doubles_by_their_shortest_text() {
    for float in doubles() {
        let number = Number::try_from(float).unwrap();
        assert_eq!(number.to_f64(), float);
        assert_eq!(number.as_f64(), Some(float));
        assert_eq!(number.is_integer(), float.fract() == 0.0);
        assert_eq!(number.to_string().parse(), Ok(number.clone()));
        if number.is_integer() {
            assert_eq!(number.to_string(), format!("{float:.0}"));
        } else {
            assert_eq!(number.to_string(), float.to_string());
            assert_eq!(wire(&number), format!("float {float}"));
            // The exact value is a different number, but it corresponds to the same double.
            let digits = format!("{float:.1074}");
            let exact: Number = digits.parse().unwrap();
            assert_eq!(exact.to_string(), digits.trim_end_matches('0'));
            assert_eq!(wire(&exact), format!("float {float}"));
            assert_eq!(exact_double(&exact.to_string()), Some(float));
            assert_eq!(exact.to_f64(), float);
            // With additional digits, the number does not exactly equal a double.
            let other: Number = format!("{exact}{}1", "0".repeat(30)).parse().unwrap();
            assert_eq!(wire(&other), format!("text {other}"));
            assert_eq!(other.to_f64(), float);
        }
    }
    let zero = Number::try_from(-0.0).unwrap();
    assert_eq!(
        (zero.to_string().as_str(), wire(&zero).as_str()),
        ("-0", "int 0")
    );
    assert!(zero.to_f64().is_sign_negative() && zero.is_integer());
    assert_eq!(
        Number::try_from(f64::NEG_INFINITY).unwrap().to_string(),
        "-inf"
    );
}

#[test]
fn converts_floats_by_their_shortest_text() {
    let table = [
        (0.1_f32, "0.1"),
        (0.5, "0.5"),
        (16_777_216.0, "16777216"),
        (-3.4e-5, "-0.000034"),
        (f32::INFINITY, "inf"),
    ];
    for (float, text) in table {
        assert_eq!(Number::try_from(float).unwrap().to_string(), text);
    }
    assert_eq!(wire(&Number::try_from(0.1_f32).unwrap()), "text 0.1");
    let max = "340282346638528859811704183484516925440";
    assert_eq!(Number::try_from(f32::MAX).unwrap().to_string(), max);
}

#[test]
fn rounds_to_the_nearest_double() {
    for text in [
        "0.1",
        "123.45",
        "1e22",
        "1e23",
        "-1e-22",
        "9007199254740993",
        "18446744073709551615",
        "123456789012345678",
        "1.7976931348623157e308",
        "2.2250738585072014e-308",
        "5e-324",
        "1e-400",
        "0.333333333333333333333333333333",
        "123456789012345678901234567890.123",
    ] {
        let float: f64 = text.parse().unwrap();
        assert_eq!(number(text).to_f64().to_bits(), float.to_bits(), "{text}");
    }
    assert_eq!(number("-1e400").to_f64(), f64::NEG_INFINITY);
    assert_eq!(number("1e400").as_f64(), None);
    assert_eq!(number("inf").as_f64(), Some(f64::INFINITY));
    assert_eq!(number("1e-400").as_f64(), None);
    assert_eq!(number("9007199254740993").as_f64(), None);
    assert_eq!(
        number("9007199254740992").as_f64(),
        Some(9_007_199_254_740_992.0)
    );
}

#[test]
fn converts_to_and_from_integers() {
    macro_rules! bounds {
        ($($int:ty)*) => {$(
            for int in [<$int>::MIN, <$int>::MAX, <$int>::MAX / 10 * 10] {
                let number = Number::from(int);
                assert_eq!(number.to_string(), int.to_string());
                assert_eq!(<$int>::try_from(&number), Ok(int));
                assert_eq!(number, int.to_string().parse().unwrap());
            }
            for beyond in [format!("{}0", <$int>::MAX), "-1e39".into(), "0.5".into(), "inf".into(), "-inf".into()] {
                assert!(<$int>::try_from(number(&beyond)).is_err(), "{beyond}");
            }
            assert_eq!(<$int>::try_from(number("-0")), Ok(0));
        )*};
    }
    bounds!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

    assert_eq!(number("12e1").as_u64(), Some(120));
    assert_eq!(number("-1").as_u64(), None);
    assert_eq!(number("1e38").as_i128(), Some(10_i128.pow(38)));
    assert!(u128::try_from(number("1e39")).is_err());
    let error = u8::try_from(Number::from(300)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a whole number from 0 to 255 is required, got 300"
    );
    let error = i8::try_from(number("1e100")).unwrap_err();
    assert_eq!(error.got(), format!("1{}…", "0".repeat(39)));
}

#[test]
fn equality_order_and_hash_agree() {
    let ascending = [
        &["-inf"][..],
        &["-1e30"],
        &["-9223372036854775809"],
        &["-9223372036854775808"],
        &["-2", "-2.0"],
        &["-1.99"],
        &["-1e-300"],
        &["0", "-0", "0.0"],
        &["1e-400"],
        &["5e-324"],
        &["0.099999999999999999999999"],
        &["0.1", "0.10", "1e-1"],
        &["0.1000000000000000055511151231257827021181583404541015625"],
        &["0.5", "1p-1"],
        &["1", "1.000", "10e-1"],
        &["9"],
        &["9.5"],
        &["10"],
        &["10.5"],
        &["100"],
        &["9223372036854775807.5"],
        &["9223372036854775808"],
        &["18446744073709551615"],
        &["18446744073709551616"],
        &["123456789012345678901234567890"],
        &["1e30"],
        &["1e400"],
        &["inf", "+Inf"],
    ];
    let mut numbers: Vec<(usize, Number)> = Vec::new();
    for (rank, texts) in ascending.iter().enumerate() {
        for text in *texts {
            let text = number(text);
            let double = text.as_f64().map(|float| Number::try_from(float).unwrap());
            numbers.extend(
                [Some(text), double]
                    .into_iter()
                    .flatten()
                    .map(|number| (rank, number)),
            );
        }
    }
    for (rank, number) in &numbers {
        for (other_rank, other) in &numbers {
            assert_eq!(number.cmp(other), rank.cmp(other_rank), "{number} {other}");
            assert_eq!(number == other, rank == other_rank, "{number} {other}");
        }
    }
    let distinct: HashSet<&Number> = numbers.iter().map(|(_, number)| number).collect();
    assert_eq!(distinct.len(), ascending.len());
}

#[test]
fn sorts_doubles_by_value() {
    let mut floats: Vec<f64> = doubles().collect();
    let mut numbers: Vec<Number> = floats
        .iter()
        .map(|float| Number::try_from(*float).unwrap())
        .collect();
    floats.sort_by(f64::total_cmp);
    numbers.sort();
    assert!(numbers.iter().map(Number::to_f64).eq(floats));
}

#[test]
fn round_trips_through_other_formats() {
    let table = [
        ("5", json!(5)),
        ("-0", json!(-0.0)),
        ("0.5", json!(0.5)),
        ("0.1", json!("0.1")),
        ("18446744073709551615", json!("18446744073709551615")),
        (
            "1.00000011920928955078125",
            json!("1.00000011920928955078125"),
        ),
    ];
    for (text, json) in table {
        let number = number(text);
        assert_eq!(serde_json::to_value(&number).unwrap(), json);
        assert_eq!(serde_json::from_value::<Number>(json).unwrap(), number);
    }
    assert_eq!(
        serde_json::to_value(Number::try_from(0.1).unwrap()).unwrap(),
        json!(0.1)
    );
    assert_eq!(
        serde_json::from_str::<Number>("0.1").unwrap(),
        number("0.1")
    );
    assert_eq!(
        serde_json::from_str::<Number>("18446744073709551615").unwrap(),
        Number::from(u64::MAX)
    );
    assert_eq!(
        serde_json::from_str::<Option<Number>>("null").unwrap(),
        None
    );
    // The form that serde_json produces with the `arbitrary_precision` feature.
    let precise = json!({"$serde_json::private::Number": "0.10000000000000000001"});
    assert_eq!(
        serde_json::from_value::<Number>(precise).unwrap(),
        number("0.10000000000000000001")
    );

    let refused = |json: &str| {
        serde_json::from_str::<Number>(json)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(r#""hunter2""#),
        "a number is required, got another value at line 1 column 9"
    );
    assert_eq!(
        refused("true"),
        "invalid type: boolean `true`, expected a number at line 1 column 4"
    );
    assert_eq!(
        refused(r#"{"a":1}"#),
        "invalid type: map, expected a number at line 1 column 4"
    );
}

#[test]
fn formats_integers_of_every_length() {
    let powers = (0..20).map(|exp| 10_u64.pow(exp));
    let others = [
        0,
        99,
        9_999,
        10_486,
        99_999_999,
        12_345_678,
        1_234_567_890_123_456_789,
    ];
    let near = powers.flat_map(|power| [power - 1, power, power + 1, power.wrapping_mul(7)]);
    for int in near.chain(others) {
        assert_eq!(Number::from(int).text().to_string(), int.to_string());
        let negative = -i128::from(int);
        assert_eq!(
            Number::from(negative).text().to_string(),
            negative.to_string()
        );
    }
}

#[test]
fn formats_decimals_of_every_length() {
    let digits = "98765432109876543217";
    let coeffs = (1..=20).flat_map(|len| [digits[..len].to_owned(), format!("{:0<len$}", 7)]);
    for coeff in coeffs {
        for places in 1..=19 {
            let padded = format!("{coeff:0>width$}", width = places + 1);
            let (whole, fraction) = padded.split_at(padded.len() - places);
            for sign in ["", "-"] {
                let decimal = format!("{sign}{whole}.{fraction}");
                let whole = whole.trim_start_matches('0');
                let whole = if whole.is_empty() { "0" } else { whole };
                let fraction = fraction.trim_end_matches('0');
                let point = if fraction.is_empty() { "" } else { "." };
                let plain = format!("{sign}{whole}{point}{fraction}");
                let number = number(&decimal);
                assert_eq!(&*number.text(), plain);
                let mut out = Vec::new();
                number.push_text(&mut out, |_, len| assert_eq!(len as usize, plain.len()));
                assert_eq!(out, plain.as_bytes());
            }
        }
    }
}

#[test]
fn push_text_agrees_with_text() {
    for text in [
        "0",
        "-7",
        "12345678",
        "-99999999",
        "100000000",
        "0.1",
        "0.0000001",
        "-0.00000001",
        "-0.000000001",
        "-1.2345678",
        "123456789.987654321",
        "1e40",
        "1e-40",
        "-0.0",
    ] {
        let number = number(text);
        let mut out = b"#".to_vec();
        number.push_text(&mut out, |out, len| out.push(len as u8));
        let text = number.text();
        assert_eq!(
            out,
            [b"#", &[text.len() as u8][..], text.as_bytes()].concat()
        );
    }
}
