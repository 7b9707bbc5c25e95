//! Which bytes of MessagePack belong to sensitive values.

use std::ops::Range;

use rmp::Marker;
use tfvalue::Step;

use super::shape::Shape;

/// Finds the bytes that must not be shown. What cannot be followed is hidden to the end.
pub(super) fn hidden(input: &[u8], shape: Shape<'_>) -> Vec<Range<usize>> {
    let mut walk = Walk {
        rest: input,
        len: input.len(),
        hidden: Vec::new(),
    };
    if shape.hides_something() {
        let _ = walk.value(shape);
        let end = walk.at();
        walk.hidden.push(end..input.len());
    }
    walk.hidden
}

struct Walk<'a> {
    rest: &'a [u8],
    len: usize,
    hidden: Vec<Range<usize>>,
}

enum Header<'a> {
    Array(usize),
    Map(usize),
    Text(&'a [u8]),
    Other,
}

impl<'a> Walk<'a> {
    fn at(&self) -> usize {
        self.len - self.rest.len()
    }

    /// Goes over a value; none where the bytes end or are no MessagePack.
    fn value(&mut self, shape: Shape<'_>) -> Option<()> {
        if !shape.hides_something() {
            return self.skip(1);
        }
        let (start, known) = (self.at(), self.hidden.len());
        if shape.is_hidden() || shape.is_enveloped() {
            return self.hide(start, 1);
        }
        let element = shape.element();
        match (self.header()?, element) {
            (Header::Array(len), Some(element)) => (0..len).try_for_each(|_| self.value(element)),
            (Header::Map(len), element) => (0..len).try_for_each(|_| {
                let Header::Text(key) = self.header()? else {
                    self.hidden.truncate(known);
                    self.hidden.push(start..self.len);
                    return None;
                };
                let name = String::from_utf8_lossy(key).into_owned();
                let member = || shape.step(&Step::Attribute(name.into()));
                self.value(element.unwrap_or_else(member))
            }),
            // A list where an object should be: any part may be what should not be seen.
            (Header::Array(len), None) => self.hide(start, len as u64),
            (Header::Text(_) | Header::Other, _) => self.hide(start, 0),
        }
    }

    /// Hides from `start` to the end of so many values more.
    fn hide(&mut self, start: usize, values: u64) -> Option<()> {
        let done = self.skip(values);
        let end = done.map_or(self.len, |()| self.at());
        self.hidden.push(start..end);
        done
    }

    fn skip(&mut self, values: u64) -> Option<()> {
        let mut pending = values;
        while pending > 0 {
            pending -= 1;
            pending += match self.header()? {
                Header::Array(len) => len as u64,
                Header::Map(len) => 2 * len as u64,
                Header::Text(_) | Header::Other => 0,
            };
        }
        Some(())
    }

    /// Reads a scalar, or the header of a container.
    fn header(&mut self) -> Option<Header<'a>> {
        let marker = Marker::from_u8(self.take(1)?[0]);
        let scalar = match marker {
            Marker::FixArray(len) => return Some(Header::Array(usize::from(len))),
            Marker::Array16 => return self.len(2).map(Header::Array),
            Marker::Array32 => return self.len(4).map(Header::Array),
            Marker::FixMap(len) => return Some(Header::Map(usize::from(len))),
            Marker::Map16 => return self.len(2).map(Header::Map),
            Marker::Map32 => return self.len(4).map(Header::Map),
            Marker::FixStr(len) => return self.take(usize::from(len)).map(Header::Text),
            Marker::Str8 | Marker::Bin8 => return self.text(1),
            Marker::Str16 | Marker::Bin16 => return self.text(2),
            Marker::Str32 | Marker::Bin32 => return self.text(4),
            Marker::Reserved => return None,
            Marker::Null | Marker::True | Marker::False => 0,
            Marker::FixPos(_) | Marker::FixNeg(_) => 0,
            Marker::U8 | Marker::I8 => 1,
            Marker::U16 | Marker::I16 | Marker::FixExt1 => 2,
            Marker::FixExt2 => 3,
            Marker::U32 | Marker::I32 | Marker::F32 => 4,
            Marker::FixExt4 => 5,
            Marker::U64 | Marker::I64 | Marker::F64 => 8,
            Marker::FixExt8 => 9,
            Marker::FixExt16 => 17,
            Marker::Ext8 => 1 + self.len(1)?,
            Marker::Ext16 => 1 + self.len(2)?,
            Marker::Ext32 => 1 + self.len(4)?,
        };
        self.take(scalar).map(|_| Header::Other)
    }

    fn text(&mut self, width: usize) -> Option<Header<'a>> {
        let len = self.len(width)?;
        self.take(len).map(Header::Text)
    }

    fn len(&mut self, width: usize) -> Option<usize> {
        let bytes = self.take(width)?;
        Some(
            bytes
                .iter()
                .fold(0, |len, &byte| len << 8 | usize::from(byte)),
        )
    }

    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(taken)
    }
}
