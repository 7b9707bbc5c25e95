//! Types behind aliases, types from `macro_rules!`, and types with the names of other types.

// Both structs have more fields than the test compares.
#![allow(dead_code)]

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;

use tfvalue::msgpack::{from_slice, to_vec};
use tfvalue::schema::Nesting;
use tfvalue::{
    Attr, Number, Set, TfFunction, TfSchema, Type, Unknown, functions::TfArguments, types::TfType,
};

/// Declares a struct with all annotations that depend on the type of the field.
macro_rules! declare {
    (
        $Name:ident, $View:ident, $Function:ident,
        text: $text:ty, number: $number:ty, texts: $texts:ty, numbers: $numbers:ty,
        empty: $empty:ty, nested: $nested:ty, plain: $plain:ty, address: $address:ty,
        part: $part:ty, one: $one:ty, many: $many:ty, by_name: $by_name:ty, known: $known:ty,
        rest: $rest:ty, result: $result:ty, replaced: $replaced:ty $(,)?
    ) => {
        #[derive(TfSchema, Clone)]
        #[tf(known_view = $View, paths)]
        struct $Name {
            #[tf(default = "text")]
            text: $text,
            #[tf(required)]
            number: $number,
            #[tf(optional)]
            texts: $texts,
            #[tf(optional)]
            numbers: $numbers,
            #[tf(computed, empty_as_null)]
            empty: $empty,
            #[tf(optional, computed, members(optional, computed))]
            nested: $nested,
            #[tf(optional, object)]
            plain: $plain,
            #[tf(optional, display)]
            address: $address,
            #[tf(optional, as = $replaced)]
            replaced: $text,
            #[tf(flatten)]
            part: $part,
            #[tf(block)]
            one: $one,
            #[tf(block(min_items = 1))]
            many: $many,
            #[tf(block)]
            by_name: $by_name,
            #[tf(optional, known)]
            known: $known,
        }

        #[derive(TfFunction)]
        #[tf(returns = $result)]
        struct $Function {
            first: $text,
            #[tf(variadic)]
            rest: $rest,
        }
    };
}

#[derive(TfSchema, Clone)]
#[tf(known_view = ItemState, paths)]
struct Item {
    #[tf(default = 1)]
    size: Attr<u8>,
}

#[derive(TfSchema, Clone)]
#[tf(known_view = TagState)]
struct Tag {
    #[tf(optional)]
    key: Attr<String>,
}

#[derive(TfSchema, Clone)]
#[tf(known_view = PartState, paths)]
struct Part {
    #[tf(computed)]
    id: Attr<String>,
}

declare! {
    Spelled, SpelledState, SpelledFunction,
    text: Attr<String>,
    number: Attr<Number>,
    texts: Attr<Set<Attr<String>>>,
    numbers: Attr<BTreeMap<String, Attr<u64>>>,
    empty: Unknown<Vec<Attr<String>>>,
    nested: Attr<Vec<Item>>,
    plain: Attr<HashMap<String, Tag>>,
    address: Attr<Vec<Attr<IpAddr>>>,
    part: Part,
    one: Attr<Item>,
    many: Unknown<Vec<Item>>,
    by_name: Unknown<BTreeMap<String, Item>>,
    known: Option<Box<String>>,
    rest: Vec<u64>,
    result: Option<String>,
    replaced: String,
}

/// Aliases with meaningless or misleading names.
mod aliases {
    use super::*;

    pub(super) type Number = Attr<String>;
    pub(super) type Text = Attr<tfvalue::Number>;
    pub(super) type Vec = Attr<tfvalue::Set<Attr<String>>>;
    pub(super) type Map<T> = BTreeMap<String, T>;
    pub(super) type Set = Attr<Map<Attr<u64>>>;
    pub(super) type Maybe<T> = Unknown<T>;
    pub(super) type List<T> = std::vec::Vec<T>;
    pub(super) type BTreeMap1 = Attr<List<Item>>;
    pub(super) type Option1 = Attr<HashMap<String, Tag>>;
    pub(super) type Addresses = Attr<List<Attr<Address>>>;
    pub(super) type Address = IpAddr;
    pub(super) type Attr1 = Part;
    pub(super) type Block = Unknown<Option<Item>>;
    pub(super) type Nullable = Option<Boxed>;
    pub(super) type Boxed = Box<String>;
    pub(super) type Tuple = String;
}

declare! {
    Aliased, AliasedState, AliasedFunction,
    text: aliases::Number,
    number: aliases::Text,
    texts: aliases::Vec,
    numbers: aliases::Set,
    empty: aliases::Maybe<aliases::List<Attr<String>>>,
    nested: aliases::BTreeMap1,
    plain: aliases::Option1,
    address: aliases::Addresses,
    part: aliases::Attr1,
    one: aliases::Block,
    many: aliases::Maybe<aliases::List<Item>>,
    by_name: aliases::Maybe<aliases::Map<Item>>,
    known: aliases::Nullable,
    rest: aliases::List<u64>,
    result: Option<String>,
    replaced: aliases::Tuple,
}

#[test]
fn aliases_behave_like_their_types() {
    assert_eq!(Spelled::schema(), Aliased::schema());
    assert_eq!(Spelled::ty(), Aliased::ty());
    assert_eq!(SpelledFunction::function(), AliasedFunction::function());

    let item = |size| Item { size };
    let spelled = Spelled {
        text: Attr::null(),
        number: Number::from(1).into(),
        texts: [Attr::from("a"), Attr::unknown()]
            .into_iter()
            .collect::<Set<_>>()
            .into(),
        numbers: BTreeMap::from([("n".to_owned(), 2.into())]).into(),
        empty: vec![].into(),
        nested: vec![item(Attr::null())].into(),
        plain: HashMap::from([("p".to_owned(), Tag { key: "k".into() })]).into(),
        address: vec![Attr::from("::1".parse::<IpAddr>().unwrap())].into(),
        replaced: "r".into(),
        part: Part {
            id: Attr::unknown(),
        },
        one: item(3.into()).into(),
        many: vec![item(Attr::null())].into(),
        by_name: BTreeMap::from([("b".to_owned(), item(4.into()))]).into(),
        known: Some(Box::new("known".to_owned())),
    };
    let bytes = to_vec(&spelled).unwrap();
    let aliased: Aliased = from_slice(&bytes).unwrap();
    assert_eq!(to_vec(&aliased).unwrap(), bytes);
    assert_eq!(
        format!("{aliased:?}").replace("Aliased", "Spelled"),
        format!("{spelled:?}")
    );

    let (with_defaults, _) = tfvalue::plan::typed(&spelled, None).unwrap();
    let (same, _) = tfvalue::plan::typed(&aliased, None).unwrap();
    assert_eq!(to_vec(&with_defaults).unwrap(), to_vec(&same).unwrap());
    assert_eq!(same.text.as_deref(), Some("text"));
    assert_eq!(same.many.known().unwrap()[0].size.value(), Some(&1));
    assert_eq!(same.nested.value().unwrap()[0].size.value(), Some(&1));

    let error = SpelledState::try_from(spelled).unwrap_err().to_string();
    assert_eq!(
        AliasedState::try_from(aliased.clone())
            .unwrap_err()
            .to_string(),
        error
    );
    let known = Aliased {
        texts: Attr::null(),
        part: Part { id: Attr::null() },
        ..aliased
    };
    let state = AliasedState::try_from(known).unwrap();
    let number: Number = state.number;
    assert_eq!(number, Number::from(1));
    let one: Option<ItemState> = state.one;
    assert_eq!(one.unwrap().size, 3);
    assert_eq!(
        Aliased::paths().many().index(0).size().to_string(),
        "many[0].size"
    );
    assert_eq!(Aliased::paths().part().id().to_string(), "id");

    let arguments = [&b"\xa1f"[..], b"\x01", b"\x02"];
    let call = AliasedFunction::from_arguments(arguments).unwrap();
    assert_eq!(
        (call.first.as_deref(), call.rest.as_slice()),
        (Some("f"), &[1, 2][..])
    );
}

/// User types with the same names as types in this library and in std.
mod namesakes {
    use super::{Attr as Field, TfSchema};

    macro_rules! structs {
        ($($Name:ident)*) => {$(
            #[derive(TfSchema, Clone, PartialEq)]
            pub(super) struct $Name {
                #[tf(default = 7)]
                pub(super) size: Field<u8>,
            }

            impl $Name {
                pub(super) fn of(size: u8) -> Self {
                    $Name { size: size.into() }
                }
            }
        )*};
    }

    structs! { Attr BTreeMap Box Number Option Set String Unknown Vec }

    macro_rules! texts {
        ($($Name:ident)*) => {$(
            #[derive(TfSchema, Clone, PartialEq)]
            #[tf(rename_all = "lowercase")]
            pub(super) enum $Name {
                One,
                #[tf(other)]
                Other(std::string::String),
            }
        )*};
    }

    texts! { Cow Dynamic HashMap }
}

#[derive(TfSchema, Clone)]
struct Namesakes {
    #[tf(optional)]
    attr: Attr<namesakes::Attr>,
    #[tf(block)]
    boxed: Attr<namesakes::Box>,
    #[tf(optional)]
    cow: Attr<namesakes::Cow>,
    #[tf(optional)]
    dynamic: Attr<Set<namesakes::Dynamic>>,
    #[tf(optional)]
    hash_map: Attr<BTreeMap<namesakes::HashMap, u8>>,
    #[tf(block)]
    map: Unknown<BTreeMap<String, namesakes::BTreeMap>>,
    #[tf(optional)]
    number: Attr<Vec<namesakes::Number>>,
    #[tf(block(group))]
    option: namesakes::Option,
    #[tf(optional)]
    set: Attr<namesakes::Set>,
    #[tf(block)]
    string: Unknown<Vec<namesakes::String>>,
    #[tf(optional)]
    unknown: Attr<namesakes::Unknown>,
    #[tf(block(min_items = 1, max_items = 1))]
    vec: namesakes::Vec,
}

// The keys of a `BTreeMap` require an ordering.
impl Eq for namesakes::HashMap {}

impl PartialOrd for namesakes::HashMap {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for namesakes::HashMap {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        format!("{self:?}").cmp(&format!("{other:?}"))
    }
}

#[test]
fn user_types_with_known_names_are_not_special() {
    let block = Namesakes::block();
    let nesting = |name| block.block_type(name).unwrap().nesting;
    let types = ["boxed", "map", "option", "string", "vec"].map(nesting);
    let expected = [
        Nesting::Single,
        Nesting::Map,
        Nesting::Group,
        Nesting::List,
        Nesting::Single,
    ];
    assert_eq!(types, expected);
    let dynamic = block.attribute("dynamic").unwrap().implied_type();
    assert_eq!(dynamic, Type::set(Type::String));

    let config = Namesakes {
        attr: namesakes::Attr { size: Attr::null() }.into(),
        boxed: namesakes::Box { size: Attr::null() }.into(),
        cow: namesakes::Cow::One.into(),
        dynamic: [namesakes::Dynamic::Other("x".into())]
            .into_iter()
            .collect::<Set<_>>()
            .into(),
        hash_map: BTreeMap::from([(namesakes::HashMap::One, 1)]).into(),
        map: BTreeMap::from([("m".to_owned(), namesakes::BTreeMap { size: Attr::null() })]).into(),
        number: vec![namesakes::Number { size: Attr::null() }].into(),
        option: namesakes::Option { size: Attr::null() },
        set: namesakes::Set { size: Attr::null() }.into(),
        string: vec![namesakes::String { size: Attr::null() }].into(),
        unknown: namesakes::Unknown { size: Attr::null() }.into(),
        vec: namesakes::Vec { size: Attr::null() },
    };
    let (planned, _) = tfvalue::plan::typed(&config, None).unwrap();
    let bytes = to_vec(&planned).unwrap();
    let read: Namesakes = from_slice(&bytes).unwrap();
    assert_eq!(to_vec(&read).unwrap(), bytes);
    assert!(read.attr.value() == Some(&namesakes::Attr::of(7)));
    assert!(read.boxed.value() == Some(&namesakes::Box::of(7)));
    assert!(read.cow.value() == Some(&namesakes::Cow::One));
    assert!(
        read.dynamic.value().unwrap().iter().next() == Some(&namesakes::Dynamic::Other("x".into()))
    );
    assert!(read.hash_map.value().unwrap()[&namesakes::HashMap::One] == 1);
    assert!(read.map.known().unwrap()["m"] == namesakes::BTreeMap::of(7));
    assert!(read.number.value().unwrap()[0] == namesakes::Number::of(7));
    assert!(read.option == namesakes::Option::of(7));
    assert!(read.set.value() == Some(&namesakes::Set::of(7)));
    assert!(read.string.known().unwrap()[0] == namesakes::String::of(7));
    assert!(read.unknown.value() == Some(&namesakes::Unknown::of(7)));
    assert!(read.vec == namesakes::Vec::of(7));
}
