//! Converts values to and from Rust values.

use std::borrow::Cow;

use serde::de::{self, DeserializeOwned, DeserializeSeed, MapAccess, SeqAccess, Visitor};

use super::{Repr, Value, transit};
use crate::bridge::map_key::Key;
use crate::bridge::names;
use crate::bridge::variant::Variant;
use crate::error::{Error, Result, elements};
use crate::msgpack;
use crate::number::{Number, NumberError, Wire};
use crate::path::Step;
use crate::ty::{ObjectType, Type};

impl Value {
    /// Converts a Rust value to a value that fits a type constraint.
    ///
    /// # Errors
    ///
    /// Fails if Terraform's wire format has no form for the Rust value, or if it does not fit the
    /// type.
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
    fn unfit(&self, expected: &'static str) -> Error {
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
            Repr::Object(_) | Repr::Shared(_) | Repr::Marked(_) => "an object",
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
        let number = self.number()?;
        let float = number.to_f64();
        if float.is_infinite() && number.is_finite() {
            let expected = "a number that a double can hold";
            return Err(Error::mismatch_value(expected, "a greater one", number));
        }
        Ok(float)
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
            names::UNKNOWN if matches!(self.0, Repr::Marked(_)) => match self.clone().unmarked() {
                typed if typed.is_null() || typed.is_unknown() => {
                    typed.deserialize_newtype_struct(name, visitor)
                }
                _ => visitor.visit_newtype_struct(self),
            },
            names::UNKNOWN if self.is_unknown() => {
                let known = self.refinements();
                let payload =
                    known.map_or_else(|| Ok(Cow::default()), |known| known.to_payload())?;
                // An attribute of type dynamic needs the type too.
                transit::VALUE.set(Some(self));
                let result = visitor.visit_bytes(&payload);
                transit::VALUE.take();
                result
            }
            names::UNKNOWN if self.is_null() && !self.is_untyped() => {
                transit::VALUE.set(Some(self.unmarked()));
                let result = visitor.visit_none();
                transit::VALUE.take();
                result
            }
            names::BLOCK if self.is_null() => visitor.visit_unit(),
            names::DYNAMIC if self.is_null() && self.is_untyped() => Err(self.unfit("a value")),
            names::DYNAMIC if self.is_unknown() && self.is_untyped() => {
                Err(self.unfit("a known value"))
            }
            names::DYNAMIC => {
                transit::VALUE.set(Some(self.unmarked()));
                visitor.visit_unit()
            }
            names::ENVELOPE => match self.unmarked() {
                null if null.is_null() => visitor.visit_none(),
                unknown if unknown.is_unknown() => visitor.visit_newtype_struct(unknown),
                blocks => {
                    transit::VALUE.set(Some(blocks));
                    visitor.visit_unit()
                }
            },
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
            repr => {
                let attribute = |name: &str| Step::Attribute(name.to_owned().into());
                visitor.visit_map(Entries::of(Value(repr), "an object", attribute)?)
            }
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

/// Sorts the members of an object into the order of a struct's names. Missing members are `None`.
fn by_names(
    object: &ObjectType,
    values: Vec<Value>,
    names: &'static [&'static str],
) -> Result<Vec<Option<Value>>> {
    let mut members: Vec<Option<Value>> = vec![None; names.len()];
    for (attribute, value) in object.iter().zip(values) {
        match names.binary_search(&&*attribute.name) {
            Ok(at) => members[at] = Some(value),
            Err(_) => return Err(Error::surplus(&attribute.name)),
        }
    }
    Ok(members)
}

/// The elements of a list, set or tuple.
struct Seq {
    values: std::vec::IntoIter<Value>,
    next: u64,
}

impl Seq {
    fn read<'de, V: Visitor<'de>>(values: Vec<Value>, visitor: V) -> Result<V::Value> {
        let len = values.len();
        let mut seq = Seq {
            values: values.into_iter(),
            next: 0,
        };
        let value = visitor.visit_seq(&mut seq)?;
        match seq.values.len() {
            0 => Ok(value),
            left => {
                let expected = format!("a list of {}", elements(len - left));
                Err(Error::mismatch(expected, len.to_string()))
            }
        }
    }
}

impl<'de> SeqAccess<'de> for Seq {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(value) = self.values.next() else {
            return Ok(None);
        };
        let index = self.next;
        self.next += 1;
        seed.deserialize(value)
            .map(Some)
            .map_err(|error| error.at_step(Step::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.values.len())
    }
}

/// The members of a derived struct, in the order of its names.
struct Members {
    names: std::slice::Iter<'static, &'static str>,
    values: std::vec::IntoIter<Option<Value>>,
}

impl<'de> SeqAccess<'de> for Members {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let (Some(name), Some(value)) = (self.names.next(), self.values.next()) else {
            return Ok(None);
        };
        match value {
            Some(value) => seed
                .deserialize(value)
                .map(Some)
                .map_err(|error| error.at_step(Step::Attribute((*name).into()))),
            None => seed
                .deserialize(crate::bridge::absent::Missing(name))
                .map(Some),
        }
    }
}

/// The entries of a map, or the members of an object with their names.
struct Entries {
    entries: std::vec::IntoIter<(String, Value)>,
    value: Option<(Step, Value)>,
    step: fn(&str) -> Step,
}

impl Entries {
    fn of(value: Value, expected: &'static str, step: fn(&str) -> Step) -> Result<Self> {
        let entries: Vec<_> = match value.0 {
            Repr::Object(items) => {
                let object = items.object_type().clone();
                let names = object.iter().map(|attribute| attribute.name.to_string());
                names.zip(items.into_values()).collect()
            }
            Repr::Map(items) => {
                let mut parts = items.into_values().into_iter();
                let mut entries = Vec::with_capacity(parts.len() / 2);
                while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                    entries.push((key.into_text("a key")?, value));
                }
                entries
            }
            repr => return Err(Value(repr).unfit(expected)),
        };
        Ok(Entries {
            entries: entries.into_iter(),
            value: None,
            step,
        })
    }
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        let step = (self.step)(&key);
        self.value = Some((step.clone(), value));
        seed.deserialize(Key(key.into()))
            .map(Some)
            .map_err(|error| error.at_step(step))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match self.value.take() {
            Some((step, value)) => seed.deserialize(value).map_err(|error| error.at_step(step)),
            None => Err(Error::data("a value was requested before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}
