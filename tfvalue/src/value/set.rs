//! The order of a set and what is the same in it.
//!
//! Source: the reference implementation: elements of primitive type are sorted (strings bytewise,
//! numbers by value, bools false first; then unknowns, then nulls), all else keeps the order in
//! which it came. Elements that are or hold an unknown are never the same as another.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::equal::Key;
use super::{Repr, Value};

/// Puts the elements, which follow the first part, into order and leaves out duplicates.
pub(super) fn normalised(mut parts: Vec<Value>) -> Vec<Value> {
    let primitive = parts[1..].iter().all(|value| !value.is_container());
    if primitive {
        let known = parts[1..].is_sorted_by(|a, b| order(a, b) == Ordering::Less);
        if known {
            return parts;
        }
        parts[1..].sort_by(order);
        parts.dedup_by(|a, b| {
            order(a, b).is_eq() && !a.is_unknown() && !matches!(a.0, Repr::Shared(_))
        });
        return parts;
    }
    let keep: Vec<bool> = {
        let mut seen = HashSet::new();
        parts[1..]
            .iter()
            .map(|value| !value.is_wholly_known() || seen.insert(Key(value)))
            .collect()
    };
    let mut keep = std::iter::once(true).chain(keep);
    parts.retain(|_| keep.next().unwrap_or(true));
    parts
}

/// Orders primitive values of one type.
fn order(a: &Value, b: &Value) -> Ordering {
    match (&a.0, &b.0) {
        (Repr::Bool(a), Repr::Bool(b)) => a.cmp(b),
        (Repr::Number(a), Repr::Number(b)) => a.cmp(b),
        (Repr::String(a), Repr::String(b)) => (**a).cmp(b),
        _ => class(a).cmp(&class(b)),
    }
}

/// Known before unknown before null; the shared part of the elements is before all.
fn class(value: &Value) -> u8 {
    match value.0 {
        Repr::Shared(_) => 0,
        Repr::Unknown(_) | Repr::Refined(_) => 2,
        Repr::Null(_) => 3,
        _ => 1,
    }
}
