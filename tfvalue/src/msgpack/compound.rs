//! The serializers for lists, maps and objects.

use serde::ser::{self, Serialize};

use super::entries::{Kind, Span, WrittenEntries};
use super::order::sort_entries;
use super::write;
use super::writer::{Writer, WriterState};
use crate::bridge::map_key::KeySerializer;
use crate::error::{Error, Result};
use crate::path::Step;

/// Writes the elements of a list, set or tuple.
#[derive(Debug)]
pub struct SeqSerializer<'s> {
    ser: &'s mut Writer,
    span: Span,
    kind: Kind,
    /// Whether the elements belong to a set, for which their positions are needed.
    in_set: bool,
}

impl<'s> SeqSerializer<'s> {
    #[inline]
    pub(super) fn new(
        ser: &'s mut Writer,
        announced: Option<usize>,
        kind: Kind,
        in_set: bool,
    ) -> Result<Self> {
        ser.collections += usize::from(kind.is_collection());
        Ok(SeqSerializer {
            span: Span::new(&mut ser.out, announced, kind)?,
            ser,
            kind,
            in_set,
        })
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        if self.in_set {
            self.ser.elements.push(self.ser.out.len());
        }
        let index = self.span.written;
        self.span.written += 1;
        match value.serialize(&mut *self.ser) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.ser.fail_in_element(error, index)),
        }
    }

    #[inline]
    pub(super) fn finish(self) -> Result<&'s mut Writer> {
        if !self.ser.is_settled(&self.span) {
            self.ser.settle(self.span, self.kind)?;
        }
        self.ser.collections -= usize::from(self.kind.is_collection());
        Ok(self.ser)
    }
}

impl Writer {
    /// Records that a part could not be written. Writing the value then fails even if its `Serialize` impl ignores the
    /// error.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> Error {
        self.state = WriterState::Failed;
        error
    }

    #[cold]
    #[inline(never)]
    fn fail_in_element(&mut self, error: Error, index: usize) -> Error {
        self.fail(error.at_step(Step::Index(index as u64)))
    }

    #[cold]
    #[inline(never)]
    fn fail_in_entry(&mut self, error: Error, entries: &WrittenEntries) -> Error {
        let step = entries.step(&self.out);
        self.fail(error.at_step(step))
    }

    #[cold]
    #[inline(never)]
    fn fail_in_member(&mut self, error: Error, name: &'static str) -> Error {
        self.fail(error.at_step(Step::Attribute(name.into())))
    }

    /// Returns `true` if nothing remains to be done at the end of a list, map or object.
    #[inline(always)]
    fn is_settled(&self, span: &Span) -> bool {
        self.state == WriterState::Clean && span.announced == Some(span.written)
    }

    /// Ends a list or object that has notes or an incorrect header.
    #[cold]
    #[inline(never)]
    fn settle(&mut self, span: Span, kind: Kind) -> Result<()> {
        self.settle_notes(span, kind)?;
        span.correct_header(&mut self.out, kind)
    }

    /// For each note, adds the step that leads to the part with the error.
    fn settle_notes(&mut self, span: Span, kind: Kind) -> Result<()> {
        match self.state {
            WriterState::Clean => Ok(()),
            WriterState::Failed => Err(incomplete()),
            WriterState::Noted => self.notes.locate(&self.out, span, kind),
        }
    }

    /// Begins a struct that is not derived by this crate.
    #[inline(never)]
    fn begin_foreign(&mut self, len: usize) -> Result<()> {
        let entries = WrittenEntries::new(&mut self.out, Some(len), Kind::Object)?;
        self.foreign.push(entries);
        Ok(())
    }

    /// Writes a name to the innermost struct that is not derived.
    #[inline(never)]
    fn foreign_name(&mut self, name: &str) -> Result<()> {
        match self.foreign.last_mut() {
            Some(entries) => entries.key(&mut self.out, name),
            None => Err(incomplete()),
        }
    }

    /// Ends the innermost struct that is not derived.
    #[inline(never)]
    fn end_foreign(&mut self) -> Result<()> {
        match self.foreign.pop() {
            Some(entries) => entries.end(self),
            None => Err(incomplete()),
        }
    }
}

impl WrittenEntries {
    /// Ends the map or object.
    #[inline(always)]
    fn end(&self, writer: &mut Writer) -> Result<()> {
        if self.sorted && writer.is_settled(&self.span) {
            return Ok(());
        }
        self.settle(writer)
    }

    #[cold]
    #[inline(never)]
    fn settle(&self, writer: &mut Writer) -> Result<()> {
        // Notes are located before the entries are moved.
        writer.settle_notes(self.span, self.kind)?;
        if !self.sorted {
            let first = self.span.first_part(self.kind)?;
            sort_entries(&mut writer.out, first, self.span.written)?;
        }
        self.span.correct_header(&mut writer.out, self.kind)
    }
}

/// Returns the error for a `Serialize` impl that ignored the error of a part.
#[cold]
fn incomplete() -> Error {
    Error::data("the `Serialize` impl ended a list or map although writing one of its parts failed")
}

/// Returns the error for keys and values that are not in pairs.
#[cold]
fn unpaired() -> Error {
    Error::data("the `Serialize` impl wrote a key without a value, or a value without a key")
}

impl ser::SerializeSeq for SeqSerializer<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish().map(drop)
    }
}

impl ser::SerializeTuple for SeqSerializer<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish().map(drop)
    }
}

impl ser::SerializeTupleStruct for SeqSerializer<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish().map(drop)
    }
}

/// Writes the entries of a map, and sorts them if necessary.
#[derive(Debug)]
pub struct MapSerializer<'s> {
    ser: &'s mut Writer,
    entries: WrittenEntries,
    kind: Kind,
    /// Whether a key has been written without its value.
    has_key: bool,
}

impl<'s> MapSerializer<'s> {
    #[inline]
    pub(super) fn new(ser: &'s mut Writer, announced: Option<usize>) -> Result<Self> {
        let kind = match announced {
            Some(_) => Kind::Map,
            None => Kind::Entries,
        };
        ser.collections += usize::from(kind.is_collection());
        Ok(MapSerializer {
            entries: WrittenEntries::new(&mut ser.out, announced, kind)?,
            ser,
            kind,
            has_key: false,
        })
    }

    #[inline(always)]
    fn key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        if self.has_key {
            return Err(self.ser.fail(unpaired()));
        }
        let (out, entries) = (&mut self.ser.out, &mut self.entries);
        match key.serialize(KeySerializer(|key: &str| entries.key(out, key))) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.ser.fail(error)),
        }
    }

    /// Writes the value for the last key.
    #[inline(always)]
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match value.serialize(&mut *self.ser) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.ser.fail_in_entry(error, &self.entries)),
        }
    }

    #[inline]
    pub(super) fn finish(self) -> Result<&'s mut Writer> {
        if self.has_key {
            return Err(unpaired());
        }
        self.entries.end(self.ser)?;
        self.ser.collections -= usize::from(self.kind.is_collection());
        Ok(self.ser)
    }
}

impl ser::SerializeMap for MapSerializer<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key(key)?;
        self.has_key = true;
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        if std::mem::take(&mut self.has_key) {
            self.value(value)
        } else {
            Err(self.ser.fail(unpaired()))
        }
    }

    #[inline]
    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<()> {
        self.key(key)?;
        self.value(value)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish().map(drop)
    }
}

/// Writes the members of an object.
#[derive(Debug)]
pub struct StructSerializer<'s> {
    ser: &'s mut Writer,
    /// The start position of the object, and its number of members.
    span: Span,
    kind: StructKind,
}

/// The kind of struct that is being written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum StructKind {
    /// A struct derived by this crate. The struct's names are ASCII and sorted, and the number of names is correct, so
    /// no checks are needed.
    Derived,
    /// Any other struct. The state of other structs is kept in the writer, where it adds no cost to derived structs.
    Foreign,
    /// A `serde_json` number. The text of the number is written first, and is replaced by the number at the end.
    Number,
}

impl<'s> StructSerializer<'s> {
    #[inline(always)] // so that the kind of a derived struct is constant
    pub(super) fn new(ser: &'s mut Writer, len: usize, kind: StructKind) -> Result<Self> {
        let span = Span {
            start: ser.out.len(),
            announced: Some(len),
            written: len,
        };
        match kind {
            StructKind::Derived => write::map_len(&mut ser.out, len)?,
            StructKind::Foreign => ser.begin_foreign(len)?,
            StructKind::Number => {}
        }
        Ok(StructSerializer { ser, span, kind })
    }

    #[inline(always)]
    pub(super) fn finish(self) -> Result<&'s mut Writer> {
        match self.kind {
            StructKind::Derived if self.ser.is_settled(&self.span) => {}
            StructKind::Derived => self.ser.settle(self.span, Kind::Object)?,
            StructKind::Foreign => self.ser.end_foreign()?,
            StructKind::Number => self.ser.text_to_number(self.span.start)?,
        }
        Ok(self.ser)
    }
}

impl ser::SerializeStruct for StructSerializer<'_> {
    type Ok = ();
    type Error = Error;

    #[cfg_attr(not(debug_assertions), inline(always))] // so that the bytes of the name are constant
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match self.kind {
            StructKind::Derived => write::str(&mut self.ser.out, name)?,
            StructKind::Foreign => self.ser.foreign_name(name)?,
            StructKind::Number => {}
        }
        match value.serialize(&mut *self.ser) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.ser.fail_in_member(error, name)),
        }
    }

    #[inline(always)]
    fn end(self) -> Result<()> {
        self.finish().map(drop)
    }
}
