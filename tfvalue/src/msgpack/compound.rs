//! Lists, maps and objects on their way out: counted and sorted.

use serde::ser::{self, Serialize};

use super::entries::{Entries, Kind, Span};
use super::write;
use super::writer::{State, Writer};
use crate::bridge::map_key::KeySerializer;
use crate::error::{Error, Result};
use crate::path::Step;

/// Writes the elements of a list, set or tuple.
#[derive(Debug)]
pub struct SeqSerializer<'s> {
    ser: &'s mut Writer,
    span: Span,
    kind: Kind,
    /// Whether it is noted where the elements begin, for a set.
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
    /// Notes that a part of a value was not written. Even if a `Serialize` impl goes on in spite of
    /// the error, the value is not written then.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> Error {
        self.state = State::Failed;
        error
    }

    #[cold]
    #[inline(never)]
    fn fail_in_element(&mut self, error: Error, index: usize) -> Error {
        self.fail(error.at_step(Step::Index(index as u64)))
    }

    #[cold]
    #[inline(never)]
    fn fail_in_entry(&mut self, error: Error, entries: &Entries) -> Error {
        let step = entries.step(&self.out);
        self.fail(error.at_step(step))
    }

    #[cold]
    #[inline(never)]
    fn fail_in_member(&mut self, error: Error, name: &'static str) -> Error {
        self.fail(error.at_step(Step::Attribute(name.into())))
    }

    /// Returns `true` if nothing is left to do at the end of a list, map or object.
    #[inline(always)]
    pub(super) fn is_settled(&self, span: &Span) -> bool {
        self.state == State::Clean && span.announced == Some(span.written)
    }

    /// Ends a list or object with whatever is left to do.
    #[cold]
    #[inline(never)]
    fn settle(&mut self, span: Span, kind: Kind) -> Result<()> {
        self.settle_notes(span, kind)?;
        span.correct_header(&mut self.out, kind)
    }

    /// Adds the steps into a list, map or object to what was noted there.
    pub(super) fn settle_notes(&mut self, span: Span, kind: Kind) -> Result<()> {
        match self.state {
            State::Clean => return Ok(()),
            State::Failed => return Err(incomplete()),
            State::Noted => {
                let in_collection = self.collections > usize::from(kind.is_collection());
                self.notes.locate(&self.out, span, kind, in_collection)?;
            }
        }
        if self.notes.is_empty() {
            self.state = State::Clean;
        }
        Ok(())
    }

    /// Begins an object that is not a derived struct.
    #[inline(never)]
    fn begin_foreign(&mut self, len: usize) -> Result<()> {
        let entries = Entries::new(&mut self.out, Some(len), Kind::Object)?;
        self.foreign.push(entries);
        Ok(())
    }

    /// Writes a name to the innermost of these objects.
    #[inline(never)]
    fn foreign_name(&mut self, name: &str) -> Result<()> {
        match self.foreign.last_mut() {
            Some(entries) => entries.key(&mut self.out, name),
            None => Err(incomplete()),
        }
    }

    /// Ends the innermost of these objects.
    #[inline(never)]
    fn end_foreign(&mut self) -> Result<()> {
        match self.foreign.pop() {
            Some(entries) => entries.end(self),
            None => Err(incomplete()),
        }
    }
}

/// Says that a part is missing. Its own error went to the `Serialize` impl, which ended the whole
/// in spite of it.
#[cold]
fn incomplete() -> Error {
    Error::data("the `Serialize` impl ended a list or map of which a part was not written")
}

/// Says that keys and values do not come in pairs.
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

/// Writes the entries of a map, and sorts them if they were not.
#[derive(Debug)]
pub struct MapSerializer<'s> {
    ser: &'s mut Writer,
    entries: Entries,
    kind: Kind,
    /// Whether a key was written whose value is still to come.
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
            entries: Entries::new(&mut ser.out, announced, kind)?,
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

    /// Writes the value that belongs to the last key.
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
        match std::mem::take(&mut self.has_key) {
            true => self.value(value),
            false => Err(self.ser.fail(unpaired())),
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
    /// Where it begins, and how many members it has.
    span: Span,
    source: Source,
}

/// What is written as a struct.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Source {
    /// A derived struct, whose names are sorted, ASCII, and as many as it says. Nothing has to be
    /// remembered of it.
    Derived,
    /// Any other struct. Its entries are in the writer, so that derived structs do not pay for it.
    Foreign,
    /// A number of `serde_json`'s: only its text is written, and becomes a number at the end.
    Number,
}

impl<'s> StructSerializer<'s> {
    #[inline(always)] // so that nothing is left of the source of a derived struct
    pub(super) fn new(ser: &'s mut Writer, len: usize, source: Source) -> Result<Self> {
        let span = Span {
            start: ser.out.len(),
            announced: Some(len),
            written: len,
        };
        match source {
            Source::Derived => write::map_len(&mut ser.out, len)?,
            Source::Foreign => ser.begin_foreign(len)?,
            Source::Number => {}
        }
        Ok(StructSerializer { ser, span, source })
    }

    #[inline(always)]
    pub(super) fn finish(self) -> Result<&'s mut Writer> {
        match self.source {
            Source::Derived if self.ser.is_settled(&self.span) => {}
            Source::Derived => self.ser.settle(self.span, Kind::Object)?,
            Source::Foreign => self.ser.end_foreign()?,
            Source::Number => self.ser.text_to_number(self.span.start)?,
        }
        Ok(self.ser)
    }
}

impl ser::SerializeStruct for StructSerializer<'_> {
    type Ok = ();
    type Error = Error;

    #[inline(always)] // so that the name's bytes are known when it is compiled
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match self.source {
            Source::Derived => write::str(&mut self.ser.out, name)?,
            Source::Foreign => self.ser.foreign_name(name)?,
            Source::Number => {}
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
