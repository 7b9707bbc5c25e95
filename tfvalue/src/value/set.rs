//! The order of a set and what is the same in it.
//!
//! Source: the reference implementation: elements of primitive type are sorted (strings bytewise,
//! numbers by value, bools false first; then unknowns, then nulls), all else keeps the order in
//! which it came. Elements that are or hold an unknown are never the same as another.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::hash::BuildHasher;

use super::equal::{Key, QuickState};
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
    let mut repeated = repeated(&parts[1..]).into_iter().peekable();
    if repeated.peek().is_some() {
        let mut elements = 0..;
        let mut is_first = true;
        parts.retain(|_| {
            // What is shared stands before the elements.
            if std::mem::take(&mut is_first) {
                return true;
            }
            let at = elements.next();
            repeated.next_if(|next| Some(*next) == at).is_none()
        });
    }
    parts
}

/// Up to so many elements, each is compared with each.
const FEW: usize = 8;

/// Returns the positions of the elements that are the same as one before.
///
/// Elements are compared where a quick hash is the same. Should there be many of those, since they
/// are the same or somebody found out how to make the hash so, a hash that withstands this finds
/// out, so that the time never grows with the square.
fn repeated(elements: &[Value]) -> Vec<usize> {
    let index = elements.len().next_power_of_two() as u64 - 1;
    let hasher = QuickState::new();
    let hash = |value: &Value| match elements.len() {
        ..=FEW => 0,
        _ => hasher.hash_one(Key(value)),
    };
    // Hash and position in one word, for the sake of the sorting.
    let mut marks: Vec<u64> = (0..)
        .zip(elements)
        .filter(|(_, value)| value.is_wholly_known())
        .map(|(at, value)| hash(value) & !index | at)
        .collect();
    marks.sort_unstable();
    let mut repeated = Vec::new();
    for alike in marks.chunk_by(|a, b| a & !index == b & !index) {
        let mut seen = HashSet::new();
        for (before, mark) in alike.iter().enumerate() {
            let element = |mark: &u64| &elements[(mark & index) as usize];
            let is_repeated = match alike.len() {
                ..=FEW => alike[..before].iter().any(|a| element(a) == element(mark)),
                _ => !seen.insert(Key(element(mark))),
            };
            if is_repeated {
                repeated.push((mark & index) as usize);
            }
        }
    }
    repeated.sort_unstable();
    repeated
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
