//! The regular expressions in a document, which have the syntax of ECMA-262.

use regex::{Regex, RegexBuilder};
use tfvalue::__internal::json_schema as internal;
use tfvalue::{Result, Value};

/// The maximum length of a pattern, and the maximum size of its automaton. The automaton of a short pattern can be large.
const MAX_LEN: usize = 1 << 10;
const MAX_SIZE: usize = 1 << 18;

/// Compiles a pattern that has not been checked. Returns `None` if the pattern is not valid here, or if it takes more
/// than a certain part of `room`. The size of the compiled pattern is subtracted from `room`.
pub(crate) fn compiled(text: &str, room: &mut usize) -> Option<Regex> {
    if text.len() > MAX_LEN {
        return None;
    }
    let translated = of_ecma(text);
    let mut limit = 1 << 12;
    loop {
        if limit > usize::min(*room, MAX_SIZE) {
            // Account for the time that the attempts took.
            *room -= *room / 64;
            return None;
        }
        let mut builder = RegexBuilder::new(&translated);
        match builder.size_limit(limit).dfa_size_limit(MAX_SIZE).build() {
            Ok(regex) => {
                *room -= limit;
                return Some(regex);
            }
            Err(regex::Error::CompiledTooBig(_)) => limit *= 4,
            Err(_) => return None,
        }
    }
}

/// Checks that a string contains a match of the pattern. `text` is the pattern as it was written.
pub(crate) fn check(regex: &Regex, text: &str, value: &Value) -> Result<()> {
    match value.as_str() {
        Some(string) if !regex.is_match(string) => Err(internal::mismatch_value(
            format!("a string that matches `{text}`"),
            "another string",
            format_args!("{string:?}"),
        )),
        _ => Ok(()),
    }
}

/// Translates the character classes of ECMA-262, which contain only ASCII characters.
fn of_ecma(text: &str) -> String {
    let mut translated = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        translated.push(letter);
        if letter != '\\' {
            continue;
        }
        let class = match letters.next() {
            Some('d') => "[0-9]",
            Some('D') => "[^0-9]",
            Some('w') => "[0-9A-Za-z_]",
            Some('W') => "[^0-9A-Za-z_]",
            other => {
                translated.extend(other);
                continue;
            }
        };
        translated.pop();
        translated.push_str(class);
    }
    translated
}
