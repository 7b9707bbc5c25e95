//! Scalars of JSON, read as leniently as Terraform does.

use std::borrow::Cow;

use super::read::Reader;
use crate::error::{Error, Result};
use crate::number::Number;

impl<'de> Reader<'de> {
    /// Reads a bool, also from `"true"`, `"false"`, `"1"` and `"0"`.
    #[inline]
    pub(super) fn lenient_bool(&mut self) -> Result<bool> {
        match self.peek()? {
            b't' => self.word("true").map(|()| true),
            b'f' => self.word("false").map(|()| false),
            b'"' => self.quoted_bool(),
            _ => Err(self.mismatch("a bool")),
        }
    }

    fn quoted_bool(&mut self) -> Result<bool> {
        let start = self.pos();
        // As in Terraform's reader, text with escapes is not accepted.
        match self.string()? {
            Cow::Borrowed("true" | "1") => Ok(true),
            Cow::Borrowed("false" | "0") => Ok(false),
            _ => Err(self.locate_at(start, Error::mismatch("a bool", "a string"))),
        }
    }

    /// Reads a string, also from the text of a number or bool.
    #[inline]
    pub(super) fn lenient_str(&mut self) -> Result<Cow<'de, str>> {
        match self.peek()? {
            b'"' => self.string(),
            first => self.unquoted_str(first).map(Cow::Borrowed),
        }
    }

    #[inline(never)]
    fn unquoted_str(&mut self, first: u8) -> Result<&'de str> {
        match first {
            b'-' | b'0'..=b'9' => self.number_text(),
            b't' => self.word("true").map(|()| "true"),
            b'f' => self.word("false").map(|()| "false"),
            _ => Err(self.mismatch("a string")),
        }
    }

    /// Reads a number, also from a string.
    #[inline]
    pub(super) fn lenient_number(&mut self) -> Result<Number> {
        match self.peek()? {
            b'-' | b'0'..=b'9' => self.number(),
            b'"' => self.quoted_number(),
            _ => Err(self.mismatch("a number")),
        }
    }

    fn quoted_number(&mut self) -> Result<Number> {
        let start = self.pos();
        let number = self.string()?.parse();
        number.map_err(|error: crate::NumberError| self.locate_at(start, error.into()))
    }
}
