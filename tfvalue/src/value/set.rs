//! The order of a set and what is the same in it.
//!
//! Source: the reference implementation: elements of primitive type are sorted (strings bytewise,
//! numbers by value, bools false first; then unknowns, then nulls), all else keeps the order in
//! which it came. Elements that are or hold an unknown are never the same as another.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::hash::BuildHasher;

use super::equal::QuickState;
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
    if let Some(keep) = without_repeated(&parts[1..]) {
        // What is shared stands before the elements.
        let mut keep = std::iter::once(true).chain(keep);
        parts.retain(|_| keep.next().unwrap_or(true));
    }
    parts
}

/// Up to so many elements, each is compared with each.
const FEW: usize = 8;

/// Tells of each element whether it stays, as it is not the same as one before; nothing where all
/// of them do.
///
/// Elements are compared where a quick hash is the same. Should there be many of those, since they
/// are the same or somebody found out how to make the hash so, a hash that withstands this finds
/// out, so that the time never grows with the square.
fn without_repeated(elements: &[Value]) -> Option<Vec<bool>> {
    if elements.len() < 2 {
        return None;
    }
    let index = elements.len().next_power_of_two() as u64 - 1;
    let hasher = (elements.len() > FEW).then(QuickState::new);
    let hash = |value: &Value| {
        let hash = |hasher: &QuickState| hasher.hash_one(value);
        hasher.as_ref().map_or(0, hash)
    };
    // Hash and position in one word, for the sake of the sorting.
    let mut marks = Vec::with_capacity(elements.len());
    for (at, value) in (0..).zip(elements) {
        if value.is_wholly_known() {
            marks.push(hash(value) & !index | at);
        }
    }
    marks.sort_unstable();
    let mut keep = None;
    let runs = marks.chunk_by(|a, b| a & !index == b & !index);
    for alike in runs.filter(|alike| alike.len() > 1) {
        let mut seen = HashSet::new();
        let element = |mark: &u64| &elements[(mark & index) as usize];
        for (before, mark) in alike.iter().enumerate() {
            let is_repeated = match alike.len() {
                ..=FEW => alike[..before].iter().any(|a| element(a) == element(mark)),
                _ => !seen.insert(element(mark)),
            };
            if is_repeated {
                let keep = keep.get_or_insert_with(|| vec![true; elements.len()]);
                keep[(mark & index) as usize] = false;
            }
        }
    }
    keep
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
