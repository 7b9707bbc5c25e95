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
    } else if let Some((got, expected)) = halves(&message, "invalid type: ") {
        Error::mismatch(required(expected), kind_word(got))
    } else if let Some((got, expected)) = halves(&message, "invalid value: ") {
        let value = got.split_once(' ').map_or(got, |(_, value)| value);
        Error::mismatch_value(required(expected), kind_word(got), value.trim_matches('`'))
    } else {
        Error::syntax(message)
    }
}

/// Takes apart what came and what was expected.
fn halves<'m>(message: &'m str, prefix: &str) -> Option<(&'m str, &'m str)> {
    message.strip_prefix(prefix)?.rsplit_once(", expected ")
}

/// Names what is required in Terraform's words: serde names types of Rust.
fn required(expected: &str) -> String {
    match expected {
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "a bool",
        "a sequence" => "a list",
        other => other,
    }
    .to_owned()
}

/// Splits " at line 1 column 2" off the end of a message.
fn split_position(message: &str) -> (String, Option<Position>) {
    let parse = |place: &str| {
        let (line, column) = place.split_once(" column ")?;
        let (line, column) = (line.parse().ok()?, column.parse::<usize>().ok()?);
        // serde_json counts the bytes that were read: none where the input is empty.
        Some(Position::LineColumn(line, column.max(1)))
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
