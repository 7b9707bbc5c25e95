//! Reads the newtypes of this crate, whose [names] determine what the visitor receives.

use super::deserializer::Deserializer;
use crate::error::Result;
use crate::names;
use crate::number::Number;
use crate::ty::Type;

/// The method through which the visitor of a newtype receives the value.
pub(super) enum Token<'de> {
    /// The deserializer, as for any newtype.
    Newtype,
    /// Unit, for an absent block.
    Unit,
    /// The text of a value with its type, and the position at which the text begins.
    Dynamic(usize, &'de str),
    Integer(i64),
    Number(Number),
    Sensitive,
    Set,
}

impl<'de> Deserializer<'de> {
    /// Reads the value of a newtype according to its [name](names), up to the point at which the visitor is called.
    #[inline(always)] // so the compiler compares the names
    pub(super) fn token(&mut self, name: &'static str) -> Result<Token<'de>> {
        Ok(match name {
            names::BLOCK if self.reader.null()? => Token::Unit,
            names::SENSITIVE => Token::Sensitive,
            names::SET => Token::Set,
            names::DYNAMIC => {
                self.reader.peek()?;
                let at = self.reader.pos();
                Token::Dynamic(at, self.skip_dynamic()?)
            }
            names::NUMBER => {
                let number = self.reader.lenient_number()?;
                match number.as_i64() {
                    // A zero may have a minus sign.
                    Some(n) if n != 0 => Token::Integer(n),
                    _ => Token::Number(number),
                }
            }
            _ => Token::Newtype,
        })
    }

    /// Skips a value with its type, and returns the skipped text.
    #[inline(never)]
    fn skip_dynamic(&mut self) -> Result<&'de str> {
        let start = self.reader.pos();
        match self.reader.skip() {
            Ok(()) => Ok(self.reader.since(start)),
            // An error from reading the value contains a path inside the value.
            Err(error) => {
                self.reader.seek(start);
                let read = self.value(&Type::Dynamic);
                Err(read.err().unwrap_or(error).in_dynamic())
            }
        }
    }
}
