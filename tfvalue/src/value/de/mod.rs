//! Converts values to and from Rust values.

mod access;

use std::borrow::Cow;

use serde::de::{self, DeserializeOwned, Visitor};

use self::access::{Entries, Members, Seq, by_names};
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
    /// Fails if the value does not fit `T`.
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
        T::deserialize(self)
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

    fn number(&self) -> Result<&Number> {
        self.as_number().ok_or_else(|| self.unfit("a number"))
    }

    fn integer<T: TryFrom<Number, Error = NumberError>>(&self) -> Result<T> {
        Ok(T::try_from(self.number()?.clone())?)
    }

    fn float(&self) -> Result<f64> {
        self.number()?.to_double()
    }

    fn into_text(self, expected: &'static str) -> Result<String> {
        match self.0 {
            Repr::String(text) => Ok(text.into()),
            repr => Err(Value(repr).unfit(expected)),
        }
    }

    fn into_elements(self, expected: &'static str) -> Result<Vec<Value>> {
        match self.0 {
            Repr::List(items) | Repr::Set(items) | Repr::Tuple(items) => Ok(items.into_values()),
            repr => Err(Value(repr).unfit(expected)),
        }
    }

    fn tuple_of<'de, V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        let values = self.into_elements("a tuple")?;
        if values.len() != len {
            let expected = format!("a tuple of {}", elements(len));
            return Err(Error::mismatch(expected, values.len().to_string()));
        }
        Seq::read(values, visitor)
    }
}

/// Reads Rust values with the same rules as from Terraform's wire formats.
impl<'de> de::Deserializer<'de> for Value {
    type Error = Error;

    crate::bridge::integers::deserialize_integers!(integer);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Repr::Null(_) => visitor.visit_unit(),
            Repr::Bool(value) => visitor.visit_bool(value),
            Repr::Number(ref number) => visit_number(number, visitor),
            Repr::String(text) => visitor.visit_string(text.into()),
            Repr::List(_) | Repr::Set(_) | Repr::Tuple(_) => self.deserialize_seq(visitor),
            Repr::Map(_) | Repr::Object(_) => self.deserialize_map(visitor),
            repr => Err(Value(repr).unfit("a known value")),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bool(self.as_bool().ok_or_else(|| self.unfit("a bool"))?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f32(self.number()?.narrow()?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f64(self.float()?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_string(self.into_text("a string")?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_string(self.into_text("a string")?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_string(self.into_text("a string")?)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_string(self.into_text("a string")?)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(Error::no_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(Error::no_bytes())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_null() {
            visitor.visit_unit()
        } else {
            Err(self.unfit("null"))
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
            names::UNKNOWN if self.is_unknown() => {
                let known = self.refinements();
                let payload =
                    known.map_or_else(|| Ok(Cow::default()), |known| known.to_payload())?;
                visitor.visit_bytes(&payload)
            }
            names::BLOCK if self.is_null() => visitor.visit_unit(),
            names::DYNAMIC => {
                let bytes = msgpack::value_to_vec(&self, &Type::Dynamic)?;
                visitor.visit_bytes(&bytes).map_err(Error::in_dynamic)
            }
            names::NUMBER => visit_number(self.number()?, visitor),
            names::SENSITIVE => visitor.visit_some(self).map_err(Error::redact),
            names::SET => visitor.visit_newtype_struct(self).map_err(Error::in_set),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        Seq::read(self.into_elements("a list")?, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.tuple_of(len, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.tuple_of(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_map(Entries::of(self, "a map", |key| Step::Key(key.into()))?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.0 {
            Repr::Object(items) if name == names::OBJECT => {
                let object = items.object_type().clone();
                visitor.visit_seq(Members {
                    names: fields.iter(),
                    values: by_names(&object, items.into_values(), fields)?.into_iter(),
                })
            }
            repr => visitor.visit_map(Entries::of(Value(repr), "an object", Step::of_attribute)?),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(Variant(&self.into_text("a string")?))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// Passes a number to a visitor in a form that converts back to the same number.
fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value> {
    match number.wire() {
        Wire::Int(value) if value != 0 => visitor.visit_i64(value),
        Wire::Float(value) if *number.text() == *Number::try_from(value)?.text() => {
            visitor.visit_f64(value)
        }
        _ => visitor.visit_str(&number.text()),
    }
}
