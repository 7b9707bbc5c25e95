//! Derived structs in other serde formats: known values are read and written, and unknown values are errors.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tfvalue::{Attr, Number, Set, TfSchema, Unknown};

#[derive(Clone, PartialEq, TfSchema)]
struct Server {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    price: Attr<Number>,
    #[tf(optional, sensitive)]
    secret: Attr<String>,
    #[tf(optional, write_only)]
    password: Attr<String>,
    #[tf(optional)]
    zones: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    ports: Attr<BTreeSet<u16>>,
    #[tf(optional)]
    tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(block)]
    disk: Unknown<Vec<Disk>>,
}

#[derive(Clone, PartialEq, TfSchema)]
struct Disk {
    #[tf(required)]
    size: Attr<i64>,
}

fn server() -> Server {
    Server {
        name: "web".into(),
        price: "0.1".parse::<Number>().ok().into(),
        secret: "s".into(),
        password: "p".into(),
        zones: Set::from_iter(["b".into(), "a".into()]).into(),
        ports: BTreeSet::from([443, 80]).into(),
        tags: BTreeMap::from([("a".to_owned(), "1".into())]).into(),
        disk: vec![Disk { size: 20.into() }].into(),
    }
}

#[track_caller]
fn round_trips<W: Debug, E: Debug, F: Debug>(
    write: impl Fn(&Server) -> Result<W, E>,
    read: impl Fn(&W) -> Result<Server, F>,
) {
    let mut server = server();
    let written = write(&server).unwrap();
    assert_eq!(read(&written).unwrap(), server);
    server.name.set_unknown();
    write(&server).unwrap_err();
}

fn owned<T: DeserializeOwned + Serialize>() {}

#[test]
fn json() {
    owned::<Server>();
    round_trips(serde_json::to_string, |text| serde_json::from_str(text));
    round_trips(
        |server| serde_json::to_value(server),
        |value| serde_json::from_value(value.clone()),
    );
}

#[test]
fn missing_members_are_null_and_additional_ones_an_error() {
    let server: Server = serde_json::from_str(r#"{"name": "web"}"#).unwrap();
    assert!(server.price.is_null());
    assert_eq!(server.disk.known().map(Vec::len), Some(0));
    let error = serde_json::from_str::<Server>(r#"{"nmae": "web"}"#)
        .err()
        .unwrap();
    assert!(error.to_string().contains("nmae"), "{error}");
}

#[test]
fn toml() {
    round_trips(toml::to_string, |text| toml::from_str(text));
}

#[test]
fn cbor() {
    let write = |server: &Server| {
        let mut out = Vec::new();
        ciborium::into_writer(server, &mut out).map(|()| out)
    };
    round_trips(write, |bytes| ciborium::from_reader(bytes.as_slice()));
}

#[test]
fn messagepack_of_rmp_serde() {
    round_trips(rmp_serde::to_vec_named, |bytes| {
        rmp_serde::from_slice(bytes)
    });
    round_trips(rmp_serde::to_vec, |bytes| rmp_serde::from_slice(bytes));
}

#[test]
fn postcard() {
    round_trips(postcard::to_allocvec, |bytes| postcard::from_bytes(bytes));
}
