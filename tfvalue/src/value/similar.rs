//! Pairs the elements of two sets by the parts that they have in common, without a schema.
//!
//! An element is paired with an equal element, if there is one. Each remaining element is paired with an element that
//! shares at least half of its parts. The parts are the attributes of an object that are neither null nor unknown, and
//! the elements of a collection. Candidates are found using the part that occurs in the fewest elements, such as a
//! name, so the time is linear.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};

use super::{OfOneType, Repr, Value};

/// The maximum number of elements with the same rare part that are compared.
const MOST_TRIES: usize = 16;

/// Returns for each element the index of the corresponding prior element, if any.
pub(super) fn pair(before: &[Value], after: &[Value]) -> Vec<Option<usize>> {
    let mut equal: HashMap<OfOneType<'_>, VecDeque<usize>> = HashMap::new();
    for (at, value) in before.iter().enumerate() {
        equal.entry(OfOneType(value)).or_default().push_back(at);
    }
    let mut same = |value| equal.get_mut(&OfOneType(value))?.pop_front();
    let mut found: Vec<Option<usize>> = after.iter().map(&mut same).collect();
    if found.iter().all(Option::is_some) {
        return found;
    }
    let mut search = SimilarSearch::new(before, equal.into_values().flatten().collect());
    for (value, found) in after.iter().zip(&mut found) {
        if found.is_none() {
            *found = search.take(value);
        }
    }
    let mut news = (0..after.len()).filter(|at| found[*at].is_none());
    if let (Some(new), None, Some(old)) = (news.next(), news.next(), search.last()) {
        if is_one_place(&before[old], &after[new]) {
            found[new] = Some(old);
        }
    }
    found
}

/// Returns `true` if the only two elements that remain count as the same element, although they have little in common.
fn is_one_place(before: &Value, after: &Value) -> bool {
    let is_object = |value: &Value| matches!(value.0, Repr::Object(_));
    before.is_unknown() || after.is_unknown() || is_object(before) && is_object(after)
}

/// The elements that are not equal to any element of the other set.
struct SimilarSearch {
    state: RandomState,
    /// The hashes of the parts of each element, sorted. An element that is already used has no entry.
    parts: HashMap<usize, Vec<u64>>,
    /// The elements that have a part, by the hash of the part.
    having: HashMap<u64, VecDeque<usize>>,
}

impl SimilarSearch {
    fn new(all: &[Value], mut left: Vec<usize>) -> Self {
        left.sort_unstable();
        let mut search = SimilarSearch {
            state: RandomState::new(),
            parts: HashMap::with_capacity(left.len()),
            having: HashMap::new(),
        };
        for at in left {
            let parts = search.parts_of(&all[at]);
            for part in &parts {
                search.having.entry(*part).or_default().push_back(at);
            }
            search.parts.insert(at, parts);
        }
        search
    }

    /// Removes and returns the element that has the most parts in common with a value.
    fn take(&mut self, value: &Value) -> Option<usize> {
        let parts = self.parts_of(value);
        let mut rarest: Option<&VecDeque<usize>> = None;
        for part in &parts {
            let Some(having) = self.having.get_mut(part) else {
                continue;
            };
            while having
                .front()
                .is_some_and(|at| !self.parts.contains_key(at))
            {
                having.pop_front();
            }
        }
        for part in &parts {
            let having = self.having.get(part).filter(|having| !having.is_empty());
            rarest = match (rarest, having) {
                (Some(a), Some(b)) if b.len() >= a.len() => Some(a),
                (a, b) => b.or(a),
            };
        }
        let mut best = None;
        for at in rarest?.iter().take(MOST_TRIES) {
            let Some(others) = self.parts.get(at) else {
                continue;
            };
            let is_common = |part: &&u64| others.binary_search(part).is_ok();
            let common = parts.iter().filter(is_common).count();
            let count = match value.0 {
                // A member that is unknown in one of the two values does not count as a part.
                Repr::Object(_) => parts.len().min(others.len()),
                _ => parts.len().max(others.len()),
            };
            let is_enough = 2 * common >= count;
            if is_enough && best.is_none_or(|(most, _)| common > most) {
                best = Some((common, *at));
            }
        }
        let (_, at) = best?;
        self.parts.remove(&at);
        Some(at)
    }

    /// Returns the remaining element, if exactly one element remains.
    fn last(&self) -> Option<usize> {
        let mut left = self.parts.keys();
        left.next().copied().filter(|_| left.next().is_none())
    }

    /// Returns the sorted hashes of the parts of an element that help to identify the element.
    fn parts_of(&self, value: &Value) -> Vec<u64> {
        let hash = |step: &str, part: &Value| {
            let says_something =
                part.is_present() && (!part.is_container() || !part.parts().is_empty());
            says_something.then(|| self.state.hash_one((step, OfOneType(part))))
        };
        let named = value.entries().into_iter().flatten();
        let named = named.chain(value.members().into_iter().flatten());
        let elements = value.elements().into_iter().flatten();
        let named = named.filter_map(|(name, part)| hash(name, part));
        let mut parts: Vec<u64> = named
            .chain(elements.filter_map(|part| hash("", part)))
            .collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}
