//! The functions that read JSON, and the implementation of serde's trait.

use std::borrow::Cow;
use std::io;

use serde::de::{self, Deserialize, DeserializeOwned, Visitor};

use super::access::{Map, ObjectAccess, Seq};
use super::deserializer::Deserializer;
use super::newtype::Token;
use crate::bridge::variant::Variant;
use crate::error::{Error, Result};
use crate::names;

/// Reads a value from a slice of JSON.
///
/// A `&str` borrows from the input, so the JSON string must not contain escapes.
///
/// # Errors
///
/// Fails if the input is not JSON for a `T`, or if anything follows the value.
///
/// # Examples
///
/// ```
/// let list: Vec<u8> = tfvalue::json::from_slice(br#"[1, "2"]"#)?;
/// assert_eq!(list, [1, 2]);
/// let error = tfvalue::json::from_slice::<Vec<u8>>(b"[1, true]").unwrap_err();
/// assert_eq!(error.to_string(), "[1]: a number is required, got a bool at line 1 column 5");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(input: &'de [u8]) -> Result<T> {
    Deserializer::from_slice(input).read()
}

/// Reads a value from a JSON string.
///
/// # Errors
///
/// Fails in the same cases as [`from_slice`].
///
/// # Examples
///
/// ```
/// let pair: (bool, &str) = tfvalue::json::from_str(r#"[true, "a"]"#)?;
/// assert_eq!(pair, (true, "a"));
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(input: &'de str) -> Result<T> {
    from_slice(input.as_bytes())
}

/// Reads a value from a reader that returns JSON.
///
/// The whole input is read into memory first, so the reader does not have to be buffered. The value
/// cannot borrow from the input.
///
/// # Errors
///
/// Fails if reading fails, if the input is not JSON for a `T`, or if anything follows the value.
///
/// # Examples
///
/// ```
/// let file = std::io::Cursor::new(r#"["a", "b"]"#);
/// let list: Vec<String> = tfvalue::json::from_reader(file)?;
/// assert_eq!(list, ["a", "b"]);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_reader<R: io::Read, T: DeserializeOwned>(mut reader: R) -> Result<T> {
    let mut input = Vec::new();
    reader.read_to_end(&mut input).map_err(Error::io)?;
    from_slice(&input)
}

impl<'de> Deserializer<'de> {
    /// Reads the elements of a list or tuple, and returns the number of elements that the visitor has read.
    fn elements<V: Visitor<'de>>(&mut self, visitor: V) -> Result<(V::Value, usize)> {
        let mut seq = Seq::new(self);
        let value = match visitor.visit_seq(&mut seq) {
            Ok(value) => value,
            Err(error) => return Err(self.reader.locate(error)),
        };
        let taken = tri!(seq.end());
        Ok((value, taken))
    }
}

impl<'de> de::Deserializer<'de> for &mut Deserializer<'de> {
    type Error = Error;

    crate::bridge::integers::deserialize_integers!(integer);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.reader.peek()? {
            b'n' => {
                self.reader.word("null")?;
                visitor.visit_unit()
            }
            b't' | b'f' => visitor.visit_bool(self.reader.lenient_bool()?),
            b'-' | b'0'..=b'9' => self.any_number(visitor),
            b'"' => self.deserialize_str(visitor),
            b'{' => self.deserialize_map(visitor),
            b'[' => self.deserialize_seq(visitor),
            _ => Err(self.reader.mismatch("a value")),
        }
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bool(self.reader.lenient_bool()?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.reader.peek()?;
        let start = self.reader.pos();
        let narrow = self.reader.lenient_number()?.narrow();
        visitor.visit_f32(narrow.map_err(|error| self.reader.locate_at(start, error))?)
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
        tri!(self.reader.peek());
        let start = self.reader.pos();
        let result = match tri!(self.reader.lenient_str()) {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        };
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.reader.locate_at(start, error)),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(Error::no_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(Error::no_bytes())
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if tri!(self.reader.null()) {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.reader.null()? {
            visitor.visit_unit()
        } else {
            Err(self.reader.mismatch("null"))
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
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
            Token::Unit => visitor.visit_unit(),
            Token::Dynamic(at, text) => visitor.visit_borrowed_str(text).map_err(|error| {
                let error: Error = error;
                error.within(self.reader.position(at)).in_dynamic()
            }),
            Token::Integer(n) => visitor.visit_i64(n),
            Token::Number(number) => visitor.visit_str(&number.to_string()),
            Token::Sensitive => visitor.visit_some(self).map_err(Error::redact),
            Token::Set => visitor.visit_newtype_struct(self).map_err(Error::in_set),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        tri!(self.enter(b'[', "a list"));
        let (value, _) = tri!(self.elements(visitor));
        Ok(value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        let expected = || format!("a tuple of {len} elements");
        if !tri!(self.open(b'[')) {
            return Err(self.reader.mismatch(expected()));
        }
        match tri!(self.elements(visitor)) {
            (value, taken) if taken == len => Ok(value),
            (_, taken) => Err(Error::mismatch(expected(), format!("{taken}"))),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        tri!(self.enter(b'{', "a map"));
        let value = match visitor.visit_map(Map::new(self)) {
            Ok(value) => value,
            Err(error) => return Err(self.reader.locate(error)),
        };
        tri!(self.leave(b'}'));
        Ok(value)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        tri!(self.enter(b'{', "an object"));
        let names = (name == names::OBJECT).then_some(fields);
        let value = match visitor.visit_map(ObjectAccess::new(self, names)) {
            Ok(value) => value,
            Err(error) => return Err(self.reader.locate(error)),
        };
        tri!(self.leave(b'}'));
        Ok(value)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.reader.peek()?;
        let start = self.reader.pos();
        visitor
            .visit_enum(Variant(&self.reader.lenient_str()?))
            .map_err(|error| self.reader.locate_at(start, error))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.reader.skip()?;
        visitor.visit_unit()
    }
}
