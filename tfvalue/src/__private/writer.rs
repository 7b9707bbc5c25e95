//! Writes the members of derived structs.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::block::Writable;
use crate::bridge::side_channel;
use crate::model::Field;
use crate::names;
use crate::ty::Type;

/// Writes the members of a struct. If `ALL` is `true`, all members are written; otherwise, only the member with the
/// index `wanted` is written. If `SETS` is `false`, no member contains a set from the standard library.
///
/// The writer keeps the first error and then writes nothing more, so that the generated code needs no early return for
/// each member. The writer does not depend on the type of the struct, so all structs share the code that is not inlined.
pub struct Writer<'a, S: SerializeStruct, const ALL: bool, const SETS: bool> {
    object: &'a mut S,
    fields: &'static [Field],
    index: usize,
    wanted: usize,
    result: Result<(), S::Error>,
}

impl<'a, S: SerializeStruct, const ALL: bool, const SETS: bool> Writer<'a, S, ALL, SETS> {
    #[inline]
    pub(super) fn new(object: &'a mut S, fields: &'static [Field], wanted: usize) -> Self {
        Writer {
            object,
            fields,
            index: 0,
            wanted,
            result: Ok(()),
        }
    }

    /// Writes the next member in name order. `value` can be a wrapper that writes the field in another way.
    #[cfg_attr(not(debug_assertions), inline(always))] // so that the bytes of the name are constant
    pub fn member<V: Serialize>(&mut self, name: &'static str, value: &V) {
        let index = self.index;
        self.index += 1;
        if self.result.is_ok() && (ALL || index == self.wanted) {
            self.result = self.write(index, name, value);
        }
    }

    /// Writes the next member, which is a nested block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn nested_block<V: Writable>(&mut self, name: &'static str, value: &V) {
        self.member(name, value);
    }

    /// Returns the first error.
    ///
    /// # Errors
    ///
    /// Fails if the format was unable to write a member.
    #[inline]
    pub fn end(self) -> Result<(), S::Error> {
        self.result
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<V: Serialize>(
        &mut self,
        index: usize,
        name: &'static str,
        value: &V,
    ) -> Result<(), S::Error> {
        // Most structs have no such sets, and therefore no code for them.
        if SETS {
            let field = &self.fields[index];
            if field.has_plain_sets() {
                return self.object.serialize_field(name, &Sets(value, field.ty()));
            }
        }
        self.object.serialize_field(name, value)
    }
}

pub(super) const fn has_plain_sets(mut fields: &[Field]) -> bool {
    while let [field, rest @ ..] = fields {
        if field.has_plain_sets() {
            return true;
        }
        fields = rest;
    }
    false
}

/// A value that contains sets from the standard library. serde treats these sets as lists, because its data model has
/// no sets.
struct Sets<'a, T>(&'a T, Type);

impl<T: Serialize> Serialize for Sets<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        side_channel::TYPE.set(Some(self.1.clone()));
        let result = serializer.serialize_newtype_struct(names::SETS, self.0);
        side_channel::TYPE.take();
        result
    }
}
