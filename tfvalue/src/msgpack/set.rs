//! Writes sets, first in the caller's order, and then in Terraform's order.

use serde::ser::{self, Impossible, Serialize};

use super::compound::SeqSerializer;
use super::entries::Kind;
use super::order;
use super::writer::{Mode, Writer};
use crate::bridge::side_channel;
use crate::error::{Error, Result};

impl Writer {
    /// Writes a [`Set`](crate::Set), whose elements are serialized like the elements of a list.
    pub(super) fn set<T: Serialize + ?Sized>(&mut self, elements: &T) -> Result<()> {
        let start = self.out.len();
        let around = std::mem::take(&mut self.number_text);
        let before = self.elements.len();
        elements.serialize(SetSerializer(self))?;
        let starts = &self.elements[before..];
        match self.mode {
            Mode::Comparable => order::sort_set(&mut self.out, start, starts)?,
            _ => order::normalize_set(&mut self.out, start, starts, self.number_text)?,
        }
        self.elements.truncate(before);
        self.number_text |= around;
        Ok(())
    }

    /// Writes a member that contains sets, such as `BTreeSet`, which serde serializes as lists. The type of the member
    /// determines which lists are sets.
    pub(super) fn sets<T: Serialize + ?Sized>(&mut self, member: &T) -> Result<()> {
        let ty = side_channel::TYPE.take().ok_or_else(buffered)?;
        let start = self.out.len();
        member.serialize(&mut *self)?;
        order::normalize_sets(&mut self.out, start, &ty)
    }
}

/// Writes a list as a set, and records the position of each element.
struct SetSerializer<'s>(&'s mut Writer);

impl<'s> ser::Serializer for SetSerializer<'s> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = SeqSerializer<'s>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<SeqSerializer<'s>> {
        self.0.elements.reserve(len.unwrap_or(0));
        SeqSerializer::new(self.0, len, Kind::List, true)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    refuse! { not_a_list();
        serialize_bool(bool)
        serialize_i8(i8)
        serialize_i16(i16)
        serialize_i32(i32)
        serialize_i64(i64)
        serialize_u8(u8)
        serialize_u16(u16)
        serialize_u32(u32)
        serialize_u64(u64)
        serialize_f32(f32)
        serialize_f64(f64)
        serialize_char(char)
        serialize_str(&str)
        serialize_bytes(&[u8])
        serialize_none()
        serialize_unit()
        serialize_unit_struct(&'static str)
        serialize_unit_variant(&'static str, u32, &'static str)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
        Err(not_a_list())
    }

    refuse_compounds_but_seq!(not_a_list());
}

/// Returns the error for a struct whose serializer did not pass the member directly to the writer, so the type of the
/// member was lost.
#[cold]
fn buffered() -> Error {
    Error::data(
        "a struct cannot be buffered before it is written, as serde does in enums with a tag, if it has sets of a type other than `Set`",
    )
}

#[cold]
fn not_a_list() -> Error {
    Error::data("the elements of a set must be a list")
}
