//! Regular expressions.

use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};

use super::value;
use crate::error::Error;
use crate::model::Text;
use crate::schema::Faults;
#[cfg(all(feature = "provider", feature = "json-schema"))]
use crate::value::Value;

/// The greatest length of a pattern in a document, and the greatest size of its automaton, which can be large for a short
/// pattern.
#[cfg(all(feature = "provider", feature = "json-schema"))]
const MAX_LEN: usize = 1 << 10;
#[cfg(all(feature = "provider", feature = "json-schema"))]
const MAX_SIZE: usize = 1 << 18;

/// A regular expression, which is compiled when it is first used.
pub struct Pattern {
    text: Text,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Creates a pattern from a regular expression that the derive has checked.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Pattern {
            text: Text::Const(text),
            compiled: OnceLock::new(),
        }
    }

    /// Creates a pattern from a regular expression of a description.
    ///
    /// # Errors
    ///
    /// Fails if it is not valid, or too large.
    #[cfg(feature = "provider")]
    pub(crate) fn compiled(text: String) -> Result<Self, Error> {
        let regex = Regex::new(&text).map_err(Error::msg)?;
        Ok(Pattern {
            text: Text::Owned(text.into()),
            compiled: OnceLock::from(Some(regex)),
        })
    }

    /// Returns what is wrong with a regular expression that is valid. The derive finds more.
    #[cfg(feature = "provider")]
    pub(crate) fn fault(&self) -> Option<&'static str> {
        use regex_syntax::hir::Look;
        let expression = regex_syntax::parse(self.text()).ok()?;
        let properties = expression.properties();
        let looks = properties.look_set();
        // It matches the empty string at the start, or at the end, of every string.
        let is_anywhere =
            looks.remove(Look::Start).is_empty() || looks.remove(Look::End).is_empty();
        match properties.minimum_len() {
            None => Some("`regex` matches no string, so no value is valid: change it"),
            Some(0) if is_anywhere => {
                Some("`regex` matches every string, so it has no effect: remove it, or change it")
            }
            Some(_) => None,
        }
    }

    /// Creates a pattern from a regular expression in the syntax of ECMA-262, in a document that nobody has checked.
    /// Returns `None` if it is not valid here, or takes more than a part of `room`, from which its size is taken.
    #[cfg(all(feature = "provider", feature = "json-schema"))]
    pub(crate) fn of_document(text: String, room: &mut usize) -> Option<Self> {
        if text.len() > MAX_LEN {
            return None;
        }
        let translated = of_ecma(&text);
        let mut limit = 1 << 12;
        loop {
            if limit > usize::min(*room, MAX_SIZE) {
                // Finding out took time.
                *room -= *room / 64;
                return None;
            }
            let mut builder = RegexBuilder::new(&translated);
            match builder.size_limit(limit).dfa_size_limit(MAX_SIZE).build() {
                Ok(regex) => {
                    *room -= limit;
                    return Some(Pattern {
                        text: Text::Owned(text.into()),
                        compiled: OnceLock::from(Some(regex)),
                    });
                }
                Err(regex::Error::CompiledTooBig(_)) => limit *= 4,
                Err(_) => return None,
            }
        }
    }

    /// Checks that a string contains a match.
    #[cfg(all(feature = "provider", feature = "json-schema"))]
    pub(crate) fn check(&self, value: &Value) -> Result<(), Error> {
        match value.as_str() {
            Some(string) => check_text(self, value::Text::String, string),
            None => Ok(()),
        }
    }

    /// Returns the regular expression as it was written.
    pub(crate) fn text(&self) -> &str {
        self.text.as_str()
    }
}

/// Translates the classes of ECMA-262, which contain only ASCII.
#[cfg(all(feature = "provider", feature = "json-schema"))]
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

/// Checks that a text contains a match of a pattern.
pub(super) fn check(pattern: &Pattern, text: value::Text, string: &str, faults: &mut Faults) {
    if let Err(error) = check_text(pattern, text, string) {
        faults.add(error);
    }
}

fn check_text(pattern: &Pattern, text: value::Text, string: &str) -> Result<(), Error> {
    // The derive limits the size: in a form that does not depend on the implementation of this crate.
    let compile = || {
        RegexBuilder::new(pattern.text())
            .size_limit(usize::MAX)
            .build()
    };
    let Some(regex) = pattern.compiled.get_or_init(|| compile().ok()) else {
        let text = "the regular expression of the provider is not valid";
        return Err(Error::data(text));
    };
    if regex.is_match(string) {
        return Ok(());
    }
    Err(Error::mismatch_value(
        format!("{} that matches `{}`", text.any(), pattern.text()),
        text.another(),
        format_args!("{string:?}"),
    ))
}
