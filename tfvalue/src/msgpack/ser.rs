//! The serde serializer.
//!
//! The [`Writer`] writes every value directly to the output. The writer's `Purpose` specifies the message for which the
//! value is written. The writer's `Mode` specifies how the output is used: it is sent, printed as JSON, or compared.
//!
//! # Names
//!
//! serde has no concept of sets, unknown values or similar values. The types in this crate serialize each of these as a
//! newtype struct with one of the reserved [`names`], and the writer calls the method for that name. Other serializers
//! see only the content of the newtype.
//!
//! # Lists, maps and objects
//!
//! The header is written first with the announced length. It is corrected at the end if the length was wrong. The keys
//! of a map are compared as they are written. The entries are sorted at the end only if the keys are out of order. The
//! names of a derived struct are sorted at compile time.
//!
//! # Sets
//!
//! Elements are written in the caller's order, and `SetSerializer` records the positions of the elements.
//! At the end of the set, [`order`](super::order) compares the written elements, and moves them only if they are out of
//! order or contain duplicates. For serde, a `BTreeSet` or `HashSet` in a derived struct is a list. The derive passes
//! the type of the member. Once the member has been written, the lists that are sets according to this type are sorted.
//!
//! # JSON
//!
//! JSON is printed from the same output in a second pass. Keys and sets are already sorted at that point, and both
//! formats share one implementation. MessagePack that is written for JSON differs in two ways. Text that is to be
//! printed without quotes, such as a decimal or a type, is written as bin, which Terraform values never use. Unknown
//! values are errors.
//!
//! # Errors
//!
//! An error that stops the writing receives its path as it propagates through lists and objects. An unknown value in a
//! state does not stop the writing, so that all unknown values are reported. The error for such a value becomes a note
//! with its position in the output. Each list or object that ends adds its step to the notes inside it.

use serde::ser::{self, Serialize};

use super::compound::{MapSerializer, SeqSerializer, StructKind, StructSerializer};
use super::entries::Kind;
use super::write;
use super::writer::{Mode, Purpose, Writer};
use crate::error::{Error, Result};
use crate::names;
use crate::number::{Number, whole};

/// Returns the error for raw JSON, which cannot be written because it has no type.
#[cold]
fn raw_json() -> Error {
    Error::data("raw JSON cannot be written: read it into a value first")
}

macro_rules! small_integers {
    ($($method:ident $ty:ident)*) => {$(
        #[inline]
        fn $method(self, value: $ty) -> Result<()> {
            write::int(&mut self.out, i64::from(value));
            Ok(())
        }
    )*};
}

macro_rules! wide_integers {
    ($($method:ident $ty:ident)*) => {$(
        fn $method(self, value: $ty) -> Result<()> {
            self.number(&Number::from(value))
        }
    )*};
}

impl<'s> ser::Serializer for &'s mut Writer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = SeqSerializer<'s>;
    type SerializeTuple = SeqSerializer<'s>;
    type SerializeTupleStruct = SeqSerializer<'s>;
    type SerializeTupleVariant = ser::Impossible<(), Error>;
    type SerializeMap = MapSerializer<'s>;
    type SerializeStruct = StructSerializer<'s>;
    type SerializeStructVariant = ser::Impossible<(), Error>;

    small_integers! {
        serialize_i8 i8
        serialize_i16 i16
        serialize_i32 i32
        serialize_i64 i64
        serialize_u8 u8
        serialize_u16 u16
        serialize_u32 u32
    }

    wide_integers! {
        serialize_u64 u64
        serialize_i128 i128
        serialize_u128 u128
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<()> {
        write::bool(&mut self.out, value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<()> {
        match Number::try_from(value) {
            Ok(number) => self.number(&number),
            Err(nan) => self.invalid(nan.into()),
        }
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<()> {
        // JSON keeps minus zero.
        if self.mode != Mode::Wire && whole(value).is_none_or(|int| int == 0) {
            return self.number(&Number::try_from(value)?);
        }
        match write::float(&mut self.out, value) {
            Ok(is_text) => self.number_text |= is_text,
            Err(nan) => return self.invalid(nan),
        }
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<()> {
        write::str(&mut self.out, value.encode_utf8(&mut [0; 4]))
    }

    #[inline(always)]
    fn serialize_str(self, value: &str) -> Result<()> {
        write::str(&mut self.out, value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<()> {
        Err(Error::no_bytes())
    }

    #[inline]
    fn serialize_none(self) -> Result<()> {
        write::nil(&mut self.out);
        Ok(())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    /// Writes null, as other serde formats do.
    fn serialize_unit(self) -> Result<()> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<()> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        write::str(&mut self.out, variant)
    }

    #[inline(always)] // so that the name is compared when it is compiled
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match name {
            names::UNKNOWN => self.unknown(value),
            names::WRITE_ONLY if self.purpose != Purpose::Plain => self.serialize_none(),
            names::SENSITIVE => self.sensitive(value),
            names::NUMBER => {
                let start = self.out.len();
                value.serialize(&mut *self)?;
                let as_text = self.mode != Mode::Wire;
                // An integer or a double on the wire is already in its final form.
                if as_text || matches!(self.out.get(start), Some(0xa0..=0xbf | 0xd9..=0xdb)) {
                    self.number_text |= write::settle_number_text(&mut self.out, start, as_text)?;
                }
                Ok(())
            }
            names::SET => self.set(value),
            names::SETS => self.sets(value),
            names::DYNAMIC => self.dynamic(value),
            _ => value.serialize(self),
        }
    }

    refuse_variants!(Error::enum_with_data());

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<SeqSerializer<'s>> {
        SeqSerializer::new(self, len, Kind::List, false)
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<SeqSerializer<'s>> {
        SeqSerializer::new(self, Some(len), Kind::Tuple, false)
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<SeqSerializer<'s>> {
        SeqSerializer::new(self, Some(len), Kind::Tuple, false)
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<MapSerializer<'s>> {
        MapSerializer::new(self, len)
    }

    #[inline(always)] // so that the name is compared when it is compiled
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<StructSerializer<'s>> {
        let kind = match name {
            names::OBJECT => StructKind::Derived,
            names::SERDE_JSON_NUMBER => StructKind::Number,
            names::SERDE_JSON_RAW => return Err(raw_json()),
            _ => StructKind::Foreign,
        };
        StructSerializer::new(self, len, kind)
    }
}
