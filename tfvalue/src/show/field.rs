//! What stands in the fields of an object: reading with the path noted, and what need not be
//! written.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::Serialize;

use super::error_path;
use super::raw::Raw;
use crate::path::Step;

/// The type of a field.
pub(super) trait Field: Sized + Serialize {
    /// Whether the field must be there.
    const REQUIRED: bool = true;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;

    /// What null stands for, if it is more than that there is nothing.
    fn of_null() -> Option<Self> {
        None
    }

    /// Tells whether there is nothing that would have to be written.
    fn is_nothing(&self) -> bool {
        false
    }
}

impl Field for Raw {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        de::Deserialize::deserialize(deserializer)
    }

    fn of_null() -> Option<Self> {
        Some(Raw::null())
    }
}

impl<T: Field> Field for Option<T> {
    const REQUIRED: bool = false;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Some)
    }

    fn of_null() -> Option<Self> {
        T::of_null().map(Some)
    }

    fn is_nothing(&self) -> bool {
        self.is_none()
    }
}

macro_rules! scalars {
    ($($ty:ty: $words:literal, $($visit:ident($arg:ty))*;)*) => {$(
        impl Visitor<'_> for Scalar<$ty> {
            type Value = $ty;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($words)
            }

            $(fn $visit<E: de::Error>(self, value: $arg) -> Result<$ty, E> {
                Ok(value.into())
            })*
        }
    )*};
}

/// Visits a scalar, naming what is wanted in Terraform's words.
struct Scalar<T>(PhantomData<T>);

scalars! {
    bool: "a bool", visit_bool(bool);
    u64: "a whole number", visit_u64(u64);
    String: "a string", visit_str(&str) visit_string(String);
}

impl Field for bool {
    const REQUIRED: bool = false;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_bool(Scalar::<bool>(PhantomData))
    }

    fn is_nothing(&self) -> bool {
        !self
    }
}

impl Field for u64 {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(Scalar::<u64>(PhantomData))
    }
}

impl Field for String {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_string(Scalar::<String>(PhantomData))
    }
}

impl<T: Field> Field for Vec<T> {
    const REQUIRED: bool = false;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Parts::<Self>(PhantomData))
    }

    fn is_nothing(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Field> Field for BTreeMap<String, T> {
    const REQUIRED: bool = false;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Parts::<Self>(PhantomData))
    }

    fn is_nothing(&self) -> bool {
        self.is_empty()
    }
}

/// Visits a list or a map.
struct Parts<T>(PhantomData<T>);

impl<'de, T: Field> Visitor<'de> for Parts<Vec<T>> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        let mut elements = Vec::new();
        loop {
            match seq.next_element_seed(Whole::<T>(PhantomData)) {
                Ok(Some(element)) => elements.push(element),
                Ok(None) => return Ok(elements),
                Err(error) => {
                    error_path::step(Step::Index(elements.len() as u64));
                    return Err(error);
                }
            }
        }
    }
}

impl<'de, T: Field> Visitor<'de> for Parts<BTreeMap<String, T>> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = BTreeMap::new();
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            match map.next_value_seed(Whole::<T>(PhantomData)) {
                Ok(value) => entries.insert(key.into_owned(), value),
                Err(error) => {
                    error_path::step(Step::Key(key.into()));
                    return Err(error);
                }
            };
        }
        Ok(entries)
    }
}

/// Reads a field's type where null has no meaning of its own.
struct Whole<T>(PhantomData<T>);

impl<'de, T: Field> de::DeserializeSeed<'de> for Whole<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer)
    }
}

/// Reads a field; a null where nothing is required is `None`.
pub(super) struct Slot<T>(PhantomData<T>);

impl<T> Slot<T> {
    pub(super) fn new() -> Self {
        Slot(PhantomData)
    }
}

impl<'de, T: Field> de::DeserializeSeed<'de> for Slot<T> {
    type Value = Option<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        match T::REQUIRED {
            true => T::read(deserializer).map(Some),
            false => deserializer.deserialize_option(self),
        }
    }
}

impl<'de, T: Field> Visitor<'de> for Slot<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_none<E: de::Error>(self) -> Result<Option<T>, E> {
        Ok(T::of_null())
    }

    fn visit_unit<E: de::Error>(self) -> Result<Option<T>, E> {
        Ok(T::of_null())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        T::read(deserializer).map(Some)
    }
}
