//! A `BTreeSet` in a derived struct was written in Rust's order: enums followed the order of their variants, nulls came
//! first, and strings that Terraform considers equal were written as duplicates.

use std::collections::{BTreeMap, BTreeSet};

use tfvalue::msgpack::{Purpose, from_slice, to_vec, to_vec_for};
use tfvalue::{Attr, Number, Set, TfSchema, Unknown, json};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, TfSchema)]
enum Size {
    #[tf(rename = "small")]
    Small,
    #[tf(rename = "large")]
    Large,
}

const SMALL_LARGE: [Size; 2] = [Size::Small, Size::Large];

#[derive(TfSchema)]
#[tf(object)]
struct Part {
    sizes: BTreeSet<Size>,
}

#[derive(TfSchema)]
struct Sizes(BTreeSet<Size>);

#[derive(TfSchema)]
struct Holder {
    #[tf(optional)]
    attr: Attr<BTreeSet<Size>>,
    #[tf(optional)]
    list: Attr<Vec<Attr<BTreeSet<Size>>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Unknown<BTreeSet<Size>>>>,
    #[tf(optional)]
    newtype: Option<Sizes>,
    #[tf(optional)]
    object: Attr<Part>,
    #[tf(optional)]
    outer: Option<Set<BTreeSet<Size>>>,
    #[tf(optional)]
    pair: Option<(bool, BTreeSet<Size>)>,
    #[tf(optional, write_only)]
    secret: Attr<BTreeSet<Size>>,
    #[tf(optional)]
    sets: Option<BTreeSet<BTreeSet<Size>>>,
}

fn sizes() -> BTreeSet<Size> {
    BTreeSet::from(SMALL_LARGE)
}

fn holder() -> Holder {
    Holder {
        attr: sizes().into(),
        list: vec![Attr::unknown(), sizes().into(), Attr::null()].into(),
        map: BTreeMap::from([("k".to_owned(), sizes().into())]).into(),
        newtype: Some(Sizes(sizes())),
        object: Part { sizes: sizes() }.into(),
        outer: Some(Set::from_iter([sizes()])),
        pair: Some((true, sizes())),
        secret: sizes().into(),
        sets: Some(BTreeSet::from([sizes()])),
    }
}

/// Returns the bytes of a holder whose sets contain `of`.
fn written(of: &[u8]) -> Vec<u8> {
    [
        b"\x89\xa4attr",
        of,
        b"\xa4list\x93\xd4\0\0",
        of,
        b"\xc0\xa3map\x81\xa1k",
        of,
        b"\xa7newtype",
        of,
        b"\xa6object\x81\xa5sizes",
        of,
        b"\xa5outer\x91",
        of,
        b"\xa4pair\x92\xc3",
        of,
        b"\xa6secret",
        of,
        b"\xa4sets\x91",
        of,
    ]
    .concat()
}

#[test]
fn writes_sets_in_canonical_order() {
    let bytes = written(b"\x92\xa5large\xa5small");
    assert_eq!(to_vec(&holder()).unwrap(), bytes);
    let read: Holder = from_slice(&bytes).unwrap();
    assert_eq!(to_vec(&read).unwrap(), bytes);

    let plan: Holder = from_slice(&to_vec_for(&holder(), Purpose::Plan).unwrap()).unwrap();
    assert!(plan.secret.is_null());
    assert_eq!(plan.attr.value(), Some(&sizes()));
    let error = to_vec_for(&holder(), Purpose::State).unwrap_err();
    assert_eq!(error.path().to_string(), "list[0]");
}

#[test]
fn in_json() {
    let known = Holder {
        list: Attr::null(),
        ..holder()
    };
    let text = json::to_string(&known).unwrap();
    assert!(
        text.starts_with(r#"{"attr":["large","small"],"list":null,"#),
        "{text}"
    );
    assert!(!text.contains(r#"["small""#), "{text}");
}

#[derive(TfSchema)]
struct Scalars {
    #[tf(optional)]
    numbers: Option<BTreeSet<Number>>,
    #[tf(optional)]
    nulls: Attr<BTreeSet<Option<bool>>>,
    #[tf(optional)]
    strings: Attr<BTreeSet<String>>,
}

#[test]
fn scalars() {
    let number = |text: &str| text.parse::<Number>().unwrap();
    let scalars = Scalars {
        numbers: Some(
            ["10", "0.1", "-3", "18446744073709551616"]
                .map(number)
                .into(),
        ),
        nulls: BTreeSet::from([None, Some(true), Some(false)]).into(),
        strings: ["e\u{301}", "\u{e9}", "f"]
            .map(str::to_owned)
            .into_iter()
            .collect::<BTreeSet<_>>()
            .into(),
    };
    let bytes = b"\x83\xa5nulls\x93\xc2\xc3\xc0\
        \xa7numbers\x94\xfd\xa30.1\x0a\xb418446744073709551616\
        \xa7strings\x92\xa1f\xa2\xc3\xa9";
    assert_eq!(to_vec(&scalars).unwrap(), bytes);
    assert_eq!(
        json::to_string(&scalars).unwrap(),
        r#"{"nulls":[false,true,null],"numbers":[-3,0.1,10,18446744073709551616],"strings":["f","é"]}"#,
    );
}

/// A struct with blocks that keep their order but lose duplicates.
#[derive(TfSchema)]
struct Blocks {
    #[tf(block)]
    disk: BTreeSet<Disk>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, TfSchema)]
struct Disk {
    #[tf(optional)]
    name: Option<String>,
    #[tf(optional)]
    sizes: Option<BTreeSet<Size>>,
}

#[test]
fn blocks() {
    let disk = |name: &str| Disk {
        name: Some(name.to_owned()),
        sizes: Some(sizes()),
    };
    let blocks = Blocks {
        disk: BTreeSet::from([disk("\u{e9}"), disk("e\u{301}")]),
    };
    let bytes = b"\x81\xa4disk\x91\x82\xa4name\xa2\xc3\xa9\xa5sizes\x92\xa5large\xa5small";
    assert_eq!(to_vec(&blocks).unwrap(), bytes);
}

/// Outside a struct, the format cannot distinguish this set from a list.
#[test]
fn outside_a_struct() {
    assert_eq!(to_vec(&sizes()).unwrap(), b"\x92\xa5small\xa5large");
    let set: Set<Size> = sizes().into_iter().collect();
    assert_eq!(to_vec(&set).unwrap(), b"\x92\xa5large\xa5small");
}
