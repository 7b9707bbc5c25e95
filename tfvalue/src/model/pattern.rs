//! Regular expressions.

use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};

use super::const_or_owned::FieldText;
use crate::error::Error;

/// A regular expression that is compiled when it is first used.
pub struct Pattern {
    text: FieldText,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Creates a pattern from a regular expression that the derive has checked.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Pattern {
            text: FieldText::Const(text),
            compiled: OnceLock::new(),
        }
    }

    /// Creates a pattern from a regular expression in a description.
    ///
    /// # Errors
    ///
    /// Fails if the regular expression is not valid or is too large.
    pub(crate) fn compiled(text: String) -> Result<Self, Error> {
        let regex = Regex::new(&text).map_err(Error::msg)?;
        Ok(Pattern::of(text, regex))
    }

    /// Creates a pattern from an expression and its compiled form. The compiled form need not have the meaning that the
    /// expression has in this crate's syntax.
    pub(crate) fn of(text: String, regex: Regex) -> Self {
        Pattern {
            text: FieldText::Owned(text.into()),
            compiled: OnceLock::from(Some(regex)),
        }
    }

    /// Returns the problem with a regular expression whose syntax is valid. The derive finds more problems.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        use regex_syntax::hir::Look;
        let expression = regex_syntax::parse(self.text()).ok()?;
        let properties = expression.properties();
        let looks = properties.look_set();
        // The expression matches the empty string at the start, or at the end, of every string.
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

    /// Returns the regular expression as it was written.
    pub(crate) fn text(&self) -> &str {
        self.text.as_str()
    }

    /// Returns the compiled regular expression, or `None` if the expression is not valid.
    pub(crate) fn regex(&self) -> Option<&Regex> {
        // The derive limits the size of the expression independently of the implementation of this crate.
        let compile = || {
            RegexBuilder::new(self.text())
                .size_limit(usize::MAX)
                .build()
        };
        self.compiled.get_or_init(|| compile().ok()).as_ref()
    }
}
