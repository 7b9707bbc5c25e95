//! A line of the log, which is a JSON object.

use std::borrow::Cow;
use std::fmt::{self, Debug, Write as _};

use tracing::Level;
use tracing::field::{Field, Visit};

use crate::provider::Secrets;

/// The maximum size of a line. Terraform splits longer lines and does not parse them as JSON.
const MAX_LINE: usize = 60 << 10;

/// The number of bytes reserved for the brackets, names and numbers that follow a string.
const RESERVE: usize = 1 << 10;

/// The members of a JSON object, without the brackets.
#[derive(Clone, Default)]
pub(super) struct LineMembers {
    text: String,
    message: String,
}

impl LineMembers {
    /// Returns members that contain only the message.
    pub(super) fn with_message(message: String) -> Self {
        let text = String::new();
        LineMembers { text, message }
    }

    /// Appends members.
    pub(super) fn extend(&mut self, others: &LineMembers) {
        if self.text.len() + others.text.len() <= MAX_LINE - RESERVE {
            self.text.push_str(&others.text);
        }
    }

    /// Returns the line of an event.
    pub(super) fn line(&self, level: Level, module: &str, timestamp: &str) -> String {
        let level = match level {
            Level::ERROR => "error",
            Level::WARN => "warn",
            Level::INFO => "info",
            Level::DEBUG => "debug",
            Level::TRACE => "trace",
        };
        // Terraform crashes if the message is not a string.
        let mut line =
            format!("{{\"@level\":\"{level}\",\"@timestamp\":\"{timestamp}\",\"@module\":");
        quote(module, RESERVE, &mut line);
        line.push_str(",\"@message\":");
        let room = MAX_LINE.saturating_sub(line.len() + self.text.len());
        quote(&self.message, room, &mut line);
        line.push_str(&self.text);
        line.push_str("}\n");
        line
    }

    fn name(&mut self, field: &Field) -> bool {
        // This leaves room for the message.
        if self.text.len() > MAX_LINE / 2 {
            return false;
        }
        self.text.push(',');
        // Names that begin with `@` are reserved for the log.
        quote(
            field.name().trim_start_matches('@'),
            RESERVE,
            &mut self.text,
        );
        self.text.push(':');
        true
    }

    fn plain(&mut self, field: &Field, value: impl fmt::Display) {
        if self.name(field) {
            // Writing to a string cannot fail.
            _ = write!(self.text, "{value}");
        }
    }
}

impl Visit for LineMembers {
    fn record_str(&mut self, field: &Field, value: &str) {
        let value = &*Secrets::mask(value);
        if field.name() == "message" {
            value.clone_into(&mut self.message);
        } else if self.name(field) {
            let room = (MAX_LINE / 2).saturating_sub(self.text.len()).max(RESERVE);
            quote(value, room, &mut self.text);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.number_or_message(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.number_or_message(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.number_or_message(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if value.is_finite() {
            self.number_or_message(field, value);
        } else {
            self.record_str(field, &value.to_string());
        }
    }
}

impl LineMembers {
    /// Writes a value without quotes, unless the field is the message.
    fn number_or_message(&mut self, field: &Field, value: impl fmt::Display) {
        let text = value.to_string();
        if field.name() == "message" || matches!(Secrets::mask(&text), Cow::Owned(_)) {
            self.record_str(field, &text);
        } else {
            self.plain(field, value);
        }
    }
}

/// Writes a JSON string. A string that takes more than `room` bytes is truncated.
fn quote(text: &str, room: usize, out: &mut String) {
    let end = out.len() + room;
    out.push('"');
    for character in text.chars() {
        if out.len() + 12 > end {
            out.push('…');
            break;
        }
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            control @ ..'\u{20}' => _ = write!(out, "\\u{:04x}", u32::from(control)),
            other => out.push(other),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_and_cut() {
        let mut out = String::new();
        quote("a\"\\\n\u{1}\u{e4}", 100, &mut out);
        assert_eq!(out, "\"a\\\"\\\\\\n\\u0001\u{e4}\"");
        let read: String = serde_json::from_str(&out).unwrap();
        assert_eq!(read, "a\"\\\n\u{1}\u{e4}");

        let mut out = String::new();
        quote(&"\u{0}".repeat(100), 40, &mut out);
        assert!(out.len() <= 40, "{out}");
        assert!(serde_json::from_str::<String>(&out).unwrap().ends_with('…'));
    }
}
