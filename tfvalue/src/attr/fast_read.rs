//! Faster replacements for some of serde's `Deserialize` impls.
//!
//! serde reads every `Cow` into an owned string and inserts the entries of a `BTreeMap` one by one.
//! If the derive sees a `Cow` or a `BTreeMap` in the type of a field, and the type implements `ReadDirectly`, the field
//! is read with this trait. Strings are then borrowed from the input, and maps are built in one step. If the type is
//! behind an alias, serde reads the field, with the same result.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Unexpected, Visitor};

use super::{Unknown, UnknownVisitor};
use crate::bridge::type_hint::ReadKnown;
use crate::names;

/// A type with a faster reader. `What` selects the reader: [`Cows`] or [`Maps`].
pub trait ReadDirectly<'de, What>: Sized {
    /// Reads the value.
    ///
    /// # Errors
    ///
    /// Fails if the input does not match the type.
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Selects a reader that borrows strings.
pub enum Cows {}

/// Selects a reader that builds maps in one step. serde reads the entries of the maps.
pub enum Maps {}

/// A wrapper that implements `Deserialize`. It uses the faster reader of `T` if `DIRECTLY` is `true`, and serde's
/// reader otherwise.
pub struct Directly<T, What, const DIRECTLY: bool = true>(pub T, pub PhantomData<What>);

/// A wrapper that reads a `T` and borrows its strings from the input.
pub(crate) type Borrowed<T> = Directly<T, Cows>;

impl<'de, What, T: ReadDirectly<'de, What>> Deserialize<'de> for Directly<T, What, true> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Directly(T::read(deserializer)?, PhantomData))
    }
}

impl<'de, What, T: Deserialize<'de>> Deserialize<'de> for Directly<T, What, false> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Directly(T::deserialize(deserializer)?, PhantomData))
    }
}

impl<'de> ReadDirectly<'de, Cows> for Cow<'de, str> {
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
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

            /// Called by formats that do not distinguish strings from bytes.
            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
                match std::str::from_utf8(bytes) {
                    Ok(text) => self.visit_str(text),
                    Err(_) => Err(E::invalid_value(Unexpected::Bytes(bytes), &self)),
                }
            }

            fn visit_borrowed_bytes<E: de::Error>(
                self,
                bytes: &'de [u8],
            ) -> Result<Self::Value, E> {
                match std::str::from_utf8(bytes) {
                    Ok(text) => self.visit_borrowed_str(text),
                    Err(_) => Err(E::invalid_value(Unexpected::Bytes(bytes), &self)),
                }
            }
        }

        deserializer.deserialize_str(CowVisitor)
    }
}

/// Strings can be the keys of maps whose values contain a `Cow`.
macro_rules! as_serde {
    ($($ty:ty)*) => {$(
        impl<'de> ReadDirectly<'de, Cows> for $ty {
            fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }
    )*};
}

as_serde!(String &'de str);

impl<'de, K, T> ReadDirectly<'de, Cows> for BTreeMap<K, T>
where
    K: ReadDirectly<'de, Cows> + Ord,
    T: ReadDirectly<'de, Cows>,
{
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor(
            |(key, value): (Borrowed<K>, Borrowed<T>)| (key.0, value.0),
            PhantomData,
        ))
    }
}

impl<'de, K: Deserialize<'de> + Ord, T: Deserialize<'de>> ReadDirectly<'de, Maps>
    for BTreeMap<K, T>
{
    #[inline]
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor(|entry| entry, PhantomData))
    }
}

/// Builds a map. `F` converts each entry that is read to an entry of the map.
struct MapVisitor<F, Entry>(F, PhantomData<Entry>);

/// Maps with fewer entries are built entry by entry, which needs no temporary vector.
const FEW: usize = 6;

impl<'de, F, ReadK, ReadT, K, T> Visitor<'de> for MapVisitor<F, (ReadK, ReadT)>
where
    F: Fn((ReadK, ReadT)) -> (K, T),
    ReadK: Deserialize<'de>,
    ReadT: Deserialize<'de>,
    K: Ord,
{
    type Value = BTreeMap<K, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let hint = map.size_hint().unwrap_or(0);
        let few = hint < FEW;
        let mut entries = BTreeMap::new();
        let mut many = Vec::with_capacity(if few { 0 } else { hint.min(1024) });
        // A function that is called in only one place is inlined.
        while let Some(key) = map.next_key()? {
            let (key, value) = self.0((key, map.next_value()?));
            if few {
                entries.insert(key, value);
            } else {
                many.push((key, value));
            }
        }
        Ok(if few {
            entries
        } else {
            many.into_iter().collect()
        })
    }
}

impl<'de, What, T: ReadDirectly<'de, What>> ReadDirectly<'de, What> for Option<T> {
    #[inline]
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Directly<T, What>>::deserialize(deserializer)?.map(|part| part.0))
    }
}

impl<'de, What, T: ReadDirectly<'de, What>> ReadDirectly<'de, What> for Unknown<T> {
    #[inline]
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_newtype_struct(names::UNKNOWN, UnknownVisitor(Through(PhantomData)))
    }
}

struct Through<T, What>(PhantomData<(T, What)>);

impl<'de, What, T: ReadDirectly<'de, What>> ReadKnown<'de> for Through<T, What> {
    type Value = T;

    #[inline]
    fn read<D: Deserializer<'de>>(&self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer)
    }
}

impl<'de, What, T: ReadDirectly<'de, What>> ReadDirectly<'de, What> for Vec<T> {
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct VecVisitor<T, What>(PhantomData<(T, What)>);

        impl<'de, What, T: ReadDirectly<'de, What>> Visitor<'de> for VecVisitor<T, What> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
                let mut list = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(1024));
                while let Some(part) = seq.next_element::<Directly<T, What>>()? {
                    list.push(part.0);
                }
                Ok(list)
            }
        }

        deserializer.deserialize_seq(VecVisitor(PhantomData))
    }
}

impl<'de, What, T: ReadDirectly<'de, What>> ReadDirectly<'de, What> for Box<T> {
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Box::new)
    }
}
