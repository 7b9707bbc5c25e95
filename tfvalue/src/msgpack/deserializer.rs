//! The deserializer: its state, and the methods that read values without parts.

use std::fmt;

use super::number::{Fixed, Num};
use super::read::Reader;
use super::value::Decoder;
use crate::error::{Error, Result};
use crate::limits::MAX_DEPTH;
use crate::names;
use crate::number::{Number, NumberError};
use crate::ty::Type;

/// Reads Rust values from Terraform's MessagePack.
///
/// Most callers should use [`from_slice`](super::from_slice).
#[derive(Clone)]
pub struct Deserializer<'de> {
    pub(super) reader: Reader<'de>,
    depth: u8,
}

impl fmt::Debug for Deserializer<'_> {
    /// Prints only the position, because the input may contain sensitive values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deserializer")
            .field("position", &self.reader.pos())
            .finish_non_exhaustive()
    }
}

impl<'de> Deserializer<'de> {
    /// Creates a deserializer that reads from the front of `input`.
    #[must_use]
    pub fn from_slice(input: &'de [u8]) -> Self {
        Deserializer {
            reader: Reader::new(input),
            depth: MAX_DEPTH,
        }
    }

    /// Checks that the input has ended.
    ///
    /// # Errors
    ///
    /// Fails if there are bytes after the value.
    pub fn end(&self) -> Result<()> {
        self.reader.end()
    }

    /// Goes one level deeper.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<()> {
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                Ok(())
            }
            None => Err(self.reader.locate(Error::too_deep())),
        }
    }

    /// Goes back to the level above.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.depth += 1;
    }

    /// Reads the header of a map or object and goes one level deeper.
    #[inline]
    pub(super) fn begin(&mut self, expected: &'static str) -> Result<usize> {
        let len = tri!(self.reader.map_len(expected));
        tri!(self.enter());
        Ok(len)
    }

    /// Reads the value that a [token] announces, unless reading the value depends on the visitor.
    ///
    /// [token]: crate::names
    #[inline(always)] // so that the name is compared when it is compiled
    pub(super) fn token(&mut self, name: &'static str) -> Result<Token<'de>> {
        Ok(match name {
            names::UNKNOWN if self.reader.at_unknown()? => Token::Unknown(self.reader.unknown()?),
            names::BLOCK if self.reader.nil()? => Token::Unit,
            names::SENSITIVE => Token::Sensitive,
            names::SET => Token::Set,
            names::DYNAMIC => {
                let at = self.reader.pos();
                Token::Dynamic(at, self.skip_dynamic()?)
            }
            names::NUMBER => match self.reader.fixed_number() {
                Some(Fixed::Int(n)) => Token::Int(n),
                Some(Fixed::Float(n)) => Token::Float(n),
                None => self.any_number()?,
            },
            _ => Token::Newtype,
        })
    }

    /// Skips a value together with its type, and returns the skipped bytes.
    #[inline(never)]
    fn skip_dynamic(&mut self) -> Result<&'de [u8]> {
        let start = self.reader.clone();
        match self.reader.skip() {
            Ok(()) => Ok(self.reader.since(start.pos())),
            // An error from a decoder contains the path inside the value.
            Err(error) => {
                let decoded = Decoder::new(start, self.depth).value(&Type::Dynamic);
                Err(decoded.err().unwrap_or(error).in_dynamic())
            }
        }
    }

    #[inline(never)]
    fn any_number(&mut self) -> Result<Token<'de>> {
        let at = self.reader.pos();
        match self.reader.any_number()? {
            Num::Int(n) => Ok(Token::Int(n)),
            Num::Uint(n) => Ok(Token::Uint(n)),
            Num::Float(n) if n.is_nan() => Err(Error::mismatch("a number", "NaN").relocate(at)),
            Num::Float(n) => Ok(Token::Float(n)),
            Num::Text(text) => Ok(Token::Decimal(at, text)),
        }
    }

    /// Reads a whole number in any wire form that represents it exactly.
    #[inline]
    pub(super) fn integer<T>(&mut self) -> Result<T>
    where
        T: Default + TryFrom<i64> + TryFrom<Number, Error = NumberError>,
    {
        let mut reader = self.reader.clone();
        if let Some(Fixed::Int(n)) = reader.fixed_number() {
            if let Ok(n) = T::try_from(n) {
                self.reader = reader;
                return Ok(n);
            }
        }
        let mut n = T::default();
        tri!(self.any_integer(&mut n));
        Ok(n)
    }

    /// Reads any whole number and stores it in `n`. If the number were returned, the compiler would merge the results
    /// of the common case and of this case, and then test for the common case again.
    #[inline(never)]
    fn any_integer<T>(&mut self, n: &mut T) -> Result<()>
    where
        T: TryFrom<Number, Error = NumberError>,
    {
        let at = self.reader.pos();
        let number = self.reader.parsed_number()?;
        *n = T::try_from(number).map_err(|error| Error::from(error).relocate(at))?;
        Ok(())
    }

    #[inline]
    pub(super) fn float(&mut self) -> Result<f64> {
        match self.reader.fixed_number() {
            Some(Fixed::Int(n)) => Ok(n as f64),
            Some(Fixed::Float(n)) => Ok(n),
            None => {
                let mut n = 0.0;
                tri!(self.any_float(&mut n));
                Ok(n)
            }
        }
    }

    /// Reads any number that a double can hold and stores it in `n`, as [`any_integer`](Self::any_integer) does.
    #[inline(never)]
    fn any_float(&mut self, n: &mut f64) -> Result<()> {
        let at = self.reader.pos();
        let number = self.reader.any_parsed_number()?;
        *n = tri!(number.to_double().map_err(|error| error.relocate(at)));
        Ok(())
    }
}

/// The method by which a newtype with a token, or any other newtype, is visited.
pub(super) enum Token<'de> {
    /// A newtype without a token.
    Newtype,
    /// An unknown value, with its refinements.
    Unknown(&'de [u8]),
    /// An absent block.
    Unit,
    /// A value with its type, represented by its start position and its bytes.
    Dynamic(usize, &'de [u8]),
    Sensitive,
    Set,
    Int(i64),
    Uint(u64),
    Float(f64),
    /// The text of a number, and the start position of the text.
    Decimal(usize, &'de str),
}
