//! The constraints on a value.

use std::cmp::Ordering;

use super::words;
use crate::error::Error;
use crate::model::{Constraints, Length, Literal, Range};
use crate::number::Number;
use crate::schema::Faults;
use crate::ty::Type;
use crate::value::Value;

/// Checks a known value.
pub(super) fn check(constraints: &Constraints, value: &Value, faults: &mut Faults) {
    one_of(constraints.one_of, value, faults);
    if let (Some(allowed), Some(number)) = (constraints.range, value.as_number()) {
        range(allowed, number, faults);
    }
    if let Some(allowed) = constraints.length {
        length(Length::of(allowed), value, faults);
    }
    #[cfg(feature = "regex")]
    if let (Some(pattern), Some(text)) = (constraints.regex, value.as_str()) {
        super::pattern::check(pattern(), text, faults);
    }
    if let Some(each) = constraints.each {
        super::parts(value, faults, |part, faults| {
            if part.is_present() {
                check(each, part, faults);
            }
        });
    }
    if let Some(check) = constraints.check {
        faults.extend(check(value));
    }
}

fn one_of(allowed: &[Literal], value: &Value, faults: &mut Faults) {
    let is_allowed = |literal: &Literal| match literal {
        Literal::Text(text) => value.as_str() == Some(text),
        number => value
            .as_number()
            .is_some_and(|value| *value == number.number()),
    };
    if allowed.is_empty() || allowed.iter().any(is_allowed) {
        return;
    }
    let expected = words::one_of(allowed);
    if let Some(text) = value.as_str() {
        faults.add(Error::mismatch_value(
            expected,
            "another string",
            format_args!("{text:?}"),
        ));
    } else if let Some(number) = value.as_number() {
        faults.add(Error::mismatch_value(expected, "another number", number));
    }
}

fn range(allowed: Range, number: &Number, faults: &mut Faults) {
    let compare = |bound: Literal| number.cmp(&bound.number());
    let is_too_small = allowed.min.is_some_and(|min| compare(min).is_lt());
    let is_too_large = allowed.max.is_some_and(|max| match compare(max) {
        Ordering::Greater => true,
        Ordering::Equal => allowed.below_max,
        Ordering::Less => false,
    });
    if is_too_small || is_too_large {
        let expected = format!("a number {}", words::range(allowed));
        faults.add(Error::mismatch_value(expected, "another number", number));
    }
}

fn length(allowed: Length, value: &Value, faults: &mut Faults) {
    let ty = value.ty();
    let (what, unit, count) = if let Some(text) = value.as_str() {
        // Elsewhere, a character may consist of several of them.
        ("a string", "character", text.chars().count())
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
