//! `Serialize` and `Deserialize` for numbers.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use super::wire::Wire;
use super::{Number, NumberError, Repr};
use crate::error::Error;
use crate::names;

/// Serializes a whole number in range as an `i64`, a double as an `f64`, and other numbers as decimal strings.
///
/// Formats that are not human-readable always receive a string, because their deserializers need to know the type in
/// advance.
impl Serialize for Number {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(names::NUMBER, &NumberContent(self))
    }
}

/// The content of the newtype struct.
struct NumberContent<'a>(&'a Number);

impl Serialize for NumberContent<'_> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return serializer.serialize_str(&self.0.text());
        }
        match self.0.0 {
            Repr::Int(int) => serializer.serialize_i64(int),
            // The doubles include minus zero, which text formats distinguish from zero.
            Repr::Float(float) => serializer.serialize_f64(float),
            Repr::Small { .. } | Repr::Big(_) => self.0.serialize_decimal(serializer),
        }
    }
}

impl Number {
    fn serialize_decimal<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.wire() {
            Wire::Float(float) if self.is_text_of(float) => serializer.serialize_f64(float),
            Wire::Int(_) | Wire::Float(_) | Wire::Text => serializer.serialize_str(&self.text()),
        }
    }

    /// Returns `true` if `float`, which has exactly the value of this number, also has the same decimal notation.
    fn is_text_of(&self, float: f64) -> bool {
        // Decimals with up to 15 digits correspond to distinct doubles, so the double has no shorter notation.
        const ALWAYS_SHORTEST: u64 = 1_000_000_000_000_000;
        matches!(self.0, Repr::Small { coeff, .. } if coeff < ALWAYS_SHORTEST)
            || Self(Repr::Float(float)) == *self
    }
}

/// Deserializes integers, doubles and decimal strings.
impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(names::NUMBER, NumberVisitor)
    }
}

struct NumberVisitor;

impl<'de> Visitor<'de> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    #[inline]
    fn visit_i64<E>(self, int: i64) -> Result<Number, E> {
        Ok(int.into())
    }

    #[inline]
    fn visit_u64<E>(self, int: u64) -> Result<Number, E> {
        Ok(int.into())
    }

    #[inline]
    fn visit_i128<E>(self, int: i128) -> Result<Number, E> {
        Ok(int.into())
    }

    #[inline]
    fn visit_u128<E>(self, int: u128) -> Result<Number, E> {
        Ok(int.into())
    }

    #[inline]
    fn visit_f64<E: de::Error>(self, float: f64) -> Result<Number, E> {
        Number::try_from(float).map_err(unfit)
    }

    #[inline]
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
        text.parse().map_err(unfit)
    }

    // Called by formats outside this crate.
    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Number, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(self)
        } else {
            deserializer.deserialize_str(self)
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Number, A::Error> {
        let key: Option<String> = map.next_key()?;
        if key.as_deref() != Some(names::SERDE_JSON_NUMBER) {
            return Err(de::Error::invalid_type(Unexpected::Map, &self));
        }
        let text: String = map.next_value()?;
        text.parse().map_err(unfit)
    }
}

/// Converts the error to the error of a serde format. Other formats do not redact sensitive values, so the message for
/// these formats does not contain the value.
#[cold]
fn unfit<E: de::Error>(error: NumberError) -> E {
    let text = format!("{}, got another value", error.requirement());
    Error::from(error).through_serde_as(text)
}
