//! A struct with nested blocks that contain dynamic values silently lost the type in its envelope if
//! serde buffered the struct before it was written.

use serde::Serialize;
use tfvalue::{Attr, Dynamic, TfSchema, Unknown, Value, msgpack};

#[derive(TfSchema)]
struct Rule {
    #[tf(block)]
    entry: Unknown<Vec<Entry>>,
}

#[derive(TfSchema)]
struct Entry {
    #[tf(required)]
    value: Attr<Dynamic>,
}

fn rule() -> Rule {
    let value = Value::from("a").into();
    Rule {
        entry: vec![Entry { value }].into(),
    }
}

/// Adds a tag to its content.
#[derive(Serialize)]
#[serde(tag = "kind")]
enum Tagged<T> {
    Newtype(Pair<T>),
}

/// Serde buffers this enum to add the tag to its only entry.
#[derive(Serialize)]
enum Pair<T> {
    Pair(T, u8),
}

#[test]
fn keeps_the_envelope_when_buffered() {
    let envelope = b"\x92\xc4\x29[\"tuple\",[[\"object\",{\"value\":\"string\"}]]]";
    let bytes = msgpack::to_vec(&rule()).unwrap();
    assert!(bytes.windows(envelope.len()).any(|part| part == envelope));

    let buffered = Tagged::Newtype(Pair::Pair(rule(), 1));
    let error = msgpack::to_vec(&buffered).unwrap_err();
    assert!(error.to_string().contains("buffered"), "{error}");

    // Values without an envelope are not affected.
    let buffered = Tagged::Newtype(Pair::Pair("a", 1));
    let bytes = b"\x82\xa4Pair\x92\xa1a\x01\xa4kind\xa7Newtype";
    assert_eq!(msgpack::to_vec(&buffered).unwrap(), bytes);
}
