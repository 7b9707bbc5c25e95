//! Sensitive and write-only values, which errors and `Debug` hide.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::bridge::side_channel;
use crate::error::HIDDEN;
use crate::names;

/// Reads a sensitive value, which errors must not show.
pub struct Sensitive<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Sensitive<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = SecretVisitor(PhantomData);
        let value = deserializer.deserialize_newtype_struct(names::SENSITIVE, visitor);
        value.map(Sensitive)
    }
}

struct SecretVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SecretVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    /// Called by the formats in this crate, which remove the value from errors.
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }

    /// Called by other formats, whose errors may quote the value.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer).map_err(|_| D::Error::custom(HIDDEN))
    }
}

/// Writes a sensitive value, which errors must not show.
pub struct Secret<'a, T>(pub &'a T);

impl<T: Serialize> Serialize for Secret<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(names::SENSITIVE, &Unshown(self.0))
    }
}

/// The value inside `Secret`. The errors of the value itself are hidden if the format does not redact errors.
struct Unshown<'a, T>(&'a T);

impl<T: Serialize> Serialize for Unshown<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let redacts = side_channel::REDACTS.take();
        let result = self.0.serialize(serializer);
        match result {
            // If no format can write the value, the error comes from the value itself and may quote it.
            Err(_) if !redacts && crate::json::to_vec(self.0).is_err() => {
                Err(serde::ser::Error::custom(HIDDEN))
            }
            // Formats such as TOML use errors to determine the kind of the value.
            other => other,
        }
    }
}

/// Writes a write-only attribute. Such an attribute is null in plans and states.
pub struct WriteOnly<'a, T>(pub &'a T);

impl<T: Serialize> Serialize for WriteOnly<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(names::WRITE_ONLY, &Secret(self.0))
    }
}

/// Formats a derived struct.
///
/// # Errors
///
/// Fails if the formatter fails.
pub fn debug(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    members: &[(&str, &dyn fmt::Debug)],
) -> fmt::Result {
    let mut shown = f.debug_struct(name);
    for (name, member) in members {
        shown.field(name, member);
    }
    shown.finish()
}

/// The placeholder for a sensitive value in the `Debug` of a derived struct.
pub struct Hidden;

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(sensitive value)")
    }
}
