//! Values whose type travels with them, as fields of structs.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Error as _, Serialize, Serializer};

use crate::ty::Type;
use crate::value::Value;
use crate::{handover, json, msgpack, token};

/// A value of a type that is known only together with it: an attribute of type dynamic.
///
/// An attribute is an `Attr<Dynamic>`: an untyped null is null, an untyped unknown is unknown,
/// and all else is a [`Value`] with its type, which may be a null or an unknown of that type.
///
/// Other formats get the JSON text of type and value as a string, or the MessagePack as bytes
/// where they are binary.
///
/// Source: the type pattern "dynamic" of the wire format.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, Dynamic, Type, Value};
///
/// let bytes = b"\x92\xc4\x08\"string\"\xa1a";
/// let attr: Attr<Dynamic> = tfvalue::msgpack::from_slice(bytes)?;
/// let value = attr.value().unwrap();
/// assert_eq!(value.ty(), Type::String);
/// assert_eq!(value.as_str(), Some("a"));
///
/// let attr: Attr<Dynamic> = Dynamic::from(Value::from("a")).into();
/// assert_eq!(tfvalue::msgpack::to_vec(&attr)?, bytes);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Dynamic(Value);

impl Dynamic {
    /// Returns the value.
    #[must_use]
    pub fn into_value(self) -> Value {
        self.0
    }
}

impl From<Value> for Dynamic {
    fn from(value: Value) -> Self {
        Dynamic(value)
    }
}

impl std::ops::Deref for Dynamic {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl std::ops::DerefMut for Dynamic {
    fn deref_mut(&mut self) -> &mut Value {
        &mut self.0
    }
}

impl fmt::Debug for Dynamic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Dynamic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(token::DYNAMIC, &Envelope(&self.0))
    }
}

/// Type and value: as MessagePack where people do not read it, as our own formats claim of
/// themselves here, and else as JSON text.
struct Envelope<'a>(&'a Value);

impl Serialize for Envelope<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let text = json::value_to_string(self.0, &Type::Dynamic).map_err(S::Error::custom)?;
            return serializer.serialize_str(&text);
        }
        let bytes = msgpack::value_to_vec(self.0, &Type::Dynamic).map_err(S::Error::custom)?;
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de> Deserialize<'de> for Dynamic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(token::DYNAMIC, DynamicVisitor)
    }
}

struct DynamicVisitor;

impl<'de> Visitor<'de> for DynamicVisitor {
    type Value = Dynamic;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a type and a value")
    }

    /// Takes what our formats hand over.
    fn visit_unit<E: de::Error>(self) -> Result<Dynamic, E> {
        match handover::VALUE.take() {
            Some(value) => Ok(Dynamic(value)),
            None => Err(E::invalid_type(de::Unexpected::Unit, &self)),
        }
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Dynamic, D::Error> {
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_str(self),
            false => deserializer.deserialize_bytes(self),
        }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Dynamic, E> {
        let value = json::value_from_slice(text.as_bytes(), &Type::Dynamic);
        value.map(Dynamic).map_err(handover::error)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Dynamic, E> {
        let value = msgpack::value_from_slice(bytes, &Type::Dynamic);
        value.map(Dynamic).map_err(handover::error)
    }
}
