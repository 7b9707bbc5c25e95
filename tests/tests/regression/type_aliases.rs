//! The derive macro made decisions based on the spelling of a type. If a type was written as an alias or as a macro's
//! `$t:ty`, adapters did not compile, and the known view of a required attribute could be null. A user's type could
//! have the same name as a type in the library.

use std::collections::BTreeMap;
use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use tfvalue::msgpack::{from_slice, to_vec};
use tfvalue::types::TfType;
use tfvalue::types::TypeFacts;
use tfvalue::{Attr, TfSchema, Type};

type Maybe<T> = Attr<T>;
type Names<T> = BTreeMap<String, T>;
type Address = IpAddr;

mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u128(value.as_millis())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Version(u32, u32);

macro_rules! host {
    ($name:ident, $view:ident, $ip:ty, $ips:ty, $by_name:ty, $timeout:ty, $version:ty, $text:ty) => {
        #[derive(TfSchema, Clone)]
        #[tf(known_view = $view)]
        struct $name {
            #[tf(required, display)]
            ip: $ip,
            #[tf(optional, display)]
            ips: $ips,
            #[tf(optional, display)]
            by_name: $by_name,
            #[tf(optional, with = "millis", as = u64)]
            timeout: $timeout,
            #[tf(required, as = (u32, u32))]
            version: $version,
            #[tf(required)]
            text: $text,
        }
    };
}

host!(
    Spelled,
    SpelledState,
    Attr<IpAddr>,
    Attr<Vec<Attr<IpAddr>>>,
    Attr<BTreeMap<String, Attr<IpAddr>>>,
    Attr<std::time::Duration>,
    Attr<Version>,
    Attr<String>
);
host!(
    Aliased,
    AliasedState,
    Maybe<Address>,
    Maybe<Vec<Maybe<Address>>>,
    Maybe<Names<Maybe<Address>>>,
    Maybe<std::time::Duration>,
    Maybe<Version>,
    Maybe<String>
);

#[test]
fn adapters_work_behind_aliases() {
    let ip: IpAddr = "10.0.0.1".parse().unwrap();
    let spelled = Spelled {
        ip: ip.into(),
        ips: vec![ip.into(), Attr::null()].into(),
        by_name: BTreeMap::from([("a".to_owned(), ip.into())]).into(),
        timeout: std::time::Duration::from_secs(1).into(),
        version: Version(1, 2).into(),
        text: "t".into(),
    };
    let bytes = to_vec(&spelled).unwrap();
    let aliased: Aliased = from_slice(&bytes).unwrap();
    assert_eq!(to_vec(&aliased).unwrap(), bytes);
    assert_eq!(Spelled::ty(), Aliased::ty());
    assert_eq!(Aliased::block().attributes, Spelled::block().attributes);
    let attribute = |name| Aliased::block().attribute(name).unwrap().implied_type();
    assert_eq!(attribute("ips"), Type::list(Type::String));
    assert_eq!(attribute("timeout"), Type::Number);

    let state = AliasedState::try_from(aliased.clone()).unwrap();
    let (address, text, version): (IpAddr, String, Version) = (state.ip, state.text, state.version);
    assert_eq!((address, text.as_str(), version), (ip, "t", Version(1, 2)));
    let same = SpelledState::try_from(spelled).unwrap();
    assert_eq!(
        (same.ip, same.text, same.version),
        (ip, text, Version(1, 2))
    );
    assert_eq!((&same.ips, same.timeout), (&state.ips, state.timeout));
    assert_eq!(same.by_name, state.by_name);
    let (ips, timeout): (Option<Vec<Option<IpAddr>>>, Option<std::time::Duration>) =
        (state.ips, state.timeout);
    assert_eq!(ips, Some(vec![Some(ip), None]));
    assert_eq!(timeout, Some(std::time::Duration::from_secs(1)));
    assert_eq!(state.by_name.unwrap()["a"], Some(ip));

    let unknown = Aliased {
        ip: Attr::null(),
        by_name: BTreeMap::from([("a".to_owned(), Attr::unknown())]).into(),
        ..aliased
    };
    assert_eq!(
        AliasedState::try_from(unknown).unwrap_err().to_string(),
        "ip: a known value is required, got null; \
         by_name[\"a\"]: a known value is required, got an unknown value"
    );
}

/// User types with names that the derive macro formerly recognized.
mod namesakes {
    use super::{Deserialize, Serialize, TfType, Type, TypeFacts};

    macro_rules! namesakes {
        ($($name:ident<$($parameter:ident),+>($inner:ty);)*) => {$(
            #[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
            #[serde(transparent)]
            pub(super) struct $name<$($parameter),+>(pub(super) $inner, std::marker::PhantomData<($($parameter,)+)>);

            impl<$($parameter),+> $name<$($parameter),+> {
                pub(super) fn new(inner: $inner) -> Self {
                    $name(inner, std::marker::PhantomData)
                }
            }

            impl<$($parameter: TfType),+> TfType for $name<$($parameter),+> {
                const FACTS: TypeFacts = TypeFacts::of(tfvalue::types::TypeKind::String);

                fn ty() -> Type {
                    Type::String
                }
            }

            impl<$($parameter),+> tfvalue::types::TfKnown for $name<$($parameter),+> {
                type View = Self;

                fn into_known_view(self) -> tfvalue::Result<Self> {
                    Ok(self)
                }

                fn from_known_view(view: Self) -> Self {
                    view
                }
            }

            impl<$($parameter),+> std::fmt::Display for $name<$($parameter),+> {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    self.0.fmt(f)
                }
            }

            impl<$($parameter),+> std::str::FromStr for $name<$($parameter),+> {
                type Err = std::convert::Infallible;

                fn from_str(text: &str) -> Result<Self, Self::Err> {
                    Ok($name::new(text.parse()?))
                }
            }
        )*};
    }

    namesakes! {
        Attr<T>(String);
        Option<T>(String);
        Set<T>(String);
        BTreeMap<K, T>(String);
    }
}

#[derive(TfSchema)]
#[tf(known_view = NamesakesState)]
struct Namesakes {
    #[tf(required)]
    attr: namesakes::Attr<String>,
    #[tf(required, display)]
    option: namesakes::Option<String>,
    #[tf(required, display)]
    set: namesakes::Set<u8>,
    #[tf(required)]
    map: namesakes::BTreeMap<String, u8>,
    #[tf(required)]
    maps: Attr<Vec<namesakes::BTreeMap<String, u8>>>,
}

#[test]
fn user_types_keep_their_meaning() {
    let text = |text: &str| text.to_owned();
    let value = Namesakes {
        attr: namesakes::Attr::new(text("a")),
        option: namesakes::Option::new(text("b")),
        set: namesakes::Set::new(text("c")),
        map: namesakes::BTreeMap::new(text("d")),
        maps: vec![namesakes::BTreeMap::new(text("e"))].into(),
    };
    let bytes = to_vec(&value).unwrap();
    assert_eq!(
        bytes,
        b"\x85\xa4attr\xa1a\xa3map\xa1d\xa4maps\x91\xa1e\xa6option\xa1b\xa3set\xa1c"
    );
    let value: Namesakes = from_slice(&bytes).unwrap();
    let state = NamesakesState::try_from(value).unwrap();
    let attr: namesakes::Attr<String> = state.attr;
    let option: namesakes::Option<String> = state.option;
    assert_eq!((attr.0.as_str(), option.0.as_str()), ("a", "b"));
    let _ = (state.set, state.map, state.maps);
}
