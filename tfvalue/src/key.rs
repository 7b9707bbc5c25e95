//! Keys of maps: strings on the wire, and what Rust maps have that reads and writes as one.

use std::borrow::Cow;

use serde::de::{self, Visitor};

use crate::error::{Error, Result};
use crate::msgpack::Variant;

/// Reads the key of a map.
pub(crate) struct Key<'de>(pub(crate) Cow<'de, str>);

impl<'de> Key<'de> {
    /// Reads the key as a number, as serde formats with string keys do.
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

impl<'de> de::Deserializer<'de> for Key<'de> {
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

    crate::integers::deserialize_integers!(number);

    serde::forward_to_deserialize_any! {
        bool f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct
        map struct identifier ignored_any
    }
}
