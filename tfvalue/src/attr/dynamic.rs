//! `Dynamic`, a field whose value carries its type.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Error as _, Serialize, Serializer};

use crate::attr::{Attr, Unknown};
use crate::error::Error;
use crate::names;
use crate::refinements::Refinements;
use crate::ty::Type;
use crate::value::{Value, transit};
use crate::{json, msgpack};

/// A value that carries its type, for attributes of type dynamic.
///
/// A `Dynamic` dereferences to a [`Value`]. In other serde formats, it is a JSON string with the type and the value, or
/// bytes of MessagePack if the format is binary.
///
/// Source: the type pattern "dynamic" of the wire format.
///
/// # Nulls and unknowns
///
/// An attribute is an `Attr<Dynamic>`. Terraform sends a null or unknown value either without a type or with one, such
/// as an unknown string, and expects the provider to return it in the same form. The attribute keeps the type. These
/// methods treat a null or unknown value with a type like one without a type: [`is_null`](Attr::is_null),
/// [`is_unknown`](Attr::is_unknown), [`require`](Attr::require), [`or_prior`](Attr::or_prior), planning and
/// `into_known_view`.
///
/// Prefer these methods to a `match` on the variants: a null with a type is an `Unknown::Unknown`,
/// with the type in its refinements. To get the type, convert the attribute to a [`Value`].
///
/// A `Dynamic` outside `Attr`, or in an `Option`, can contain a null or unknown that has a type.
///
/// # Collections
///
/// Terraform crashes when it reads a list, set or map whose elements have different types. If the elements are or
/// contain `Dynamic`, these values must have the same type in all elements, or writing fails. Null has a type, too. For
/// example, next to an element `NV { v: "a" }`, write a null `v` as a null string: `Value::null(Type::String).into()`.
/// If an element is itself null or contains an empty list, the type of its `Dynamic` is not known, so it cannot be
/// written next to an element with a type. The elements of a `Vec<Attr<Dynamic>>` are an exception: an untyped null or
/// unknown can be next to elements of any type.
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
/// let attr: Attr<Dynamic> = Value::from("a").into();
/// assert_eq!(tfvalue::msgpack::to_vec(&attr)?, bytes);
///
/// let attr: Attr<Dynamic> = Value::unknown(Type::String).into();
/// assert!(attr.is_unknown());
/// assert_eq!(tfvalue::msgpack::to_vec(&attr)?, b"\x92\xc4\x08\"string\"\xd4\x00\x00");
/// assert_eq!(Value::from(attr).ty(), Type::String);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Dynamic(Value);

impl Dynamic {
    /// Returns the value, without the wrapper.
    #[must_use]
    pub fn into_value(self) -> Value {
        self.0
    }

    /// Creates a dynamic value, which can be null or unknown.
    pub(crate) fn of(value: Value) -> Self {
        Dynamic(value)
    }
}

impl TryFrom<Value> for Dynamic {
    type Error = Error;

    /// Converts a value that is neither null nor unknown. For other values, use `Attr<Dynamic>`.
    fn try_from(value: Value) -> Result<Self, Error> {
        match value {
            null if null.is_null() => Err(Error::null()),
            unknown if unknown.is_unknown() => Err(Error::unknown()),
            value => Ok(Dynamic(value)),
        }
    }
}

/// Converts any value. A null or unknown keeps its type.
impl From<Value> for Attr<Dynamic> {
    fn from(value: Value) -> Self {
        match value {
            null if null.is_null() && null.is_untyped() => Attr::null(),
            unknown if unknown.is_untyped() => Attr::unknown(),
            typed if !typed.is_present() => Unknown::Unknown(Refinements::of(&typed)),
            value => Unknown::Known(Some(Dynamic(value))),
        }
    }
}

/// Converts into a value. A null or unknown without a type becomes one of type dynamic.
impl From<Attr<Dynamic>> for Value {
    fn from(attribute: Attr<Dynamic>) -> Self {
        match attribute {
            Unknown::Known(Some(value)) => value.0,
            Unknown::Known(None) => Value::null(Type::Dynamic),
            Unknown::Unknown(refinements) => {
                let ty = refinements.ty().cloned().unwrap_or(Type::Dynamic);
                if refinements.is_null() {
                    return Value::null(ty);
                }
                // The user may have set refinements that do not belong to the type.
                Value::refined(ty.clone(), refinements).unwrap_or_else(|_| Value::unknown(ty))
            }
        }
    }
}

impl std::ops::Deref for Dynamic {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl fmt::Debug for Dynamic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Dynamic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(names::DYNAMIC, &Envelope(&self.0))
    }
}

/// The type and the value: JSON text for human-readable formats, otherwise MessagePack. Our formats
/// report that they are not human-readable.
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
        deserializer.deserialize_newtype_struct(names::DYNAMIC, DynamicVisitor)
    }
}

struct DynamicVisitor;

impl<'de> Visitor<'de> for DynamicVisitor {
    type Value = Dynamic;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a type and a value")
    }

    /// Takes the value that our formats pass through `transit`.
    fn visit_unit<E: de::Error>(self) -> Result<Dynamic, E> {
        match transit::VALUE.take() {
            Some(value) => Ok(Dynamic(value)),
            None => Err(E::invalid_type(de::Unexpected::Unit, &self)),
        }
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Dynamic, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(self)
        } else {
            deserializer.deserialize_bytes(self)
        }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Dynamic, E> {
        known(json::value_from_slice(text.as_bytes(), &Type::Dynamic))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Dynamic, E> {
        known(msgpack::value_from_slice(bytes, &Type::Dynamic))
    }
}

/// Converts a value from another format, in which only an `Unknown` can be null or unknown.
fn known<E: de::Error>(value: Result<Value, Error>) -> Result<Dynamic, E> {
    match value {
        Ok(value) if !value.is_present() => Err(transit::typed(value)),
        Ok(value) => Ok(Dynamic(value)),
        Err(error) => Err(Error::through_serde(error)),
    }
}
