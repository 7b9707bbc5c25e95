//! The serde deserializer.

use serde::de::{self, Deserialize, Visitor};

use super::access::{Map, Object, Seq};
use super::number::{Fixed, Num};
use super::read::Reader;
use super::value::Decoder;
use crate::bridge::names;
use crate::bridge::variant::Variant;
use crate::error::{Error, Position, Result};
use crate::limits::MAX_DEPTH;
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
    /// Where the last known value begins that may be unknown.
    unknown_at: usize,
}

impl<'de> Deserializer<'de> {
    /// Makes a deserializer that reads from the front of `input`.
    #[must_use]
    pub fn from_slice(input: &'de [u8]) -> Self {
        Deserializer {
            reader: Reader::new(input),
            depth: MAX_DEPTH,
            unknown_at: usize::MAX,
        }
    }

    /// Makes sure that the input has ended.
    ///
    /// # Errors
    ///
    /// If bytes follow the value.
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
        let value = tri!(visitor.visit_seq(&mut seq));
        tri!(seq.end());
        Ok(value)
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
    fn begin(&mut self, expected: &'static str) -> Result<usize> {
        let len = self.reader.map_len(expected)?;
        self.enter()?;
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
        let value = tri!(visitor.visit_map(&mut map));
        tri!(map.end());
        Ok(value)
    }

    /// Reads what a [token] announces, as far as that does not depend on the visitor.
    ///
    /// [token]: crate::bridge::names
    #[inline(always)] // so that the name is compared when it is compiled
    fn token(&mut self, name: &'static str) -> Result<Token<'de>> {
        Ok(match name {
            names::UNKNOWN if self.reader.at_unknown()? => Token::Unknown(self.reader.unknown()?),
            names::UNKNOWN => {
                self.unknown_at = self.reader.pos();
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
                // Nobody knows which members of what it holds are sensitive.
                self.dynamic(|error| error.in_dynamic().redact())?;
                Token::Unit
            }
            names::NUMBER => Token::Number(self.reader.pos(), self.reader.number()?),
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
        let start = self.reader.pos();
        let mut decoder = Decoder::new(self.reader.clone(), self.depth);
        let value = decoder.value(&Type::Dynamic).map_err(blame)?;
        self.reader = decoder.reader;
        if start == self.unknown_at && (value.is_null() || value.is_unknown()) {
            return Err(transit::typed(value));
        }
        transit::VALUE.set(Some(value));
        Ok(())
    }

    /// Reads a whole number in any wire form that holds it exactly.
    #[inline]
    fn integer(&mut self, min: i128, max: u128) -> Result<Integer> {
        let mut reader = self.reader.clone();
        match reader.fixed_number() {
            Some(Fixed::Int(n)) if i128::from(n) >= min && (n < 0 || n as u128 <= max) => {
                self.reader = reader;
                Ok(Integer::Small(n))
            }
            _ => self.any_integer(min, max),
        }
    }

    #[inline(never)]
    fn any_integer(&mut self, min: i128, max: u128) -> Result<Integer> {
        let at = self.reader.pos();
        let number = self.reader.number()?.into_number();
        self.wide_integer(at, number, min, max)
    }

    #[cold]
    fn wide_integer(
        &self,
        at: usize,
        number: Result<crate::Number>,
        min: i128,
        max: u128,
    ) -> Result<Integer> {
        let error = |error: Error| error.or_position(Position::Byte(at));
        let number = number.map_err(error)?;
        match (number.as_i128(), number.as_u128()) {
            (Some(n), _) if n >= min && (n < 0 || n as u128 <= max) => Ok(Integer::of(n)),
            (None, Some(n)) if n <= max => Ok(Integer::Unsigned(n)),
            _ => {
                let expected = format!("a whole number from {min} to {max}");
                Err(error(Error::mismatch_value(
                    expected,
                    "another number",
                    number,
                )))
            }
        }
    }

    #[inline]
    fn float(&mut self) -> Result<f64> {
        let mut reader = self.reader.clone();
        let float = match reader.fixed_number() {
            Some(Fixed::Int(n)) => n as f64,
            Some(Fixed::Float(n)) => n,
            None => f64::NAN,
        };
        match float.is_nan() {
            true => self.any_float(),
            false => {
                self.reader = reader;
                Ok(float)
            }
        }
    }

    #[inline(never)]
    fn any_float(&mut self) -> Result<f64> {
        let at = Position::Byte(self.reader.pos());
        match self.reader.number()? {
            Num::Int(n) => Ok(n as f64),
            Num::Uint(n) => Ok(n as f64),
            Num::Float(n) if n.is_nan() => Err(Error::mismatch("a number", "NaN").or_position(at)),
            Num::Float(n) => Ok(n),
            text @ Num::Text(_) => {
                let number = text.into_number().map_err(|error| error.or_position(at))?;
                let float = number.to_f64();
                if float.is_infinite() && number.is_finite() {
                    let error = Error::mismatch_value(
                        "a number that a double can hold",
                        "a greater one",
                        number,
                    );
                    return Err(error.or_position(at));
                }
                Ok(float)
            }
        }
    }
}

/// A whole number that is known to fit the type that asked.
enum Integer {
    Small(i64),
    Long(u64),
    Signed(i128),
    Unsigned(u128),
}

impl Integer {
    /// Takes the narrowest form: types of 64 bits do not accept the wide ones.
    fn of(n: i128) -> Self {
        if let Ok(n) = i64::try_from(n) {
            Integer::Small(n)
        } else if let Ok(n) = u64::try_from(n) {
            Integer::Long(n)
        } else {
            Integer::Signed(n)
        }
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
    /// A number, and where it begins.
    Number(usize, Num<'de>),
}

/// Reads a value that takes up the whole of `input`.
///
/// `&str` fields borrow from the input.
///
/// # Errors
///
/// If the input is not the MessagePack of a value that fits `T`, or goes on after it.
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

macro_rules! integers {
    ($($method:ident $ty:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.integer($ty::MIN as i128, $ty::MAX as u128)? {
                Integer::Small(n) => visitor.visit_i64(n),
                Integer::Long(n) => visitor.visit_u64(n),
                Integer::Signed(n) => visitor.visit_i128(n),
                Integer::Unsigned(n) => visitor.visit_u128(n),
            }
        }
    )*};
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

    integers! {
        deserialize_i8 i8
        deserialize_i16 i16
        deserialize_i32 i32
        deserialize_i64 i64
        deserialize_i128 i128
        deserialize_u8 u8
        deserialize_u16 u16
        deserialize_u32 u32
        deserialize_u64 u64
        deserialize_u128 u128
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let at = Position::Byte(self.reader.pos());
        let number = self.reader.number()?.into_number();
        let narrow = number.and_then(|number| number.narrow());
        visitor.visit_f32(narrow.map_err(|error| error.or_position(at))?)
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
        Err(Error::data(
            "Terraform has no type for bytes; use text, such as base64",
        ))
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.reader.nil()? {
            true => visitor.visit_none(),
            false => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.reader.nil()? {
            true => visitor.visit_unit(),
            false => Err(self.reader.mismatch("null")),
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
            Token::Number(at, number) => match number {
                Num::Int(n) => visitor.visit_i64(n),
                Num::Uint(n) => visitor.visit_u64(n),
                Num::Float(n) => visitor.visit_f64(n),
                Num::Text(text) => visitor.visit_borrowed_str(text),
            }
            .map_err(|error: Error| error.or_position(Position::Byte(at))),
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
        let value = tri!(visitor.visit_seq(&mut object));
        tri!(object.end());
        Ok(value)
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
