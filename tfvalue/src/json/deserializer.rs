//! The serde deserializer.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Deserialize, Visitor};

use super::access::{Map, Object, Seq};
use super::newtype::Token;
use super::read::Reader;
use crate::bridge::names;
use crate::bridge::variant::Variant;
use crate::error::{Error, Result};
use crate::limits::MAX_DEPTH;
use crate::value::Recent;

/// Reads Rust values from Terraform's JSON.
///
/// Most callers want [`from_slice`](super::from_slice) or [`from_str`](super::from_str).
///
/// # Examples
///
/// ```
/// use serde::Deserialize;
/// use tfvalue::json::{self, Deserializer};
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct Server {
///     #[tf(optional)]
///     name: Attr<String>,
///     #[tf(optional)]
///     memory: Attr<i64>,
/// }
///
/// let old = r#"{"name": "web", "gone": [1, 2]}"#;
/// let error = json::from_str::<Server>(old).unwrap_err();
/// assert_eq!(error.message(), r#"unsupported attribute "gone""#);
///
/// let mut deserializer = Deserializer::from_str(old);
/// deserializer.ignore_unsupported_attributes();
/// let server = Server::deserialize(&mut deserializer)?;
/// deserializer.end()?;
/// assert!(server.memory.is_null());
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone)]
pub struct Deserializer<'de> {
    pub(super) reader: Reader<'de>,
    depth: u8,
    /// Whether attributes that a struct does not have are skipped.
    pub(super) ignore_unsupported: bool,
    pub(super) recent: Recent<'de>,
    /// The number of members of objects that may still be missing.
    missing: usize,
    /// The position of the last value that is known and could be unknown.
    pub(super) unknown_at: usize,
}

/// The number of members of objects that may be missing in any input, in addition to one for each
/// byte. Each of them is a null, which takes memory.
const MISSING: usize = 1 << 15;

impl<'de> Deserializer<'de> {
    /// Creates a deserializer that reads from the front of `input`.
    #[must_use]
    pub fn from_slice(input: &'de [u8]) -> Self {
        Deserializer {
            reader: Reader::new(input),
            depth: MAX_DEPTH,
            ignore_unsupported: false,
            recent: Recent::default(),
            missing: input.len().saturating_add(MISSING),
            unknown_at: usize::MAX,
        }
    }

    /// Creates a deserializer that reads from the front of a string.
    #[must_use]
    #[allow(clippy::should_implement_trait)] // it cannot fail, and borrows
    pub fn from_str(input: &'de str) -> Self {
        Self::from_slice(input.as_bytes())
    }

    /// Skips attributes that a derived struct does not have. This is how to read a state that
    /// another version of the provider has written.
    pub fn ignore_unsupported_attributes(&mut self) -> &mut Self {
        self.ignore_unsupported = true;
        self
    }

    /// Reads a value and the end of the input.
    ///
    /// # Errors
    ///
    /// Fails if the input is not the JSON of a `T`, or anything follows the value.
    pub fn read<T: Deserialize<'de>>(&mut self) -> Result<T> {
        match T::deserialize(&mut *self) {
            Ok(value) => {
                tri!(self.end());
                Ok(value)
            }
            Err(error) => Err(self.reader.locate(error)),
        }
    }

    /// Checks that nothing is left but white space.
    ///
    /// # Errors
    ///
    /// Fails if anything follows the value.
    pub fn end(&mut self) -> Result<()> {
        self.reader.end()
    }

    /// Reads the opening bracket of a container, and goes one level deeper.
    fn enter(&mut self, bracket: u8, expected: &'static str) -> Result<()> {
        if tri!(self.open(bracket)) {
            return Ok(());
        }
        Err(self.reader.mismatch(expected))
    }

    /// Reads the opening bracket of a container if it comes next, and goes one level deeper.
    #[inline]
    fn open(&mut self, bracket: u8) -> Result<bool> {
        if !tri!(self.reader.open(bracket)) {
            return Ok(false);
        }
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                Ok(true)
            }
            None => Err(Error::too_deep()),
        }
    }

    /// Reads the closing bracket of a container, and goes back to the level above.
    pub(super) fn leave(&mut self, bracket: u8) -> Result<()> {
        self.depth += 1;
        self.reader.close(bracket)
    }

    /// Reads the opening bracket of a container, and then, one level deeper, the rest with `read`.
    pub(super) fn nested<T>(
        &mut self,
        bracket: u8,
        expected: impl Fn() -> Cow<'static, str>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if !self.open(bracket)? {
            return Err(self.reader.mismatch(expected()));
        }
        let result = read(self);
        self.depth += 1;
        result
    }

    /// Counts all members of an object as missing before it is read.
    pub(super) fn expect_missing(&mut self, members: usize) -> Result<()> {
        match self.missing.checked_sub(members) {
            Some(left) => {
                self.missing = left;
                Ok(())
            }
            None => Err(Error::limit(
                "too many attributes are missing for the size of the input",
            )),
        }
    }

    /// Subtracts the members that were found from those that [`Self::expect_missing`] has counted.
    pub(super) fn found(&mut self, members: usize) {
        self.missing += members;
    }

    /// Reads the elements of a list or tuple, and returns how many the visitor has read.
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

impl fmt::Debug for Deserializer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deserializer").finish_non_exhaustive() // the input may be sensitive
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
            Token::None => visitor.visit_none(),
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
        let value = match visitor.visit_map(Object::new(self, names)) {
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
