//! Scalars of JSON, with the leniencies of Terraform's own reader.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, Visitor};
use serde_json::value::RawValue;

use super::context::Context;
use crate::error::{Error, Result};
use crate::number::Number;

/// A JSON value of which a scalar is wanted.
#[derive(Clone, Copy)]
pub(super) struct Scalar<'a, 'de> {
    text: &'de str,
    context: &'a Context<'de>,
}

impl<'a, 'de> Scalar<'a, 'de> {
    pub(super) fn new(raw: &'de RawValue, context: &'a Context<'de>) -> Self {
        Scalar {
            text: raw.get(),
            context,
        }
    }

    /// Reads a bool, also from `"true"`, `"false"`, `"1"` and `"0"`.
    pub(super) fn bool(self) -> Result<bool> {
        match self.text {
            "true" | "\"true\"" | "\"1\"" => Ok(true),
            "false" | "\"false\"" | "\"0\"" => Ok(false),
            _ => Err(self.mismatch("a bool")),
        }
    }

    /// Reads a string, also from the text of a number or bool.
    pub(super) fn str(self) -> Result<Cow<'de, str>> {
        match self.text.as_bytes()[0] {
            b'"' => self.quoted(),
            b'n' | b'{' | b'[' => Err(self.mismatch("a string")),
            _ => Ok(Cow::Borrowed(self.text)),
        }
    }

    /// Reads a number, also from a string.
    pub(super) fn number(self) -> Result<Number> {
        let text = match self.text.as_bytes()[0] {
            b'"' => self.quoted()?,
            b'-' | b'0'..=b'9' => Cow::Borrowed(self.text),
            _ => return Err(self.mismatch("a number")),
        };
        text.parse()
            .map_err(|error| self.locate(Error::from(error)))
    }

    fn quoted(self) -> Result<Cow<'de, str>> {
        let inner = &self.text[1..self.text.len() - 1];
        if !inner.contains('\\') {
            return Ok(Cow::Borrowed(inner));
        }
        let mut inner = serde_json::Deserializer::from_str(self.text);
        Unescaped.deserialize(&mut inner).map_err(|error| {
            // The position within the string says nothing; that of the string does.
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            self.locate(Error::syntax(message.to_owned()))
        })
    }

    pub(super) fn locate(self, error: Error) -> Error {
        self.context.locate(self.text, error)
    }

    #[cold]
    pub(super) fn mismatch(self, expected: &'static str) -> Error {
        let got = match self.text.as_bytes()[0] {
            b'n' => "null",
            b't' | b'f' => "a bool",
            b'"' => "a string",
            b'[' => "a list",
            b'{' => "a map",
            _ => "a number",
        };
        self.locate(Error::mismatch(expected, got))
    }
}

/// Reads a string in which half a surrogate pair, as an escape can name it, becomes U+FFFD, as in
/// Terraform's reader: serde_json hands over such a string only as bytes.
struct Unescaped;

impl<'de> DeserializeSeed<'de> for Unescaped {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(
        self,
        inner: D,
    ) -> std::result::Result<Cow<'de, str>, D::Error> {
        inner.deserialize_bytes(self)
    }
}

impl<'de> Visitor<'de> for Unescaped {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> std::result::Result<Cow<'de, str>, E> {
        replace_surrogates(bytes)
            .map(Cow::Owned)
            .ok_or_else(|| E::custom("invalid unicode code point"))
    }
}

/// Replaces surrogates, which are encoded like any other character; nothing else may be amiss.
fn replace_surrogates(mut bytes: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(bytes.len());
    loop {
        let valid = match std::str::from_utf8(bytes) {
            Ok(rest) => {
                text.push_str(rest);
                return Some(text);
            }
            Err(error) => error.valid_up_to(),
        };
        let (before, rest) = bytes.split_at(valid);
        text.push_str(std::str::from_utf8(before).ok()?);
        let [0xed, 0xa0..=0xbf, 0x80..=0xbf, rest @ ..] = rest else {
            return None;
        };
        text.push(char::REPLACEMENT_CHARACTER);
        bytes = rest;
    }
}
