//! The text of an error.

use std::fmt;

use super::{Category, Error, ErrorKind, Position};

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ErrorKind::Several(_) = self.0.kind {
            return f.write_str(&self.message());
        }
        if !self.0.steps.is_empty() {
            write!(f, "{}: ", self.place())?;
        }
        f.write_str(&self.message())?;
        match (self.category(), self.0.position) {
            (Category::Syntax | Category::Eof, Some(Position::Byte(at))) => {
                write!(f, " at byte {at}")
            }
            (_, Some(Position::LineColumn(line, column))) => {
                write!(f, " at line {line} column {column}")
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Error {
    /// Prints the same text as [`Display`](fmt::Display). `unwrap()`, and a `main` that returns the error, print the
    /// `Debug` output.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.kind {
            ErrorKind::Io(error) => Some(&**error),
            _ => None,
        }
    }
}
