//! Map keys, read and written as strings.

use std::borrow::Cow;

use serde::de::{self, Visitor};
use serde::ser::{self, Impossible, Serialize};

use super::variant::Variant;
use crate::error::{Error, Result};

/// Deserializes a map key.
pub(crate) struct MapKey<'de>(pub(crate) Cow<'de, str>);

impl<'de> MapKey<'de> {
    /// Parses the key as an integer, as other serde formats with string keys do.
    fn number<T: std::str::FromStr>(&self) -> Result<T> {
        self.0.parse().map_err(|_| {
            Error::mismatch_value(
                "a key that is a whole number",
                "another",
                format_args!("{:?}", self.0),
            )
        })
    }
}

impl<'de> de::Deserializer<'de> for MapKey<'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Cow::Borrowed(key) => visitor.visit_borrowed_str(key),
            Cow::Owned(key) => visitor.visit_string(key),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(Variant(&self.0))
    }

    crate::bridge::integers::deserialize_integers!(number);

    serde::forward_to_deserialize_any! {
        bool f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct
        map struct identifier ignored_any
    }
}

/// Serializes a map key as a string.
pub(crate) struct KeySerializer<F>(pub(crate) F);

macro_rules! integer_keys {
    ($($method:ident $ty:ident)*) => {$(
        fn $method(mut self, value: $ty) -> Result<()> {
            (self.0)(&value.to_string())
        }
    )*};
}

impl<F: FnMut(&str) -> Result<()>> ser::Serializer for KeySerializer<F> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    #[inline]
    fn serialize_str(mut self, key: &str) -> Result<()> {
        (self.0)(key)
    }

    fn serialize_char(self, key: char) -> Result<()> {
        self.serialize_str(key.encode_utf8(&mut [0; 4]))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, key: &'static str) -> Result<()> {
        self.serialize_str(key)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        key: &T,
    ) -> Result<()> {
        key.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, key: &T) -> Result<()> {
        key.serialize(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
        Err(not_a_key())
    }

    integer_keys! {
        serialize_i8 i8
        serialize_i16 i16
        serialize_i32 i32
        serialize_i64 i64
        serialize_i128 i128
        serialize_u8 u8
        serialize_u16 u16
        serialize_u32 u32
        serialize_u64 u64
        serialize_u128 u128
    }

    refuse! { not_a_key();
        serialize_bool(bool)
        serialize_f32(f32)
        serialize_f64(f64)
        serialize_bytes(&[u8])
        serialize_none()
        serialize_unit()
        serialize_unit_struct(&'static str)
    }

    refuse_compounds!(not_a_key());
}

#[cold]
fn not_a_key() -> Error {
    Error::data("map keys must be strings")
}
