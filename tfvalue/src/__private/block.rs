//! Nested blocks.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::Serialize;

use crate::bridge::absent::Empty;
use crate::model::TfType;
use crate::names;
use crate::schema::Nesting;

/// A nested block that is a group. A null or absent block is read as empty.
pub struct Group<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Group<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = GroupVisitor(PhantomData);
        let value = deserializer.deserialize_newtype_struct(names::BLOCK, visitor);
        value.map(Group)
    }
}

struct GroupVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for GroupVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        T::deserialize(Empty::new())
    }
}

/// A nested block that is not a group. Null and absent blocks are read as empty if the type is a list, set or map that
/// cannot represent null.
pub struct BlockField<T>(pub T);

#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de> + TfType> Deserialize<'de> for BlockField<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A null block differs from an empty block if the block is a single block, or if it is a list, set or map whose
        // type can represent null. The condition is a constant, so the compiler generates only one branch.
        if const { matches!(T::FACTS.nesting, Some(Nesting::Single)) || T::FACTS.null } {
            T::deserialize(deserializer).map(BlockField)
        } else {
            Group::deserialize(deserializer).map(|group| BlockField(group.0))
        }
    }
}

/// A type of nested blocks that can be written.
#[diagnostic::on_unimplemented(
    message = "the type of this nested block cannot be written",
    label = "requires `TfType` and serde's `Serialize`",
    note = "`#[derive(TfSchema)]` implements both for your own structs"
)]
pub trait Writable: Serialize + TfType {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + TfType> Writable for T {}
