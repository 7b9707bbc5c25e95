//! Sorts the elements of a set and removes duplicates.
//!
//! Source: go-cty. Elements of a primitive type are sorted. Strings are sorted by their bytes, numbers by value, and
//! `false` comes before `true`. Unknown values follow, and nulls come last. Elements of other types keep their order.
//! An element that is unknown or contains an unknown value is never a duplicate.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::hash::BuildHasher;

use super::equal::{OfOneType, QuickState};
use super::{Repr, Value};

/// Sorts the elements, which follow the first part, and removes duplicates.
pub(super) fn normalized(mut parts: Vec<Value>) -> Vec<Value> {
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
        // The first part is not an element.
        let mut keep = std::iter::once(true).chain(keep);
        parts.retain(|_| keep.next().unwrap_or(true));
    }
    parts
}

/// The maximum number of elements that are compared in pairs.
const FEW: usize = 8;

/// Returns for each element whether to keep it, that is, whether it differs from all earlier elements.
/// Returns `None` if all elements are kept.
///
/// Elements with the same fast hash are compared. If many elements have the same fast hash, because they are equal or
/// because an attacker has found collisions, they are put into a `HashSet`, whose hash resists collisions. The time is
/// therefore never quadratic.
fn without_repeated(elements: &[Value]) -> Option<Vec<bool>> {
    if elements.len() < 2 {
        return None;
    }
    let index = elements.len().next_power_of_two() as u64 - 1;
    let hasher = (elements.len() > FEW).then(QuickState::new);
    let hash = |value: &Value| {
        let hash = |hasher: &QuickState| hasher.hash_one(OfOneType(value));
        hasher.as_ref().map_or(0, hash)
    };
    // The hash and the position are stored in a single word, which sorts faster than a pair.
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
                _ => !seen.insert(OfOneType(element(mark))),
            };
            if is_repeated {
                let keep = keep.get_or_insert_with(|| vec![true; elements.len()]);
                keep[(mark & index) as usize] = false;
            }
        }
    }
    keep
}

/// Orders primitive values that have the same type.
fn order(a: &Value, b: &Value) -> Ordering {
    match (&a.0, &b.0) {
        (Repr::Bool(a), Repr::Bool(b)) => a.cmp(b),
        (Repr::Number(a), Repr::Number(b)) => a.cmp(b),
        (Repr::String(a), Repr::String(b)) => (**a).cmp(b),
        _ => class(a).cmp(&class(b)),
    }
}

/// Returns the rank of a value. Known values come first, then unknown values, then null. The type information of a
/// container comes before its elements.
fn class(value: &Value) -> u8 {
    match value.0 {
        Repr::Shared(_) => 0,
        Repr::Unknown(_) | Repr::Refined(_) => 2,
        Repr::Null(_) => 3,
        _ => 1,
    }
}
