//! JSON objects, and the context in which their members are read.

use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess};
use serde::ser::SerializeMap;

use crate::error::Result;
use crate::json::error_path::ErrorPath;
use crate::schema::Block;

/// A type that is an object in JSON.
pub trait JsonObject: Sized {
    /// The names of the members.
    const MEMBERS: &'static [&'static str];
    /// Groups of members. Exactly one member of each group is required.
    const REQUIRED: &'static [&'static [&'static str]] = &[];

    /// Returns the value of an object without members.
    fn empty() -> Self;

    /// Reads the member with the given name.
    ///
    /// # Errors
    ///
    /// Fails if the value does not fit the member.
    fn read<'de, A: MapAccess<'de>>(
        &mut self,
        name: &'static str,
        next: Next<'_, A>,
    ) -> Result<(), A::Error>;

    /// Checks the whole object.
    ///
    /// # Errors
    ///
    /// Fails if the combination of members is not valid.
    fn finish(self) -> Result<Self> {
        Ok(self)
    }

    /// Writes the members.
    ///
    /// # Errors
    ///
    /// Fails if writing fails.
    fn write<S: SerializeMap>(&self, map: &mut S) -> Result<(), S::Error>;
}

/// The schema of a provider's own configuration. If the provider has no schema, only the version is written.
#[derive(Default)]
pub(super) struct OwnSchema {
    pub(super) version: i64,
    pub(super) block: Option<Block>,
}

/// The context that all levels share.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) ignore_unsupported: bool,
    pub(super) path: &'a ErrorPath,
}

/// The next value of a map.
pub struct Next<'a, A> {
    pub(super) map: &'a mut A,
    pub(super) name: &'static str,
    pub(super) context: Context<'a>,
}

/// The type of a member's value.
pub(super) trait Read: Sized {
    /// Reads the value of the member with the given name.
    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        name: &'static str,
        context: Context<'_>,
    ) -> Result<Self, D::Error>;
}

/// Reads the value of a member.
pub(super) struct Seed<'a, T> {
    name: &'static str,
    context: Context<'a>,
    value: PhantomData<T>,
}

impl<'a> Context<'a> {
    pub(super) fn seed<T>(self, name: &'static str) -> Seed<'a, T> {
        Seed {
            name,
            context: self,
            value: PhantomData,
        }
    }
}

impl<'de, A: MapAccess<'de>> Next<'_, A> {
    /// Reads the value into a field.
    pub(super) fn into<T: Read>(self, field: &mut T) -> Result<(), A::Error> {
        *field = self.map.next_value_seed(self.context.seed(self.name))?;
        Ok(())
    }

    /// Ignores the member, because later versions of Terraform may add members.
    pub(super) fn skip(self) -> Result<(), A::Error> {
        self.map.next_value::<IgnoredAny>()?;
        Ok(())
    }
}

impl<'de, T: Read> DeserializeSeed<'de> for Seed<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer, self.name, self.context)
    }
}
