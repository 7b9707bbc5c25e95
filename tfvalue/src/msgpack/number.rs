//! Numbers on the wire: integers and floats of all widths, and decimal text.

use super::read::Reader;
use crate::error::{Error, Position, Result};

/// A number as it stands on the wire.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Num<'de> {
    Int(i64),
    Uint(u64),
    Float(f64),
    Text(&'de str),
}

/// A number that is no text.
#[derive(Clone, Copy)]
pub(crate) enum Fixed {
    Int(i64),
    Float(f64),
}

/// How the number is read that begins with a byte.
#[derive(Clone, Copy)]
struct Form {
    kind: Kind,
    /// Whether the number follows the byte, which is a header then.
    is_behind: bool,
    /// By how many bits a word of eight bytes goes beyond the number.
    shift: u8,
    /// How many bytes it takes, the header included.
    len: u8,
}

#[derive(Clone, Copy)]
enum Kind {
    Signed,
    Unsigned,
    Float,
    /// A float of 32 bits, text, or no number.
    Other,
}

/// The forms by the first byte.
static FORMS: [Form; 256] = {
    let mut forms = [Form::own(Kind::Other); 256];
    let mut byte = 0;
    while byte < 256 {
        forms[byte] = match byte {
            0x00..=0x7f => Form::own(Kind::Unsigned),
            0xe0..=0xff => Form::own(Kind::Signed),
            0xcb => Form::behind(Kind::Float, 8),
            0xcc..=0xcf => Form::behind(Kind::Unsigned, 1 << (byte - 0xcc)),
            0xd0..=0xd3 => Form::behind(Kind::Signed, 1 << (byte - 0xd0)),
            _ => Form::own(Kind::Other),
        };
        byte += 1;
    }
    forms
};

impl Form {
    const fn own(kind: Kind) -> Self {
        Form {
            kind,
            is_behind: false,
            shift: 56,
            len: 1,
        }
    }

    /// The number stands behind its header, in so many bytes.
    const fn behind(kind: Kind, width: u8) -> Self {
        Form {
            kind,
            is_behind: true,
            shift: 64 - 8 * width,
            len: 1 + width,
        }
    }
}

impl<'de> Reader<'de> {
    /// Reads a number in any of its wire forms, decimal text included but not parsed.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<Num<'de>> {
        match self.fixed_number() {
            Some(Fixed::Int(n)) => Ok(Num::Int(n)),
            Some(Fixed::Float(n)) => Ok(Num::Float(n)),
            None => self.any_number(),
        }
    }

    /// Reads a number in any of its wire forms, and parses decimal text.
    #[inline(never)]
    pub(crate) fn parsed_number(&mut self) -> Result<crate::Number> {
        match self.fixed_number() {
            Some(Fixed::Int(n)) => Ok(n.into()),
            Some(Fixed::Float(n)) => Ok(n.try_into()?),
            None => self.any_parsed_number(),
        }
    }

    #[inline(always)]
    pub(crate) fn any_parsed_number(&mut self) -> Result<crate::Number> {
        let at = self.pos();
        match self.any_number()?.into_number() {
            Ok(number) => Ok(number),
            Err(error) => Err(error.relocate(at)),
        }
    }

    /// Reads a number that is neither text nor NaN, has a place in the type, and does not stand
    /// within nine bytes of the end.
    ///
    /// Integers of all widths are read in the same steps.
    #[inline(always)]
    pub(crate) fn fixed_number(&mut self) -> Option<Fixed> {
        let block = self.rest.first_chunk::<9>()?;
        let form = &FORMS[usize::from(block[0])];
        let (own, behind) = (block.first_chunk::<8>()?, block.last_chunk::<8>()?);
        let word = u64::from_be_bytes(if form.is_behind { *behind } else { *own });
        let number = match form.kind {
            Kind::Signed => Fixed::Int((word as i64) >> form.shift),
            Kind::Unsigned => Fixed::Int(i64::try_from(word >> form.shift).ok()?),
            Kind::Float => {
                Fixed::Float(Some(f64::from_bits(word)).filter(|float| !float.is_nan())?)
            }
            Kind::Other => return None,
        };
        self.rest = self.rest.get(usize::from(form.len)..)?;
        Some(number)
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
    /// Keeps the number as it arrived.
    #[inline]
    pub(crate) fn into_number(self) -> Result<crate::Number> {
        match self {
            Num::Int(n) => Ok(n.into()),
            Num::Uint(n) => Ok(n.into()),
            Num::Float(n) => n.try_into().map_err(|_| Error::mismatch("a number", "NaN")),
            Num::Text(text) => Ok(text.parse::<crate::Number>()?),
        }
    }
}
