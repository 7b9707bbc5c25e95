//! Determines which numbers in an annotation a type can hold.

use crate::model::literal::{Integer, Literal, Range};
use crate::model::{Digits, fail};

/// Checks that the bounds of a range are numbers.
#[track_caller]
pub(super) const fn are_numbers(range: &Range, attribute: &str) {
    let mut at = 0;
    while at < 2 {
        match range.bounds()[at] {
            Some(Literal::Text(_) | Literal::String(_)) => {
                fail(&[
                    "`",
                    attribute,
                    "` requires numbers, but a bound is a string: change it",
                ]);
            }
            Some(Literal::Float(float)) if !float.is_finite() => {
                fail(&[
                    "`",
                    attribute,
                    "` requires numbers, but a bound is not finite: change it",
                ]);
            }
            _ => {}
        }
        at += 1;
    }
}

/// Checks that a type can hold the bounds of a range. Returns the first and the last number in the range that the type
/// can hold.
#[track_caller]
pub(super) const fn bounds_are_held(range: &Range, integer: &Integer, what: &str) -> (i128, i128) {
    let [min, max] = range.bounds();
    if let Some(min) = min {
        is_held(integer, min, what);
    }
    match max {
        // An exclusive bound can be one greater than the largest number that the type can hold.
        Some(Literal::Integer(max))
            if range.below_max && *max > integer.min && integer.holds(*max - 1) => {}
        Some(max) => is_held(integer, max, what),
        None => {}
    }
    range.within(integer.min, integer.max)
}

/// Checks that a type can hold a number.
#[track_caller]
pub(super) const fn is_held(integer: &Integer, number: &Literal, what: &str) {
    match number {
        Literal::Integer(number) if integer.holds(*number) => {}
        Literal::Integer(number) => fail(&[
            what,
            " ",
            Digits::of(*number).text(),
            ", which `",
            integer.name,
            "` cannot hold: change it, or use another type",
        ]),
        Literal::Decimal(text, _) => not_whole(integer, text, what),
        Literal::Float(_) | Literal::Text(_) | Literal::String(_) | Literal::Number(_) => {
            not_whole(integer, "a decimal number", what)
        }
    }
}

#[track_caller]
const fn not_whole(integer: &Integer, text: &str, what: &str) -> ! {
    fail(&[
        what,
        " ",
        text,
        ", but `",
        integer.name,
        "` only holds whole numbers: write a whole number, or use another type",
    ])
}
