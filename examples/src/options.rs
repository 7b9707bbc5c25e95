//! Parses options and opens files for the example programs.

use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;

/// Opens a file.
///
/// # Errors
///
/// If the file cannot be opened. The error names the file.
pub fn open(path: &OsStr) -> Result<File, String> {
    File::open(path).map_err(|error| format!("{}: {error}", Path::new(path).display()))
}

/// Splits an argument such as `--name=value` into the name and the value.
pub(crate) fn split(argument: &str) -> (&str, Option<&str>) {
    match argument.split_once('=') {
        Some((option, value)) if option.starts_with("--") => (option, Some(value)),
        _ => (argument, None),
    }
}

/// Returns the value of an option: the part after `=`, or the next argument.
pub(crate) fn value<'a>(
    option: &str,
    attached: Option<&str>,
    mut rest: impl Iterator<Item = &'a String>,
) -> Result<String, String> {
    let value = attached.or_else(|| rest.next().map(String::as_str));
    value
        .map(str::to_owned)
        .ok_or(format!("{option} requires a value"))
}
