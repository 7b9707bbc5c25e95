//! Borrowed text and enums.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use tfvalue::msgpack::{from_slice, to_vec};
use tfvalue::{Attr, TfSchema, Unknown};

use crate::model::Size;

#[derive(TfSchema, PartialEq)]
struct Texts<'a> {
    borrowed: &'a str,
    cow: Cow<'a, str>,
    #[tf(optional, sensitive)]
    attr: Attr<Cow<'a, str>>,
    list: Vec<Unknown<Cow<'a, str>>>,
    map: BTreeMap<String, Cow<'a, str>>,
    owned: Cow<'static, str>,
    set: BTreeSet<Cow<'a, str>>,
    kind: Kind<'a>,
    name: Name<'a>,
}

#[derive(TfSchema, PartialEq)]
struct Name<'a>(Cow<'a, str>);

#[derive(TfSchema, PartialEq)]
#[tf(rename_all = "UPPERCASE")]
enum Kind<'a> {
    Plain,
    #[tf(other)]
    Other(Cow<'a, str>),
}

#[test]
fn borrows_text() {
    let texts = Texts {
        borrowed: "a",
        cow: "b".into(),
        attr: Cow::from("c").into(),
        list: vec![Cow::from("d").into(), Unknown::unknown()],
        map: BTreeMap::from([("k".to_owned(), "e".into())]),
        owned: "f".into(),
        set: BTreeSet::from(["g".into()]),
        kind: Kind::Other("h".into()),
        name: Name("i".into()),
    };
    let bytes = to_vec(&texts).unwrap();
    let back: Texts<'_> = from_slice(&bytes).unwrap();
    assert!(back == texts, "{back:?}");
    let borrowed = [
        &back.cow,
        back.attr.value().unwrap(),
        back.list[0].known().unwrap(),
        &back.map["k"],
        &back.name.0,
    ];
    assert!(borrowed.iter().all(|text| matches!(text, Cow::Borrowed(_))));
    assert!(matches!(back.kind, Kind::Other(Cow::Borrowed("h"))));
    assert!(matches!(back.owned, Cow::Owned(_)));
}

#[test]
fn enums() {
    assert_eq!(to_vec(&Size::VerySmall).unwrap(), b"\xaavery-small");
    assert!(from_slice::<Size>(b"\xa2XL").unwrap() == Size::ExtraLarge);
    assert_eq!(
        from_slice::<Size>(b"\xa1x").unwrap_err().to_string(),
        "one of \"very-small\", \"XL\" is required, got \"x\""
    );
    assert_eq!(
        from_slice::<Size>(b"\x01").unwrap_err().to_string(),
        "a string is required, got a number"
    );
    assert!(from_slice::<Kind<'_>>(b"\xa5PLAIN").unwrap() == Kind::Plain);
    assert_eq!(to_vec(&Kind::Other("new".into())).unwrap(), b"\xa3new");
    assert_eq!(format!("{:?}", Kind::Other("new".into())), "Other(\"new\")");
    let sizes: BTreeMap<String, Size> = serde_json::from_str(r#"{"a": "\u0058L"}"#).unwrap();
    assert!(sizes["a"] == Size::ExtraLarge);
}
