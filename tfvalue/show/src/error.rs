//! Creates errors that are worded like the errors of `tfvalue`.

use std::borrow::Cow;

use serde::de;
use tfvalue::__internal::show as internal;
pub(crate) use tfvalue::__internal::show::{io_error as io, mismatch, repeated};
use tfvalue::{Error, errors::Category};

/// Reports JSON that is not valid.
#[cold]
pub(crate) fn syntax(message: &'static str) -> Error {
    internal::error(Category::Syntax, message)
}

/// Reports that the input ends unexpectedly.
#[cold]
pub(crate) fn eof() -> Error {
    internal::error(Category::Eof, "")
}

/// Reports a value that exceeds a limit.
#[cold]
pub(crate) fn limit(message: impl Into<Cow<'static, str>>) -> Error {
    internal::error(Category::Limit, message)
}

/// Reports values that are nested in more levels of brackets than a limit allows.
#[cold]
pub(crate) fn too_deep(limit_of_levels: usize) -> Error {
    limit(format!(
        "the value is nested more than {limit_of_levels} levels deep"
    ))
}

/// Reports a document that lacks a required part.
#[cold]
pub(crate) fn data(message: impl Into<Cow<'static, str>>) -> Error {
    internal::error(Category::Data, message)
}

/// Reports a member that is missing.
#[cold]
pub(crate) fn missing(name: &'static str) -> Error {
    de::Error::missing_field(name)
}
