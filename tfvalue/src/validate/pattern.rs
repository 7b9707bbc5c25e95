//! Strings that must match a regular expression.

use super::value;
use crate::error::Error;
use crate::model::Pattern;
use crate::schema::Faults;

/// Checks that a string contains a match of a pattern.
pub(super) fn check(pattern: &Pattern, text: value::TextKind, string: &str, faults: &mut Faults) {
    let Some(regex) = pattern.regex() else {
        let text = "the regular expression of the provider is not valid";
        return faults.add(Error::data(text));
    };
    if !regex.is_match(string) {
        faults.add(Error::mismatch_value(
            format!("{} that matches `{}`", text.any(), pattern.text()),
            text.another(),
            format_args!("{string:?}"),
        ));
    }
}
