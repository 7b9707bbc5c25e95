//! The constraints on a value.

use std::cmp::Ordering;

use super::words;
use crate::attr::go_duration_nanos;
use crate::error::Error;
use crate::model::{Constraints, Content, Field, Integer, Length, Literal, Range};
use crate::number::Number;
use crate::schema::Faults;
use crate::ty::Type;
use crate::value::Value;

/// The way in which faults refer to a string.
#[derive(Clone, Copy)]
pub(super) enum TextKind {
    String,
    Key,
}

impl TextKind {
    pub(super) fn any(self) -> &'static str {
        match self {
            TextKind::String => "a string",
            TextKind::Key => "a key",
        }
    }

    pub(super) fn another(self) -> &'static str {
        match self {
            TextKind::String => "another string",
            TextKind::Key => "another key",
        }
    }
}

/// Describes the value to which constraints apply.
#[derive(Clone, Copy)]
pub(super) struct Subject {
    text: TextKind,
    content: Content,
    is_secret: bool,
}

impl Subject {
    pub(super) fn of(field: &Field) -> Self {
        Subject {
            text: TextKind::String,
            content: field.content(),
            is_secret: field.is_secret(),
        }
    }

    fn keys(self) -> Self {
        Subject {
            text: TextKind::Key,
            content: self.content.keys.copied().unwrap_or(Content::DYNAMIC),
            ..self
        }
    }

    fn elements(self) -> Self {
        Subject {
            content: self.content.elements.copied().unwrap_or(Content::DYNAMIC),
            ..self
        }
    }
}

/// Checks a known value.
pub(super) fn check(constraints: &Constraints, of: Subject, value: &Value, faults: &mut Faults) {
    of_value(constraints, of, value, faults);
    if let Some(keys) = &constraints.keys {
        headed(constraints, "keys", faults, |faults| {
            super::entries(value, faults, |key, _, faults| {
                of_value(keys.get(), of.keys(), &Value::string(key), faults);
            });
        });
    }
    if let Some(each) = &constraints.each {
        headed(constraints, "each", faults, |faults| {
            super::parts(value, faults, |part, faults| {
                if part.is_present() {
                    check(each.get(), of.elements(), part, faults);
                }
            });
        });
    }
}

/// Checks a known value, but not its elements or keys.
fn of_value(constraints: &Constraints, of: Subject, value: &Value, faults: &mut Faults) {
    let text = of.text;
    headed(constraints, "one_of", faults, |faults| {
        one_of(constraints.one_of.as_slice(), text, value, faults);
    });
    if let (Some(allowed), Some(number)) = (&constraints.range, value.as_number()) {
        headed(constraints, "range", faults, |faults| {
            range(allowed, of.content.integer, number, faults);
        });
    }
    if let Some(allowed) = &constraints.length {
        headed(constraints, "length", faults, |faults| {
            length(Length::of(allowed), text, value, faults);
        });
    }
    #[cfg(feature = "regex")]
    if let (Some(regex), Some(string)) = (&constraints.regex, value.as_str()) {
        headed(constraints, "regex", faults, |faults| {
            super::pattern::check(regex.pattern(), text, string, faults);
        });
    }
    if let Some(check) = &constraints.check {
        headed(constraints, "check", faults, |faults| {
            let check = |faults: &mut Faults| faults.extend(check.faults(value));
            if of.is_secret {
                // A headline from the function can contain the value, so it is replaced by the headline from the
                // annotation.
                faults.redacted(check);
            } else {
                check(faults);
            }
        });
    }
}

/// Runs the check of a constraint, and adds the headline of the constraint to the faults.
pub(super) fn headed(
    constraints: &Constraints,
    name: &str,
    faults: &mut Faults,
    check: impl FnOnce(&mut Faults),
) {
    match constraints.headlines.get(name) {
        Some(headline) => faults.headed(headline, check),
        None => check(faults),
    }
}

/// Checks a configured time limit.
pub(super) fn time_limit(limit: &str, faults: &mut Faults) {
    match go_duration_nanos(limit) {
        Ok(..=0) => faults.add(Error::mismatch_value(
            "a duration of more than zero",
            "another duration",
            format_args!("{limit:?}"),
        )),
        Ok(_) => {}
        Err(error) => faults.add(error),
    }
}

fn one_of(allowed: &[Literal], text: TextKind, value: &Value, faults: &mut Faults) {
    let is_allowed = |literal: &Literal| match literal.text() {
        Some(text) => value.as_str() == Some(text),
        None => value
            .as_number()
            .is_some_and(|value| *value == literal.number()),
    };
    if allowed.is_empty() || allowed.iter().any(is_allowed) {
        return;
    }
    let expected = words::one_of(allowed);
    if let Some(string) = value.as_str() {
        let expected = match text {
            TextKind::String => expected,
            TextKind::Key => format!("a key that is {expected}"),
        };
        faults.add(Error::mismatch_value(
            expected,
            text.another(),
            format_args!("{string:?}"),
        ));
    } else if let Some(number) = value.as_number() {
        faults.add(Error::mismatch_value(expected, "another number", number));
    }
}

fn range(allowed: &Range, integer: Option<&Integer>, number: &Number, faults: &mut Faults) {
    if let Some(integer) = integer.filter(|integer| !holds(integer, number)) {
        let (min, max) = allowed.within(integer.min, integer.max);
        let expected = format!("a whole number from {min} to {max}");
        faults.add(Error::mismatch_value(expected, "another number", number));
        return;
    }
    let compare = |bound: &Literal| number.cmp(&bound.number());
    let is_too_small = allowed.min.as_ref().is_some_and(|min| match compare(min) {
        Ordering::Less => true,
        Ordering::Equal => allowed.above_min,
        Ordering::Greater => false,
    });
    let is_too_large = allowed.max.as_ref().is_some_and(|max| match compare(max) {
        Ordering::Greater => true,
        Ordering::Equal => allowed.below_max,
        Ordering::Less => false,
    });
    if is_too_small || is_too_large {
        let expected = format!("a number {}", words::range(allowed));
        faults.add(Error::mismatch_value(expected, "another number", number));
    }
}

/// Returns `false` if an integer type cannot represent a number.
fn holds(integer: &Integer, number: &Number) -> bool {
    match number.as_i128() {
        Some(number) => integer.holds(number),
        // No annotation contains a larger number, but the type may be able to represent it.
        None => number.is_integer() && integer.max == i128::MAX,
    }
}

fn length(allowed: Length, text: TextKind, value: &Value, faults: &mut Faults) {
    let ty = value.ty();
    let (what, unit, count) = if let Some(string) = value.as_str() {
        // Elsewhere in Terraform, a character may consist of several code points.
        (text.any(), "character", string.chars().count())
    } else if let Some(elements) = value.elements() {
        let what = if let Type::Set(_) = ty {
            "a set"
        } else {
            "a list"
        };
        (what, "element", elements.len())
    } else if let Some(entries) = value.entries() {
        ("a map", "element", entries.len())
    } else {
        return;
    };
    let count = count as u64;
    // Unknown elements of a set may turn out to be equal.
    let may_be_less = matches!(ty, Type::Set(_)) && !value.is_wholly_known();
    let is_too_long = allowed.max.is_some_and(|max| count > max) && !may_be_less;
    if count < allowed.min || is_too_long {
        faults.add(Error::mismatch_value(
            format!("{what} of {}", words::length(allowed, unit)),
            "one of another length",
            words::count(count, unit),
        ));
    }
}
