//! Parses the output of a command with `-json`.

use std::fmt::Write as _;
use std::process::Output;

use serde_json::Value;

/// A command that has exited.
pub(super) struct Run {
    pub(super) code: Option<i32>,
    /// The objects on standard output.
    lines: Vec<Value>,
    pub(super) stdout: String,
    /// The output for people.
    pub(super) text: String,
}

/// An error or a warning.
pub(super) struct Diagnostic {
    pub(super) is_error: bool,
    pub(super) summary: String,
    detail: String,
    address: String,
    /// The file, the line and the block to which the diagnostic refers.
    range: Option<(String, u64, String)>,
    code: String,
}

impl Run {
    pub(super) fn new(output: &Output) -> Self {
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut lines = Vec::new();
        let mut text = String::new();
        for line in stdout.lines() {
            match serde_json::from_str::<Value>(line) {
                Ok(line) if line["@message"].is_string() => {
                    print(&line, &mut text);
                    lines.push(line);
                }
                // This line is a document for programs, not for users.
                Ok(_) => {}
                Err(_) => {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        let code = output.status.code();
        Run {
            code,
            lines,
            stdout,
            text,
        }
    }

    pub(super) fn succeeded(&self) -> bool {
        matches!(self.code, Some(0 | 2))
    }

    /// Returns `true` if the command has created a plan.
    pub(super) fn has_planned(&self) -> bool {
        self.of_type("change_summary").next().is_some()
    }

    /// Returns the output objects of the given type.
    pub(super) fn of_type(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.lines.iter().filter(move |line| line["type"] == name)
    }

    pub(super) fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> {
        self.of_type("diagnostic")
            .map(|line| Diagnostic::new(&line["diagnostic"]))
    }
}

/// Writes a line of the output in a form that users can read.
fn print(line: &Value, text: &mut String) {
    match line["type"].as_str() {
        Some("version") => {}
        Some("outputs") if line["@message"] == "Outputs: 0" => {}
        Some("diagnostic") => text.push_str(&Diagnostic::new(&line["diagnostic"]).text()),
        _ => {
            text.push_str(line["@message"].as_str().unwrap_or_default());
            text.push('\n');
        }
    }
}

impl Diagnostic {
    fn new(json: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let range = json["range"].as_object().map(|range| {
            let line = range["start"]["line"].as_u64().unwrap_or_default();
            (
                text(&range["filename"]),
                line,
                text(&json["snippet"]["context"]),
            )
        });
        Diagnostic {
            is_error: json["severity"] == "error",
            summary: text(&json["summary"]),
            detail: text(&json["detail"]),
            address: text(&json["address"]),
            range,
            code: text(&json["snippet"]["code"]),
        }
    }

    /// Returns `true` if the message contains `text`, and [`place`](Self::place) contains `place`.
    pub(super) fn is(&self, place: &str, text: &str) -> bool {
        self.place().contains(place) && (self.summary.contains(text) || self.detail.contains(text))
    }

    /// Returns the address, and the line to which the message refers: `notes_note.a, main.tf:3: text = ""`.
    pub(super) fn place(&self) -> String {
        let mut place = self.address.clone();
        if let Some((file, line, _)) = &self.range {
            let comma = if place.is_empty() { "" } else { ", " };
            // Writing to a string never fails.
            _ = write!(place, "{comma}{file}:{line}: {}", self.code.trim());
        }
        place
    }

    /// Returns the message in the form in which Terraform prints it.
    fn text(&self) -> String {
        let kind = if self.is_error { "Error" } else { "Warning" };
        let mut text = format!("\n{kind}: {}\n\n", self.summary);
        // Writing to a string never fails.
        if !self.address.is_empty() {
            _ = writeln!(text, "  with {},", self.address);
        }
        if let Some((file, line, context)) = &self.range {
            let inside = if context.is_empty() {
                String::new()
            } else {
                format!(", in {context}")
            };
            _ = writeln!(text, "  on {file} line {line}{inside}:");
            for (offset, code) in self.code.lines().enumerate() {
                _ = writeln!(text, "{:4}: {code}", line + offset as u64);
            }
        }
        if !self.address.is_empty() || self.range.is_some() {
            text.push('\n');
        }
        _ = writeln!(text, "{}", self.detail);
        text
    }
}
