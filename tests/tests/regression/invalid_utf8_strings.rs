//! A string that is not valid UTF-8 made the whole value unreadable. `aws_mskconnect_worker_configuration`
//! returns such a string.

use std::borrow::Cow;

use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, Dynamic, TfSchema, Type, msgpack};

#[derive(TfSchema)]
struct Configuration {
    #[tf(optional)]
    any: Dynamic,
    #[tf(required)]
    properties_file_content: Attr<String>,
}

/// `{"any": ["string", any], "properties_file_content": content}`
fn configuration(any: &[u8], content: &[u8]) -> Vec<u8> {
    let text = |text: &[u8]| [&[0xd9, text.len() as u8], text].concat();
    [
        &b"\x82\xa3any\x92\xc4\x08\"string\""[..],
        &text(any),
        b"\xb7properties_file_content",
        &text(content),
    ]
    .concat()
}

#[test]
fn replaces_invalid_bytes() {
    let bytes = configuration(b"caf\xe9", b"\xe2\x82 \xff\xc3\xa9");
    assert!(msgpack::from_slice::<Configuration>(&bytes).is_err());

    let message = DynamicValue {
        msgpack: bytes.clone(),
        json: Vec::new(),
    };
    assert!(message.decode::<Configuration>().is_err());
    let valid = message.with_valid_utf8();
    let read: Configuration = valid.decode().unwrap();
    // Each invalid byte becomes one replacement character, as in Go.
    assert_eq!(read.properties_file_content, "\u{fffd}\u{fffd} \u{fffd}é");
    assert_eq!(read.any.value().unwrap().as_str(), Some("caf\u{fffd}"));
    let ty = Configuration::block().implied_type();
    let value = valid.decode_value(&ty).unwrap();
    assert_eq!(value.get("any").unwrap().as_str(), Some("caf\u{fffd}"));

    let message = DynamicValue {
        msgpack: Vec::new(),
        json: b"{\"any\":null,\"properties_file_content\":\"\xff\"}".to_vec(),
    };
    assert!(message.decode::<Configuration>().is_err());
    let read: Configuration = message.with_valid_utf8().decode().unwrap();
    assert_eq!(read.properties_file_content, "\u{fffd}");
}

#[test]
fn keeps_other_bytes() {
    let valid = configuration(b"a", "é".as_bytes());
    assert!(matches!(
        msgpack::replace_invalid_utf8(&valid),
        Cow::Borrowed(_)
    ));
    // Long strings, binary data, keys, extensions and numbers next to the invalid string.
    let long = [&b"\xda\x01\x00"[..], &[0xe9; 256]].concat();
    let input = [
        &b"\xdc\x00\x05"[..],
        b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\xc7\x03\x0c\xff\xff\xff",
        b"\x81\xa1\xff\xc4\x01\xfe",
        &long,
        b"\xcb\x3f\xb9\x99\x99\x99\x99\x99\x9a",
    ]
    .concat();
    let expected = [
        &b"\xdc\x00\x05"[..],
        b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\xc7\x03\x0c\xff\xff\xff",
        b"\x81\xa3\xef\xbf\xbd\xa3\xef\xbf\xbd",
        b"\xda\x03\x00",
        "\u{fffd}".repeat(256).as_bytes(),
        b"\xcb\x3f\xb9\x99\x99\x99\x99\x99\x9a",
    ]
    .concat();
    assert_eq!(msgpack::replace_invalid_utf8(&input), expected);
    // Malformed input is not changed; reading it reports the error.
    let broken = b"\x92\xa1\xff\xc1";
    assert_eq!(msgpack::replace_invalid_utf8(broken), &broken[..]);
    let short = b"\x92\xa1\xff\xa3a";
    assert!(
        msgpack::value_from_slice(
            &msgpack::replace_invalid_utf8(short),
            &Type::list(Type::String)
        )
        .is_err()
    );
}
