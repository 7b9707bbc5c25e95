//! The requirements that the promises in `refine` place on the type and the constraints of a field.

use super::numbers::{are_numbers, bounds_are_held};
use super::planning::{begins_with, characters};
use crate::model::field::Field;
use crate::model::literal::{Literal, Range};
use crate::model::planning::{Planning, Promises};
use crate::model::{TypeKind, fail};

impl Field {
    /// Checks `refine`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if a promise is for another type, or if no value of the type can satisfy the promise.
    #[track_caller]
    pub const fn check_refine(&self) {
        let Planning {
            promises: Some(promises),
            ..
        } = self.planning()
        else {
            return;
        };
        self.check_prefix(promises);
        if let Some(range) = &promises.range {
            assert!(
                matches!(self.facts.kind, TypeKind::Number),
                "the promises `at_least` and `at_most` in `refine` are only for numbers: remove them"
            );
            are_numbers(range, "refine");
            assert!(
                !range.is_empty(),
                "`refine` contains a minimum above the maximum, so no value is possible: change one of them"
            );
            if let Some(integer) = self.facts.integer {
                let (first, last) = bounds_are_held(range, integer, "`refine` promises");
                if first == integer.min && last == integer.max {
                    fail(&[
                        "`refine` promises what is true for all numbers that `",
                        integer.name,
                        "` holds, so it has no effect: change the bounds, or remove them",
                    ]);
                }
            }
        }
        self.check_promised_length(promises);
        self.check_promises_are_allowed(promises);
    }

    #[track_caller]
    const fn check_prefix(&self, promises: &Promises) {
        let facts = &self.facts;
        let prefix = promises.prefix.as_str();
        if prefix.is_empty() {
            return;
        }
        assert!(
            matches!(facts.kind, TypeKind::String),
            "the promise `prefix` in `refine` is only for strings: remove it"
        );
        assert!(
            facts.values.is_empty() || any_begins_with(facts.values, prefix),
            "`refine` promises a prefix that no string of the enum has: change it, or remove it"
        );
        assert!(
            facts.length.is_none() || characters(prefix) <= 1,
            "`refine` promises a prefix that is longer than the one character that the type holds: change it, or remove it"
        );
    }

    #[track_caller]
    const fn check_promised_length(&self, promises: &Promises) {
        let Some((min, max)) = promises.length else {
            return;
        };
        assert!(
            matches!(
                self.facts.kind,
                TypeKind::List | TypeKind::Set | TypeKind::Map
            ),
            "the promises `min_length` and `max_length` in `refine` are only for lists, sets and maps: remove them"
        );
        assert!(
            self.facts.length.is_none(),
            "`refine` promises a length, but all values of the type have the same length: remove `min_length` and `max_length`"
        );
        assert!(
            !matches!(max, Some(0)),
            "`refine` promises that the value is always empty: change `max_length`, or remove it"
        );
        assert!(
            min > 0 || matches!(max, Some(max) if max < i64::MAX as u64),
            "`refine` promises nothing about the length: change it, or remove it"
        );
    }

    /// Checks that a value can satisfy both the promises and the constraints.
    #[track_caller]
    const fn check_promises_are_allowed(&self, promises: &Promises) {
        let Some(constraints) = self.constraints() else {
            return;
        };
        let allowed = constraints.one_of.as_slice();
        let prefix = promises.prefix.as_str();
        if let Some(range) = &promises.range {
            assert!(
                !matches!(&constraints.range, Some(allowed) if range.is_apart(allowed)),
                "`refine` promises a number that `range` does not allow: change one of them"
            );
            assert!(
                allowed.is_empty() || !all_outside(allowed, range),
                "`refine` promises a number that `one_of` does not list: change one of them"
            );
        }
        if !prefix.is_empty() {
            assert!(
                allowed.is_empty() || any_text_begins_with(allowed, prefix),
                "`refine` promises a prefix that no string in `one_of` has: change one of them"
            );
            if let Some(length) = &constraints.length {
                let (_, last) = length.within(0, i128::MAX);
                assert!(
                    characters(prefix) as i128 <= last,
                    "`refine` promises a prefix that is longer than `length` allows: change one of them"
                );
            }
        }
        if let (Some((min, max)), Some(length)) = (promises.length, &constraints.length) {
            let (first, last) = length.within(0, i128::MAX);
            let is_below = matches!(max, Some(max) if (max as i128) < first);
            assert!(
                !is_below && (min as i128) <= last,
                "`refine` promises a length that `length` does not allow: change one of them"
            );
        }
    }
}

const fn any_begins_with(values: &[&str], prefix: &str) -> bool {
    let mut rest = values;
    while let [value, others @ ..] = rest {
        if begins_with(value, prefix) {
            return true;
        }
        rest = others;
    }
    false
}

const fn all_outside(numbers: &[Literal], range: &Range) -> bool {
    let mut rest = numbers;
    while let [number, others @ ..] = rest {
        if !range.excludes(number) {
            return false;
        }
        rest = others;
    }
    true
}

const fn any_text_begins_with(texts: &[Literal], prefix: &str) -> bool {
    let mut rest = texts;
    while let [literal, others @ ..] = rest {
        match literal.text() {
            Some(text) if !begins_with(text, prefix) => rest = others,
            _ => return true,
        }
    }
    false
}
