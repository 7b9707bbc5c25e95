//! Formats a call as text.

use std::fmt::Write as _;

use crate::html::{Level, Section};

use super::call::Decoded;

/// Prints a call. The brief form omits whole values. The text is not yet escaped.
pub(crate) fn print(section: &Section, decoded: &Decoded, is_brief: bool) -> String {
    let mut text = String::new();
    let time = section.start.map(clock).unwrap_or_default();
    let duration = match section.duration {
        Some(duration) => format!("{duration:.1} ms"),
        None => "no response".to_owned(),
    };
    let subject = match section.subject.as_str() {
        "" => String::new(),
        subject => format!(" {subject}"),
    };
    _ = writeln!(text, "{time} {}{subject}, {duration}", section.kind);
    for note in &section.notes {
        _ = writeln!(text, "  {note}");
    }
    if !is_brief {
        for part in &decoded.parts {
            let value = part.text();
            _ = writeln!(
                text,
                "  {} = {}",
                part.label,
                value.trim_end().replace('\n', "\n  ")
            );
        }
    }
    if !section.changes.is_empty() {
        _ = writeln!(text, "  differences:");
    }
    for change in &section.changes {
        let cells = section.columns.iter().zip(&change.cells);
        let cells: Vec<_> = cells
            .map(|(column, cell)| format!("{column} {cell}"))
            .collect();
        let note = if change.note.is_empty() {
            String::new()
        } else {
            format!(" # {}", change.note)
        };
        let path = if change.path.is_empty() {
            "(the whole value)"
        } else {
            &change.path
        };
        _ = writeln!(text, "    {path}: {}{note}", cells.join(", "));
    }
    for finding in &section.findings {
        let level = if finding.level == Level::Error {
            "error"
        } else {
            "warning"
        };
        let at = if finding.path.is_empty() {
            String::new()
        } else {
            format!(", at {}", finding.path)
        };
        _ = writeln!(text, "  {level}: {}{at}", finding.title);
        for detail in &finding.texts {
            _ = writeln!(text, "    {}", detail.replace('\n', "\n    "));
        }
    }
    text
}

/// Returns the time of day in UTC.
fn clock(at: f64) -> String {
    let millis = at as u64 % 86_400_000;
    let (seconds, millis) = (millis / 1000, millis % 1000);
    format!(
        "{:02}:{:02}:{:02}.{millis:03}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}
