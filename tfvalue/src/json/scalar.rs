//! JSON scalars, which are read as leniently as in Terraform.

use std::borrow::Cow;

use serde::de::Visitor;

use super::deserializer::Deserializer;
use super::read::Reader;
use crate::error::{Error, Result};
use crate::number::Number;

impl<'de> Reader<'de> {
    /// Reads a bool, or one of the strings `"true"`, `"false"`, `"1"` and `"0"`.
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
        // As in Terraform's reader, strings with escapes are not accepted.
        match self.string()? {
            Cow::Borrowed("true" | "1") => Ok(true),
            Cow::Borrowed("false" | "0") => Ok(false),
            _ => Err(self.locate_at(start, Error::mismatch("a bool", "a string"))),
        }
    }

    /// Reads a string, or the text of a number or bool.
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

    /// Reads a number, or a string that contains a number.
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
        number.map_err(|error: crate::number::NumberError| self.locate_at(start, error.into()))
    }
}

impl<'de> Deserializer<'de> {
    /// Reads a whole number within the range of the type.
    #[inline]
    pub(super) fn integer<T>(&mut self) -> Result<T>
    where
        T: TryFrom<i64> + TryFrom<Number, Error = crate::number::NumberError>,
    {
        tri!(self.reader.peek());
        match self.reader.short_integer() {
            Some(integer) => Ok(integer),
            None => self.any_integer(),
        }
    }

    #[inline(never)]
    fn any_integer<T: TryFrom<Number, Error = crate::number::NumberError>>(&mut self) -> Result<T> {
        let start = self.reader.pos();
        let number = self.reader.lenient_number()?;
        T::try_from(number).map_err(|error| self.reader.locate_at(start, error.into()))
    }

    #[inline]
    pub(super) fn float(&mut self) -> Result<f64> {
        self.reader.peek()?;
        let start = self.reader.pos();
        let number = self.reader.lenient_number()?;
        number
            .to_double()
            .map_err(|error| self.reader.locate_at(start, error))
    }

    /// Reads a number as the first type among `u64`, `i64` and `f64` that can hold it.
    pub(super) fn any_number<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let start = self.reader.pos();
        let text = self.reader.number_text()?;
        if let Ok(int) = text.parse::<u64>() {
            return visitor.visit_u64(int);
        }
        match (text.parse::<i64>(), text.parse::<f64>()) {
            // A zero may have a minus sign.
            (Ok(int), _) if int != 0 => visitor.visit_i64(int),
            (_, Ok(float)) if float.is_finite() && (float != 0.0 || is_zero(text)) => {
                visitor.visit_f64(float)
            }
            (_, float) => {
                let problem = match float {
                    Ok(0.0) => "the number is too close to zero for a double",
                    _ => "the number is too large for a double",
                };
                Err(self.reader.locate_at(start, Error::syntax(problem)))
            }
        }
    }
}

/// Returns `true` if all digits before the exponent of a number are zeros.
fn is_zero(text: &str) -> bool {
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    !digits.contains(|digit| matches!(digit, '1'..='9'))
}
