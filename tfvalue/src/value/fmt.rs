//! Formats values in Terraform's language.

use std::fmt::{self, Write};

use super::{Repr, Value};

impl fmt::Display for Value {
    /// Writes the value as an expression of Terraform's language. `{}` writes a single line, and `{:#}` writes several
    /// lines. A set is written as `toset([…])`, and an unknown value with its refinements, for example
    /// `(known after apply, not null)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Null(_) => f.write_str("null"),
            Repr::Unknown(_) => f.write_str("(known after apply)"),
            Repr::Refined(refined) => {
                let known = refined.1.to_string();
                write!(f, "(known after apply, {}", &known[1..])
            }
            Repr::Bool(value) => write!(f, "{value}"),
            Repr::Number(value) => write!(f, "{value}"),
            Repr::String(text) => quote(f, text),
            Repr::List(items) | Repr::Tuple(items) => enclose(
                f,
                "[",
                items.values().iter().map(|value| (None, value)),
                "]",
            ),
            Repr::Set(items) => enclose(
                f,
                "toset([",
                items.values().iter().map(|value| (None, value)),
                "])",
            ),
            Repr::Map(_) => {
                let entries = self.entries().into_iter().flatten();
                enclose(
                    f,
                    "{",
                    entries.map(|(key, value)| (Some(Name::Key(key)), value)),
                    "}",
                )
            }
            Repr::Object(_) => {
                let members = self.members().into_iter().flatten();
                enclose(
                    f,
                    "{",
                    members.map(|(name, value)| (Some(Name::Attribute(name)), value)),
                    "}",
                )
            }
            Repr::Shared(_) => Ok(()),
        }
    }
}

impl fmt::Debug for Value {
    /// Writes the type, unless the type is obvious, followed by the value as in [`Display`](fmt::Display).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Bool(_) | Repr::Number(_) | Repr::String(_) => write!(f, "{self}"),
            _ => write!(f, "{} {self}", self.ty()),
        }
    }
}

/// The name of an attribute, or a key, which is written in quotation marks.
enum Name<'a> {
    Attribute(&'a str),
    Key(&'a str),
}

/// Writes the parts of a container between brackets.
fn enclose<'a>(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    parts: impl Iterator<Item = (Option<Name<'a>>, &'a Value)>,
    close: &str,
) -> fmt::Result {
    let lines = f.alternate();
    let named = open == "{";
    f.write_str(open)?;
    let mut empty = true;
    for (name, value) in parts {
        match (empty, lines) {
            (_, true) => f.write_str("\n")?,
            (true, false) if named => f.write_str(" ")?,
            (true, false) => {}
            (false, false) => f.write_str(", ")?,
        }
        empty = false;
        if lines {
            let mut text = format!("{value:#}").replace('\n', "\n  ");
            if !named {
                text.push(',');
            }
            match name {
                Some(name) => write!(f, "  {name} = {text}")?,
                None => write!(f, "  {text}")?,
            }
        } else {
            if let Some(name) = name {
                write!(f, "{name} = ")?;
            }
            write!(f, "{value}")?;
        }
    }
    match (empty, lines) {
        (true, _) => {}
        (false, true) => f.write_str("\n")?,
        (false, false) if named => f.write_str(" ")?,
        (false, false) => {}
    }
    f.write_str(close)
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Attribute(name) => f.write_str(name),
            Name::Key(key) => quote(f, key),
        }
    }
}

/// Writes a string in quotation marks, with the escapes of Terraform's language. The escapes include `$${` and `%%{`,
/// because the unescaped characters would begin a template.
fn quote(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '$' | '%' if chars.peek() == Some(&'{') => write!(f, "{c}{c}")?,
            c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}
