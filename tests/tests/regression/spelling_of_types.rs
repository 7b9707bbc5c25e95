//! The derive macro made decisions based on the spelling of a type. A phantom parameter was treated as recursion,
//! `T::Item` in a map did not compile, and a recognized `Cow` rejected strings that were passed as bytes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::marker::PhantomData;

use serde::de::value::{BytesDeserializer, Error as ValueError, MapDeserializer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tfvalue::msgpack::{from_slice, to_vec};
use tfvalue::{
    Attr, TfSchema, Type,
    types::{TfType, TypeFacts, TypeKind},
};

/// A string with a type parameter for the kind of identifier.
struct Id<T>(String, PhantomData<fn() -> T>);

impl<T> Id<T> {
    fn new(text: &str) -> Self {
        Id(text.to_owned(), PhantomData)
    }
}

impl<T> TfType for Id<T> {
    const FACTS: TypeFacts = TypeFacts::of(TypeKind::String);

    fn ty() -> Type {
        Type::String
    }
}

impl<T> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de, T> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Id(String::deserialize(deserializer)?, PhantomData))
    }
}

impl<T> Debug for Id<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl<T> tfvalue::paths::TfPaths for Id<T> {
    type Paths = tfvalue::Path;
}

impl<T> tfvalue::types::TfKnown for Id<T> {
    type View = Self;

    fn into_known_view(self) -> tfvalue::Result<Self> {
        Ok(self)
    }

    fn from_known_view(view: Self) -> Self {
        view
    }
}

#[derive(TfSchema)]
#[tf(kind = resource, known_view = ServerState, paths)]
struct Server {
    #[tf(required)]
    id: Attr<Id<Self>>,
    #[tf(optional)]
    peer: Attr<Id<Server>>,
    #[tf(optional, as = Id<Self>)]
    like: Attr<Id<Server>>,
}

#[derive(TfSchema)]
struct Page<T> {
    #[tf(required)]
    id: Attr<Id<Self>>,
    #[tf(optional)]
    content: Attr<T>,
}

#[test]
fn type_parameter_is_not_a_member() {
    let bytes = b"\x83\xa2id\xa1a\xa4like\xa1b\xa4peer\xc0";
    let server: Server = from_slice(bytes).unwrap();
    assert_eq!(to_vec(&server).unwrap(), bytes);
    let state = ServerState::try_from(server).unwrap();
    let id: Id<Server> = state.id;
    assert_eq!(id.0, "a");
    assert_eq!(Server::paths().id().to_string(), "id");

    let page = Page::<String> {
        id: Id::new("p").into(),
        content: Attr::null(),
    };
    let bytes = to_vec(&page).unwrap();
    let page: Page<String> = from_slice(&bytes).unwrap();
    assert_eq!(page.id.value().unwrap().0, "p");
}

#[derive(TfSchema)]
#[tf(schema_only)]
#[allow(dead_code)] // only its schema is used
struct Of<T: Iterator> {
    #[tf(optional)]
    by_name: Attr<BTreeMap<String, T::Item>>,
}

#[derive(TfSchema)]
#[allow(clippy::type_complexity)] // the derive must see the whole type
struct Items<T: IntoIterator> {
    #[tf(optional)]
    by_name: Attr<BTreeMap<String, T::Item>>,
    #[tf(optional)]
    arrays: Attr<Vec<BTreeMap<String, Attr<Vec<T::Item>>>>>,
}

#[test]
fn reads_maps_of_associated_types() {
    let bytes = b"\x82\xa6arrays\xc0\xa7by_name\x81\xa1a\x01";
    let items: Items<Vec<u8>> = from_slice(bytes).unwrap();
    assert_eq!(items.by_name.value().unwrap()["a"], 1);
    assert_eq!(to_vec(&items).unwrap(), bytes);
    let _ = Of::<std::ops::Range<u8>>::block();
}

mod other {
    pub(super) type T = std::net::IpAddr;
}

#[derive(TfSchema)]
struct SameName<T> {
    #[tf(required, display)]
    ip: Attr<other::T>,
    #[tf(optional)]
    rest: Attr<T>,
}

#[test]
fn path_that_ends_like_a_parameter_is_another_type() {
    let bytes = b"\x82\xa2ip\xa7::ffff:\xa4rest\xc0";
    let error = from_slice::<SameName<u8>>(bytes).unwrap_err();
    assert_eq!(error.to_string(), "ip: invalid IP address syntax");
    let bytes = b"\x82\xa2ip\xa3::1\xa4rest\x01";
    let value: SameName<u8> = from_slice(bytes).unwrap();
    assert_eq!(to_vec(&value).unwrap(), bytes);
}

/// User types with names that the derive macro recognizes.
mod namesakes {
    use std::cell::Cell;

    use super::*;

    /// A type whose lifetime cannot be shortened.
    pub(super) struct Cow<'a, T: ?Sized>(pub(super) String, PhantomData<Cell<&'a T>>);

    impl<'a, T: ?Sized> TfType for Cow<'a, T> {
        const FACTS: TypeFacts = TypeFacts::of(TypeKind::String);

        fn ty() -> Type {
            Type::String
        }
    }

    impl<'a, T: ?Sized> Serialize for Cow<'a, T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(&self.0)
        }
    }

    impl<'de, 'a, T: ?Sized> Deserialize<'de> for Cow<'a, T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Ok(Cow(String::deserialize(deserializer)?, PhantomData))
        }
    }

    impl<'a, T: ?Sized> Debug for Cow<'a, T> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.fmt(f)
        }
    }
}

#[derive(TfSchema)]
struct Invariant<'a> {
    #[tf(required)]
    text: Attr<namesakes::Cow<'a, str>>,
}

#[test]
fn user_type_named_cow_keeps_its_lifetime() {
    let bytes = b"\x81\xa4text\xa1a".to_vec();
    let value: Invariant<'_> = from_slice(&bytes).unwrap();
    assert_eq!(value.text.value().unwrap().0, "a");
}

type Text<'a> = Cow<'a, str>;
type Texts<'a> = Vec<Attr<Cow<'a, str>>>;
type Map<'a> = BTreeMap<String, Cow<'a, str>>;
type Numbers = BTreeMap<String, u8>;

macro_rules! texts {
    ($name:ident, $text:ty, $texts:ty, $map:ty, $numbers:ty) => {
        #[derive(TfSchema, PartialEq)]
        struct $name<'a> {
            #[tf(optional)]
            map: Attr<$map>,
            #[tf(optional)]
            numbers: Attr<$numbers>,
            #[tf(optional)]
            text: Attr<$text>,
            #[tf(optional)]
            texts: Attr<$texts>,
        }
    };
}

texts!(Recognized, Cow<'a, str>, Vec<Attr<Cow<'a, str>>>, BTreeMap<String, Cow<'a, str>>, BTreeMap<String, u8>);
texts!(Aliased, Text<'a>, Texts<'a>, Map<'a>, Numbers);

/// Asserts that reading both structs has the same result, and returns the result as a string.
#[track_caller]
fn assert_same<'a, E: Debug>(
    recognized: &Result<Recognized<'a>, E>,
    aliased: &Result<Aliased<'a>, E>,
) -> String {
    let (recognized, aliased) = (format!("{recognized:?}"), format!("{aliased:?}"));
    assert_eq!(recognized.replace("Recognized", "Aliased"), aliased);
    aliased
}

#[test]
fn recognized_types_behave_like_aliases() {
    let json = [
        r#"{}"#,
        r#"{"map": {"a": "b", "a": "c"}, "text": "t", "texts": ["x", null]}"#,
        r#"{"map": ["a"]}"#,
        r#"{"map": {"a": 1}}"#,
        r#"{"numbers": {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "a": 7}}"#,
        r#"{"numbers": {"a": 256}}"#,
        r#"{"numbers": 1}"#,
        r#"{"text": 1}"#,
        r#"{"texts": {"a": 1}}"#,
        r#"{"texts": [1]}"#,
        r#"{"texts": "a"}"#,
    ];
    let mut errors = 0;
    for json in json {
        let text = assert_same(&serde_json::from_str(json), &serde_json::from_str(json));
        errors += usize::from(text.starts_with("Err"));
        assert_same(
            &tfvalue::json::from_str(json),
            &tfvalue::json::from_str(json),
        );
    }
    assert_eq!(errors, 8);

    let bytes: [&[u8]; 5] = [
        b"\x84\xa3map\xc0\xa7numbers\xc0\xa4text\xa1a\xa5texts\x91\xa1b",
        b"\x84\xa3map\x82\xa1a\xa1b\xa1a\xa1c\xa7numbers\xc0\xa4text\xa1a\xa5texts\xc0",
        b"\x84\xa3map\xc0\xa7numbers\xc0\xa4text\x01\xa5texts\xc0",
        b"\x84\xa3map\xc0\xa7numbers\xc0\xa4text\xc4\x01a\xa5texts\xa1a",
        b"\x84\xa3map\x91\xa1a\xa7numbers\xc0\xa4text\xc0\xa5texts\xc0",
    ];
    for bytes in bytes {
        assert_same(&from_slice(bytes), &from_slice(bytes));
    }
}

#[derive(TfSchema)]
struct Plain<'a> {
    #[tf(required)]
    text: Cow<'a, str>,
}

/// Some formats pass strings as bytes.
#[test]
fn accepts_text_in_bytes() {
    let read = |bytes: &'static [u8]| {
        let entries = [("text", BytesDeserializer::<ValueError>::new(bytes))];
        Plain::deserialize(MapDeserializer::new(entries.into_iter()))
    };
    assert_eq!(read(b"a").unwrap().text, "a");
    let error = read(b"\xff").err().unwrap().to_string();
    assert_eq!(error, "invalid value: byte array, expected a string");
}
