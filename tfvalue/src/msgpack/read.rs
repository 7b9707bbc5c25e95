//! The pull reader below the serde layer, which reads headers and scalars from a byte slice and skips values.

use rmp::Marker;

use crate::error::{Error, Position, Result};
use crate::limits::MAX_PAYLOAD;
use crate::text::{self, SmallStr};

/// The ext code whose payload contains refinements (spec: "Unknown values").
const REFINED: i8 = 12;

/// Reads MessagePack from the front of a slice.
#[derive(Clone)]
pub(crate) struct Reader<'de> {
    input: &'de [u8],
    pub(super) rest: &'de [u8],
}

/// An array or a map, with its number of elements or entries.
#[derive(Clone, Copy)]
enum Header {
    Array(usize),
    Map(usize),
}

impl<'de> Reader<'de> {
    pub(crate) fn new(input: &'de [u8]) -> Self {
        Reader { input, rest: input }
    }

    pub(crate) fn pos(&self) -> usize {
        self.input.len() - self.rest.len()
    }

    /// Moves to an earlier position.
    pub(crate) fn seek(&mut self, pos: usize) {
        self.rest = &self.input[pos..];
    }

    pub(crate) fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// Returns the bytes between an earlier position and the current position.
    pub(crate) fn since(&self, start: usize) -> &'de [u8] {
        &self.input[start..self.pos()]
    }

    /// Adds the current position to an error that has no position.
    #[cold]
    pub(crate) fn locate(&self, error: Error) -> Error {
        error.or_position(Position::Byte(self.pos()))
    }

    #[cold]
    pub(crate) fn eof(&self) -> Error {
        Error::eof().or_position(Position::Byte(self.input.len()))
    }

    /// Returns the error for a value of the wrong kind, without reading the value.
    #[cold]
    #[inline(never)]
    pub(crate) fn mismatch(&self, expected: &'static str) -> Error {
        match self.rest.first() {
            None => self.eof(),
            Some(&byte) => self.locate(Error::mismatch(expected, kind_word(byte))),
        }
    }

    #[inline]
    pub(crate) fn peek(&self) -> Result<u8> {
        match self.rest.first() {
            Some(&byte) => Ok(byte),
            None => Err(self.eof()),
        }
    }

    /// Reads a byte.
    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8> {
        match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                Ok(byte)
            }
            None => Err(self.eof()),
        }
    }

    #[inline]
    fn take(&mut self, len: usize) -> Result<&'de [u8]> {
        match self.rest.split_at_checked(len) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => Err(self.eof()),
        }
    }

    #[inline]
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.rest.split_first_chunk() {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(*bytes)
            }
            None => Err(self.eof()),
        }
    }

    /// Reads the big-endian length of `width` bytes that follows a marker.
    #[inline]
    fn len(&mut self, width: u8) -> Result<usize> {
        Ok(match width {
            1 => usize::from(self.array::<1>()?[0]),
            2 => usize::from(u16::from_be_bytes(self.array()?)),
            _ => u32::from_be_bytes(self.array()?) as usize,
        })
    }

    /// Checks that the input has ended.
    pub(crate) fn end(&self) -> Result<()> {
        match self.remaining() {
            0 => Ok(()),
            1 => Err(self.locate(Error::syntax("a byte follows the value"))),
            n => Err(self.locate(Error::syntax(format!("{n} bytes follow the value")))),
        }
    }

    /// Reads a nil if a nil is next.
    #[inline]
    pub(crate) fn nil(&mut self) -> Result<bool> {
        match self.rest {
            [0xc0, rest @ ..] => {
                self.rest = rest;
                Ok(true)
            }
            [] => Err(self.eof()),
            _ => Ok(false),
        }
    }

    #[inline]
    pub(crate) fn bool(&mut self) -> Result<bool> {
        match self.rest {
            [byte @ (0xc2 | 0xc3), rest @ ..] => {
                self.rest = rest;
                Ok(*byte == 0xc3)
            }
            _ => Err(self.mismatch("a bool")),
        }
    }

    /// Reads a string. Accepts bin, as the reference implementation does.
    #[inline(always)]
    pub(crate) fn str(&mut self, expected: &'static str) -> Result<&'de str> {
        match self.short_ascii() {
            Some(text) => Ok(text),
            None => self.any_str(expected),
        }
    }

    /// Reads a string in the most common case: a short ASCII string in its shortest form that is not at the end of the
    /// input.
    #[inline(always)]
    pub(crate) fn short_ascii(&mut self) -> Option<&'de str> {
        let [header @ 0xa0..=0xbf, rest @ ..] = self.rest else {
            return None;
        };
        let (text, rest) = text::split_ascii(rest, header & 0x1f)?;
        self.rest = rest;
        Some(text)
    }

    /// Reads a short ASCII string as a [`SmallStr`].
    #[inline(always)]
    pub(crate) fn small_str(&mut self) -> Option<SmallStr> {
        let (text, rest) = SmallStr::split(self.rest)?;
        self.rest = rest;
        Some(text)
    }

    /// Reads a short string without validating it, and returns its length and the block of bytes that starts with the
    /// string. Returns `None` if the string is long, not in its shortest form, or too close to the end of the input.
    #[inline(always)]
    pub(crate) fn short_block(&mut self) -> Option<(&'de [u8; text::BLOCK], u8)> {
        let [header @ 0xa0..=0xbf, rest @ ..] = self.rest else {
            return None;
        };
        let (block, len) = (rest.first_chunk()?, header & 0x1f);
        self.rest = &rest[usize::from(len)..];
        Some((block, len))
    }

    #[inline(never)]
    fn any_str(&mut self, expected: &'static str) -> Result<&'de str> {
        let left = self.rest.len();
        let bytes = self.str_bytes(expected)?;
        match text::ascii(bytes).map_or_else(|| std::str::from_utf8(bytes), Ok) {
            Ok(text) => Ok(text),
            Err(_) => Err(self.not_utf8(left, expected)),
        }
    }

    /// Returns the error for a string that is not valid UTF-8. When the string began, `left` bytes remained in the input.
    #[cold]
    #[inline(never)]
    fn not_utf8(&self, left: usize, expected: &'static str) -> Error {
        let start = Position::Byte(self.input.len() - left);
        Error::mismatch(expected, "bytes that are not UTF-8").or_position(start)
    }

    #[inline]
    pub(crate) fn str_bytes(&mut self, expected: &'static str) -> Result<&'de [u8]> {
        let start = self.rest;
        let len = match self.byte()? {
            byte @ 0xa0..=0xbf => usize::from(byte & 0x1f),
            0xd9 | 0xc4 => self.len(1)?,
            0xda | 0xc5 => self.len(2)?,
            0xdb | 0xc6 => self.len(4)?,
            _ => {
                self.rest = start;
                return Err(self.mismatch(expected));
            }
        };
        self.take(len)
    }

    /// Reads a name in its shortest form if the name is next.
    #[inline(always)] // a call takes as long as the comparison
    pub(crate) fn name(&mut self, name: &str) -> bool {
        let name = name.as_bytes();
        let after_header = match (self.rest, name.len()) {
            ([header, rest @ ..], len @ 0..32) if usize::from(*header) == 0xa0 | len => rest,
            ([0xd9, header, rest @ ..], len @ 32..256) if usize::from(*header) == len => rest,
            _ => return false,
        };
        match after_header.split_at_checked(name.len()) {
            Some((got, rest)) if text::same(got, name) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Reads the header of an array.
    #[inline(always)]
    pub(crate) fn array_len(&mut self, expected: &'static str) -> Result<usize> {
        match self.rest {
            [byte @ 0x90..=0x9f, rest @ ..] => {
                self.rest = rest;
                Ok(usize::from(byte & 0x0f))
            }
            _ => self.long_array_len(expected),
        }
    }

    #[inline(never)]
    fn long_array_len(&mut self, expected: &'static str) -> Result<usize> {
        let start = self.rest;
        match self.header()? {
            Some(Header::Array(len)) => Ok(len),
            _ => {
                self.rest = start;
                Err(self.mismatch(expected))
            }
        }
    }

    /// Reads the header of a map.
    #[inline(always)]
    pub(crate) fn map_len(&mut self, expected: &'static str) -> Result<usize> {
        match self.rest {
            [byte @ 0x80..=0x8f, rest @ ..] => {
                self.rest = rest;
                Ok(usize::from(byte & 0x0f))
            }
            _ => self.long_map_len(expected),
        }
    }

    #[inline(never)]
    fn long_map_len(&mut self, expected: &'static str) -> Result<usize> {
        let start = self.rest;
        match self.header()? {
            Some(Header::Map(len)) => Ok(len),
            _ => {
                self.rest = start;
                Err(self.mismatch(expected))
            }
        }
    }

    /// Reads the header of an array or a map if such a header is next.
    #[inline]
    fn header(&mut self) -> Result<Option<Header>> {
        let Some((&byte, rest)) = self.rest.split_first() else {
            return Err(self.eof());
        };
        let (make, width): (fn(usize) -> Header, u8) = match byte {
            0x90..=0x9f => {
                self.rest = rest;
                return Ok(Some(Header::Array(usize::from(byte & 0x0f))));
            }
            0x80..=0x8f => {
                self.rest = rest;
                return Ok(Some(Header::Map(usize::from(byte & 0x0f))));
            }
            0xdc => (Header::Array, 2),
            0xdd => (Header::Array, 4),
            0xde => (Header::Map, 2),
            0xdf => (Header::Map, 4),
            _ => return Ok(None),
        };
        self.rest = rest;
        Ok(Some(make(self.len(width)?)))
    }

    /// Returns `true` if an unknown value is next, which is an ext with any code.
    #[inline]
    pub(crate) fn at_unknown(&self) -> Result<bool> {
        Ok(matches!(self.peek()?, 0xc7..=0xc9 | 0xd4..=0xd8))
    }

    /// Reads an unknown value and returns its refinement payload, which may be empty.
    ///
    /// Every ext code is an unknown value, but only code 12 with more than one byte contains refinements.
    pub(crate) fn unknown(&mut self) -> Result<&'de [u8]> {
        let at = self.pos();
        let (code, payload) = self.ext()?;
        let len = payload.len();
        if code != REFINED || len <= 1 {
            return Ok(&[]);
        }
        if len > MAX_PAYLOAD {
            let message = format!("the refinements take {len} bytes, more than {MAX_PAYLOAD}");
            return Err(Error::limit(message).or_position(Position::Byte(at)));
        }
        Ok(payload)
    }

    /// Reads the code and the payload of an ext.
    pub(super) fn ext(&mut self) -> Result<(i8, &'de [u8])> {
        let start = self.rest;
        let len = match Marker::from_u8(self.byte()?) {
            Marker::FixExt1 => 1,
            Marker::FixExt2 => 2,
            Marker::FixExt4 => 4,
            Marker::FixExt8 => 8,
            Marker::FixExt16 => 16,
            Marker::Ext8 => self.len(1)?,
            Marker::Ext16 => self.len(2)?,
            Marker::Ext32 => self.len(4)?,
            _ => {
                self.rest = start;
                return Err(self.mismatch("an unknown value"));
            }
        };
        let code = i8::from_be_bytes(self.array()?);
        Ok((code, self.take(len)?))
    }

    /// Skips one value of any kind, in constant memory.
    pub(crate) fn skip(&mut self) -> Result<()> {
        self.skip_noting_unknowns().map(drop)
    }

    /// Skips one value, and returns `true` if the value is unknown or contains an unknown value.
    pub(crate) fn skip_noting_unknowns(&mut self) -> Result<bool> {
        let mut unknown = false;
        let mut pending = 1_u64;
        while pending > 0 {
            unknown |= self.at_unknown()?;
            pending = pending - 1 + self.skip_shallow()?;
        }
        Ok(unknown)
    }

    /// Skips a whole scalar, or the header of a container, and returns the number of values that the container announces.
    pub(super) fn skip_shallow(&mut self) -> Result<u64> {
        if let Some(header) = self.header()? {
            return Ok(match header {
                Header::Array(len) => len as u64,
                Header::Map(len) => 2 * len as u64,
            });
        }
        let byte = self.peek()?;
        match byte {
            0xc1 => {
                return Err(self.locate(Error::syntax("0xc1 is not MessagePack")));
            }
            0xc0 | 0xc2 | 0xc3 => drop(self.byte()?),
            _ if self.at_unknown()? => drop(self.unknown()?),
            0xa0..=0xbf | 0xc4..=0xc6 | 0xd9..=0xdb => drop(self.str_bytes("a string")?),
            _ => drop(self.number()?),
        }
        Ok(0)
    }
}

/// Returns Terraform's name for the kind of value that starts with the given byte.
fn kind_word(byte: u8) -> &'static str {
    match byte {
        0xc0 => "null",
        0xc2 | 0xc3 => "a bool",
        0xc1 => "a byte that is not MessagePack",
        0xa0..=0xbf | 0xd9..=0xdb => "a string",
        0xc4..=0xc6 => "bytes",
        0x90..=0x9f | 0xdc | 0xdd => "a list",
        0x80..=0x8f | 0xde | 0xdf => "a map",
        0xc7..=0xc9 | 0xd4..=0xd8 => "an unknown value",
        _ => "a number",
    }
}
