//! Streams, exit statuses and text for terminals.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anstyle::Style;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// Fine.
    Fine = 0,
    /// There are findings, differences or violations.
    Findings = 1,
    /// The arguments are wrong. clap uses the same number.
    Usage = 2,
    /// A file or a provider cannot be used.
    Unusable = 3,
    /// Fewer parts were examined than are required.
    TooLittle = 4,
    /// The user has interrupted the program, with SIGINT.
    Interrupted = 130,
    /// The system has ended the program, with SIGTERM.
    Terminated = 143,
}

impl Status {
    /// Returns the exit status of a command that looks for findings.
    pub(crate) fn of(is_fine: bool) -> Self {
        if is_fine {
            Status::Fine
        } else {
            Status::Findings
        }
    }

    /// Returns the status after SIGTERM, or after SIGINT.
    pub(crate) fn of_signal(is_termination: bool) -> Self {
        if is_termination {
            Status::Terminated
        } else {
            Status::Interrupted
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}

/// The reason why a command ends without a result.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) message: String,
}

impl Failure {
    /// The arguments are wrong.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Failure {
            status: Status::Usage,
            message: message.into(),
        }
    }

    /// A file or a provider cannot be used.
    pub(crate) fn unusable(message: impl Into<String>) -> Self {
        Failure {
            status: Status::Unusable,
            message: message.into(),
        }
    }

    /// A file cannot be used.
    pub(crate) fn file(path: &Path, error: impl fmt::Display) -> Self {
        Failure::unusable(format!("{}: {error}", path.display()))
    }
}

/// The standard streams of the program.
pub struct Streams<'a> {
    /// Standard input.
    pub input: &'a mut dyn Read,
    /// Standard output.
    pub output: &'a mut dyn Write,
    /// Standard error.
    pub errors: &'a mut dyn Write,
}

/// The standard output, which keeps its first error. A closed pipe is not an error, because the reader does not need
/// the rest.
pub(crate) struct Output<'a> {
    pub(crate) to: &'a mut dyn Write,
    pub(crate) error: Option<io::Error>,
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes);
        self.check(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.to.flush();
        self.check(flushed)
    }
}

impl Output<'_> {
    fn check<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            if !matches!(kind, ErrorKind::BrokenPipe | ErrorKind::Interrupted) {
                self.error.get_or_insert(error);
            }
            kind.into()
        })
    }
}

// `run` reports errors that occur when writing to standard output. Errors that occur when writing to standard error
// cannot be reported anywhere.
impl Streams<'_> {
    /// Writes text for people.
    pub(crate) fn print(&mut self, text: impl Into<Text>) {
        _ = self.output.write_all(text.into().0.as_bytes());
        _ = self.output.flush();
    }

    /// Writes output that other programs read, without changes.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        _ = self.output.write_all(bytes);
        _ = self.output.flush();
    }

    /// Writes a JSON document. Characters that could change the state of a terminal are written as JSON escapes.
    pub(crate) fn write_json(&mut self, text: &str) {
        let mut written = String::with_capacity(text.len());
        for letter in text.chars() {
            if is_control(letter) {
                // All of these characters are in the Basic Multilingual Plane.
                written.push_str(&format!("\\u{:04x}", u32::from(letter)));
            } else {
                written.push(letter);
            }
        }
        self.write(written.as_bytes());
    }

    /// Writes an error.
    pub(crate) fn fail(&mut self, message: &str) {
        let style = Style::new()
            .bold()
            .fg_color(Some(anstyle::AnsiColor::Red.into()));
        let mut text = Text::default();
        text.styled(style, "error:");
        text.push(&format!(" {}\n", message.trim_end()));
        self.complain(&text.0);
    }

    /// Writes an already escaped string to standard error.
    pub(crate) fn complain(&mut self, text: &str) {
        _ = self.errors.write_all(text.as_bytes());
    }
}

/// Text for a terminal. The content is escaped, and the styles are removed if the stream is not a terminal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text(String);

impl Text {
    /// Adds text.
    pub(crate) fn push(&mut self, text: &str) {
        self.0.push_str(&escaped(text));
    }

    /// Adds text with a style.
    pub(crate) fn styled(&mut self, style: Style, text: &str) {
        let escaped = escaped(text);
        self.0.push_str(&format!("{style}{escaped}{style:#}"));
    }

    /// Returns the escaped text with its styles.
    #[cfg(test)]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Text(escaped(text).into_owned())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text::from(text.as_str())
    }
}

/// Returns a number followed by its noun, such as `1 file` or `2 files`.
pub(crate) fn count(number: impl fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Replaces characters with their escapes if the characters could change the state of a terminal or the order of the
/// displayed text. Providers and files must not be able to control the terminal.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_control(letter) {
            escaped.extend(letter.escape_unicode());
        } else {
            escaped.push(letter);
        }
    }
    Cow::Owned(escaped)
}

/// Returns `true` for ASCII and Latin-1 control characters other than line feed and tab, for line separators, and for
/// marks that change the direction of text.
fn is_control(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        letter => letter.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        for (text, expected) in [
            ("a\tb\n", "a\tb\n"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("\u{9b}31m\u{85}\u{7f}\r", "\\u{9b}31m\\u{85}\\u{7f}\\u{d}"),
            (
                "a\u{202e}b\u{2066}c\u{200f}",
                "a\\u{202e}b\\u{2066}c\\u{200f}",
            ),
            ("größe 日本 👩‍💻", "größe 日本 👩‍💻"),
        ] {
            assert_eq!(escaped(text), expected);
            let mut styled = Text::default();
            styled.styled(Style::new().bold(), text);
            assert_eq!(styled.as_str(), format!("\u{1b}[1m{expected}\u{1b}[0m"));
        }
    }
}
