//! Regular expressions.

use std::sync::OnceLock;

use regex::Regex;

/// A regular expression, which is compiled when it is first used.
pub struct Pattern {
    text: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Creates a pattern from a regular expression that the derive has checked.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Pattern {
            text,
            compiled: OnceLock::new(),
        }
    }

    /// Returns the regular expression as it was written.
    pub(super) fn text(&self) -> &'static str {
        self.text
    }

    /// Returns `true` if the text contains a match; `None` if the pattern is too large to be compiled.
    pub(super) fn is_match(&self, text: &str) -> Option<bool> {
        let compiled = self.compiled.get_or_init(|| Regex::new(self.text).ok());
        compiled.as_ref().map(|regex| regex.is_match(text))
    }
}
