//! Converts errors from serde_json, which reads types, schemas and other documents.

use super::{Error, Position};

/// Converts an error from serde_json.
#[cold]
#[allow(clippy::needless_pass_by_value)] // passed to `map_err`
#[must_use]
pub fn convert(error: serde_json::Error) -> Error {
    let position = position(&error);
    let error = without_position(error);
    match position {
        Some((line, column)) => error.or_position(Position::LineColumn(line, column)),
        None => error,
    }
}

/// Converts an error from serde_json without its position.
#[cold]
pub(crate) fn without_position(error: serde_json::Error) -> Error {
    if error.is_io() {
        return Error::io(error.into());
    }
    let mut message = error.to_string();
    if error.line() > 0 {
        if let Some(end) = message.rfind(" at line ") {
            message.truncate(end);
        }
    }
    translate(message)
}

/// Returns the line and column of an error. Both are counted from 1.
pub(crate) fn position(error: &serde_json::Error) -> Option<(usize, usize)> {
    // serde_json counts the bytes that it has read, so the column at the beginning of a line is 0.
    (error.line() > 0).then(|| (error.line(), error.column().max(1)))
}

/// Recognizes an error from serde_json by its wording, because serde_json does not expose the kind of the error.
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

/// Splits a message into the value that was found and the value that was expected.
fn halves<'m>(message: &'m str, prefix: &str) -> Option<(&'m str, &'m str)> {
    message.strip_prefix(prefix)?.rsplit_once(", expected ")
}

/// Returns Terraform's name for an expected type. serde reports the names of Rust types.
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

/// Returns Terraform's name for the kind of the value that was found. The value itself is not shown.
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
