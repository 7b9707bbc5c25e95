//! Unit variants of enums, which are strings on the wire.

use serde::de::{self, DeserializeSeed, EnumAccess, VariantAccess, Visitor};

use crate::error::{Error, Result};

/// The string form of an enum that has only unit variants.
pub(crate) struct Variant<'a>(pub(crate) &'a str);

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self)> {
        let name = de::value::StrDeserializer::<Error>::new(self.0);
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value> {
        Err(Error::enum_with_data())
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value> {
        Err(Error::enum_with_data())
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value> {
        Err(Error::enum_with_data())
    }
}
