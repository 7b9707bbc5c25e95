//! Tables of Rust values and their JSON.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use tfvalue::json::{Deserializer, Serializer, from_slice, from_str, to_string};
use tfvalue::{
    Attr, Number, Set, Type, Value,
    errors::{Category, Position},
    types::EmptyTuple,
};
use tfvalue_tests::precision;

#[track_caller]
fn same<T>(value: T, json: &str)
where
    T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug,
{
    assert_eq!(to_string(&value).unwrap(), json);
    reads(value, json);
}

#[track_caller]
#[allow(clippy::needless_pass_by_value)] // tables read better without `&`
fn reads<T: for<'de> Deserialize<'de> + PartialEq + Debug>(value: T, json: &str) {
    assert_eq!(from_str::<T>(json).unwrap(), value, "{json} read");
}

#[track_caller]
fn fails<T: for<'de> Deserialize<'de> + Debug>(json: &str, message: &str) -> tfvalue::Error {
    let error = from_str::<T>(json).unwrap_err();
    assert_eq!(error.to_string(), message, "{json}");
    error
}

#[test]
fn values() {
    same(true, "true");
    same(None::<u8>, "null");
    same((), "null");
    same(EmptyTuple, "[]");
    same((1, String::from("a")), r#"[1,"a"]"#);
    same(1.5, "1.5");
    same(1e300, &format!("{:.0}", 1e300));
    same(vec![Attr::<i64>::from(1), Attr::null()], "[1,null]");
    same(
        BTreeMap::from([(String::from("b"), 1), (String::from("a"), 2)]),
        r#"{"a":2,"b":1}"#,
    );
    same(
        String::from("<a&\u{2028}\u{1}\n\"\\é>"),
        r#""\u003ca\u0026\u2028\u0001\n\"\\é\u003e""#,
    );
    same(u128::MAX, &u128::MAX.to_string());
}

#[test]
fn numbers_are_lossless() {
    for text in [
        "0.1",
        "12345678901234567890.5",
        "1.00000011920928955078125",
        "0.33333333333333333333333333333333335",
        "-0",
    ] {
        let number: Number = from_str(text).unwrap();
        assert_eq!(to_string(&number).unwrap(), text);
        assert_eq!(
            to_string(&Set::from_iter([number])).unwrap(),
            format!("[{text}]")
        );
    }
    reads(Number::from(1000), "1e3");
    assert!(
        to_string(&f64::INFINITY)
            .unwrap_err()
            .message()
            .contains("infinity")
    );
}

#[test]
fn is_as_lenient_as_terraform() {
    reads(5_u8, r#""5""#);
    reads(5_u8, "5.0");
    reads(true, r#""true""#);
    reads(false, r#""0""#);
    reads(String::from("1.50"), "1.50");
    reads(String::from("true"), "true");
    reads(0.5, r#"".5""#);
}

#[test]
fn borrows_strings_without_escapes() {
    assert_eq!(from_str::<&str>(r#""abc""#).unwrap(), "abc");
    assert_eq!(from_str::<Cow<'_, str>>(r#""a\nb""#).unwrap(), "a\nb");
    assert_eq!(
        from_str::<BTreeMap<String, u8>>(r#"{"a\tb": 1}"#).unwrap()["a\tb"],
        1
    );
    assert_eq!(from_str::<BTreeMap<u8, u8>>(r#"{"7": 1}"#).unwrap()[&7], 1);
}

#[test]
fn errors_have_a_path_and_a_position() {
    let error = fails::<BTreeMap<String, Vec<u8>>>(
        "{\"a\": [1,\n true]}",
        "[\"a\"][1]: a number is required, got a bool at line 2 column 2",
    );
    assert_eq!(error.position(), Some(Position::LineColumn(2, 2)));
    assert_eq!(error.category(), Category::Data);
    fails::<Vec<u8>>(
        "[1, 300]",
        "[1]: a whole number from 0 to 255 is required, got 300 at line 1 column 5",
    );
    fails::<bool>("1", "a bool is required, got a number at line 1 column 1");
    fails::<String>("null", "a string is required, got null at line 1 column 1");
    fails::<(u8, u8)>(
        "[1]",
        "a tuple of size 2 is required, got 1 element at line 1 column 3",
    );
    fails::<(u8, u8)>(
        "[1,2,3]",
        "a list of 2 elements is required, got 3 at line 1 column 7",
    );
    assert!(
        from_str::<Vec<u8>>("{}")
            .unwrap_err()
            .to_string()
            .starts_with("a list is required, got a map")
    );
    assert!(
        from_str::<Vec<u8>>("\"secret\"")
            .unwrap_err()
            .to_string()
            .starts_with("a list is required, got a string")
    );
    assert!(
        from_str::<BTreeMap<String, u8>>("7")
            .unwrap_err()
            .to_string()
            .starts_with("a map is required, got a number")
    );
}

#[test]
fn malformed_input_is_an_error() {
    let json = r#"{"a": [1, "x", null, true], "b": {"c": 1.5}}"#;
    for len in 0..json.len() {
        let error = from_str::<BTreeMap<String, serde_json::Value>>(&json[..len]).unwrap_err();
        assert_eq!(error.category(), Category::Eof, "{len}: {error}");
    }
    assert_eq!(
        from_str::<u8>("5 6").unwrap_err().category(),
        Category::Syntax
    );
    assert_eq!(
        from_str::<Vec<u8>>("[1,]").unwrap_err().category(),
        Category::Syntax
    );
    assert_eq!(
        from_slice::<String>(b"\"\xff\"").unwrap_err().category(),
        Category::Syntax
    );
    let deep = "[".repeat(1000) + &"]".repeat(1000);
    assert_eq!(
        from_str::<serde_json::Value>(&deep).unwrap_err().category(),
        Category::Limit
    );
    assert!(from_str::<serde::de::IgnoredAny>("[[1], {}]").is_ok());
    let long = from_str::<Number>("1e100000000").unwrap_err();
    assert!(long.to_string().contains("digits"), "{long}");
}

#[test]
fn unknown_values_have_no_json() {
    let error = to_string(&[Attr::<i64>::from(1), Attr::unknown()]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "[1]: a known value is required, got an unknown value"
    );
}

/// Compares tfvalue with serde_json on a document in which each byte is replaced with each byte that has a meaning in
/// JSON, and with some bytes that have none. Inserted and removed bytes are compared in the same way.
#[test]
fn accepts_the_same_json_as_serde_json() {
    if precision::is_arbitrary() {
        return; // numbers of serde_json are compared by their text
    }
    let document = r#" {"a":[1,-0.5e+7,"x\"\u00e9\ud83d\ude00é/", null ,true,[],{}],"b":{"c":10,"":"01234567\n"}} "#;
    let bytes = document.as_bytes();
    for at in 0..bytes.len() {
        for byte in *b" \n\x01\x0b{}[]\",:\\/0159-+.eEntfalsru\x7f\xe9\xff" {
            let replaced = [&bytes[..at], &[byte], &bytes[at + 1..]].concat();
            agrees(&replaced);
            agrees(&[&bytes[..at], &[byte], &bytes[at..]].concat());
        }
        agrees(&[&bytes[..at], &bytes[at + 1..]].concat());
    }
}

#[track_caller]
fn agrees(json: &[u8]) {
    let shown = String::from_utf8_lossy(json);
    let ignored = from_slice::<serde::de::IgnoredAny>(json);
    let ours = from_slice::<serde_json::Value>(json);
    let theirs = serde_json::from_slice::<serde_json::Value>(json);
    assert_eq!(ignored.is_ok(), ours.is_ok(), "{shown}");
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{shown}"),
        (Ok(_), Err(error)) => {
            let error = error.to_string();
            let half_a_pair = ["surrogate", "end of hex escape"];
            assert!(
                half_a_pair.iter().any(|words| error.contains(words)),
                "{shown}: {error}"
            );
        }
        (Err(error), Ok(_)) => panic!("{shown}: {error}"),
        (Err(_), Err(_)) => {}
    }
}

/// If a type determines the members, the members may be in any order, missing, or unsupported.
#[test]
fn members_in_any_order() {
    let ty = Type::from_json(br#"["object",{"a":"string","b":"number","c":["map","bool"]}]"#);
    let ty = ty.unwrap();
    let read = |json: &str| tfvalue::json::value_from_slice(json.as_bytes(), &ty);
    for (json, value) in [
        (r#"{"a":"x","b":1,"c":{}}"#, r#"{"a":"x","b":1,"c":{}}"#),
        (
            r#"{"c":{"y":true,"x":false},"a":"x"}"#,
            r#"{"a":"x","b":null,"c":{"x":false,"y":true}}"#,
        ),
        (r#"{"b":1,"c":null,"b":2}"#, r#"{"a":null,"b":2,"c":null}"#),
        (
            r#"{"c":{"x":true,"y":true,"x":false}}"#,
            r#"{"a":null,"b":null,"c":{"x":false,"y":true}}"#,
        ),
        ("{}", r#"{"a":null,"b":null,"c":null}"#),
        (r#" { "a" : "e\u0301" } "#, r#"{"a":"é","b":null,"c":null}"#),
    ] {
        let read = read(json).unwrap();
        assert_eq!(
            tfvalue::json::value_to_string(&read, &ty).unwrap(),
            value,
            "{json}"
        );
    }
    let error = read(r#"{"a":"x","d":[{"e":1}]}"#).unwrap_err();
    assert_eq!(error.message(), r#"unsupported attribute "d""#);
    let error = read(r#"{"a":"x","c":{"k":3}}"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"c["k"]: a bool is required, got a number at line 1 column 19"#
    );
    let mut lenient = Deserializer::from_slice(br#"{"d":[{"e":1}],"b":3,"f":"\""}"#);
    let value = lenient
        .ignore_unsupported_attributes()
        .read_value(&ty)
        .unwrap();
    assert_eq!(
        value.get("b").and_then(Value::as_number),
        Some(&Number::from(3))
    );
}

/// The type may be before or after the value, and dynamic values may contain other dynamic values.
#[test]
fn values_with_their_types() {
    let inner = r#"{"type":"bool","value":true}"#;
    for json in [
        format!(r#"{{"value":[{inner},{inner}],"type":["list","dynamic"]}}"#),
        format!(r#"{{"type":["list","dynamic"],"value":[{inner} , {inner}]}}"#),
    ] {
        let value = tfvalue::json::value_from_slice(json.as_bytes(), &Type::Dynamic).unwrap();
        assert_eq!(value.to_string(), "[true, true]");
    }
    for (json, message) in [
        (r#"{"value":1}"#, "type: the attribute is missing"),
        (r#"{"type":"bool"}"#, "value: the attribute is missing"),
        (
            r#"{"type":"bool","kind":1}"#,
            r#"unsupported attribute "kind""#,
        ),
    ] {
        let error = tfvalue::json::value_from_slice(json.as_bytes(), &Type::Dynamic).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
}

/// Half of a surrogate pair is read as U+FFFD, as in Terraform's reader.
#[test]
fn replaces_half_of_a_surrogate_pair() {
    reads(String::from("\u{fffd}"), r#""\ud800""#);
    reads(String::from("\u{fffd}\u{fffd}"), r#""\udc00\ud800""#);
    reads(String::from("\u{fffd}😀a"), r#""\ud83d\ud83d\ude00a""#);
    reads(
        BTreeMap::from([(String::from("\u{fffd}"), 1)]),
        r#"{"\udfff":1}"#,
    );
}

/// The characters that Terraform escapes are escaped at every position, and no other characters are escaped.
#[test]
fn escapes_characters_at_every_position() {
    let characters = [
        "\"", "\\", "\n", "\u{1}", "<", ">", "&", "é", "\u{2028}", "\u{2027}",
    ];
    for (len, character) in (0..70).flat_map(|len| characters.map(|c| (len, c))) {
        for at in 0..=len {
            let text = format!("{}{character}{}", "a".repeat(at), "~".repeat(len - at));
            // Another string follows, because the end of the output is written differently.
            let list = [
                text.as_str(),
                "text after the string, longer than one step of the scan",
            ];
            let mut expected = serde_json::to_string(&list).unwrap();
            for (plain, escaped) in [("<", "3c"), (">", "3e"), ("&", "26"), ("\u{2028}", "2028")] {
                expected = expected.replace(plain, &format!("\\u{escaped:0>4}"));
            }
            assert_eq!(to_string(&list).unwrap(), expected);
            let alone = serde_json::from_str::<String>(&to_string(&text).unwrap());
            assert_eq!(alone.unwrap(), text);
        }
    }
}

/// Doubles with few digits are written by a faster function, which must return the same string.
#[test]
fn doubles_have_their_shortest_text() {
    for coefficient in (0..2000).chain([99_999, 123_456, 99_999_999, 4_503_599_627_370_495_i64]) {
        for places in 0..20 {
            let double: f64 = format!("{coefficient}e-{places}").parse().unwrap();
            for double in [double, -double, double + f64::EPSILON * double] {
                let text = to_string(&double).unwrap();
                assert_eq!(text, format!("{double}"), "{double:e}");
            }
        }
    }
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Pair {
    a: u8,
    b: Vec<bool>,
}

#[test]
fn one_deserializer_reads_several_values() {
    let mut deserializer = Deserializer::from_str(r#"1 {"a": 2, "b": []} "x" "#);
    assert_eq!(u8::deserialize(&mut deserializer).unwrap(), 1);
    let pair = Pair { a: 2, b: vec![] };
    assert_eq!(Pair::deserialize(&mut deserializer).unwrap(), pair);
    let error = deserializer.clone().end().unwrap_err();
    let message = "something follows the value at line 1 column 21";
    assert_eq!(error.to_string(), message);
    assert_eq!(<&str>::deserialize(&mut deserializer).unwrap(), "x");
    deserializer.end().unwrap();
}

#[test]
fn errors_of_a_deserializer_have_a_position() {
    for json in [
        r#"{"a": 1}"#,
        r#"{"a": 300, "b": []}"#,
        r#"{"a": 1, "b": [true, 2]}"#,
        "{\n\"b\": {}}",
        r#"{"a": 1, "a": 2}"#,
        "[1]",
        "{",
    ] {
        let error = Pair::deserialize(&mut Deserializer::from_str(json)).unwrap_err();
        assert!(error.position().is_some(), "{json}: {error}");
        assert_eq!(
            error.to_string(),
            from_str::<Pair>(json).unwrap_err().to_string()
        );
    }
}

#[test]
fn input_that_is_not_utf8() {
    let fails = |json: &[u8], message: &str| {
        let error = from_slice::<Vec<String>>(json).unwrap_err();
        assert_eq!(error.to_string(), message);
    };
    fails(
        b"[\"\xc3\xa9\xff\"]",
        "[0]: the input is not UTF-8 at line 1 column 5",
    );
    fails(b"[]\n\xff", "the input is not UTF-8 at line 2 column 1");
    fails(b"[\"a\"\xff]", "the input is not UTF-8 at line 1 column 5");
    fails(b"[1\xff]", "the input is not UTF-8 at line 1 column 3");
    fails(
        b"[tru\xff",
        "[0]: the input is not UTF-8 at line 1 column 5",
    );
    let error = from_slice::<Vec<String>>(b"[\"\xc3").unwrap_err();
    assert_eq!(error.category(), Category::Eof);
    // The first error is reported.
    fails(
        b"[{}, \xff]",
        "[0]: a string is required, got a map at line 1 column 2",
    );
}

#[test]
fn names_in_any_form() {
    let pair = Pair {
        a: 1,
        b: vec![true],
    };
    for json in [
        r#"{"a":1,"b":[true]}"#,
        r#"{"b":[true],"a":1}"#,
        r#" { "a" : 1 , "b" : [ true ] } "#,
        r#"{"\u0061":1,"\u0062":[true]}"#,
    ] {
        assert_eq!(from_str::<Pair>(json).unwrap(), pair, "{json}");
    }
    for json in [r#"{"a":1,,"b":[]}"#, r#"{"a":1"b":[]}"#, r#"{,"a":1}"#] {
        let error = from_str::<Pair>(json).unwrap_err();
        assert_eq!(error.category(), Category::Syntax, "{json}");
    }
}

#[test]
fn a_serializer_adds_whole_values() {
    let mut out = b"x".to_vec();
    let mut serializer = Serializer::new(&mut out);
    BTreeMap::from([("b", 1), ("a", 2)])
        .serialize(&mut serializer)
        .unwrap();
    Pair {
        a: 1,
        b: vec![true],
    }
    .serialize(&mut serializer)
    .unwrap();
    [f64::NAN].serialize(&mut serializer).unwrap_err();
    (1, None::<u8>).serialize(&mut serializer).unwrap();
    "a\"".serialize(&mut serializer).unwrap();
    let unknown = vec![Attr::<u8>::unknown()];
    unknown.serialize(&mut serializer).unwrap_err();
    let expected = br#"x{"a":2,"b":1}{"a":1,"b":[true]}[1,null]"a\"""#;
    assert_eq!(out, expected);
}

#[test]
fn attribute_names_with_escapes() {
    let read = |ty: &str, json: &str| {
        let ty = Type::from_json(ty.as_bytes()).unwrap();
        tfvalue::json::value_from_slice(json.as_bytes(), &ty)
    };
    let backslash = r#"["object",{"a\\n":"number"}]"#;
    read(backslash, r#"{"a\\n":1}"#).unwrap();
    let error = read(backslash, r#"{"a\n":1}"#).unwrap_err();
    assert_eq!(error.message(), r#"unsupported attribute "a\n""#);
    let quote = r#"["object",{"a\"b":"number"}]"#;
    read(quote, r#"{"a\"b":1}"#).unwrap();
    let error = read(quote, r#"{"a"b":1}"#).unwrap_err();
    assert_eq!(error.category(), Category::Syntax);
}
