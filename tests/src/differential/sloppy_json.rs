//! Writes unusual JSON: spaces, escapes, members that are in any order or missing, scalars in other forms, and
//! sometimes invalid input.

use tfvalue::{Type, Value};

use super::sloppy::number_text;
use crate::random::{self, Rng};

/// Writes a value according to a type constraint, using a random encoding among all possible encodings.
pub(super) struct SloppyJson<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) out: String,
    /// One in `faults` rules is broken; if `faults` is 0, no rule is broken.
    pub(super) faults: usize,
}

impl SloppyJson<'_> {
    fn fault(&mut self) -> bool {
        self.faults > 0 && self.rng.one_in(self.faults)
    }

    fn space(&mut self) {
        if self.rng.one_in(6) {
            self.out.push_str(self.rng.pick(&[" ", "\n\t", "\r\n"]));
        }
    }

    pub(super) fn value(&mut self, value: &Value, ty: &Type) {
        self.space();
        self.bare_value(value, ty);
        self.space();
    }

    fn bare_value(&mut self, value: &Value, ty: &Type) {
        if self.fault() {
            return self.foreign();
        }
        if *ty == Type::Dynamic && value.ty() != Type::Dynamic {
            return self.dynamic(value);
        }
        match ty {
            // JSON cannot represent unknown values.
            _ if value.is_null() || value.is_unknown() => self.out.push_str("null"),
            Type::Bool => {
                let known = value.as_bool() == Some(true);
                let forms: &[&str] = if known {
                    &["true", "true", "\"true\"", "\"1\""]
                } else {
                    &["false", "false", "\"false\"", "\"0\""]
                };
                self.out.push_str(self.rng.pick(forms));
            }
            Type::Number => {
                let text = value
                    .as_number()
                    .map_or_else(String::new, ToString::to_string);
                self.number(&text);
            }
            Type::String => self.str(value.as_str().unwrap_or_default()),
            Type::List(element) | Type::Set(element) => {
                let elements = value.elements().unwrap_or_default();
                self.list(elements.map(|part| (part, &**element)).collect());
            }
            Type::Tuple(types) => {
                let elements = value.elements().unwrap_or_default();
                self.list(elements.zip(types.iter()).collect());
            }
            Type::Map(element) => {
                let entries = value.entries().into_iter().flatten();
                self.map(entries.map(|(key, part)| (key, part, &**element)).collect());
            }
            Type::Object(object) => {
                let members = value.members().into_iter().flatten().zip(object);
                let mut members: Vec<_> = members
                    .map(|((name, part), a)| (name, part, &a.ty))
                    .collect();
                members.retain(|(_, part, _)| !part.is_null() || !self.rng.one_in(3));
                self.map(members);
            }
            Type::Dynamic => {}
        }
    }

    fn list(&mut self, mut parts: Vec<(&Value, &Type)>) {
        if self.fault() {
            if self.rng.one_in(2) {
                parts.pop();
            } else {
                parts.extend(parts.first().copied());
            }
        }
        self.out.push('[');
        for (at, (part, ty)) in parts.into_iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.value(part, ty);
        }
        self.out.push(']');
    }

    fn map(&mut self, mut entries: Vec<(&str, &Value, &Type)>) {
        if self.rng.one_in(2) {
            self.rng.shuffle(&mut entries);
        }
        if self.fault() {
            entries.extend(entries.first().copied());
        }
        self.out.push('{');
        for (at, (key, part, ty)) in entries.into_iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.space();
            if self.fault() {
                self.foreign();
            } else {
                self.str(key);
            }
            self.space();
            self.out.push(':');
            self.value(part, ty);
        }
        self.out.push('}');
    }

    fn dynamic(&mut self, value: &Value) {
        let ty = value.ty();
        let json = ty.to_json();
        self.out.push('{');
        if self.rng.one_in(2) {
            self.out.push_str(&format!("\"type\":{json},\"value\":"));
            self.value(value, &ty);
        } else {
            self.out.push_str("\"value\" :");
            self.value(value, &ty);
            self.out.push_str(&format!(",\"type\": {json}"));
        }
        if self.fault() {
            self.out.push_str(
                self.rng
                    .pick(&[",\"x\":1", ",\"type\":null", ",\"Type\":1"]),
            );
        }
        self.out.push('}');
    }

    fn number(&mut self, plain: &str) {
        let text = number_text(self.rng, plain);
        let literal = !plain.contains("inf")
            && !text.starts_with(['+', '.'])
            && !text.contains('p')
            && !text.trim_start_matches('-').starts_with("00");
        if literal && !self.rng.one_in(4) {
            self.out.push_str(&text);
        } else {
            self.out.push_str(&format!("\"{text}\""));
        }
    }

    fn str(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => {
                    self.out.push('\\');
                    self.out.push(c);
                }
                _ if c < ' ' || self.rng.one_in(12) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        self.out.push_str(&format!("\\u{unit:04x}"));
                    }
                }
                '/' if self.rng.one_in(2) => self.out.push_str("\\/"),
                _ => self.out.push(c),
            }
        }
        self.out.push('"');
    }

    /// Writes something that is not valid in this position.
    fn foreign(&mut self) {
        let text = random::number(self.rng).to_string();
        let pieces: &[&str] = &[
            "null",
            "true",
            "false",
            "0",
            "1",
            "\"\"",
            "[]",
            "{}",
            "[null]",
            "05",
            "1.",
            ".5",
            "-",
            "1e3",
            "1E+2",
            "-0",
            "1.50",
            "\"\\ud800\"",
            "\"\\ud83d\\ude00\"",
            "\"a\\x\"",
            "nul",
            "\"1e\"",
            "\"0x10\"",
            "\"1_0\"",
            "\" 1\"",
            "\"NaN\"",
            "\"Infinity\"",
            "\"1p4\"",
            "\"+5\"",
            "{\"type\":\"string\",\"value\":1}",
            "{\"type\":\"bool\"}",
            "{\"value\":null}",
            "\"TRUE\"",
            "tru",
            "",
            ",",
            "]",
            "\"\u{1}\"",
            &text,
        ];
        self.out.push_str(self.rng.pick(pieces));
    }
}
