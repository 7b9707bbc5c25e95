//! What generated code names. Nothing here is for users, and all of it may change.

use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;

pub use serde::{self, Deserialize, Deserializer, Serialize, Serializer};

use crate::absent::Null;
pub use crate::cow::{BorrowCow, Borrowed};
pub use crate::schema::{
    Block, Facts, Field, Flags, Form, Kind, Nesting, TfSchema, TfType, block_of,
};
use crate::token;
pub use crate::ty::Type;

/// The struct name under which derived structs are read.
pub const OBJECT: &str = token::OBJECT;

/// Newtypes that tell a format more of a field than its type does.
macro_rules! marks {
    ($($(#[$doc:meta])* $name:ident $token:ident;)*) => {$(
        $(#[$doc])*
        pub struct $name<T>(pub T);

        impl<T: Serialize> Serialize for $name<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(token::$token, &self.0)
            }
        }

        impl<'de, T: Deserialize<'de>> Deserialize<'de> for $name<T> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_newtype_struct(token::$token, Mark(std::marker::PhantomData)).map($name)
            }
        }
    )*};
}

marks! {
    /// A nested block that is a list, set, map or group: nil and absent read as empty.
    NestedBlock BLOCK;
    /// A sensitive attribute: errors do not show it.
    Sensitive SENSITIVE;
    /// A write-only attribute: null in plans and states.
    WriteOnly WRITE_ONLY;
}

struct Mark<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Mark<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        T::deserialize(crate::absent::Empty::new())
    }
}

/// Reads the next member of a struct that is read in the order of its names.
///
/// # Errors
///
/// If it does not fit, or there is none.
#[inline]
pub fn element<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(
    seq: &mut A,
    name: &'static str,
) -> Result<T, A::Error> {
    match seq.next_element()? {
        Some(value) => Ok(value),
        None => Err(A::Error::missing_field(name)),
    }
}

/// Takes what was read of a member, or reads it from null where nothing came.
///
/// # Errors
///
/// If nothing came, and the member does not admit null.
#[inline]
pub fn filled<'de, T: Deserialize<'de>, E: serde::de::Error>(
    slot: Option<T>,
    name: &'static str,
) -> Result<T, E> {
    match slot {
        Some(value) => Ok(value),
        None => T::deserialize(Null::new()).map_err(|_: E| E::missing_field(name)),
    }
}

/// Reads which member comes next: our formats give its index, others its name.
///
/// # Errors
///
/// If there is no such member.
pub fn next_member<'de, A: MapAccess<'de>>(
    map: &mut A,
    names: &'static [&'static str],
) -> Result<Option<usize>, A::Error> {
    map.next_key_seed(Member(names))
}

struct Member(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Member {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Member {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an attribute")
    }

    fn visit_u64<E: serde::de::Error>(self, index: u64) -> Result<usize, E> {
        match usize::try_from(index) {
            Ok(index) if index < self.0.len() => Ok(index),
            _ => Err(E::invalid_value(
                serde::de::Unexpected::Unsigned(index),
                &self,
            )),
        }
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<usize, E> {
        self.0
            .binary_search(&name)
            .map_err(|_| E::unknown_field(name, self.0))
    }
}

/// Writes a write-only member.
///
/// # Errors
///
/// If the format cannot write it.
pub fn write_only<S: SerializeStruct, T: Serialize>(
    object: &mut S,
    name: &'static str,
    value: &T,
) -> Result<(), S::Error> {
    object.serialize_field(name, &WriteOnly(value))
}

/// Stands for a value in the `Debug` of a derived struct, where it is sensitive.
pub struct Hidden;

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(sensitive value)")
    }
}
