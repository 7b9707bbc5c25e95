//! Strings in Go's double quotes, as `strconv.Quote` and `%q` write them.

use std::fmt::{self, Write};

use crate::printable::is_printable;

/// Displays a string in double quotes, as Go does.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        quote(f, self.0)
    }
}

/// Writes a string in double quotes, as Go does.
pub(super) fn quote(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\u{7}' => f.write_str("\\a")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{b}' => f.write_str("\\v")?,
            '\u{c}' => f.write_str("\\f")?,
            c if is_printable(c) => f.write_char(c)?,
            c if c.is_ascii() => write!(f, "\\x{:02x}", u32::from(c))?,
            c if c <= '\u{ffff}' => write!(f, "\\u{:04x}", u32::from(c))?,
            c => write!(f, "\\U{:08x}", u32::from(c))?,
        }
    }
    f.write_char('"')
}
