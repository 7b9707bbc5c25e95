//! A struct with standard library sets silently lost the type of these sets, and thus their order, if serde buffered
//! the struct before writing it.

use std::collections::BTreeSet;

use serde::Serialize;
use tfvalue::{Attr, TfSchema, msgpack};

#[derive(TfSchema)]
struct Rule {
    #[tf(optional)]
    ports: Attr<BTreeSet<i64>>,
}

/// Adds a tag to the contained value.
#[derive(Serialize)]
#[serde(tag = "kind")]
enum Tagged<T> {
    Newtype(Pair<T>),
}

/// serde buffers this enum to add the tag to its only entry.
#[derive(Serialize)]
enum Pair<T> {
    Pair(T, u8),
}

#[test]
fn fails_when_buffered() {
    let rule = || Rule {
        ports: BTreeSet::from([443, 80]).into(),
    };
    assert!(msgpack::to_vec(&rule()).is_ok());
    let buffered = Tagged::Newtype(Pair::Pair(rule(), 1));
    let error = msgpack::to_vec(&buffered).unwrap_err();
    assert!(error.to_string().contains("buffered"), "{error}");

    // Values without sets are not affected.
    let buffered = Tagged::Newtype(Pair::Pair("a", 1));
    let bytes = b"\x82\xa4Pair\x92\xa1a\x01\xa4kind\xa7Newtype";
    assert_eq!(msgpack::to_vec(&buffered).unwrap(), bytes);
}
