//! The serde serializer.

use serde::ser::{self, Serialize};

use super::compound::{MapSerializer, SeqSerializer};
use super::envelope::blocks_from_slice;
use super::order::normalise_set;
use super::value::{Dialect, Encoder, value_from_slice};
use super::write;
use crate::error::{Error, Result};
use crate::number::{Number, whole};
use crate::path::Step;
use crate::sink::PayloadSerializer;
use crate::ty::Type;
use crate::value::Value;
use crate::{handover, token};

/// What a value is written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Everything is written as it is.
    #[default]
    Plain,
    /// The answer to a plan: write-only members are written as null, at any depth.
    Plan,
    /// A state or result: write-only members are written as null, and unknowns are refused,
    /// each with its path.
    State,
}

/// Writes Rust values as Terraform's MessagePack.
///
/// Most callers want [`to_vec`]. Use a serializer of your own to write into a buffer that is
/// used again.
///
/// # Examples
///
/// ```
/// use serde::Serialize;
/// use tfvalue::msgpack::Serializer;
///
/// let mut buffer = Vec::new();
/// for list in [vec![1, 2], vec![3]] {
///     buffer.clear();
///     list.serialize(&mut Serializer::new(&mut buffer))?;
/// }
/// assert_eq!(buffer, [0x91, 3]);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Debug)]
pub struct Serializer<'a> {
    /// What is written, and was there before. It belongs to the serializer while that lives, so
    /// that its length is at hand, and goes back then.
    pub(super) out: Vec<u8>,
    home: &'a mut Vec<u8>,
    purpose: Purpose,
    /// Whether JSON is printed of the output: decimal text is marked as such, minus zero is kept,
    /// and what JSON cannot hold is refused.
    for_json: bool,
    /// Whether decimal text was written that stands for a number: in a set, it decides the order.
    number_text: bool,
    /// Whether the list that comes next is a set.
    in_set: bool,
    /// Where the elements of the sets around begin, the innermost last.
    pub(super) elements: Vec<usize>,
    /// Unknowns in a state. They do not stop the writing, so that all are found.
    faults: Vec<Error>,
}

impl<'a> Serializer<'a> {
    /// Makes a serializer that adds to the end of `out`.
    #[must_use]
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        Serializer {
            out: std::mem::take(out),
            home: out,
            purpose: Purpose::Plain,
            for_json: false,
            number_text: false,
            in_set: false,
            elements: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Makes a serializer whose output is printed as JSON.
    pub(crate) fn for_json(out: &'a mut Vec<u8>) -> Self {
        let mut this = Serializer::new(out);
        this.for_json = true;
        this
    }

    /// Says what the value is written for.
    #[must_use]
    pub fn purpose(mut self, purpose: Purpose) -> Self {
        self.purpose = purpose;
        self
    }

    /// Writes a value, and reports all unknowns that should not be there.
    ///
    /// # Errors
    ///
    /// If the value has no form in Terraform's wire format, or holds unknowns in a
    /// [state](Purpose::State): one [fault](Error::faults) for each.
    pub fn write<T: Serialize + ?Sized>(mut self, value: &T) -> Result<()> {
        let start = self.out.len();
        let result = value
            .serialize(&mut self)
            .and_then(|()| Error::join(std::mem::take(&mut self.faults)));
        if result.is_err() {
            self.out.truncate(start);
        }
        result
    }

    /// Writes a part, and adds the step that leads to it to whatever goes wrong there.
    #[inline]
    pub(super) fn part<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
        step: impl FnOnce(&Self) -> Step,
    ) -> Result<()> {
        let faults = self.faults.len();
        match value.serialize(&mut *self) {
            Ok(()) if self.faults.len() == faults => Ok(()),
            result => self.blame(faults, result, step),
        }
    }

    #[cold]
    #[inline(never)]
    fn blame(
        &mut self,
        from: usize,
        result: Result<()>,
        step: impl FnOnce(&Self) -> Step,
    ) -> Result<()> {
        let step = step(self);
        let faults = self.faults.split_off(from);
        self.faults
            .extend(faults.into_iter().map(|fault| fault.at(step.clone())));
        result.map_err(|error| error.at(step))
    }

    /// Writes a [`Set`](crate::Set), which holds a list that knows its length, so that its
    /// elements stay where they are written first.
    fn set<T: Serialize + ?Sized>(&mut self, elements: &T) -> Result<()> {
        let start = self.out.len();
        let around = std::mem::take(&mut self.number_text);
        let before = self.elements.len();
        self.in_set = true;
        elements.serialize(&mut *self)?;
        self.in_set = false;
        normalise_set(
            &mut self.out,
            start,
            &self.elements[before..],
            self.number_text,
        )?;
        self.elements.truncate(before);
        self.number_text |= around;
        Ok(())
    }

    /// Writes a value with its type, which comes as the bytes of its envelope.
    fn dynamic<T: Serialize + ?Sized>(&mut self, envelope: &T) -> Result<()> {
        envelope.serialize(PayloadSerializer(|bytes: &[u8]| {
            if self.purpose != Purpose::State && !self.for_json {
                self.out.extend_from_slice(bytes);
                return Ok(());
            }
            let value = value_from_slice(bytes, &Type::Dynamic)?;
            self.value(&value)
        }))
    }

    /// Writes a value of type dynamic in the dialect that is asked for.
    fn value(&mut self, value: &Value) -> Result<()> {
        let faults = self.faults.len();
        if self.purpose == Purpose::State || self.for_json {
            value.walk(|path, part| {
                if part.is_unknown() {
                    let fault = Error::mismatch("a known value", "an unknown value");
                    self.faults.push(fault.under(path));
                }
                true
            });
        }
        if self.faults.len() > faults {
            write::nil(&mut self.out);
            return Ok(());
        }
        let dialect = if self.for_json {
            Dialect::Json
        } else {
            Dialect::Wire
        };
        Encoder {
            out: &mut self.out,
            dialect,
        }
        .value(value, &Type::Dynamic)
    }

    /// Writes nested blocks that contain dynamic: first as if their type were known, and then as
    /// a tuple or object with its type.
    fn envelope<T: Serialize + ?Sized>(&mut self, blocks: &T) -> Result<()> {
        let ty = handover::TYPE.take();
        let start = self.out.len();
        let for_json = std::mem::take(&mut self.for_json);
        let result = blocks.serialize(&mut *self);
        self.for_json = for_json;
        result?;
        let written = self.out.split_off(start);
        match ty
            .as_ref()
            .map(|ty| blocks_from_slice(&written, ty))
            .transpose()?
        {
            Some(value) if !value.is_unknown() => self.value(&value),
            _ if for_json => {
                self.faults
                    .push(Error::mismatch("a known value", "an unknown value"));
                write::nil(&mut self.out);
                Ok(())
            }
            _ => {
                self.out.extend_from_slice(&written);
                Ok(())
            }
        }
    }

    fn number(&mut self, number: &Number) -> Result<()> {
        match self.for_json {
            false => {
                self.number_text |= write::number(&mut self.out, number)?;
                Ok(())
            }
            true if !number.is_finite() => Err(Error::infinity()),
            true => write::number_text(&mut self.out, number),
        }
    }

    fn unknown<T: Serialize + ?Sized>(&mut self, placeholder: &T) -> Result<()> {
        if self.purpose == Purpose::State || self.for_json {
            self.faults
                .push(Error::mismatch("a known value", "an unknown value"));
            write::nil(&mut self.out);
            return Ok(());
        }
        let out = &mut self.out;
        placeholder.serialize(PayloadSerializer(|payload: &[u8]| {
            write::unknown(out, payload)
        }))
    }
}

impl Drop for Serializer<'_> {
    fn drop(&mut self) {
        *self.home = std::mem::take(&mut self.out);
    }
}

/// Writes a value into a new vector.
///
/// # Errors
///
/// If the value has no form in Terraform's wire format.
///
/// # Examples
///
/// ```
/// let bytes = tfvalue::msgpack::to_vec(&("a", 1.5, [true]))?;
/// assert_eq!(bytes, b"\x93\xa1a\xcb\x3f\xf8\0\0\0\0\0\0\x91\xc3");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_vec_for(value, Purpose::Plain)
}

/// Writes a value for a [`Purpose`] into a new vector.
///
/// # Errors
///
/// If the value has no form in Terraform's wire format, or holds unknowns in a state.
pub fn to_vec_for<T: Serialize + ?Sized>(value: &T, purpose: Purpose) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(128);
    Serializer::new(&mut out).purpose(purpose).write(value)?;
    Ok(out)
}

/// Writes a value into a writer, in one piece: canonical order needs the whole.
///
/// # Errors
///
/// If the value has no form in Terraform's wire format, or the writer fails.
pub fn to_writer<W: std::io::Write, T: Serialize + ?Sized>(mut writer: W, value: &T) -> Result<()> {
    writer.write_all(&to_vec(value)?).map_err(Error::io)
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

impl<'s, 'a> ser::Serializer for &'s mut Serializer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = SeqSerializer<'s, 'a>;
    type SerializeTuple = SeqSerializer<'s, 'a>;
    type SerializeTupleStruct = SeqSerializer<'s, 'a>;
    type SerializeTupleVariant = ser::Impossible<(), Error>;
    type SerializeMap = MapSerializer<'s, 'a>;
    type SerializeStruct = MapSerializer<'s, 'a>;
    type SerializeStructVariant = ser::Impossible<(), Error>;

    small_integers! {
        serialize_i8 i8
        serialize_i16 i16
        serialize_i32 i32
        serialize_i64 i64
        serialize_u8 u8
    /// Null, as formats of serde's have it.
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
        self.number(&Number::try_from(value)?)
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<()> {
        // JSON keeps minus zero.
        if self.for_json && whole(value).is_none_or(|int| int == 0) {
            return self.number(&Number::try_from(value)?);
        }
        self.number_text |= write::float(&mut self.out, value)?;
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
        Err(crate::sink::no_bytes())
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
            token::UNKNOWN => self.unknown(value),
            token::WRITE_ONLY if self.purpose != Purpose::Plain => self.serialize_none(),
            token::NUMBER => {
                let start = self.out.len();
                value.serialize(&mut *self)?;
                self.number_text |= write::settle_number_text(&mut self.out, start, self.for_json)?;
                Ok(())
            }
            token::SET => self.set(value),
            token::DYNAMIC => self.dynamic(value),
            token::ENVELOPE => self.envelope(value),
            _ => value.serialize(self),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<()> {
        Err(super::enum_with_data())
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<SeqSerializer<'s, 'a>> {
        let in_set = std::mem::take(&mut self.in_set);
        if in_set {
            self.elements.reserve(len.unwrap_or(0));
        }
        SeqSerializer::new(self, len, in_set)
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<SeqSerializer<'s, 'a>> {
        SeqSerializer::new(self, Some(len), false)
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<SeqSerializer<'s, 'a>> {
        SeqSerializer::new(self, Some(len), false)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        Err(super::enum_with_data())
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<MapSerializer<'s, 'a>> {
        MapSerializer::new(self, len, false)
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<MapSerializer<'s, 'a>> {
        MapSerializer::new(self, Some(len), name == token::OBJECT)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant> {
        Err(super::enum_with_data())
    }
}
