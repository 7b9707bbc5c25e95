//! Reads and writes `Unknown<T>`.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Error as _, Serialize, SerializeTuple, Serializer};

use super::Unknown;
use crate::bridge::absent::{Empty, JustNumber, Null};
use crate::bridge::type_hint::{self, Hint, KnownThrough, ReadKnown};
use crate::error::{Error, Result};
use crate::names;
use crate::refinements::{Only, Refinements};

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
    let payload = refinements.to_payload().map_err(S::Error::custom)?;
    serializer.serialize_newtype_struct(names::UNKNOWN, &Placeholder(&payload))
}

/// An unknown value that is being written to a format. The formats in this crate read the payload from the first
/// element and stop. Other formats reach the second element, which is an error.
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
        self.0.read(deserializer).map(Unknown::Known)
    }

    fn visit_bytes<E: de::Error>(self, payload: &[u8]) -> Result<Self::Value, E> {
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

/// Reads refinements, or returns `None` if the refinements mean that the value is null. Fails if the refinements do not
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
