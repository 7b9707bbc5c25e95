//! Adapters: values whose form on the wire differs from their form in Rust.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use tfvalue::msgpack::{from_slice, to_vec};
use tfvalue::{Attr, Set, TfSchema, Type, Unknown};

#[derive(TfSchema, PartialEq)]
struct Lists {
    #[tf(optional, empty_as_null)]
    names: Unknown<Vec<String>>,
    #[tf(optional, empty_as_null)]
    note: Unknown<String>,
    #[tf(empty_as_null)]
    tags: BTreeMap<String, String>,
}

#[test]
fn empty_as_null() {
    let block = Lists::block();
    assert!(block.attribute("tags").unwrap().optional);
    let empty: Lists = from_slice(b"\x83\xa5names\xc0\xa4note\xc0\xa4tags\xc0").unwrap();
    assert!(empty.names.known().unwrap().is_empty());
    assert_eq!(empty.note.known().map(String::as_str), Some(""));
    assert!(empty.tags.is_empty());
    assert_eq!(
        to_vec(&empty).unwrap(),
        b"\x83\xa5names\xc0\xa4note\xc0\xa4tags\xc0"
    );
    let bytes = b"\x83\xa5names\xd4\0\0\xa4note\xa1x\xa4tags\x81\xa1a\xa1b";
    let full: Lists = from_slice(bytes).unwrap();
    assert!(full.names.is_unknown());
    assert_eq!(to_vec(&full).unwrap(), bytes);
    let json: Lists = serde_json::from_str("{}").unwrap();
    assert!(json == empty);
}

mod hex {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:02x}{:02x}", bytes[0], bytes[1]))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = u16::from_str_radix(&text, 16).map_err(serde::de::Error::custom)?;
        Ok(number.to_be_bytes().to_vec())
    }
}

#[derive(TfSchema, PartialEq)]
struct Host {
    #[tf(required, display)]
    ip: Attr<IpAddr>,
    #[tf(optional, display)]
    others: Attr<Vec<Attr<IpAddr>>>,
    #[tf(computed, display)]
    seen: Attr<BTreeSet<IpAddr>>,
    #[tf(computed, display)]
    all: Attr<Set<Attr<IpAddr>>>,
    #[tf(computed, display)]
    by_name: Attr<BTreeMap<String, Attr<IpAddr>>>,
    #[tf(optional, with = "hex", as = String)]
    key: Attr<Vec<u8>>,
    #[tf(as = String)]
    letters: Letters,
    #[tf(optional, sensitive, display)]
    secret: Attr<u64>,
}

/// A type with its own serde implementations.
#[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
#[serde(transparent)]
struct Letters(String);

fn host() -> Host {
    let ip: IpAddr = "10.0.0.1".parse().unwrap();
    Host {
        ip: ip.into(),
        others: vec![ip.into(), Attr::unknown(), Attr::null()].into(),
        seen: BTreeSet::from([ip]).into(),
        all: Set::from_iter([Attr::unknown(), ip.into()]).into(),
        by_name: BTreeMap::from([("a".to_owned(), ip.into())]).into(),
        key: vec![0xab, 1].into(),
        letters: Letters("x".to_owned()),
        secret: 7.into(),
    }
}

#[test]
fn adapters_in_all_positions() {
    let block = Host::block();
    let ty = |name| block.attribute(name).unwrap().implied_type();
    assert_eq!(ty("ip"), Type::String);
    assert_eq!(ty("others"), Type::list(Type::String));
    assert_eq!(ty("seen"), Type::set(Type::String));
    assert_eq!(ty("by_name"), Type::map(Type::String));
    assert_eq!(ty("key"), Type::String);
    assert_eq!(ty("letters"), Type::String);
    let bytes = to_vec(&host()).unwrap();
    assert_eq!(
        bytes,
        b"\x88\xa3all\x92\xa810.0.0.1\xd4\0\0\xa7by_name\x81\xa1a\xa810.0.0.1\
          \xa2ip\xa810.0.0.1\xa3key\xa4ab01\xa7letters\xa1x\
          \xa6others\x93\xa810.0.0.1\xd4\0\0\xc0\xa6secret\xa17\xa4seen\x91\xa810.0.0.1"
    );
    let back: Host = from_slice(&bytes).unwrap();
    assert_eq!(to_vec(&back).unwrap(), bytes);
    assert_eq!(back.others.value(), host().others.value());
}

#[test]
fn rejects_invalid_text() {
    let read = |from: &[u8], to: &[u8]| {
        let bytes = to_vec(&host()).unwrap();
        let at = bytes.windows(from.len()).position(|part| part == from);
        let (before, rest) = bytes.split_at(at.unwrap());
        let bytes = [before, to, &rest[from.len()..]].concat();
        from_slice::<Host>(&bytes).unwrap_err().to_string()
    };
    assert_eq!(
        read(b"\xa2ip\xa810.0.0.1", b"\xa2ip\xa1z"),
        "ip: invalid IP address syntax"
    );
    assert_eq!(
        read(b"\xa2ip\xa810.0.0.1", b"\xa2ip\x05"),
        "ip: a string is required, got a number"
    );
    let error = read(b"secret\xa17", b"secret\xa3abc");
    assert!(
        error.starts_with("secret: ") && !error.contains("digit"),
        "{error}"
    );
}

#[derive(TfSchema)]
enum Level {
    Low,
    High,
}

#[derive(TfSchema)]
struct Alarm {
    #[tf(required)]
    level: Attr<Level>,
    /// The recipient.
    #[tf(optional)]
    levels: Attr<Vec<Level>>,
}

#[test]
fn descriptions_list_the_strings_of_an_enum() {
    let _ = (Level::Low, Level::High);
    let block = Alarm::block();
    let description = |name| block.attribute(name).unwrap().description.clone();
    assert_eq!(description("level"), "One of `Low`, `High`.");
    assert_eq!(
        description("levels"),
        "The recipient.\n\nOne of `Low`, `High`."
    );
}
