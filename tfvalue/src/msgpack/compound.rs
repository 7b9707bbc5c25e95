//! Lists, maps and objects on their way out: counted and sorted.

use serde::ser::{self, Serialize};

use super::order::sort_entries;
use super::read::Reader;
use super::ser::Serializer;
use super::write;
use crate::error::{Error, Result};
use crate::path::Step;
use crate::sink::KeySerializer;
use crate::text;

/// Writes the elements of a list, set or tuple.
#[derive(Debug)]
pub struct SeqSerializer<'s, 'a> {
    ser: &'s mut Serializer<'a>,
    start: usize,
    announced: Option<usize>,
    written: usize,
    /// Whether it is noted where the elements begin, for a set.
    in_set: bool,
}

impl<'s, 'a> SeqSerializer<'s, 'a> {
    #[inline]
    pub(super) fn new(
        ser: &'s mut Serializer<'a>,
        announced: Option<usize>,
        in_set: bool,
    ) -> Result<Self> {
        let start = ser.out.len();
        if let Some(len) = announced {
            write::array_len(&mut ser.out, len)?;
        }
        Ok(SeqSerializer {
            ser,
            start,
            announced,
            written: 0,
            in_set,
        })
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let index = self.written as u64;
        self.written += 1;
        if self.in_set {
            self.ser.elements.push(self.ser.out.len());
        }
        self.ser.part(value, |_| Step::Index(index))
    }

    #[inline]
    fn finish(self) -> Result<()> {
        if self.announced != Some(self.written) {
            rewrite_header(
                &mut self.ser.out,
                self.start,
                self.announced,
                self.written,
                write::array_len,
            )?;
        }
        Ok(())
    }
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

impl ser::SerializeSeq for SeqSerializer<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish()
    }
}

impl ser::SerializeTuple for SeqSerializer<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish()
    }
}

impl ser::SerializeTupleStruct for SeqSerializer<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish()
    }
}

/// Writes the entries of a map or the members of an object, and sorts them if they were not.
#[derive(Debug)]
pub struct MapSerializer<'s, 'a> {
    ser: &'s mut Serializer<'a>,
    start: usize,
    announced: Option<usize>,
    written: usize,
    /// Where the entries begin.
    entries: usize,
    /// Where in the output the text of the last key stands.
    last: (usize, usize),
    sorted: bool,
    /// Whether it is a derived struct, whose names are sorted and ASCII.
    derived: bool,
}

impl<'s, 'a> MapSerializer<'s, 'a> {
    #[inline]
    pub(super) fn new(
        ser: &'s mut Serializer<'a>,
        announced: Option<usize>,
        derived: bool,
    ) -> Result<Self> {
        let start = ser.out.len();
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
            derived,
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

    #[inline]
    fn finish(self) -> Result<()> {
        if !self.sorted {
            sort_entries(&mut self.ser.out, self.entries, self.written)?;
        }
        if self.announced != Some(self.written) {
            rewrite_header(
                &mut self.ser.out,
                self.start,
                self.announced,
                self.written,
                write::map_len,
            )?;
        }
        Ok(())
    }
}

impl ser::SerializeMap for MapSerializer<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        key.serialize(KeySerializer(|key: &str| self.key(key)))
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let (from, to) = self.last;
        self.ser.part(value, |ser| {
            Step::Key(String::from_utf8_lossy(&ser.out[from..to]).into())
        })
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish()
    }
}

impl ser::SerializeStruct for MapSerializer<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline(always)] // so that the key's bytes are known when it is compiled
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match self.derived {
            true => {
                write::str(&mut self.ser.out, name)?;
                self.written += 1;
            }
            false => self.key(name)?,
        }
        self.ser.part(value, |_| Step::Attribute(name.into()))
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish()
    }
}
