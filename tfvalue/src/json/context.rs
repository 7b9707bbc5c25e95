//! What all levels of one JSON reader share: above all our errors on their way through
//! serde_json, whose callbacks can only carry its own.

use std::cell::RefCell;
use std::fmt;

use serde::de;

use crate::error::{Error, Position};

/// What is shared while one value is read.
pub(super) struct Context<'de> {
    input: &'de [u8],
    /// Whether attributes that a struct does not have are skipped.
    pub(super) ignore_unsupported: bool,
    /// Our error, while serde_json carries a stand-in for it upwards.
    error: RefCell<Option<Error>>,
}

impl<'de> Context<'de> {
    pub(super) fn new(input: &'de [u8], ignore_unsupported: bool) -> Self {
        Context {
            input,
            ignore_unsupported,
            error: RefCell::new(None),
        }
    }

    /// Hands our error over to serde_json.
    #[cold]
    pub(super) fn put<E: de::Error>(&self, error: Error) -> E {
        *self.error.borrow_mut() = Some(error);
        E::custom("")
    }

    /// Takes our error back, or makes one of serde_json's own.
    #[cold]
    pub(super) fn take<E: fmt::Display>(&self, foreign: E) -> Error {
        let (message, position) = split_position(&foreign.to_string());
        let error = self.error.take().unwrap_or_else(|| translate(message));
        match position {
            Some(position) => error.or_position(position),
            None => error,
        }
    }

    /// Puts the position of a piece of the input into an error.
    #[cold]
    pub(super) fn locate(&self, piece: &str, error: Error) -> Error {
        let start = self.input.as_ptr().addr();
        let at = piece
            .as_ptr()
            .addr()
            .wrapping_sub(start)
            .min(self.input.len());
        let before = &self.input[..at];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before
            .iter()
            .rev()
            .take_while(|&&byte| byte != b'\n')
            .count()
            + 1;
        error.or_position(Position::LineColumn(line, column))
    }
}

/// Turns an error of serde_json's into one of ours.
#[cold]
pub(crate) fn error(error: serde_json::Error) -> Error {
    Context::new(&[], false).take(error)
}

/// Finds the kind of an error of serde_json's by its words: deep within, its type is not known.
fn translate(message: String) -> Error {
    if message.starts_with("EOF while parsing") {
        Error::eof()
    } else if message.starts_with("recursion limit exceeded") {
        Error::limit("the value is nested more than 128 levels deep")
    } else if let Some((got, expected)) = message
        .strip_prefix("invalid type: ")
        .and_then(|rest| rest.rsplit_once(", expected "))
    {
        Error::mismatch(expected.to_owned(), kind_word(got))
    } else {
        Error::syntax(message)
    }
}

/// Splits " at line 1 column 2" off the end of a message.
fn split_position(message: &str) -> (String, Option<Position>) {
    let parse = |place: &str| {
        let (line, column) = place.split_once(" column ")?;
        Some(Position::LineColumn(
            line.parse().ok()?,
            column.parse().ok()?,
        ))
    };
    match message.rsplit_once(" at line ") {
        Some((text, place)) => (text.to_owned(), parse(place)),
        None => (message.to_owned(), None),
    }
}

/// Names what came in Terraform's words, without the value that serde_json shows.
fn kind_word(got: &str) -> &'static str {
    match got.split(' ').next() {
        Some("null") => "null",
        Some("boolean") => "a bool",
        Some("integer" | "floating") => "a number",
        Some("string") => "a string",
        Some("sequence") => "a list",
        _ => "a map",
    }
}
