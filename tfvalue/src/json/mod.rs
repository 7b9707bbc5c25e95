//! Terraform's JSON.

use crate::error::{Error, Position};

/// Turns an error of serde_json's into one of ours.
pub(crate) fn error(error: serde_json::Error) -> Error {
    use serde_json::error::Category;
    let position = Position::LineColumn(error.line(), error.column());
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or(&text).to_owned();
    let located = match error.classify() {
        Category::Io => Error::io(error.into()),
        Category::Eof => Error::eof(),
        Category::Syntax => Error::syntax(text),
        Category::Data => Error::msg(text),
    };
    located.or_position(position)
}
