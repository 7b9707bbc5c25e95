//! Pairs elements of sets with prior elements, using hashes of the parts that must be equal.
//!
//! Terraform compares each element with every prior element. Here, a hash of all parts that must be equal finds the
//! prior elements in linear time. The parts that must be equal can differ between elements, so there is an index for
//! each pattern of such parts.

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::ptr;

use crate::value::Value;

/// The maximum number of patterns in a set for which an index is built. Elements with further patterns count as new, so
/// that the time stays linear.
const MOST_PATTERNS: usize = 64;

/// Determines the parts that must be equal in an element and its prior element.
pub(crate) trait Outlines {
    /// Returns the maximum number of prior elements with the same outline with which each of `count` elements is
    /// compared.
    fn most_tries(count: usize) -> usize;

    /// Returns a hash that identifies which parts of an element must be equal in its prior element.
    fn pattern(&self, element: &Value) -> u64;

    /// Returns a hash of those parts of a value that must be equal according to an element's pattern.
    fn like(&self, pattern: &Value, value: &Value) -> Outline;

    /// Returns `true` if a prior element corresponds to an element.
    fn is_prior(&self, prior: &Value, element: &Value) -> bool;
}

/// The outline of an element.
pub(crate) enum Outline {
    Hash(u64),
    /// The prior element may correspond to any element.
    Any,
    /// The prior element corresponds to no element.
    None,
}

/// Pairs each element with the first unused prior element that corresponds to it.
pub(crate) fn pair<'a>(
    outlines: &impl Outlines,
    elements: &Value,
    prior: &'a Value,
) -> Vec<Option<&'a Value>> {
    let mut pairs = vec![None; elements.parts().len()];
    complete(outlines, elements, prior, &mut pairs);
    pairs
}

/// Pairs each element that has no prior element yet with the first unused prior element that corresponds to it.
pub(crate) fn complete<'a>(
    outlines: &impl Outlines,
    elements: &Value,
    prior: &'a Value,
    pairs: &mut [Option<&'a Value>],
) {
    if pairs.iter().all(Option::is_some) {
        return;
    }
    let candidates: Vec<&Value> = prior.elements().into_iter().flatten().collect();
    let used: HashSet<*const Value> = pairs.iter().flatten().copied().map(ptr::from_ref).collect();
    let mut search = PairSearch {
        outlines,
        used: candidates
            .iter()
            .map(|one| used.contains(&ptr::from_ref(*one)))
            .collect(),
        candidates,
        indexes: HashMap::new(),
    };
    let elements = elements.elements().into_iter().flatten();
    for (pair, element) in pairs.iter_mut().zip(elements) {
        if pair.is_none() {
            *pair = search.take(element);
        }
    }
}

struct PairSearch<'o, 'a, O> {
    outlines: &'o O,
    candidates: Vec<&'a Value>,
    used: Vec<bool>,
    indexes: HashMap<u64, PatternIndex>,
}

/// The prior elements, indexed by a hash of the parts that must be equal for one pattern.
struct PatternIndex {
    /// Hashes together with the positions of elements, in sorted order.
    entries: Vec<(u64, usize)>,
    /// For each hash, the first entry whose element may be unused.
    starts: HashMap<u64, usize>,
    /// The positions of elements without a hash.
    any: Vec<usize>,
}

impl<'a, O: Outlines> PairSearch<'_, 'a, O> {
    fn take(&mut self, element: &Value) -> Option<&'a Value> {
        let outlines = self.outlines;
        let count = self.indexes.len();
        let index = match self.indexes.entry(outlines.pattern(element)) {
            Entry::Occupied(index) => index.into_mut(),
            Entry::Vacant(_) if count == MOST_PATTERNS => return None,
            Entry::Vacant(place) => {
                place.insert(PatternIndex::new(outlines, element, &self.candidates))
            }
        };
        let Outline::Hash(outline) = outlines.like(element, element) else {
            return None;
        };
        let used = &self.used;
        let entries = &index.entries;
        let first = || entries.partition_point(|entry| entry.0 < outline);
        let start = index.starts.entry(outline).or_insert_with(first);
        let is_alike = |at: usize| entries.get(at).is_some_and(|entry| entry.0 == outline);
        while is_alike(*start) && used[entries[*start].1] {
            *start += 1;
        }
        let alike = entries[*start..]
            .iter()
            .take_while(|entry| entry.0 == outline);
        let mut alike = alike.map(|entry| entry.1).peekable();
        let mut any = index.any.iter().copied().peekable();
        let in_order = std::iter::from_fn(|| match (alike.peek(), any.peek()) {
            (Some(a), Some(b)) if a > b => any.next(),
            (None, _) => any.next(),
            _ => alike.next(),
        });
        let found = in_order
            .take(O::most_tries(self.candidates.len()))
            .find(|at| !used[*at] && outlines.is_prior(self.candidates[*at], element))?;
        self.used[found] = true;
        Some(self.candidates[found])
    }
}

impl PatternIndex {
    fn new(outlines: &impl Outlines, pattern: &Value, candidates: &[&Value]) -> Self {
        let mut index = PatternIndex {
            entries: Vec::new(),
            starts: HashMap::new(),
            any: Vec::new(),
        };
        for (at, value) in candidates.iter().enumerate() {
            match outlines.like(pattern, value) {
                Outline::Hash(hash) => index.entries.push((hash, at)),
                Outline::Any => index.any.push(at),
                Outline::None => {}
            }
        }
        index.entries.sort_unstable();
        index
    }
}
