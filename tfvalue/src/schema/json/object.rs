//! Objects of Terraform's JSON, and the context in which their members are read.

use std::cell::RefCell;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess};
use serde::ser::SerializeMap;

use crate::error::{Error, Result};
use crate::path::Step;
use crate::schema::Block;

/// What is an object in Terraform's JSON.
pub trait Object: Sized {
    /// The names of the members.
    const MEMBERS: &'static [&'static str];
    /// Groups of members of which exactly one must be there.
    const REQUIRED: &'static [&'static [&'static str]] = &[];

    /// Makes what an object without members stands for.
    fn empty() -> Self;

    /// Reads the member of this name.
    ///
    /// # Errors
    ///
    /// If the value does not fit.
    fn read<'de, A: MapAccess<'de>>(
        &mut self,
        name: &'static str,
        next: Next<'_, A>,
    ) -> std::result::Result<(), A::Error>;

    /// Checks what was read.
    ///
    /// # Errors
    ///
    /// If the members do not go together.
    fn finish(self) -> Result<Self> {
        Ok(self)
    }

    /// Writes the members.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn write<S: SerializeMap>(&self, map: &mut S) -> std::result::Result<(), S::Error>;
}

/// An object whose name stands before it.
pub(super) trait Named: Object {
    /// Returns the name.
    fn name(&self) -> &str;

    /// Puts the name in.
    fn set_name(&mut self, name: String);
}

/// The schema of a provider itself, which may have none: it is a version alone then.
#[derive(Default)]
pub(super) struct OwnSchema {
    pub(super) version: i64,
    pub(super) block: Option<Block>,
}

/// What all levels share.
pub(super) struct Context {
    pub(super) ignore_unsupported: bool,
    /// Our error, while serde_json carries a stand-in for it upwards.
    pub(super) error: RefCell<Option<Error>>,
    /// The way to the error, innermost first.
    pub(super) steps: RefCell<Vec<Step>>,
}

/// The value that comes next.
pub struct Next<'a, A> {
    pub(super) map: &'a mut A,
    pub(super) name: &'static str,
    pub(super) context: &'a Context,
}

/// The value of a member.
pub(super) trait Read: Sized {
    /// Reads the member of this name.
    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        name: &'static str,
        context: &Context,
    ) -> std::result::Result<Self, D::Error>;
}

/// Reads a value of this type.
pub(super) struct Seed<'a, T> {
    name: &'static str,
    context: &'a Context,
    value: PhantomData<T>,
}

impl Context {
    /// Hands our error over to the format's.
    #[cold]
    pub(super) fn put<E: serde::de::Error>(&self, error: Error) -> E {
        *self.error.borrow_mut() = Some(error);
        E::custom("")
    }

    /// Notes where an error comes from while it travels up.
    #[cold]
    pub(super) fn at<E>(&self, step: Step, error: E) -> E {
        self.steps.borrow_mut().push(step);
        error
    }

    pub(super) fn seed<T>(&self, name: &'static str) -> Seed<'_, T> {
        Seed {
            name,
            context: self,
            value: PhantomData,
        }
    }
}

impl<'de, A: MapAccess<'de>> Next<'_, A> {
    /// Reads the value into a field.
    pub(super) fn into<T: Read>(self, field: &mut T) -> std::result::Result<(), A::Error> {
        *field = self.map.next_value_seed(self.context.seed(self.name))?;
        Ok(())
    }

    /// Passes over the value.
    pub(super) fn skip(self) -> std::result::Result<(), A::Error> {
        self.map.next_value::<IgnoredAny>()?;
        Ok(())
    }
}

impl<'de, T: Read> DeserializeSeed<'de> for Seed<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> std::result::Result<T, D::Error> {
        T::read(deserializer, self.name, self.context)
    }
}
