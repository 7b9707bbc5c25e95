//! Reads numbers on the wire: integers and floats of all widths, and decimal strings.

use super::read::Reader;
use crate::error::{Error, Position, Result};

/// A number on the wire.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Num<'de> {
    Int(i64),
    Uint(u64),
    Float(f64),
    Text(&'de str),
}

/// A number that is not a string.
#[derive(Clone, Copy)]
pub(crate) enum Fixed {
    Int(i64),
    Float(f64),
}

impl<'de> Reader<'de> {
    /// Reads a number in any of its wire forms. A decimal string is read but not parsed.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<Num<'de>> {
        match self.fixed_number() {
            Some(Fixed::Int(n)) => Ok(Num::Int(n)),
            Some(Fixed::Float(n)) => Ok(Num::Float(n)),
            None => self.any_number(),
        }
    }

    /// Reads a number in any of its wire forms, and parses a decimal string.
    #[inline(never)]
    pub(crate) fn parsed_number(&mut self) -> Result<crate::number::Number> {
        match self.fixed_number() {
            Some(Fixed::Int(n)) => Ok(n.into()),
            Some(Fixed::Float(n)) => Ok(n.try_into()?),
            None => self.any_parsed_number(),
        }
    }

    #[inline(always)]
    pub(crate) fn any_parsed_number(&mut self) -> Result<crate::number::Number> {
        let at = self.pos();
        match self.any_number()?.into_number() {
            Ok(number) => Ok(number),
            Err(error) => Err(error.relocate(at)),
        }
    }

    /// Reads an integer that fits in an `i64`, or a double other than NaN, unless the number is among the last bytes of
    /// the input. [`any_number`](Self::any_number) reads all other numbers.
    #[inline(always)]
    pub(crate) fn fixed_number(&mut self) -> Option<Fixed> {
        let block = self.rest.first_chunk::<9>()?;
        let payload = block.last_chunk::<8>()?;
        let (number, len) = match block[0] {
            byte @ (0x00..=0x7f | 0xe0..=0xff) => (i64::from(byte as i8), 1),
            0xcc => (i64::from(payload[0]), 2),
            0xcd => (i64::from(u16::from_be_bytes(front(payload))), 3),
            0xce => (i64::from(u32::from_be_bytes(front(payload))), 5),
            0xcf => (i64::try_from(u64::from_be_bytes(*payload)).ok()?, 9),
            0xd0 => (i64::from(payload[0] as i8), 2),
            0xd1 => (i64::from(i16::from_be_bytes(front(payload))), 3),
            0xd2 => (i64::from(i32::from_be_bytes(front(payload))), 5),
            0xd3 => (i64::from_be_bytes(*payload), 9),
            0xcb => {
                let float = f64::from_be_bytes(*payload);
                if float.is_nan() {
                    return None;
                }
                self.rest = &self.rest[9..];
                return Some(Fixed::Float(float));
            }
            _ => return None,
        };
        self.rest = &self.rest[len..];
        Some(Fixed::Int(number))
    }

    #[inline(never)]
    pub(crate) fn any_number(&mut self) -> Result<Num<'de>> {
        if let Some(text) = self.short_ascii() {
            return Ok(Num::Text(text));
        }
        let start = self.rest;
        Ok(match self.byte()? {
            byte @ 0x00..=0x7f => Num::Int(i64::from(byte)),
            byte @ 0xe0..=0xff => Num::Int(i64::from(byte as i8)),
            0xcc => Num::Int(i64::from(self.array::<1>()?[0])),
            0xcd => Num::Int(i64::from(u16::from_be_bytes(self.array()?))),
            0xce => Num::Int(i64::from(u32::from_be_bytes(self.array()?))),
            0xcf => {
                let n = u64::from_be_bytes(self.array()?);
                i64::try_from(n).map_or(Num::Uint(n), Num::Int)
            }
            0xd0 => Num::Int(i64::from(i8::from_be_bytes(self.array()?))),
            0xd1 => Num::Int(i64::from(i16::from_be_bytes(self.array()?))),
            0xd2 => Num::Int(i64::from(i32::from_be_bytes(self.array()?))),
            0xd3 => Num::Int(i64::from_be_bytes(self.array()?)),
            0xca => Num::Float(f64::from(f32::from_be_bytes(self.array()?))),
            0xcb => Num::Float(f64::from_be_bytes(self.array()?)),
            _ => {
                self.rest = start;
                let at = Position::Byte(self.pos());
                match std::str::from_utf8(self.str_bytes("a number")?) {
                    Ok(text) => Num::Text(text),
                    Err(_) => return Err(Error::mismatch("a number", "a string").or_position(at)),
                }
            }
        })
    }
}

impl<'de> Num<'de> {
    /// Converts the number without loss.
    #[inline]
    pub(crate) fn into_number(self) -> Result<crate::number::Number> {
        match self {
            Num::Int(n) => Ok(n.into()),
            Num::Uint(n) => Ok(n.into()),
            Num::Float(n) => n.try_into().map_err(|_| Error::mismatch("a number", "NaN")),
            Num::Text(text) => Ok(text.parse::<crate::number::Number>()?),
        }
    }
}

/// Returns the first bytes of a payload.
#[inline(always)]
fn front<const N: usize>(payload: &[u8; 8]) -> [u8; N] {
    std::array::from_fn(|i| payload[i])
}
