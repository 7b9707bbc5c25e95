//! Members with sets of std, which are lists for serde: its data model has no sets.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::Fields;
use crate::bridge::side_channel;
use crate::names;
use crate::ty::Type;

/// Writes the member with this index, which may contain such sets. The member has the type of the field.
/// `value` can be a wrapper, which writes the member in another way.
///
/// # Errors
///
/// Fails if the format cannot write it.
#[inline(always)] // so that the bytes of the name are constant
pub fn member<T: Fields, const INDEX: usize, S: SerializeStruct, V: Serialize>(
    object: &mut S,
    name: &'static str,
    value: &V,
) -> Result<(), S::Error> {
    // The condition is a constant, so the compiler only generates one branch.
    if const { T::MEMBERS_ARE_NOT_RECURSIVE[INDEX].has_plain_sets() } {
        let ty = T::MEMBERS_ARE_NOT_RECURSIVE[INDEX].ty();
        object.serialize_field(name, &Sets(value, ty))
    } else {
        object.serialize_field(name, value)
    }
}

struct Sets<'a, T>(&'a T, Type);

impl<T: Serialize> Serialize for Sets<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        side_channel::TYPE.set(Some(self.1.clone()));
        let result = serializer.serialize_newtype_struct(names::SETS, self.0);
        side_channel::TYPE.take();
        result
    }
}
