//! Borrowing of `Cow<str>`.
//!
//! serde reads every `Cow` into an owned string, wherever it stands. Where the derive sees a
//! `Cow` in the type of a field, it reads the field through this trait instead, so that the text
//! is borrowed from the input; a `Cow` that it does not see (behind an alias) is read as serde
//! does.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::token;
use crate::unknown::{ReadKnown, Unknown, UnknownVisitor};

/// A type that borrows its text from the input where the format can lend it.
pub trait BorrowCow<'de>: Sized {
    /// Reads the value.
    ///
    /// # Errors
    ///
    /// If what comes does not fit.
    fn borrow_cow<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Reads a `T` as [`BorrowCow`] does, where a `Deserialize` is asked for.
pub struct Borrowed<T>(pub T);

impl<'de, T: BorrowCow<'de>> Deserialize<'de> for Borrowed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::borrow_cow(deserializer).map(Borrowed)
    }
}

impl<'de> BorrowCow<'de> for Cow<'de, str> {
    fn borrow_cow<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CowVisitor;

        impl<'de> Visitor<'de> for CowVisitor {
            type Value = Cow<'de, str>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Cow::Borrowed(text))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Cow::Owned(text.to_owned()))
            }

            fn visit_string<E: de::Error>(self, text: String) -> Result<Self::Value, E> {
                Ok(Cow::Owned(text))
            }
        }

        deserializer.deserialize_str(CowVisitor)
    }
}

/// Strings stand beside `Cow`s as the keys of maps.
macro_rules! as_serde {
    ($($ty:ty)*) => {$(
        impl<'de> BorrowCow<'de> for $ty {
            fn borrow_cow<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }
    )*};
}

as_serde!(String &'de str);

impl<'de, T: BorrowCow<'de>> BorrowCow<'de> for Option<T> {
    fn borrow_cow<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Borrowed<T>>::deserialize(deserializer)?.map(|borrowed| borrowed.0))
    }
}

impl<'de, T: BorrowCow<'de>> BorrowCow<'de> for Unknown<T> {
    fn borrow_cow<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_newtype_struct(token::UNKNOWN, UnknownVisitor(Through(PhantomData)))
    }
}

struct Through<T>(PhantomData<T>);

impl<'de, T: BorrowCow<'de>> ReadKnown<'de> for Through<T> {
    type Value = T;

    fn read<D: Deserializer<'de>>(&self, deserializer: D) -> Result<T, D::Error> {
        T::borrow_cow(deserializer)
    }
}

impl<'de, T: BorrowCow<'de>> BorrowCow<'de> for Vec<T> {
    fn borrow_cow<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct VecVisitor<T>(PhantomData<T>);

        impl<'de, T: BorrowCow<'de>> Visitor<'de> for VecVisitor<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
                let mut list = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(1024));
                while let Some(Borrowed(element)) = seq.next_element()? {
                    list.push(element);
                }
                Ok(list)
            }
        }

        deserializer.deserialize_seq(VecVisitor(PhantomData))
    }
}

impl<'de, K: BorrowCow<'de> + Ord, T: BorrowCow<'de>> BorrowCow<'de> for BTreeMap<K, T> {
    fn borrow_cow<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MapVisitor<K, T>(PhantomData<(K, T)>);

        impl<'de, K: BorrowCow<'de> + Ord, T: BorrowCow<'de>> Visitor<'de> for MapVisitor<K, T> {
            type Value = BTreeMap<K, T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = BTreeMap::new();
                while let Some((Borrowed(key), Borrowed(value))) = map.next_entry()? {
                    entries.insert(key, value);
                }
                Ok(entries)
            }
        }

        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

impl<'de, T: BorrowCow<'de>> BorrowCow<'de> for Box<T> {
    fn borrow_cow<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::borrow_cow(deserializer).map(Box::new)
    }
}
