//! Strings that are read as a type: their spelling in every nesting mode.

use std::collections::BTreeMap;
use std::net::IpAddr;

use tfvalue::{Attr, Base64, ByteSize, Set, Text, TfSchema, TfText, Unknown};

use crate::shape::{Row, run};

#[derive(TfSchema, Clone)]
struct Part {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    address: Attr<Text<IpAddr>>,
    #[tf(optional)]
    net: Attr<Text<ipnet::IpNet>>,
    #[tf(optional)]
    at: Attr<Text<jiff::Timestamp>>,
    #[tf(optional)]
    url: Attr<Text<url::Url>>,
    #[tf(optional)]
    uuid: Attr<Text<uuid::Uuid>>,
    #[tf(optional)]
    key: Attr<Text<Base64>>,
    #[tf(optional)]
    size: Attr<Text<ByteSize>>,
    #[tf(optional)]
    list: Attr<Vec<Attr<Text<IpAddr>>>>,
    #[tf(optional)]
    set: Attr<Set<Attr<Text<IpAddr>>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<Text<IpAddr>>>>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

shapes!(Part);

const STORED: &str = r#"{"name": "a", "address": "fd00::1", "net": "fd00::/8", "at": "2026-01-01T00:00:00Z",
    "url": "https://example.com/", "uuid": "67e55044-10b1-426f-9247-bb680e5fe0c8", "key": "aGVsbG8=",
    "size": "1024", "list": ["::1"], "set": ["::1", "::2"], "map": {"k": "::1"}, "id": "i"}"#;
const WRITTEN: &str = r#"{"name": "a", "address": "FD00:0::1", "net": "fd00:0::/8",
    "at": "2026-01-01T01:00:00.000+01:00", "url": "HTTPS://example.com:443",
    "uuid": "67E5504410B1426F9247BB680E5FE0C8", "key": "aGVsbG8", "size": "1 KiB", "list": ["0::1"],
    "set": ["0::1", "0::2"], "map": {"k": "0::1"}, "id": "i"}"#;

/// As a service returns it after apply and on refresh.
#[test]
fn states_keep_the_spelling() {
    for shape in shapes() {
        let [old, new] = [WRITTEN, STORED].map(|object| shape.state("x", object));
        let kept = (shape.semantic_equality)(&old, new).unwrap();
        assert_eq!(kept, old, "{}", shape.path(""));
    }
}

#[test]
fn plans_have_the_configured_spelling() {
    const PRIOR: &str = r#"{"name": "a", "address": "fd00::1", "size": "1024", "id": "i"}"#;
    const CONFIG: &str = r#"{"name": "a", "address": "FD00:0::1", "size": "1 KiB"}"#;
    const PLANNED: &str = r#"{"name": "a", "address": "FD00:0::1", "size": "1 KiB", "id": "i"}"#;
    run(
        &shapes(),
        &[
            Row::new("another spelling", PRIOR, CONFIG).planned(PLANNED),
            Row::new(
                "another address",
                PRIOR,
                r#"{"name": "a", "address": "fd00::2"}"#,
            )
            .planned(r#"{"name": "a", "address": "fd00::2", "id": "i"}"#)
            .in_sets(r#"{"name": "a", "address": "fd00::2", "id": "?"}"#),
        ],
    );
}

/// Reads a string and returns its canonical form, or the error.
fn read<T: TfText>(text: &str) -> String {
    match text.parse::<Text<T>>() {
        Ok(read) => {
            assert_eq!(read.as_str(), text);
            let spelled = Text::from(T::read(text).unwrap());
            assert!(spelled == read, "{text}");
            spelled.to_string()
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn strings_are_read_and_refused() {
    assert_eq!(read::<IpAddr>("10.0.0.1"), "10.0.0.1");
    assert_eq!(
        read::<IpAddr>("10.0.0.256"),
        r#"an IP address such as "10.0.0.1" or "fd00::1" is required, got "10.0.0.256""#
    );
    // The bits of the host are a part of the meaning.
    assert_eq!(read::<ipnet::IpNet>("10.1.2.3/16"), "10.1.2.3/16");
    assert_eq!(
        read::<ipnet::Ipv4Net>("fd00::/8"),
        r#"an IPv4 network in CIDR notation such as "10.0.0.0/8" is required, got "fd00::/8""#
    );
    assert_eq!(
        read::<ipnet::IpNet>("10.0.0.0"),
        r#"a network in CIDR notation such as "10.0.0.0/8" or "fd00::/8" is required, got "10.0.0.0""#
    );
    assert_eq!(
        read::<url::Url>("HTTP://a.example:80/x/../y"),
        "http://a.example/y"
    );
    assert_eq!(
        read::<url::Url>("example.com"),
        r#"a URL such as "https://example.com/" is required, got "example.com""#
    );
    assert_eq!(
        read::<uuid::Uuid>("67E55044-10B1-426F-9247-BB680E5FE0C8"),
        "67e55044-10b1-426f-9247-bb680e5fe0c8"
    );
    assert_eq!(
        read::<uuid::Uuid>("67e55044"),
        r#"a UUID such as "67e55044-10b1-426f-9247-bb680e5fe0c8" is required, got "67e55044""#
    );
    assert_eq!(
        read::<Base64>("_-"),
        r#"bytes in Base64 such as "aGVsbG8=" is required, got "_-""#
    );
    assert_eq!(
        read::<ByteSize>("a lot"),
        r#"a number of bytes such as "512", "64 kB" or "1.5GiB" is required, got "a lot""#
    );
}

#[test]
fn times_have_the_form_of_rfc_3339() {
    let read = read::<jiff::Timestamp>;
    assert_eq!(
        read("2026-11-21T10:00:00.50+01:00"),
        "2026-11-21T09:00:00.5Z"
    );
    assert_eq!(read("2026-11-21t10:00:00z"), "2026-11-21T10:00:00Z");
    for text in [
        "2026-11-21",
        "2026-11-21T10:00:00",
        "2026-11-21 10:00:00Z",
        "2026-11-21T10:00Z",
        "2026-11-21T10:00:00.Z",
        "2026-11-21T10:00:00+01",
        "2026-11-21T10:00:00+01:00[Europe/Berlin]",
        "2026-13-21T10:00:00Z",
        "+002026-11-21T10:00:00Z",
        "2026-11-21T10:00:0\u{e9}Z",
        "",
    ] {
        assert_eq!(
            read(text),
            format!(r#"an RFC 3339 time such as "2026-11-21T10:00:00Z" is required, got {text:?}"#)
        );
    }
}
