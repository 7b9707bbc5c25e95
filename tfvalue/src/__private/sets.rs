//! Members with sets of std, which are lists for serde: its data model has no sets.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::bridge::side_channel;
use crate::model::TfType;
use crate::names;
use crate::ty::Type;

/// Writes a member of this type, which contains such sets.
///
/// # Errors
///
/// Fails if the format cannot write it.
pub fn with_sets<S: SerializeStruct, T: Serialize>(
    object: &mut S,
    ty: Type,
    name: &'static str,
    value: &T,
) -> Result<(), S::Error> {
    object.serialize_field(name, &Sets(value, ty))
}

/// Writes a member that may contain such sets.
pub(super) fn member<S: SerializeStruct, T: Serialize + TfType>(
    object: &mut S,
    name: &'static str,
    value: &T,
) -> Result<(), S::Error> {
    if const { T::FACTS.plain_sets } {
        with_sets(object, T::ty(), name, value)
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
