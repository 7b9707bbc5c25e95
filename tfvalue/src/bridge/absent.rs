//! Deserializers for values that are absent from the wire: null, empty blocks and collections, and the only number that
//! a set of refinements allows.

use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, SeqAccess, Unexpected, Visitor};

use crate::error::Error;
use crate::names;
use crate::number::{Number, Wire};
use crate::path::Step;

/// Null, which is read as `None` for an option, as an empty block for a block, and as an error for any other type.
pub(crate) struct Null<E>(PhantomData<E>);

impl<E> Null<E> {
    pub(crate) fn new() -> Self {
        Null(PhantomData)
    }
}

macro_rules! null_is_not {
    ($($method:ident($($arg:ident: $ty:ty),*) $words:literal)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($arg: $ty,)* _: V) -> Result<V::Value, E> {
            $(let _ = $arg;)*
            Err(E::invalid_type(Unexpected::Unit, &$words))
        }
    )*};
}

impl<'de, E: de::Error> Deserializer<'de> for Null<E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_none()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_unit()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        match name {
            names::BLOCK => visitor.visit_unit(),
            names::SENSITIVE => visitor.visit_some(self), // null needs no redaction
            _ => visitor.visit_newtype_struct(self),
        }
    }

    null_is_not! {
        deserialize_bool() "a bool"
        deserialize_i8() "a number"
        deserialize_i16() "a number"
        deserialize_i32() "a number"
        deserialize_i64() "a number"
        deserialize_i128() "a number"
        deserialize_u8() "a number"
        deserialize_u16() "a number"
        deserialize_u32() "a number"
        deserialize_u64() "a number"
        deserialize_u128() "a number"
        deserialize_f32() "a number"
        deserialize_f64() "a number"
        deserialize_char() "a string"
        deserialize_str() "a string"
        deserialize_string() "a string"
        deserialize_bytes() "bytes"
        deserialize_byte_buf() "bytes"
        deserialize_seq() "a list"
        deserialize_tuple(len: usize) "a tuple"
        deserialize_tuple_struct(name: &'static str, len: usize) "a tuple"
        deserialize_map() "a map"
        deserialize_struct(name: &'static str, fields: &'static [&'static str]) "an object"
        deserialize_enum(name: &'static str, variants: &'static [&'static str]) "a string"
        deserialize_identifier() "a string"
    }
}

/// An empty collection or string, or a block whose attributes are null and whose blocks are empty.
pub(crate) struct Empty<E> {
    /// Whether a type that has its own null value receives null.
    prefers_null: bool,
    error: PhantomData<E>,
}

impl<E> Empty<E> {
    pub(crate) fn new() -> Self {
        Empty {
            prefers_null: false,
            error: PhantomData,
        }
    }

    /// Reads null for a type that has its own null value.
    pub(crate) fn or_null() -> Self {
        Empty {
            prefers_null: true,
            error: PhantomData,
        }
    }
}

impl<'de, E: de::Error> Deserializer<'de> for Empty<E> {
    type Error = E;

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_borrowed_str("")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_borrowed_str("")
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_seq(EmptyMembers::new(&[]))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_map(de::value::MapDeserializer::new(
            std::iter::empty::<((), ())>(),
        ))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        if self.prefers_null {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        match name {
            names::SENSITIVE => visitor.visit_some(self),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_seq(EmptyMembers::new(fields))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf
        unit unit_struct seq tuple tuple_struct enum identifier ignored_any
    }
}

/// The members of an empty block.
struct EmptyMembers<E> {
    names: std::slice::Iter<'static, &'static str>,
    error: PhantomData<E>,
}

impl<E> EmptyMembers<E> {
    fn new(names: &'static [&'static str]) -> Self {
        EmptyMembers {
            names: names.iter(),
            error: PhantomData,
        }
    }
}

impl<'de, E: de::Error> SeqAccess<'de> for EmptyMembers<E> {
    type Error = E;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, E> {
        match self.names.next() {
            None => Ok(None),
            Some(name) => match seed.deserialize(Null::<E>::new()) {
                Ok(value) => Ok(Some(value)),
                // An error about null would have no path. This one names the member.
                Err(_) => Err(E::missing_field(name)),
            },
        }
    }
}

/// The only number that an unknown value's refinements allow.
pub(crate) struct JustNumber<'a, E>(&'a Number, PhantomData<E>);

impl<'a, E> JustNumber<'a, E> {
    pub(crate) fn new(number: &'a Number) -> Self {
        JustNumber(number, PhantomData)
    }
}

impl<'de, E: de::Error> Deserializer<'de> for JustNumber<'_, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.0.wire() {
            Wire::Int(n) => visitor.visit_i64(n),
            Wire::Float(n) => visitor.visit_f64(n),
            Wire::Text => match self.0.as_i128() {
                Some(n) => visitor.visit_i128(n),
                None => visitor.visit_str(&self.0.text()),
            },
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_f32(self.0.narrow().map_err(E::custom)?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_f64(self.0.to_double().map_err(E::custom)?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        match name {
            names::NUMBER => self.deserialize_any(visitor),
            names::SENSITIVE => visitor.visit_some(self),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A missing member, which is an error unless it is a block. A missing block is empty.
pub(crate) struct Missing(pub(crate) &'static str);

impl<'de> Deserializer<'de> for Missing {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::missing(self.0))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match name {
            names::BLOCK => visitor.visit_unit(),
            _ => return self.deserialize_any(visitor),
        }
        .map_err(|error: Error| error.at_step(Step::Attribute(self.0.into())))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
