//! How `Unknown<T>` is read and written.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Error as _, Serialize, SerializeTuple, Serializer};

use super::{Dynamic, Unknown};
use crate::bridge::absent::{Empty, JustNumber, Null};
use crate::bridge::type_hint::{self, Hint, KnownThrough, ReadKnown};
use crate::error::{Error, Result};
use crate::names;
use crate::refinements::{Only, Refinements};
use crate::value::{Value, transit};

impl<T: Serialize> Serialize for Unknown<T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Unknown::Known(value) => value.serialize(serializer),
            Unknown::Unknown(refinements) => placeholder(refinements, serializer),
        }
    }
}

#[cold]
fn placeholder<S: Serializer>(refinements: &Refinements, serializer: S) -> Result<S::Ok, S::Error> {
    if let Some(value) = refinements.to_value() {
        let value = Dynamic::of(value.map_err(S::Error::custom)?);
        return Some(value).serialize(serializer);
    }
    if refinements.is_null() {
        return serializer.serialize_none();
    }
    let payload = refinements.to_payload().map_err(S::Error::custom)?;
    serializer.serialize_newtype_struct(names::UNKNOWN, &Placeholder(&payload))
}

/// An unknown value on its way into a format. Our formats read the payload from the first element
/// and stop; other formats reach the second element, which is an error.
struct Placeholder<'a>(&'a [u8]);

impl Serialize for Placeholder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(2)?;
        tuple.serialize_element(&Payload(self.0))?;
        tuple.serialize_element(&Unsupported)?;
        tuple.end()
    }
}

struct Payload<'a>(&'a [u8]);

impl Serialize for Payload<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

struct Unsupported;

impl Serialize for Unsupported {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom(
            "an unknown value can only be written as Terraform's MessagePack",
        ))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Unknown<T> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_newtype_struct(names::UNKNOWN, UnknownVisitor(KnownThrough::<T>::new()))
    }
}

pub(crate) struct UnknownVisitor<R>(pub(crate) R);

impl<'de, R: ReadKnown<'de>> Visitor<'de> for UnknownVisitor<R> {
    type Value = Unknown<R::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a known or unknown value")
    }

    #[inline]
    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Self::Value, D::Error> {
        match self.0.read(deserializer) {
            Ok(value) => Ok(Unknown::Known(value)),
            Err(error) => self.typed(error),
        }
    }

    /// Accepts null. If it has a type, the format passes it through `transit`.
    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        let null = self.0.read(Null::new())?;
        let typed = transit::VALUE
            .take()
            .filter(|_| type_hint::is_dynamic(&self.0));
        Ok(match typed {
            Some(value) => Unknown::Unknown(Refinements::of(&value)),
            None => Unknown::Known(null),
        })
    }

    fn visit_bytes<E: de::Error>(self, payload: &[u8]) -> Result<Self::Value, E> {
        if type_hint::is_dynamic(&self.0) {
            // A value without a type has no refinements. go-cty drops them, too.
            let typed = transit::VALUE.take().filter(Value::is_unknown);
            return Ok(typed.map_or_else(Unknown::unknown, |value| {
                Unknown::Unknown(Refinements::of(&value))
            }));
        }
        let kind = || type_hint::kind(&self.0);
        let Some(refinements) = read_refinements(payload, &kind).map_err(Error::through_serde)?
        else {
            return self.0.read(Null::new()).map(Unknown::Known);
        };
        match refinements.only_value() {
            None => Ok(Unknown::Unknown(refinements)),
            Some(Only::Empty) => self.0.read(Empty::new()).map(Unknown::Known),
            Some(Only::Number(number)) => self.0.read(JustNumber::new(number)).map(Unknown::Known),
        }
    }
}

/// Reads refinements, or returns `None` if they mean that the value is null. Fails if they do not
/// belong to the type that `kind` returns.
fn read_refinements(
    payload: &[u8],
    kind: &dyn Fn() -> Option<Hint>,
) -> Result<Option<Refinements>> {
    let Some(refinements) = Refinements::from_payload(payload)? else {
        return Ok(None);
    };
    if refinements.is_empty() {
        return Ok(Some(refinements));
    }
    match kind() {
        Some(kind) if !kind.takes(refinements.fits()) => Err(Error::msg(format_args!(
            "refinements of {} are required, got others",
            kind.words(),
        ))),
        _ => Ok(Some(refinements)),
    }
}

impl<'de, R: ReadKnown<'de>> UnknownVisitor<R> {
    /// Converts an error that carries a typed null or unknown back into that value.
    #[cold]
    fn typed<E: de::Error>(&self, error: E) -> Result<Unknown<R::Value>, E> {
        match transit::take_typed(&error) {
            Some(value) if value.is_unknown() || self.0.read(Null::<E>::new()).is_ok() => {
                Ok(Unknown::Unknown(Refinements::of(&value)))
            }
            Some(_) => Err(Error::null().through_serde()),
            None => Err(error),
        }
    }
}
