//! Regular expressions.

use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};

use super::value::Text;
use crate::error::Error;
use crate::schema::Faults;

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
    pub(crate) fn text(&self) -> &'static str {
        self.text
    }
}

/// Checks that a text contains a match of a pattern.
pub(super) fn check(pattern: &Pattern, text: Text, string: &str, faults: &mut Faults) {
    // The derive limits the size: in a form that does not depend on the implementation of this crate.
    let compile = || {
        RegexBuilder::new(pattern.text)
            .size_limit(usize::MAX)
            .build()
    };
    let Some(regex) = pattern.compiled.get_or_init(|| compile().ok()) else {
        let text = "the regular expression of the provider is not valid";
        return faults.add(Error::data(text));
    };
    if !regex.is_match(string) {
        faults.add(Error::mismatch_value(
            format!("{} that matches `{}`", text.any(), pattern.text),
            text.another(),
            format_args!("{string:?}"),
        ));
    }
}
