//! Reports an error: the message, the path, and the position in the input.

use std::ops::Range;

use tfvalue::{Error, Path, errors::Position};

use super::mask;
use super::shape::Shape;

/// The number of bytes per line.
const WIDTH: usize = 16;

/// The number of bytes of JSON to show before and after the error.
const AROUND: usize = 36;

/// Describes an error, and shows the input around the error without sensitive values.
pub(super) fn report(
    error: &Error,
    position: Option<Position>,
    input: &[u8],
    shape: Shape<'_>,
) -> String {
    let (message, path) = visible(error, shape);
    let place = if path.is_root() {
        "the whole value".to_owned()
    } else {
        path.to_string()
    };
    let found = match position {
        Some(Position::Byte(at)) if at >= input.len() => {
            format!("bytes:    at the end, after {} bytes\n", input.len())
        }
        Some(Position::Byte(at)) => format!("bytes:    at {at} of {}\n", input.len()),
        Some(Position::LineColumn(line, column)) => {
            format!("text:     line {line}, column {column}\n")
        }
        _ => String::new(),
    };
    let around = match position {
        Some(Position::Byte(at)) => dump(input, at.min(input.len()), &mask::hidden(input, shape)),
        Some(Position::LineColumn(..)) if shape.hides_something() => {
            "  (not shown, because there are sensitive attributes)\n".to_owned()
        }
        Some(Position::LineColumn(line, column)) => excerpt(input, line, column),
        _ => String::new(),
    };
    let gap = if around.is_empty() { "" } else { "\n" };
    format!("error:    {message}\npath:     {place}\n{found}{gap}{around}")
}

/// Returns the message and the path of an error, without sensitive values.
pub(super) fn visible(error: &Error, shape: Shape<'_>) -> (String, Path) {
    let (path, hides) = visible_path(&error.path(), shape);
    let message = match error.message() {
        message if !hides || is_safe(&message) => message,
        // An unexpected name may be a misplaced sensitive value.
        message if message.starts_with("unsupported attribute ") => {
            "unsupported attribute (not shown, because there are sensitive attributes)".to_owned()
        }
        _ => "the value is invalid (not shown, because it is sensitive)".to_owned(),
    };
    (message, path)
}

/// Truncates the path at the first sensitive value. Also returns whether the rest contains sensitive
/// values.
fn visible_path(path: &Path, mut shape: Shape<'_>) -> (Path, bool) {
    let mut visible = Path::root();
    for step in path.steps() {
        if shape.hides_name(step) {
            return (visible, true);
        }
        shape = shape.step(step);
        visible = visible.step(step.clone());
        if shape.is_hidden() {
            return (visible, true);
        }
    }
    (visible, shape.hides_something())
}

/// Returns `true` if a message contains no values. Values in messages are always numbers or in quotes.
fn is_safe(message: &str) -> bool {
    const KINDS: [&str; 8] = [
        "null",
        "a bool",
        "a number",
        "a string",
        "bytes",
        "a list",
        "a map",
        "an unknown value",
    ];
    message == "the attribute is missing"
        || message
            .rsplit_once(", got ")
            .is_some_and(|(_, got)| KINDS.contains(&got))
}

/// Shows the bytes around the error, with a marker under the first byte of the error.
fn dump(input: &[u8], at: usize, hidden: &[Range<usize>]) -> String {
    let fault = at / WIDTH;
    let mut out = String::new();
    for line in fault.saturating_sub(1)..=fault + 1 {
        let start = line * WIDTH;
        if start < input.len() || line == fault {
            out.push_str(&row(input, start, hidden));
        }
        if line == fault {
            let before = 3 * (at - start);
            out.push_str(&format!("         {:before$} ^^\n", ""));
        }
    }
    out
}

fn row(input: &[u8], start: usize, hidden: &[Range<usize>]) -> String {
    let (mut hex, mut text) = (String::new(), String::new());
    for (at, byte) in input.iter().enumerate().skip(start).take(WIDTH) {
        let (two, one) = if hidden.iter().any(|range| range.contains(&at)) {
            ("··".to_owned(), '·')
        } else {
            (format!("{byte:02x}"), printable(*byte))
        };
        hex.push_str(&format!(" {two}"));
        text.push(one);
    }
    let row = format!("  {start:06x} {hex:<48}  {text}");
    format!("{}\n", row.trim_end())
}

fn printable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' {
        char::from(byte)
    } else {
        '.'
    }
}

/// Shows the text around the error, with a marker below the text. Columns are counted in bytes, starting with 1.
fn excerpt(input: &[u8], line: usize, column: usize) -> String {
    let mut lines = input.split(|&byte| byte == b'\n');
    let text = lines.nth(line.saturating_sub(1)).unwrap_or_default();
    let at = column.saturating_sub(1).min(text.len());
    let clean = |bytes: &[u8]| -> String {
        let text = String::from_utf8_lossy(bytes);
        let shown = |c: char| if c.is_control() { ' ' } else { c };
        text.chars().map(shown).collect()
    };
    let before = clean(&text[at.saturating_sub(AROUND)..at]);
    let after = clean(&text[at..text.len().min(at + AROUND)]);
    let indent = before.chars().count();
    format!("  {before}{after}\n  {:indent$}^\n", "")
}
