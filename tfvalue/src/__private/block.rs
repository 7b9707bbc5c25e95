//! Nested blocks.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::bridge::absent::{Empty, Null};
use crate::bridge::side_channel;
use crate::error::Error;
use crate::model::TfType;
use crate::names;
use crate::schema::Nesting;
use crate::value::{faults, transit};

/// A nested block that is a group: null and absent are read as empty.
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

/// A nested block that is not a group. Null and absent are read as empty, if the type is a list, set
/// or map without a null.
pub struct BlockField<T>(pub T);

#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de> + TfType> Deserialize<'de> for BlockField<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The conditions are constants, so the compiler only generates one branch.
        if T::NULL_IS_KEPT {
            T::deserialize(deserializer).map(BlockField)
        } else if T::IN_ENVELOPE {
            deserializer
                .deserialize_newtype_struct(names::ENVELOPE, Envelope(PhantomData))
                .map(BlockField)
        } else {
            Group::deserialize(deserializer).map(|group| BlockField(group.0))
        }
    }
}

/// The form of nested blocks on the wire.
pub(super) trait BlockForm: TfType {
    /// Whether null and empty are different. They are in a single block, and in a list, set or map whose type has a null.
    const NULL_IS_KEPT: bool = matches!(Self::FACTS.nesting, Some(Nesting::Single))
        || Self::FACTS.null && !Self::IN_ENVELOPE;

    /// Whether the value carries its type: in lists and maps of blocks with dynamic attributes.
    const IN_ENVELOPE: bool =
        Self::FACTS.dynamic && matches!(Self::FACTS.nesting, Some(Nesting::List | Nesting::Map));
}

impl<T: TfType> BlockForm for T {}

/// Reads blocks with dynamic attributes, which our formats provide as a tuple or object with its type.
struct Envelope<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + TfType> Visitor<'de> for Envelope<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nested blocks")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        let Some(value) = transit::VALUE.take() else {
            return self.visit_none();
        };
        T::deserialize(value.with_dynamics(&T::ty())).map_err(Error::through_serde)
    }

    /// Reads the blocks like `visit_unit`, when all errors are collected.
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        match transit::VALUE.take() {
            Some(blocks) => {
                faults::read(&blocks.with_dynamics(&T::ty())).map_err(Error::through_serde)
            }
            None => T::deserialize(deserializer),
        }
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<T, E> {
        if T::FACTS.null {
            T::deserialize(Null::new())
        } else {
            T::deserialize(Empty::new())
        }
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
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

/// A nested block with its type.
pub(super) struct Enveloped<'a, T>(pub(super) &'a T);

impl<T: Serialize + TfType> Serialize for Enveloped<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        side_channel::TYPE.set(Some(T::ty()));
        let result = serializer.serialize_newtype_struct(names::ENVELOPE, self.0);
        side_channel::TYPE.take();
        result
    }
}
