//! The functions that read MessagePack, and the implementation of serde's trait.

use std::io;

use serde::de::{self, Deserialize, DeserializeOwned, Visitor};

use super::access::{Map, ObjectAccess, Seq};
use super::deserializer::{Deserializer, Token};
use super::number::Num;
use crate::bridge::variant::Variant;
use crate::error::{Error, Position, Result};
use crate::names;
use crate::path::Step;

/// Reads a value from a slice of MessagePack.
///
/// `&str` fields borrow from the input.
///
/// # Errors
///
/// Fails if the input is not MessagePack for a value that matches `T`, or if anything follows the value.
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

/// Reads a value from a reader that returns MessagePack.
///
/// The whole input is read into memory first, so the reader does not have to be buffered. The value
/// cannot borrow from the input.
///
/// # Errors
///
/// Fails if reading fails, if the input is not MessagePack for a `T`, or if anything follows the value.
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

/// Returns the result of a visitor, or an error if the visitor left parts of the container unread.
///
/// Only the error is moved, because moving a struct costs as much as reading some of its members.
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

impl<'de> Deserializer<'de> {
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

    /// Reads the entries of a map, or of an object whose members are read by name.
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
            Token::Dynamic(at, bytes) => visitor.visit_borrowed_bytes(bytes).map_err(|error| {
                let error: Error = error;
                error.within(Position::Byte(at)).in_dynamic()
            }),
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
            return self.entries(len, Step::of_attribute, visitor);
        }
        let mut object = ObjectAccess::new(self, len, fields);
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
