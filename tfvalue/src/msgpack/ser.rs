//! The writer behind the serializers.

use serde::ser::{self, Serialize};

use super::compound::{MapSerializer, SeqSerializer, Source, StructSerializer};
use super::entries::{Entries, Kind};
use super::envelope::blocks_from_slice;
use super::notes::{Envelope, Note, Notes};
use super::order;
use super::read::Reader;
use super::serializer::Purpose;
use super::value::{MessagePack, encode, value_from_slice};
use super::write;
use crate::bridge::payload::PayloadSerializer;
use crate::bridge::{names, side_channel};
use crate::error::{Error, Result};
use crate::json;
use crate::number::{Number, whole};
use crate::ty::Type;
use crate::value::Value;

/// Writes values one part after another: what is behind [`Serializer`](super::Serializer), the
/// JSON writer, and every part of a value that either writes.
///
/// What comes out of it counts only after [`finish`](Self::finish), which reports what did not stop
/// the writing.
#[derive(Debug, Default)]
pub struct Writer {
    pub(crate) out: Vec<u8>,
    pub(super) purpose: Purpose,
    mode: Mode,
    /// Whether decimal text was written that stands for a number: in a set, it decides the order.
    number_text: bool,
    /// Whether the list that comes next is a set.
    in_set: bool,
    /// Where the elements of the sets around begin, the innermost last.
    pub(super) elements: Vec<usize>,
    /// How many collections are around whose elements must be of one type.
    pub(super) collections: usize,
    /// Whether blocks are written whose envelope names the types of all that is inside.
    in_blocks: bool,
    pub(super) state: State,
    /// What was noticed since the value began, in the order in which it was written.
    pub(super) notes: Notes,
    /// The objects around that are not derived structs, the innermost last.
    pub(super) foreign: Vec<Entries>,
}

/// What the end of a list, map or object has to look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub(super) enum State {
    #[default]
    Clean,
    /// There are notes.
    Noted,
    /// A part was not written, and so nothing is.
    Failed,
}

/// What the output is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Mode {
    /// Terraform's MessagePack.
    #[default]
    Wire,
    /// JSON is printed of it: decimal text is marked as such, minus zero is kept, and what JSON
    /// cannot hold is refused.
    Json,
    /// It is compared: each number has just one form, and each set just one order.
    Comparable,
}

impl Writer {
    /// Creates a writer that adds to the end of `out`.
    pub(super) fn new(out: Vec<u8>, purpose: Purpose) -> Self {
        Writer {
            out,
            purpose,
            ..Writer::default()
        }
    }

    /// Creates a writer whose output is printed as JSON.
    pub(crate) fn for_json(out: Vec<u8>) -> Self {
        Writer {
            out,
            mode: Mode::Json,
            ..Writer::default()
        }
    }

    /// Creates a writer whose output is the same for values that are the same to Terraform.
    pub(crate) fn comparable() -> Self {
        Writer {
            mode: Mode::Comparable,
            ..Writer::default()
        }
    }

    /// Writes a value and returns the output.
    ///
    /// # Errors
    ///
    /// If the value cannot be written, or has unknowns that should not be there.
    pub(crate) fn write<T: Serialize + ?Sized>(mut self, value: &T) -> Result<Vec<u8>> {
        value.serialize(&mut self)?;
        self.finish()?;
        Ok(self.out)
    }

    /// Reports what did not stop the writing of a value.
    #[inline]
    pub(crate) fn finish(&mut self) -> Result<()> {
        match self.state {
            State::Clean => Ok(()),
            _ => self.report(),
        }
    }

    #[cold]
    #[inline(never)]
    fn report(&mut self) -> Result<()> {
        self.state = State::Clean;
        self.notes.report()
    }

    /// Notes something of the part that begins here.
    #[cold]
    fn note(&mut self, note: Note) {
        self.notes.push(self.out.len(), note);
        if self.state == State::Clean {
            self.state = State::Noted;
        }
    }

    /// Notes an unknown that should not be here.
    #[cold]
    fn fault(&mut self) {
        let fault = Error::unknown();
        self.note(Note::Fault(fault));
    }

    /// Drops what follows the first `len` bytes of the output, and all that is known of it.
    pub(crate) fn go_back(&mut self, len: usize) {
        self.out.truncate(len);
        self.number_text = false;
        self.in_set = false;
        self.elements.clear();
        self.collections = 0;
        self.in_blocks = false;
        self.state = State::Clean;
        self.notes.clear();
        self.foreign.clear();
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
        let starts = &self.elements[before..];
        match self.mode {
            Mode::Comparable => order::sort_set(&mut self.out, start, starts)?,
            _ => order::normalise_set(&mut self.out, start, starts, self.number_text)?,
        }
        self.elements.truncate(before);
        self.number_text |= around;
        Ok(())
    }

    /// Writes a member in which there are sets that serde takes for lists, and puts them into
    /// order by its type.
    fn sets<T: Serialize + ?Sized>(&mut self, member: &T) -> Result<()> {
        let ty = side_channel::TYPE.take().ok_or_else(buffered)?;
        let start = self.out.len();
        member.serialize(&mut *self)?;
        order::normalise_sets(&mut self.out, start, &ty)
    }

    /// Writes a value with its type, which comes as the bytes of its envelope.
    fn dynamic<T: Serialize + ?Sized>(&mut self, envelope: &T) -> Result<()> {
        envelope.serialize(PayloadSerializer(|bytes: &[u8]| {
            if self.collections > 0 && !self.in_blocks && bytes.first() == Some(&0x92) {
                let ty = Reader::new(&bytes[1..]).str_bytes("a type")?;
                self.note(Note::Envelope(Envelope::new(ty)));
            }
            if self.purpose != Purpose::State && self.mode != Mode::Json {
                self.out.extend_from_slice(bytes);
                return Ok(());
            }
            let value = value_from_slice(bytes, &Type::Dynamic);
            let written = value.and_then(|value| self.value(&value));
            written.map_err(Error::in_dynamic)
        }))
    }

    /// Writes a value of type dynamic in the dialect that is asked for.
    fn value(&mut self, value: &Value) -> Result<()> {
        let notes = self.notes.len();
        if self.purpose == Purpose::State || self.mode == Mode::Json {
            value.walk(|path, part| {
                if part.is_unknown() {
                    let fault = Error::unknown();
                    self.note(Note::Fault(fault.at_path(path).in_dynamic()));
                }
                true
            });
        }
        if self.notes.len() > notes {
            write::nil(&mut self.out);
            return Ok(());
        }
        if self.mode != Mode::Json || value.is_untyped() {
            return encode::<MessagePack>(&mut self.out, value, &Type::Dynamic);
        }
        let ty = value.ty();
        write::map_len(&mut self.out, 2)?;
        write::str(&mut self.out, "value")?;
        write::bin(&mut self.out, &json::written(value, &ty)?)?;
        write::str(&mut self.out, "type")?;
        write::bin(&mut self.out, ty.to_json().as_bytes())
    }

    /// Writes nested blocks that contain dynamic: first as if their type were known, and then as
    /// a tuple or object with its type.
    fn envelope<T: Serialize + ?Sized>(&mut self, blocks: &T) -> Result<()> {
        let ty = side_channel::TYPE.take().ok_or_else(buffered)?;
        let start = self.out.len();
        let mode = std::mem::take(&mut self.mode);
        let in_blocks = std::mem::replace(&mut self.in_blocks, true);
        let result = blocks.serialize(&mut *self);
        self.mode = mode;
        self.in_blocks = in_blocks;
        result?;
        let written = self.out.split_off(start);
        match blocks_from_slice(&written, &ty)? {
            value if !value.is_unknown() => self.value(&value),
            _ if mode == Mode::Json => {
                self.fault();
                write::nil(&mut self.out);
                Ok(())
            }
            _ => {
                self.out.extend_from_slice(&written);
                Ok(())
            }
        }
    }

    /// Writes a sensitive value, which no error shows.
    fn sensitive<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let before = self.notes.len();
        side_channel::REDACTS.set(true);
        let result = value.serialize(&mut *self);
        if self.notes.len() > before {
            self.notes.redact(before);
        }
        result.map_err(Error::redact)
    }

    fn number(&mut self, number: &Number) -> Result<()> {
        match self.mode {
            Mode::Wire => {
                self.number_text |= write::number(&mut self.out, number);
                Ok(())
            }
            Mode::Json if !number.is_finite() => Err(Error::infinity()),
            // Minus zero is the same as zero.
            Mode::Comparable if number.as_i64() == Some(0) => {
                write::int(&mut self.out, 0);
                Ok(())
            }
            Mode::Json | Mode::Comparable => {
                write::number_text(&mut self.out, number);
                Ok(())
            }
        }
    }

    /// Replaces the text that was written last, from `start` on, by the number that it means.
    #[cold]
    pub(super) fn text_to_number(&mut self, start: usize) -> Result<()> {
        let number: Number = Reader::new(&self.out[start..]).str("a number")?.parse()?;
        self.out.truncate(start);
        self.number(&number)
    }

    fn unknown<T: Serialize + ?Sized>(&mut self, placeholder: &T) -> Result<()> {
        if self.purpose == Purpose::State || self.mode == Mode::Json {
            self.fault();
            write::nil(&mut self.out);
            return Ok(());
        }
        let out = &mut self.out;
        placeholder.serialize(PayloadSerializer(|payload: &[u8]| {
            write::unknown(out, payload)
        }))
    }
}

/// Says that something stood between a struct and our format, which lost what the struct said of
/// its member.
#[cold]
fn buffered() -> Error {
    Error::data(
        "a struct that has sets which are no `Set`, or nested blocks of dynamic values, cannot be buffered before it is written, as serde does in enums with a tag",
    )
}

/// Says that JSON which was not read has no type by which to write it.
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
        self.number(&Number::try_from(value)?)
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<()> {
        // JSON keeps minus zero.
        if self.mode != Mode::Wire && whole(value).is_none_or(|int| int == 0) {
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

    /// Null, as formats of serde's have it.
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
                // An integer or a double on the wire is final.
                if as_text || matches!(self.out.get(start), Some(0xa0..=0xbf | 0xd9..=0xdb)) {
                    self.number_text |= write::settle_number_text(&mut self.out, start, as_text)?;
                }
                Ok(())
            }
            names::SET => self.set(value),
            names::SETS => self.sets(value),
            names::DYNAMIC => self.dynamic(value),
            names::ENVELOPE => self.envelope(value),
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
        Err(Error::enum_with_data())
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<SeqSerializer<'s>> {
        let in_set = std::mem::take(&mut self.in_set);
        if in_set {
            self.elements.reserve(len.unwrap_or(0));
        }
        SeqSerializer::new(self, len, Kind::List, in_set)
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<SeqSerializer<'s>> {
        SeqSerializer::new(self, Some(len), Kind::Tuple, false)
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<SeqSerializer<'s>> {
        SeqSerializer::new(self, Some(len), Kind::Tuple, false)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        Err(Error::enum_with_data())
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<MapSerializer<'s>> {
        MapSerializer::new(self, len)
    }

    #[inline(always)] // so that the name is compared when it is compiled
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<StructSerializer<'s>> {
        let source = match name {
            names::OBJECT => Source::Derived,
            names::SERDE_JSON_NUMBER => Source::Number,
            names::SERDE_JSON_RAW => return Err(raw_json()),
            _ => Source::Foreign,
        };
        StructSerializer::new(self, len, source)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant> {
        Err(Error::enum_with_data())
    }
}
