//! `Dynamic`, an attribute that can have any type.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Error as _, Serialize, Serializer};

use crate::error::{Error, Result};
use crate::names;
use crate::number::Number;
use crate::path::Path;
use crate::ty::Type;
use crate::value::Value;
use crate::{json, msgpack};

/// An attribute of the type dynamic. Its value can be of any type, and can be null or unknown.
///
/// Do not wrap a `Dynamic` in [`Attr`](crate::Attr), [`Unknown`](crate::Unknown) or `Option`, because it can itself be
/// null or unknown. A `Dynamic` has the methods of an `Attr` and dereferences to the [`Value`], which contains the
/// [`Type`].
///
/// Terraform can send a null or unknown value with a type (for example, an unknown string) or without a type. It
/// expects the provider to return the value in the same form. A `Dynamic` keeps the type. A value without a type has
/// the type [`Type::Dynamic`].
///
/// A `Dynamic` cannot be inside a list, set or map, because all elements of such a collection have the same type.
/// Derived structs with such a field do not compile, and writing such a value fails. However, a `Dynamic` can itself
/// contain a list, set or map of any type.
///
/// In other serde formats, a `Dynamic` is a string with the JSON of the type and the value. In binary formats, a
/// `Dynamic` consists of MessagePack bytes instead. A null without a type is written as null.
///
/// Source: the type pattern "dynamic" in the wire format.
///
/// # Examples
///
/// ```
/// use tfvalue::{Dynamic, Type, Value};
///
/// let bytes = b"\x92\xc4\x08\"string\"\xa1a";
/// let body: Dynamic = tfvalue::msgpack::from_slice(bytes)?;
/// assert_eq!(body.ty(), Type::String);
/// assert_eq!(body.as_str(), Some("a"));
/// assert_eq!(tfvalue::msgpack::to_vec(&Dynamic::from("a"))?, bytes);
///
/// let body: Dynamic = Value::unknown(Type::String).into();
/// assert!(body.is_unknown());
/// assert_eq!(body.value(), None);
/// assert_eq!(
///     body.require("body").unwrap_err().to_string(),
///     "body: a known value is required, got an unknown value",
/// );
/// assert_eq!(tfvalue::msgpack::to_vec(&body)?, b"\x92\xc4\x08\"string\"\xd4\x00\x00");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Dynamic(Value);

impl Dynamic {
    /// Creates a null without a type.
    #[must_use]
    pub fn null() -> Self {
        Dynamic(Value::null(Type::Dynamic))
    }

    /// Creates an unknown value without a type.
    #[must_use]
    pub fn unknown() -> Self {
        Dynamic(Value::unknown(Type::Dynamic))
    }

    /// Returns `true` if the value is known. A null value is known, and a value with unknown parts is also known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !self.0.is_unknown()
    }

    /// Returns a reference to the value, or `None` if the value is null or unknown.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        Some(&self.0).filter(|value| value.is_present())
    }

    /// Returns the value itself, or `None` if the value is null or unknown. `Value::from` also returns null and unknown
    /// values.
    #[must_use]
    pub fn into_value(self) -> Option<Value> {
        Some(self.0).filter(Value::is_present)
    }

    /// Returns the value, or an error with the given path.
    ///
    /// # Errors
    ///
    /// Fails if the value is null or unknown.
    pub fn require(&self, path: impl Into<Path>) -> Result<&Value> {
        match &self.0 {
            null if null.is_null() => Err(Error::null().at(path)),
            unknown if unknown.is_unknown() => Err(Error::unknown().at(path)),
            value => Ok(value),
        }
    }

    /// Sets the value.
    pub fn set(&mut self, value: impl Into<Value>) {
        self.0 = value.into();
    }

    /// Sets the value to null, without a type.
    pub fn set_null(&mut self) {
        *self = Dynamic::null();
    }

    /// Sets the value to unknown, without a type.
    pub fn set_unknown(&mut self) {
        *self = Dynamic::unknown();
    }

    /// Replaces an unknown value with the prior value, in the same way as [`Unknown::or_prior`](crate::Unknown::or_prior).
    pub fn or_prior(&mut self, prior: &Self) {
        if self.0.is_unknown() {
            self.clone_from(prior);
        }
    }
}

/// Creates a null without a type.
impl Default for Dynamic {
    fn default() -> Self {
        Dynamic::null()
    }
}

/// Converts from any value, including null and unknown values.
impl From<Value> for Dynamic {
    fn from(value: Value) -> Self {
        Dynamic(value)
    }
}

/// Converts into a value that can be null or unknown.
impl From<Dynamic> for Value {
    fn from(dynamic: Dynamic) -> Self {
        dynamic.0
    }
}

macro_rules! scalars {
    ($($ty:ty)*) => {$(
        impl From<$ty> for Dynamic {
            fn from(value: $ty) -> Self {
                Dynamic(value.into())
            }
        }
    )*};
}

scalars!(bool &str String Number i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl PartialEq<Value> for Dynamic {
    fn eq(&self, other: &Value) -> bool {
        self.0 == *other
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
        serializer.serialize_newtype_struct(names::DYNAMIC, &Encoded(&self.0))
    }
}

/// The encoded value. The formats in this crate accept bytes even if the value is null.
struct Encoded<'a>(&'a Value);

impl Serialize for Encoded<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_null() && self.0.is_untyped() {
            return serializer.serialize_none();
        }
        if serializer.is_human_readable() {
            let text = json::value_to_string(self.0, &Type::Dynamic).map_err(S::Error::custom)?;
            return serializer.serialize_some(&text);
        }
        let bytes = msgpack::value_to_vec(self.0, &Type::Dynamic).map_err(S::Error::custom)?;
        serializer.serialize_some(&Bytes(&bytes))
    }
}

struct Bytes<'a>(&'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

impl<'de> Deserialize<'de> for Dynamic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(names::DYNAMIC, DynamicVisitor)
    }
}

/// The formats in this crate call `visit_str` or `visit_bytes` with the encoded value, even if the value is null. Other
/// formats call the methods for the newtype and the option.
struct DynamicVisitor;

impl<'de> Visitor<'de> for DynamicVisitor {
    type Value = Dynamic;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a type and a value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Dynamic, D::Error> {
        deserializer.deserialize_option(self)
    }

    fn visit_none<E: de::Error>(self) -> Result<Dynamic, E> {
        Ok(Dynamic::null())
    }

    fn visit_unit<E: de::Error>(self) -> Result<Dynamic, E> {
        Ok(Dynamic::null())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Dynamic, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(self)
        } else {
            deserializer.deserialize_bytes(self)
        }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Dynamic, E> {
        read(json::dynamic_from_str(text))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Dynamic, E> {
        read(msgpack::value_from_slice(bytes, &Type::Dynamic))
    }
}

fn read<E: de::Error>(value: Result<Value>) -> Result<Dynamic, E> {
    value.map(Dynamic).map_err(Error::through_serde)
}
