//! The serde deserializer.

use std::{fmt, io};

use serde::de::{self, Deserialize, DeserializeOwned, Visitor};

use super::access::{Map, Object, Seq};
use super::number::{Fixed, Num};
use super::read::Reader;
use super::value::Decoder;
use crate::bridge::names;
use crate::bridge::variant::Variant;
use crate::error::{Error, Result};
use crate::limits::MAX_DEPTH;
use crate::number::{Number, NumberError};
use crate::path::Step;
use crate::ty::Type;
use crate::value::transit;

/// Reads Rust values from Terraform's MessagePack.
///
/// Most callers want [`from_slice`].
#[derive(Clone)]
pub struct Deserializer<'de> {
    pub(super) reader: Reader<'de>,
    depth: u8,
    /// How many bytes were left when the last known value began that may be unknown.
    unknown_at: usize,
}

/// Returns the result of a visitor, or an error if it left something in the container.
///
/// Only the error is moved: to move a struct costs as much as to read some of its members.
macro_rules! ended {
    ($result:ident, $container:ident) => {{
        if $result.is_ok() {
            if let Err(error) = $container.end() {
                $result = Err(error);
            }
        }
        $result
    }};
}

impl fmt::Debug for Deserializer<'_> {
    /// Prints the position only: the input may contain secrets.
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
            unknown_at: usize::MAX,
        }
    }

    /// Checks that the input has ended.
    ///
    /// # Errors
    ///
    /// Fails if bytes follow the value.
    pub fn end(&self) -> Result<()> {
        self.reader.end()
    }

    /// Goes one level deeper.
    #[inline]
    fn enter(&mut self) -> Result<()> {
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

    fn sequence<V: Visitor<'de>>(&mut self, len: usize, visitor: V) -> Result<V::Value> {
        tri!(self.enter());
        let mut seq = Seq::new(self, len);
        let mut result = visitor.visit_seq(&mut seq);
        ended!(result, seq)
    }

    fn tuple<V: Visitor<'de>>(&mut self, len: usize, visitor: V) -> Result<V::Value> {
        let at = self.reader.pos();
        let got = self.reader.array_len("a tuple")?;
        if got != len {
            self.reader.seek(at);
            let error = Error::mismatch(format!("a tuple of {len} elements"), format!("{got}"));
            return Err(self.reader.locate(error));
        }
        self.sequence(len, visitor)
    }

    /// Reads the header of a map or object, and goes one level deeper.
    #[inline]
    fn begin(&mut self, expected: &'static str) -> Result<usize> {
        let len = tri!(self.reader.map_len(expected));
        tri!(self.enter());
        Ok(len)
    }

    /// Reads the entries of a map or an object that is read by its names.
    fn entries<V: Visitor<'de>>(
        &mut self,
        len: usize,
        step: fn(&str) -> Step,
        visitor: V,
    ) -> Result<V::Value> {
        let mut map = Map::new(self, len, step);
        let mut result = visitor.visit_map(&mut map);
        ended!(result, map)
    }

    /// Reads what a [token] announces, as far as that does not depend on the visitor.
    ///
    /// [token]: crate::bridge::names
    #[inline(always)] // so that the name is compared when it is compiled
    fn token(&mut self, name: &'static str) -> Result<Token<'de>> {
        Ok(match name {
            names::UNKNOWN if self.reader.at_unknown()? => Token::Unknown(self.reader.unknown()?),
            names::UNKNOWN => {
                self.unknown_at = self.reader.remaining();
                Token::Newtype
            }
            names::BLOCK if self.reader.nil()? => Token::Unit,
            names::SENSITIVE => Token::Sensitive,
            names::SET => Token::Set,
            names::DYNAMIC => {
                self.dynamic(Error::in_dynamic)?;
                Token::Unit
            }
            names::ENVELOPE if self.reader.nil()? => Token::None,
            names::ENVELOPE if !self.reader.at_unknown()? => {
                // Any of its members may be sensitive.
                self.dynamic(|error| error.in_dynamic().redact())?;
                Token::Unit
            }
            names::NUMBER => match self.reader.fixed_number() {
                Some(Fixed::Int(n)) => Token::Int(n),
                Some(Fixed::Float(n)) => Token::Float(n),
                None => self.any_number()?,
            },
            _ => Token::Newtype,
        })
    }

    /// Reads an envelope of type and value and hands it over; `blame` changes the error if the
    /// envelope is malformed.
    #[inline(never)]
    fn dynamic(&mut self, blame: fn(Error) -> Error) -> Result<()> {
        if self.reader.at_unknown()? {
            return Err(self.reader.mismatch("a known value"));
        }
        if self.reader.peek()? == 0xc0 {
            return Err(self.reader.mismatch("a value"));
        }
        let start = self.reader.remaining();
        let mut decoder = Decoder::new(self.reader.clone(), self.depth);
        let value = decoder.value(&Type::Dynamic).map_err(blame)?;
        self.reader = decoder.reader;
        if start == self.unknown_at && !value.is_present() {
            return Err(transit::typed(value));
        }
        transit::VALUE.set(Some(value));
        Ok(())
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
    fn integer<T>(&mut self) -> Result<T>
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

    /// Reads any whole number into `n`. If it were returned, the compiler would merge the results
    /// of the common case and of this one, and test the common one again.
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
    fn float(&mut self) -> Result<f64> {
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

    /// Reads any number that a double can hold into `n`, as [`any_integer`](Self::any_integer)
    /// does.
    #[inline(never)]
    fn any_float(&mut self, n: &mut f64) -> Result<()> {
        let at = self.reader.pos();
        let number = self.reader.any_parsed_number()?;
        *n = tri!(number.to_double().map_err(|error| error.relocate(at)));
        Ok(())
    }
}

/// How a newtype with a token, or any other newtype, is to be visited.
enum Token<'de> {
    /// A newtype like any other.
    Newtype,
    /// An unknown value, with its refinements.
    Unknown(&'de [u8]),
    /// An absent block, or a value that was handed over.
    Unit,
    /// A null.
    None,
    Sensitive,
    Set,
    Int(i64),
    Uint(u64),
    Float(f64),
    /// The text of a number, and where it begins.
    Decimal(usize, &'de str),
}

/// Reads a value from a slice of MessagePack.
///
/// `&str` fields borrow from the input.
///
/// # Errors
///
/// Fails if the input is not the MessagePack of a value that fits `T`, or if anything
/// follows the value.
///
/// # Examples
///
/// ```
/// let list: Vec<&str> = tfvalue::msgpack::from_slice(b"\x92\xa1a\xa1b")?;
/// assert_eq!(list, ["a", "b"]);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(input: &'de [u8]) -> Result<T> {
    let mut deserializer = Deserializer::from_slice(input);
    let value = T::deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Reads a value from a reader of MessagePack.
///
/// The whole input is read into memory first, so the reader does not have to be buffered. The value
/// cannot borrow from it.
///
/// # Errors
///
/// Fails if reading fails, if the input is not the MessagePack of a `T`, or if anything follows the
/// value.
///
/// # Examples
///
/// ```
/// let file = std::io::Cursor::new(b"\x92\xa1a\xa1b");
/// let list: Vec<String> = tfvalue::msgpack::from_reader(file)?;
/// assert_eq!(list, ["a", "b"]);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_reader<R: io::Read, T: DeserializeOwned>(mut reader: R) -> Result<T> {
    let mut input = Vec::new();
    reader.read_to_end(&mut input).map_err(Error::io)?;
    from_slice(&input)
}

impl<'de> de::Deserializer<'de> for &mut Deserializer<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let reader = &mut self.reader;
        match reader.peek()? {
            0xc0 => {
                reader.nil()?;
                visitor.visit_unit()
            }
            0xc2 | 0xc3 => visitor.visit_bool(reader.bool()?),
            0xa0..=0xbf | 0xc4..=0xc6 | 0xd9..=0xdb => {
                visitor.visit_borrowed_str(reader.str("a string")?)
            }
            0x90..=0x9f | 0xdc | 0xdd => self.deserialize_seq(visitor),
            0x80..=0x8f | 0xde | 0xdf => self.deserialize_map(visitor),
            _ if reader.at_unknown()? => Err(reader.mismatch("a known value")),
            0xc1 => Err(reader.mismatch("a value")),
            _ => match reader.number()? {
                Num::Int(n) => visitor.visit_i64(n),
                Num::Uint(n) => visitor.visit_u64(n),
                Num::Float(n) => visitor.visit_f64(n),
                Num::Text(text) => visitor.visit_borrowed_str(text),
            },
        }
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bool(self.reader.bool()?)
    }

    crate::bridge::integers::deserialize_integers!(integer);

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let at = self.reader.pos();
        let narrow = self.reader.parsed_number()?.narrow();
        visitor.visit_f32(narrow.map_err(|error| error.relocate(at))?)
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f64(self.float()?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_borrowed_str(self.reader.str("a string")?)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(Error::no_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.reader.nil()? {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.reader.nil()? {
            visitor.visit_unit()
        } else {
            Err(self.reader.mismatch("null"))
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    #[inline(always)]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match tri!(self.token(name)) {
            Token::Newtype => visitor.visit_newtype_struct(self),
            Token::Unknown(payload) => visitor.visit_bytes(payload),
            Token::Unit => visitor.visit_unit(),
            Token::None => visitor.visit_none(),
            Token::Sensitive => visitor.visit_some(self).map_err(Error::redact),
            Token::Set => visitor.visit_newtype_struct(self).map_err(Error::in_set),
            Token::Int(n) => visitor.visit_i64(n),
            Token::Uint(n) => visitor.visit_u64(n),
            Token::Float(n) => visitor.visit_f64(n),
            Token::Decimal(at, text) => {
                let result = visitor.visit_borrowed_str(text);
                result.map_err(|error: Error| error.relocate(at))
            }
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let len = tri!(self.reader.array_len("a list"));
        self.sequence(len, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.tuple(len, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let len = tri!(self.begin("a map"));
        self.entries(len, |key| Step::Key(key.into()), visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let len = tri!(self.begin("an object"));
        if name != names::OBJECT {
            let attribute = |name: &str| Step::Attribute(name.to_owned().into());
            return self.entries(len, attribute, visitor);
        }
        let mut object = Object::new(self, len, fields);
        if fields.is_empty() {
            tri!(object.places()); // no member will ask for its place
        }
        let result = visitor.visit_seq(&mut object);
        object.end();
        result
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(Variant(self.reader.str("a string")?))
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.reader.skip()?;
        visitor.visit_unit()
    }
}
