//! The common behavior of strings that keep their spelling: `Text`, `Json` and `GoDuration`.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{self, Deserializer, Visitor};

use crate::error::Error;

/// Implements all traits that need only the string.
macro_rules! keeps_text {
    ([$($generics:tt)*] $name:ty) => {
        impl<$($generics)*> std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl<$($generics)*> std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl<$($generics)*> serde::ser::Serialize for $name {
            fn serialize<S: serde::ser::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<$($generics)*> crate::model::TfKnown for $name {
            type View = Self;

            fn into_known_view(self) -> crate::error::Result<Self> {
                Ok(self)
            }

            fn from_known_view(view: Self) -> Self {
                view
            }
        }

        impl<$($generics)*> crate::model::TfPaths for $name {
            type Paths = crate::path::Path;
        }
    };
}

pub(super) use keeps_text;

/// Reads a string with the `FromStr` impl of the string's type.
pub(super) fn read<'de, T: FromStr<Err = Error>, D: Deserializer<'de>>(
    deserializer: D,
    expected: &'static str,
) -> Result<T, D::Error> {
    let ty = PhantomData;
    deserializer.deserialize_str(Reading { expected, ty })
}

struct Reading<T> {
    expected: &'static str,
    ty: PhantomData<T>,
}

impl<T: FromStr<Err = Error>> Visitor<'_> for Reading<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(Error::through_serde)
    }
}
