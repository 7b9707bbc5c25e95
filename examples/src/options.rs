//! Options and files of the example programs.

use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;

/// Opens a file.
///
/// # Errors
///
/// If it cannot be opened: a sentence that names it.
pub fn open(path: &OsStr) -> Result<File, String> {
    File::open(path).map_err(|error| format!("{}: {error}", Path::new(path).display()))
}

/// Splits what is attached to an option off its name.
pub(crate) fn split(argument: &str) -> (&str, Option<&str>) {
    match argument.split_once('=') {
        Some((option, value)) if option.starts_with("--") => (option, Some(value)),
        _ => (argument, None),
    }
}

/// Returns the value of an option: what is attached to it, or the next argument.
pub(crate) fn value<'a>(
    option: &str,
    attached: Option<&str>,
    mut rest: impl Iterator<Item = &'a String>,
) -> Result<String, String> {
    let value = attached.or_else(|| rest.next().map(String::as_str));
    value
        .map(str::to_owned)
        .ok_or(format!("{option} takes a value"))
}
