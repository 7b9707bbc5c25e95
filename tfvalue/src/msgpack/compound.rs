//! Lists, maps and objects on their way out: counted and sorted.

use serde::ser::{self, Serialize};

use super::order::sort_entries;
use super::read::Reader;
use super::ser::Writer;
use super::write;
use crate::error::{Error, Result};
use crate::path::Step;
use crate::sink::KeySerializer;
use crate::text;

/// Writes the elements of a list, set or tuple.
#[derive(Debug)]
pub struct SeqSerializer<'s> {
    ser: &'s mut Writer,
    start: usize,
    announced: Option<usize>,
    written: usize,
    /// Whether it is noted where the elements begin, for a set.
    in_set: bool,
    /// Whether an element was not written to its end.
    failed: bool,
    /// Whether all elements must be of one type.
    collection: bool,
}

impl<'s> SeqSerializer<'s> {
    #[inline]
    pub(super) fn new(
        ser: &'s mut Writer,
        announced: Option<usize>,
        in_set: bool,
        collection: bool,
    ) -> Result<Self> {
        let start = ser.out.len();
        ser.collections += usize::from(collection);
        if let Some(len) = announced {
            write::array_len(&mut ser.out, len)?;
        }
        Ok(SeqSerializer {
            ser,
            start,
            announced,
            written: 0,
            in_set,
            failed: false,
            collection,
        })
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let index = self.written;
        self.written += 1;
        if self.in_set {
            self.ser.elements.push(self.ser.out.len());
        }
        let notes = self.ser.notes.len();
        match value.serialize(&mut *self.ser) {
            Ok(()) if self.ser.notes.len() == notes => Ok(()),
            result => self.noted(result, notes, index),
        }
    }

    #[cold]
    #[inline(never)]
    fn noted(&mut self, mut result: Result<()>, from: usize, index: usize) -> Result<()> {
        let step = || Step::Index(index as u64);
        if self.collection && result.is_ok() {
            result = self.ser.compare(from, index, step);
        }
        self.failed |= result.is_err();
        self.ser.blame(from, result, |_| step())
    }

    #[inline]
    pub(super) fn finish(self) -> Result<&'s mut Writer> {
        if self.failed {
            return Err(incomplete());
        }
        if self.announced != Some(self.written) {
            rewrite_header(
                &mut self.ser.out,
                self.start,
                self.announced,
                self.written,
                write::array_len,
            )?;
        }
        if self.collection {
            if !self.ser.shared.is_empty() {
                let step = |index| Step::Index(index as u64);
                self.ser
                    .end_collection(self.written, |_, index| step(index))?;
            }
            self.ser.collections -= 1;
        }
        Ok(self.ser)
    }
}

/// Returns the step to the entry at a position.
#[cold]
fn key_at(entries: &[u8], index: usize) -> Step {
    let mut reader = Reader::new(entries);
    let skipped = (0..2 * index).try_for_each(|_| reader.skip());
    let key = skipped.and_then(|()| reader.str_bytes("a key"));
    Step::Key(String::from_utf8_lossy(key.unwrap_or_default()).into())
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

/// Puts the header that belongs to the elements in the place of the one that was written before
/// them, if one was.
#[cold]
fn rewrite_header(
    out: &mut Vec<u8>,
    start: usize,
    announced: Option<usize>,
    written: usize,
    header: fn(&mut Vec<u8>, usize) -> Result<()>,
) -> Result<()> {
    let mut old = Vec::new();
    if let Some(len) = announced {
        header(&mut old, len)?;
    }
    let mut new = Vec::new();
    header(&mut new, written)?;
    out.splice(start..start + old.len(), new);
    Ok(())
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

/// Writes the entries of a map or the members of an object, and sorts them if they were not.
#[derive(Debug)]
pub struct MapSerializer<'s> {
    ser: &'s mut Writer,
    start: usize,
    announced: Option<usize>,
    written: usize,
    /// Where the entries begin.
    entries: usize,
    /// Where in the output the text of the last key stands.
    last: (usize, usize),
    sorted: bool,
    /// Whether a key was written whose value is still to come.
    has_key: bool,
    /// Whether a part was not written to its end.
    failed: bool,
    kind: Kind,
}

/// What the entries belong to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// A derived struct, whose names are sorted and ASCII.
    Derived,
    /// Any other struct.
    Struct,
    /// A map, whose elements are of one type.
    Map,
    /// A number of `serde_json`'s: only its text is written, and becomes a number at the end.
    Number,
}

impl<'s> MapSerializer<'s> {
    #[inline]
    pub(super) fn new(ser: &'s mut Writer, announced: Option<usize>, kind: Kind) -> Result<Self> {
        let start = ser.out.len();
        ser.collections += usize::from(kind == Kind::Map);
        // No entry is announced for a number, so that it takes the rare way at the end.
        let announced = announced.filter(|_| kind != Kind::Number);
        if let Some(len) = announced {
            write::map_len(&mut ser.out, len)?;
        }
        let entries = ser.out.len();
        Ok(MapSerializer {
            ser,
            start,
            announced,
            written: 0,
            entries,
            last: (entries, entries),
            sorted: true,
            has_key: false,
            failed: false,
            kind,
        })
    }

    /// Writes a key and compares it with the last one.
    #[inline(always)]
    fn key(&mut self, key: &str) -> Result<()> {
        let start = self.ser.out.len();
        write::str(&mut self.ser.out, key)?;
        let end = self.ser.out.len();
        // The header of a short key is a byte long, and NFC changes hardly any.
        let is_plain = key.len() < 32 && end == start + 1 + key.len();
        let text = match is_plain {
            true => start + 1,
            false => self.text_of_key(start)?,
        };
        // What was just written is not at hand again as quickly as what it was written from.
        let key = match is_plain {
            true => key.as_bytes(),
            false => &self.ser.out[text..],
        };
        let last = &self.ser.out[self.last.0..self.last.1];
        self.sorted &= self.written == 0 || text::less(last, key);
        self.last = (text, end);
        self.written += 1;
        Ok(())
    }

    /// Returns where the text of the key begins that was written from `start` on.
    #[cold]
    fn text_of_key(&self, start: usize) -> Result<usize> {
        let out = &self.ser.out;
        let text = Reader::new(&out[start..]).str_bytes("a key")?;
        Ok(out.len() - text.len())
    }

    /// Writes the value that belongs to the last key.
    #[inline]
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let notes = self.ser.notes.len();
        match value.serialize(&mut *self.ser) {
            Ok(()) if self.ser.notes.len() == notes => Ok(()),
            result => self.noted(result, notes),
        }
    }

    #[cold]
    #[inline(never)]
    fn noted(&mut self, mut result: Result<()>, from: usize) -> Result<()> {
        let (start, end) = self.last;
        let step = Step::Key(String::from_utf8_lossy(&self.ser.out[start..end]).into());
        if self.kind == Kind::Map && result.is_ok() {
            let (index, step) = (self.written - 1, || step.clone());
            result = self.ser.compare(from, index, step);
        }
        self.ser.blame(from, result, |_| step)
    }

    /// Notes whether a part was written.
    #[inline]
    fn note(&mut self, result: Result<()>) -> Result<()> {
        self.failed |= result.is_err();
        result
    }

    #[inline]
    pub(super) fn finish(self) -> Result<&'s mut Writer> {
        if self.failed {
            return Err(incomplete());
        }
        if self.has_key {
            return Err(unpaired());
        }
        if self.kind == Kind::Map {
            if !self.ser.shared.is_empty() {
                // The entries are not sorted yet.
                let entries = self.entries;
                let step = |out: &[u8], index| key_at(&out[entries..], index);
                self.ser.end_collection(self.written, step)?;
            }
            self.ser.collections -= 1;
        }
        if !self.sorted {
            sort_entries(&mut self.ser.out, self.entries, self.written)?;
        }
        if self.announced != Some(self.written) {
            match self.kind {
                Kind::Number => self.ser.text_to_number(self.start)?,
                _ => rewrite_header(
                    &mut self.ser.out,
                    self.start,
                    self.announced,
                    self.written,
                    write::map_len,
                )?,
            }
        }
        Ok(self.ser)
    }
}

impl ser::SerializeMap for MapSerializer<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let result = match std::mem::replace(&mut self.has_key, true) {
            true => Err(unpaired()),
            false => key.serialize(KeySerializer(|key: &str| self.key(key))),
        };
        self.note(result)
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let result = match std::mem::take(&mut self.has_key) {
            true => self.value(value),
            false => Err(unpaired()),
        };
        self.note(result)
    }

    #[inline]
    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<()> {
        if self.has_key {
            return self.note(Err(unpaired()));
        }
        let result = match key.serialize(KeySerializer(|key: &str| self.key(key))) {
            Ok(()) => self.value(value),
            Err(error) => Err(error),
        };
        self.note(result)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish().map(drop)
    }
}

impl ser::SerializeStruct for MapSerializer<'_> {
    type Ok = ();
    type Error = Error;

    #[inline(always)] // so that the key's bytes are known when it is compiled
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        let named = match self.kind {
            Kind::Derived => {
                self.written += 1;
                write::str(&mut self.ser.out, name)
            }
            Kind::Struct | Kind::Map => self.key(name),
            Kind::Number => Ok(()),
        };
        let result = match named {
            Ok(()) => self.ser.part(value, |_| Step::Attribute(name.into())),
            Err(error) => Err(error),
        };
        self.note(result)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish().map(drop)
    }
}
