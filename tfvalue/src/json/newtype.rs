//! How the newtypes of this crate are read: their [names] select what the visitor receives.

use super::deserializer::Deserializer;
use crate::error::{Error, Result};
use crate::names;
use crate::number::Number;
use crate::ty::Type;
use crate::value::{Value, transit};

/// The call that the visitor of a newtype receives.
pub(super) enum Token {
    /// The deserializer, as for any newtype.
    Newtype,
    /// Unit, for an absent block or a value that was handed over.
    Unit,
    /// None, for a null.
    None,
    Integer(i64),
    Number(Number),
    Sensitive,
    Set,
}

impl Deserializer<'_> {
    /// Reads the value of a newtype, according to its [name](names), up to the call of the visitor.
    #[inline(always)] // so the compiler compares the names
    pub(super) fn token(&mut self, name: &'static str) -> Result<Token> {
        Ok(match name {
            names::UNKNOWN => {
                self.reader.peek()?;
                self.unknown_at = self.reader.pos();
                Token::Newtype
            }
            names::BLOCK if self.reader.null()? => Token::Unit,
            names::SENSITIVE => Token::Sensitive,
            names::SET => Token::Set,
            names::DYNAMIC => {
                let untyped = |value: &Value| value.is_null() && value.ty() == Type::Dynamic;
                if !self.hand_over(untyped).map_err(Error::in_dynamic)? {
                    return Err(Error::null());
                }
                Token::Unit
            }
            // Any part of the value in an envelope may be sensitive.
            names::ENVELOPE => {
                let blocks = self.hand_over(Value::is_null);
                if blocks.map_err(|error| error.in_dynamic().redact())? {
                    Token::Unit
                } else {
                    Token::None
                }
            }
            names::NUMBER => {
                let number = self.reader.lenient_number()?;
                match number.as_i64() {
                    // Zero may be minus zero.
                    Some(n) if n != 0 => Token::Integer(n),
                    _ => Token::Number(number),
                }
            }
            _ => Token::Newtype,
        })
    }

    /// Reads a value with its type. Unless the value is null, hands it over and returns `true`.
    #[inline(never)]
    fn hand_over(&mut self, is_null: fn(&Value) -> bool) -> Result<bool> {
        let start = self.reader.pos();
        let value = self.value(&Type::Dynamic)?;
        if is_null(&value) {
            return Ok(false);
        }
        if value.is_null() && start == self.unknown_at {
            return Err(transit::typed(value));
        }
        transit::VALUE.set(Some(value));
        Ok(true)
    }
}
