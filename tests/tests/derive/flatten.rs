//! Flattened structs, whose members become members of the containing struct.

use std::borrow::Cow;

use tfvalue::msgpack::{from_slice, to_vec};
use tfvalue::{Attr, TfSchema, Unknown, plan};

use crate::schema::flags;

#[derive(TfSchema, PartialEq, Default)]
struct Common {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(optional, sensitive)]
    token: Attr<String>,
    #[tf(flatten)]
    place: Place,
}

#[derive(TfSchema, PartialEq, Default)]
struct Place {
    #[tf(optional, default = "z1")]
    zone: Attr<String>,
    #[tf(block)]
    aisle: Unknown<Vec<Aisle>>,
}

#[derive(TfSchema, PartialEq, Default)]
struct Aisle {
    #[tf(required)]
    number: Attr<u8>,
    #[tf(default = -1)]
    shelf: Attr<i32>,
}

#[derive(TfSchema, PartialEq, Default)]
struct Timeouts {
    #[tf(optional)]
    create: Attr<String>,
}

#[derive(TfSchema, PartialEq, Default)]
struct Server {
    #[tf(flatten)]
    common: Common,
    #[tf(required)]
    name: Attr<String>,
    #[tf(flatten)]
    timeouts: Timeouts,
    #[tf(optional)]
    a: Attr<bool>,
}

fn server() -> Server {
    let mut server = Server::default();
    server.name.set("web");
    server.common.id.set_unknown();
    server.common.place.aisle = vec![Aisle {
        number: 3.into(),
        shelf: Attr::null(),
    }]
    .into();
    server
}

#[test]
fn members_are_sorted_by_name() {
    let block = Server::block();
    assert_eq!(
        flags(&block),
        [
            "a: o",
            "create: o",
            "id: c",
            "name: r",
            "token: os",
            "zone: oc"
        ]
    );
    assert!(block.block_type("aisle").is_some());
    assert_eq!(
        block.implied_type().to_json(),
        r#"["object",{"a":"bool","aisle":["list",["object",{"number":"number","shelf":"number"}]],"create":"string","id":"string","name":"string","token":"string","zone":"string"}]"#
    );
    let bytes = to_vec(&server()).unwrap();
    assert_eq!(
        bytes,
        b"\x87\xa1a\xc0\xa5aisle\x91\x82\xa6number\x03\xa5shelf\xc0\xa6create\xc0\
          \xa2id\xd4\0\0\xa4name\xa3web\xa5token\xc0\xa4zone\xc0"
    );
    assert!(from_slice::<Server>(&bytes).unwrap() == server());
}

#[test]
fn errors_have_paths() {
    let error = |bytes: &[u8]| from_slice::<Server>(bytes).unwrap_err().to_string();
    let wrong = b"\x87\xa1a\xc0\xa5aisle\x90\xa6create\xc0\
                  \xa2id\xc0\xa4name\xa3web\xa5token\x05\xa4zone\xc0";
    assert_eq!(error(wrong), "token: a string is required, got a number");
    assert_eq!(
        error(b"\x86\xa1a\xc0\xa5aisle\x90\xa6create\xc0\xa2id\xc0\xa4name\xa3web\xa4zone\xc0"),
        from_slice::<Timeouts>(b"\x80")
            .unwrap_err()
            .to_string()
            .replace("create", "token")
    );
}

#[test]
fn other_formats() {
    let mut server = server();
    server.common.id.set("i");
    let text = serde_json::to_string(&server).unwrap();
    assert!(serde_json::from_str::<Server>(&text).unwrap() == server);
    let reordered =
        r#"{"zone":null,"name":"web","id":"i","create":null,"aisle":[{"shelf":null,"number":3}]}"#;
    assert!(serde_json::from_str::<Server>(reordered).unwrap() == server);
    assert!(tfvalue::json::from_str::<Server>(reordered).unwrap() == server);
}

#[derive(TfSchema, PartialEq)]
struct Lent<'a> {
    name: Cow<'a, str>,
}

#[derive(TfSchema, PartialEq)]
struct Lender<'a> {
    #[tf(flatten)]
    lent: Lent<'a>,
    age: u8,
}

#[test]
fn borrowed_members() {
    let bytes = b"\x82\xa3age\x01\xa4name\xa1x";
    let lender: Lender<'_> = from_slice(bytes).unwrap();
    assert!(matches!(lender.lent.name, Cow::Borrowed("x")));
    assert_eq!(to_vec(&lender).unwrap(), bytes);
}

#[derive(TfSchema, PartialEq)]
#[tf(object)]
struct Inner {
    b: u8,
}

#[derive(TfSchema, PartialEq)]
#[tf(object)]
struct Outer {
    a: u8,
    #[tf(flatten)]
    inner: Inner,
    c: u8,
}

#[test]
fn plain_objects() {
    let outer = Outer {
        a: 1,
        inner: Inner { b: 2 },
        c: 3,
    };
    let bytes = to_vec(&outer).unwrap();
    assert_eq!(bytes, b"\x83\xa1a\x01\xa1b\x02\xa1c\x03");
    assert!(from_slice::<Outer>(&bytes).unwrap() == outer);
}

#[test]
fn plans_defaults_of_null_members() {
    let mut prior = server();
    prior.common.place.zone.set("prior");
    let (planned, _) = plan::typed(&server(), Some(&prior)).unwrap();
    assert_eq!(planned.common.place.zone.as_deref(), Some("z1"));
    let aisles = planned.common.place.aisle.known().unwrap();
    assert_eq!(aisles[0].shelf.value(), Some(&-1));

    let mut config = server();
    config.common.place.zone.set_unknown();
    let (planned, _) = plan::typed(&config, None).unwrap();
    assert!(planned.common.place.zone.is_unknown());
}
