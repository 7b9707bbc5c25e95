//! Generics, lifetimes, other formats, and annotations on the whole struct.

use std::borrow::Cow;
use std::collections::HashMap;

use tfvalue::msgpack::{from_slice, to_vec};
use tfvalue::schema::AttributeType;
use tfvalue::{Attr, TfSchema, Type, Unknown};

use crate::model::{Disk, Port};
use crate::schema::flags;

#[derive(TfSchema, PartialEq)]
struct Page<T, const N: usize = 1> {
    items: Vec<T>,
    #[tf(optional)]
    next: Attr<T>,
    pair: [T; 2],
    #[tf(block)]
    disks: Vec<Disk>,
}

trait Family {
    type Member;
}

#[derive(PartialEq)]
struct Ports;

impl Family for Ports {
    type Member = Port;
}

#[derive(TfSchema, PartialEq)]
struct OfFamily<F: Family> {
    member: F::Member,
    more: Vec<F::Member>,
}

#[test]
fn generics() {
    let page: Page<Port> = Page {
        items: vec![Port(1)],
        next: Attr::unknown(),
        pair: [Port(2), Port(3)],
        disks: vec![],
    };
    let bytes = to_vec(&page).unwrap();
    assert!(from_slice::<Page<Port, 1>>(&bytes).unwrap() == page);
    assert_eq!(
        Page::<String, 2>::block().attribute("pair").unwrap().ty,
        AttributeType::Type(Type::list(Type::String))
    );
    let family = OfFamily::<Ports> {
        member: Port(1),
        more: vec![],
    };
    assert!(from_slice::<OfFamily<Ports>>(&to_vec(&family).unwrap()).unwrap() == family);
}

#[derive(TfSchema, PartialEq)]
struct Lent<'de, 'b: 'de, T: PartialEq + 'b = bool>
where
    T: Clone,
{
    name: &'de str,
    aliases: HashMap<&'b str, Cow<'de, str>>,
    more: Option<Box<T>>,
}

#[test]
fn lifetimes() {
    let lent = Lent::<bool> {
        name: "a",
        aliases: HashMap::from([("b", "c".into())]),
        more: Some(Box::new(true)),
    };
    let bytes = to_vec(&lent).unwrap();
    assert!(from_slice::<Lent<'_, '_>>(&bytes).unwrap() == lent);
}

#[derive(TfSchema, PartialEq)]
struct Empty {}

#[test]
fn empty_object() {
    assert_eq!(to_vec(&Empty {}).unwrap(), b"\x80");
    assert!(from_slice::<Empty>(b"\x80").unwrap() == Empty {});
    assert!(serde_json::from_str::<Empty>("{}").unwrap() == Empty {});
    assert_eq!(
        from_slice::<Empty>(b"\x81\xa1x\x01")
            .unwrap_err()
            .to_string(),
        "unsupported attribute \"x\""
    );
}

#[derive(TfSchema, PartialEq)]
#[tf(rename_all = "camelCase")]
struct Json {
    first_name: String,
    #[tf(optional)]
    last_name: Attr<String>,
    #[tf(rename = "n")]
    number: Unknown<u8>,
}

#[test]
fn other_formats() {
    let json = Json {
        first_name: "a".to_owned(),
        last_name: Attr::null(),
        number: 1.into(),
    };
    let text = serde_json::to_string(&json).unwrap();
    assert_eq!(text, r#"{"firstName":"a","lastName":null,"n":1}"#);
    assert!(serde_json::from_str::<Json>(&text).unwrap() == json);
    assert!(serde_json::from_str::<Json>(r#"{"n": 1, "firstName": "a"}"#).unwrap() == json);
    let error = |text| serde_json::from_str::<Json>(text).unwrap_err().to_string();
    assert!(error(r#"{"n": 1}"#).starts_with("missing field `firstName`"));
    assert!(error(r#"{"n": 1, "n": 1}"#).starts_with("duplicate field `n`"));
    assert!(error(r#"{"m": 1}"#).starts_with("unknown field `m`"));
    let unknown = Json {
        number: Unknown::unknown(),
        ..json
    };
    assert!(serde_json::to_string(&unknown).is_err());
}

mod renamed {
    use tfvalue as other;

    #[derive(other::TfSchema, Default)]
    #[tf(crate = "other", deprecated)]
    pub(super) struct Renamed {
        #[tf(optional)]
        pub(super) name: other::Attr<String>,
    }
}

#[test]
fn renamed_crate() {
    assert!(renamed::Renamed::block().deprecated);
    assert!(renamed::Renamed::default().name.is_null());
}

#[derive(TfSchema, serde::Serialize, serde::Deserialize, Debug, PartialEq)]
#[tf(schema_only)]
struct SchemaOnly {
    #[serde(default)]
    name: Option<String>,
    #[tf(rename = "n")]
    #[serde(rename = "n")]
    number: u8,
}

#[test]
fn schema_only() {
    assert_eq!(flags(&SchemaOnly::block()), ["n: r", "name: o"]);
    let value = SchemaOnly {
        name: None,
        number: 1,
    };
    assert_eq!(
        from_slice::<SchemaOnly>(&to_vec(&value).unwrap()).unwrap(),
        value
    );
}

/// Generated code must not confuse the user's names with its own names or with the names in the standard library.
#[allow(dead_code, non_camel_case_types)]
mod hygiene {
    struct Option;
    struct Result;
    struct Some;
    struct Ok;
    struct Err;
    struct Vec;
    struct serde;
    struct std;
    struct core;

    #[derive(tfvalue::TfSchema)]
    struct Odd {
        f: u8,
        facts: u8,
        __map: u8,
        __0: u8,
        r#fn: u8,
        names: u8,
        serializer: u8,
    }
}
