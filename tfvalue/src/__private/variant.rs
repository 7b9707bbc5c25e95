//! Reads the strings of derived enums.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Visitor};

use crate::error::Error;
use crate::model::{TfType, TypeFacts, TypeKind};

/// Reads a string of an enum as the index of a variant, or reads any other string as an `O`.
///
/// # Errors
///
/// Fails if the value is not a string, or if `O` rejects the string.
pub fn variant<'de, O: Other<'de>, D: Deserializer<'de>>(
    deserializer: D,
    names: &'static [&'static str],
) -> Result<Result<usize, O>, D::Error> {
    deserializer.deserialize_str(Variant(names, PhantomData))
}

/// A type that holds any string other than the name of a variant.
pub trait Other<'de>: Sized {
    /// Reads the string.
    ///
    /// # Errors
    ///
    /// Fails if the enum has no variant for this string.
    fn other<E: serde::de::Error>(
        name: Name<'_, 'de>,
        names: &'static [&'static str],
    ) -> Result<Self, E>;
}

/// A string that may be borrowed from the input.
pub enum Name<'a, 'de> {
    /// A string from the input.
    Borrowed(&'de str),
    /// A temporary string.
    Passing(&'a str),
}

/// Returns the facts about an enum that holds other strings as a `T`.
///
/// # Panics
///
/// Panics if a `T` is not a string, or if a `T` can be null or unknown.
#[must_use]
#[track_caller]
pub const fn facts_with_other<T: TfType>() -> TypeFacts {
    let facts = T::FACTS;
    assert!(
        matches!(facts.kind, TypeKind::String) && !facts.null && !facts.unknown,
        "`other` requires a variant that holds a string: write `Other(String)`"
    );
    TypeFacts::of(TypeKind::String)
}

/// Rejects other strings.
pub enum NoOther {}

impl Other<'_> for NoOther {
    fn other<E: serde::de::Error>(
        name: Name<'_, '_>,
        names: &'static [&'static str],
    ) -> Result<Self, E> {
        let (Name::Borrowed(name) | Name::Passing(name)) = name;
        Err(E::unknown_variant(name, names))
    }
}

/// Holds another string as a `T`.
pub struct Kept<T>(pub T);

impl<'de, T: Deserialize<'de>> Other<'de> for Kept<T> {
    fn other<E: serde::de::Error>(
        name: Name<'_, 'de>,
        _: &'static [&'static str],
    ) -> Result<Self, E> {
        let value = match name {
            Name::Borrowed(name) => T::deserialize(BorrowedStrDeserializer::new(name)),
            Name::Passing(name) => T::deserialize(StrDeserializer::new(name)),
        };
        value.map(Kept)
    }
}

/// Reads an enum from the string of a variant.
///
/// # Errors
///
/// Fails if the enum has no variant for the string.
pub fn variant_from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    T::deserialize(StrDeserializer::new(text))
}

struct Variant<O>(&'static [&'static str], PhantomData<O>);

impl<O> Variant<O> {
    fn find<'de, E: serde::de::Error>(&self, name: Name<'_, 'de>) -> Result<Result<usize, O>, E>
    where
        O: Other<'de>,
    {
        let (Name::Borrowed(text) | Name::Passing(text)) = name;
        match self.0.iter().position(|known| *known == text) {
            Some(index) => Ok(Ok(index)),
            None => O::other(name, self.0).map(Err),
        }
    }
}

impl<'de, O: Other<'de>> Visitor<'de> for Variant<O> {
    type Value = Result<usize, O>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, name: &'de str) -> Result<Self::Value, E> {
        self.find(Name::Borrowed(name))
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Self::Value, E> {
        self.find(Name::Passing(name))
    }
}
