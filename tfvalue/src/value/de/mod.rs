//! Converts values to and from Rust values.
//!
//! A value is read in one of two ways: up to its first fault, or completely, to find all faults. See
//! [`faults`](super::faults).

mod access;

use std::borrow::Cow;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Visitor};

use self::access::{DerivedStruct, ValueEntries, ValueSeq};
use super::faults::Around;
use super::{Repr, Value};
use crate::bridge::variant::Variant;
use crate::error::{Error, Result, elements};
use crate::msgpack;
use crate::names;
use crate::number::{Number, NumberError, Wire};
use crate::path::Step;
use crate::ty::Type;

impl Value {
    /// Converts a Rust value to a value that fits a type constraint.
    ///
    /// # Errors
    ///
    /// Fails if Terraform's wire format cannot represent the Rust value, or if the value does not fit the type.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let value = Value::of(&vec![1, 2], &Type::list(Type::Number))?;
    /// assert_eq!(value.to_string(), "[1, 2]");
    /// assert_eq!(value.read_into::<Vec<u8>>()?, [1, 2]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn of<T: serde::Serialize + ?Sized>(value: &T, ty: &Type) -> Result<Self> {
        msgpack::value_from_slice(&msgpack::to_vec(value)?, ty)
    }

    /// Converts the value to a Rust value.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match `T`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let ports = Value::list(Type::Number, [80, 443])?;
    /// assert_eq!(ports.clone().read_into::<Vec<u16>>()?, [80, 443]);
    ///
    /// let error = ports.read_into::<Vec<u8>>().unwrap_err();
    /// assert_eq!(error.to_string(), "[1]: a whole number from 0 to 255 is required, got 443");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn read_into<T: DeserializeOwned>(self) -> Result<T> {
        self.read_as()
    }

    /// Converts the value without consuming it.
    pub(crate) fn read_as<'de, T: Deserialize<'de>>(&self) -> Result<T> {
        T::deserialize(PartDeserializer::of(self))
    }

    #[cold]
    pub(in crate::value) fn unfit(&self, expected: &'static str) -> Error {
        let got = match &self.0 {
            Repr::Null(_) => "null",
            Repr::Unknown(_) | Repr::Refined(_) => "an unknown value",
            Repr::Bool(_) => "a bool",
            Repr::Number(_) => "a number",
            Repr::String(_) => "a string",
            Repr::List(_) => "a list",
            Repr::Set(_) => "a set",
            Repr::Map(_) => "a map",
            Repr::Tuple(_) => "a tuple",
            Repr::Object(_) | Repr::Shared(_) => "an object",
        };
        Error::mismatch(expected, got)
    }
}

/// A part of a value that is being read.
#[derive(Clone, Copy)]
pub(super) struct PartDeserializer<'a> {
    pub(super) value: &'a Value,
    pub(super) around: Around<'a>,
}

impl<'a> PartDeserializer<'a> {
    /// A value that is read up to its first fault.
    pub(crate) fn of(value: &'a Value) -> Self {
        let around = Around::FIRST;
        PartDeserializer { value, around }
    }

    fn number(self) -> Result<&'a Number> {
        let number = self.value.as_number();
        number.ok_or_else(|| self.value.unfit("a number"))
    }

    fn integer<T: TryFrom<Number, Error = NumberError>>(self) -> Result<T> {
        Ok(T::try_from(self.number()?.clone())?)
    }

    fn text(self) -> Result<&'a str> {
        let text = self.value.as_str();
        text.ok_or_else(|| self.value.unfit("a string"))
    }

    /// Returns the elements of a list, set or tuple.
    fn elements(self, expected: &'static str) -> Result<&'a [Value]> {
        match &self.value.0 {
            Repr::List(items) | Repr::Set(items) | Repr::Tuple(items) => Ok(items.values()),
            _ => Err(self.value.unfit(expected)),
        }
    }

    fn tuple<'de, V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        let values = self.elements("a tuple")?;
        if values.len() != len {
            let expected = format!("a tuple of {}", elements(len));
            return Err(Error::mismatch(expected, values.len().to_string()));
        }
        ValueSeq::read(values, self.around.of_tuple(), visitor)
    }
}

/// Reads Rust values according to the same rules as Terraform's wire formats.
impl<'de> Deserializer<'de> for PartDeserializer<'_> {
    type Error = Error;

    crate::bridge::integers::deserialize_integers!(integer);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match &self.value.0 {
            Repr::Null(_) => visitor.visit_unit(),
            Repr::Bool(value) => visitor.visit_bool(*value),
            Repr::Number(number) => visit_number(number, visitor),
            Repr::String(_) => visitor.visit_str(self.text()?),
            Repr::List(_) | Repr::Set(_) | Repr::Tuple(_) => self.deserialize_seq(visitor),
            Repr::Map(_) | Repr::Object(_) => self.deserialize_map(visitor),
            _ => Err(self.value.unfit("a known value")),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let value = self.value.as_bool();
        visitor.visit_bool(value.ok_or_else(|| self.value.unfit("a bool"))?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f32(self.number()?.narrow()?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f64(self.number()?.to_double()?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(Error::no_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(Error::no_bytes())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.is_null() {
            visitor.visit_unit()
        } else {
            Err(self.value.unfit("null"))
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            names::UNKNOWN if self.value.is_unknown() => {
                let known = self.value.refinements();
                let payload =
                    known.map_or_else(|| Ok(Cow::default()), |known| known.to_payload())?;
                visitor.visit_bytes(&payload)
            }
            names::BLOCK if self.value.is_null() => visitor.visit_unit(),
            names::DYNAMIC => {
                let bytes = msgpack::value_to_vec(self.value, &Type::Dynamic)?;
                visitor.visit_bytes(&bytes).map_err(Error::in_dynamic)
            }
            names::NUMBER => visit_number(self.number()?, visitor),
            names::SENSITIVE => visitor.visit_some(self).map_err(Error::redact),
            names::SET => visitor.visit_newtype_struct(self).map_err(Error::in_set),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        ValueSeq::read(self.elements("a list")?, self.around, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.tuple(len, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_map(ValueEntries::of(self, "a map", |key| {
            Step::Key(key.into())
        })?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match (name, self.value.members()) {
            (names::OBJECT, Some(_)) => DerivedStruct { part: self, names }.read(visitor),
            _ => visitor.visit_map(ValueEntries::of(self, "an object", Step::of_attribute)?),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(Variant(self.text()?))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// Passes a number to a visitor in a form that can be converted back to the same number.
fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value> {
    match number.wire() {
        Wire::Int(value) if value != 0 => visitor.visit_i64(value),
        Wire::Float(value) if *number.text() == *Number::try_from(value)?.text() => {
            visitor.visit_f64(value)
        }
        _ => visitor.visit_str(&number.text()),
    }
}
