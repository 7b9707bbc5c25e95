//! Writing the members of derived structs.

use std::marker::PhantomData;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::Fields;
use super::block::{BlockForm, Enveloped, Writable};
use crate::bridge::side_channel;
use crate::model::Field;
use crate::names;
use crate::ty::Type;

/// Writes the members of a `T`: all of them; or, if `ALL` is `false`, the one with the index `wanted`.
///
/// It keeps the first error and then writes nothing more, so that generated code needs no early return for
/// each member.
pub struct Writer<'a, T, S: SerializeStruct, const ALL: bool> {
    object: &'a mut S,
    index: usize,
    wanted: usize,
    result: Result<(), S::Error>,
    of: PhantomData<fn(&T)>,
}

impl<'a, T: Fields, S: SerializeStruct, const ALL: bool> Writer<'a, T, S, ALL> {
    #[inline]
    pub(super) fn new(object: &'a mut S, wanted: usize) -> Self {
        Writer {
            object,
            index: 0,
            wanted,
            result: Ok(()),
            of: PhantomData,
        }
    }

    /// Writes the next member in the order of their names. `value` can be a wrapper, which writes the field in
    /// another way.
    #[inline(always)] // so that the bytes of the name are constant
    pub fn member<V: Serialize>(&mut self, name: &'static str, value: &V) {
        let index = self.index;
        self.index += 1;
        if self.result.is_ok() && (ALL || index == self.wanted) {
            self.result = self.write(index, name, value);
        }
    }

    /// Writes the next member, a nested block, with its type if required.
    #[inline(always)]
    pub fn nested_block<V: Writable>(&mut self, name: &'static str, value: &V) {
        // The condition is a constant, so the compiler only generates one branch.
        if const { V::IN_ENVELOPE } {
            self.member(name, &Enveloped(value));
        } else {
            self.member(name, value);
        }
    }

    /// Returns the first error.
    ///
    /// # Errors
    ///
    /// Fails if the format could not write a member.
    #[inline]
    pub fn end(self) -> Result<(), S::Error> {
        self.result
    }

    #[inline(always)]
    fn write<V: Serialize>(
        &mut self,
        index: usize,
        name: &'static str,
        value: &V,
    ) -> Result<(), S::Error> {
        // Most structs have no such sets, and no code for them.
        if const { has_plain_sets(T::MEMBERS_ARE_NOT_RECURSIVE) } {
            let field = &T::MEMBERS_ARE_NOT_RECURSIVE[index];
            if field.has_plain_sets() {
                return self.object.serialize_field(name, &Sets(value, field.ty()));
            }
        }
        self.object.serialize_field(name, value)
    }
}

const fn has_plain_sets(mut fields: &[Field]) -> bool {
    while let [field, rest @ ..] = fields {
        if field.has_plain_sets() {
            return true;
        }
        fields = rest;
    }
    false
}

/// A value with sets of std, which are lists for serde: its data model has no sets.
struct Sets<'a, T>(&'a T, Type);

impl<T: Serialize> Serialize for Sets<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        side_channel::TYPE.set(Some(self.1.clone()));
        let result = serializer.serialize_newtype_struct(names::SETS, self.0);
        side_channel::TYPE.take();
        result
    }
}
