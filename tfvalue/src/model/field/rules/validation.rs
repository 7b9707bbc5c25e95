//! What the constraints of a field require of its type.

use super::Fault;
use super::reserved::is_same;
use crate::model::TypeKind;
use crate::model::constraints::{Constraints, Literal};
use crate::model::field::Field;

impl Field {
    pub(super) const fn fault_of_validation(&self) -> Fault {
        let Some(constraints) = self.constraints else {
            return None;
        };
        let facts = self.facts;
        if constraints.length.is_some() && facts.length.is_some() {
            return Some(
                "`length` has no effect, because an array always has the same length: remove it",
            );
        }
        let fault = fault_of_value(constraints, facts.kind);
        if fault.is_some() {
            return fault;
        }
        if !are_among(constraints.one_of, facts.values) {
            return Some(
                "`one_of` lists a string that the enum does not have: use the strings of its variants",
            );
        }
        match (constraints.each, facts.element_kind) {
            (Some(_), None) => Some(
                "`each` is only for lists, sets and maps: remove it, or write its constraints without `each`",
            ),
            (Some(each), Some(kind)) => fault_of_value(each, kind),
            (None, _) => None,
        }
    }
}

const fn fault_of_value(constraints: &Constraints, kind: TypeKind) -> Fault {
    let fault = fault_of_one_of(constraints.one_of, kind);
    if fault.is_some() {
        return fault;
    }
    if let Some(range) = constraints.range {
        if !matches!(kind, TypeKind::Number) {
            return Some(
                "`range` is only for numbers: remove it, or use `length` for the number of characters or elements",
            );
        }
        if range.is_empty() {
            return Some(
                "`range` is empty, so no number is valid: the minimum is above the maximum",
            );
        }
    }
    if let Some(length) = constraints.length {
        if !matches!(
            kind,
            TypeKind::String | TypeKind::List | TypeKind::Set | TypeKind::Map
        ) {
            return Some(
                "`length` is only for strings, lists, sets and maps: remove it, or use `range` for numbers",
            );
        }
        if matches!(length.max, Some(max) if length.min > max) {
            return Some(
                "`length` is empty, so no value is valid: the minimum is above the maximum",
            );
        }
    }
    #[cfg(feature = "regex")]
    if constraints.regex.is_some() && !matches!(kind, TypeKind::String) {
        return Some(
            "`regex` is only for strings: remove it, or write `each(regex = …)` for the elements of a list, set or map",
        );
    }
    None
}

/// Returns `true` if the values of an enum contain all of these, or if there is no enum.
const fn are_among(allowed: &[Literal], values: &[&str]) -> bool {
    let mut rest = allowed;
    while let [literal, others @ ..] = rest {
        match literal {
            Literal::Text(text) if !values.is_empty() && !contains(values, text) => return false,
            _ => rest = others,
        }
    }
    true
}

const fn contains(values: &[&str], text: &str) -> bool {
    let mut rest = values;
    while let [value, others @ ..] = rest {
        if is_same(value, text) {
            return true;
        }
        rest = others;
    }
    false
}

const fn fault_of_one_of(allowed: &[Literal], kind: TypeKind) -> Fault {
    let mut rest = allowed;
    while let [literal, others @ ..] = rest {
        match (literal, kind) {
            (Literal::Text(_), TypeKind::String)
            | (Literal::Integer(_) | Literal::Decimal(_), TypeKind::Number) => {}
            (Literal::Text(_), _) => {
                return Some(
                    "`one_of` lists strings, but the value is no string: change the list, or write `each(one_of = …)` for the elements of a list, set or map",
                );
            }
            _ => {
                return Some(
                    "`one_of` lists numbers, but the value is no number: change the list, or write `each(one_of = …)` for the elements of a list, set or map",
                );
            }
        }
        rest = others;
    }
    None
}
