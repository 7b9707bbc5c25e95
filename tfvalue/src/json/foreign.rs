//! Errors of serde_json's, which reads types and schemas.

use crate::error::{Error, Position};

/// Turns an error of serde_json's into one of ours.
#[cold]
#[allow(clippy::needless_pass_by_value)] // so that its name alone maps an error
pub(crate) fn error(error: serde_json::Error) -> Error {
    let (message, position) = split_position(&error.to_string());
    let error = translate(message);
    match position {
        Some(position) => error.or_position(position),
        None => error,
    }
}

/// Finds the kind of an error of serde_json's by its words: deep within, its type is not known.
fn translate(message: String) -> Error {
    if message.starts_with("EOF while parsing") {
        Error::eof()
    } else if message.starts_with("recursion limit exceeded") {
        Error::too_deep()
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
