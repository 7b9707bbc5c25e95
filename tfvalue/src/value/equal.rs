//! Equality and hashing of values.
//!
//! Two values are equal if they have the same type, ignoring which attributes are optional, and the
//! same content. Unknown values are equal if they have the same refinements. The order of the
//! elements of a set does not matter.
//!
//! An attacker may be able to choose many values that have the same hash. Different values
//! therefore pass different words to the hasher, and hashes inside this module use a random key.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::sync::LazyLock;

use super::items::Items;
use super::{Repr, Value};

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        is_equal(self, other, same_elements)
    }
}

/// Compares values. `elements` is the function that compares the elements of sets.
fn is_equal(a: &Value, b: &Value, elements: fn(&[Value], &[Value]) -> bool) -> bool {
    #[cfg(test)]
    super::work::add();
    let parts = |a: &Items, b: &Items| {
        let (a, b) = (a.values(), b.values());
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_equal(a, b, elements))
    };
    match (&a.0, &b.0) {
        (Repr::Null(a), Repr::Null(b)) | (Repr::Unknown(a), Repr::Unknown(b)) => a.is_same(b),
        (Repr::Refined(a), Repr::Refined(b)) => a.0.is_same(&b.0) && a.1 == b.1,
        (Repr::Bool(a), Repr::Bool(b)) => a == b,
        (Repr::Number(a), Repr::Number(b)) => a == b,
        (Repr::String(a), Repr::String(b)) => **a == **b,
        (Repr::Set(a), Repr::Set(b)) => {
            let (a_values, b_values) = (a.values(), b.values());
            a_values.len() == b_values.len() && same_type(a, b) && elements(a_values, b_values)
        }
        (Repr::List(a), Repr::List(b)) | (Repr::Map(a), Repr::Map(b)) => {
            same_type(a, b) && parts(a, b)
        }
        (Repr::Tuple(a), Repr::Tuple(b)) => parts(a, b),
        (Repr::Object(a), Repr::Object(b)) => {
            a.object_type().is_same(b.object_type()) && parts(a, b)
        }
        _ => false,
    }
}

fn same_type(a: &Items, b: &Items) -> bool {
    a.element_type().is_same(b.element_type())
}

/// Returns the number of equal elements at the beginning. Sets inside these elements must also have the same order.
fn same_in_order(a: &[Value], b: &[Value]) -> usize {
    let all = |a: &[Value], b: &[Value]| same_in_order(a, b) == a.len();
    let mut pairs = a.iter().zip(b);
    pairs
        .position(|(a, b)| !is_equal(a, b, all))
        .unwrap_or(a.len())
}

/// Compares two sequences with the same number of elements as multisets, regardless of their order.
///
/// In most cases, both sides have the same order at all depths, so elements are first compared in order. A set at depth
/// `n` is compared in order at most `n` times.
fn same_elements(a: &[Value], b: &[Value]) -> bool {
    let equal = same_in_order(a, b);
    let (a, b) = (&a[equal..], &b[equal..]);
    if let ([a], [b]) = (a, b) {
        return a == b;
    }
    let mut counts: HashMap<OfOneType<'_>, usize> = HashMap::with_capacity(a.len());
    for value in a {
        *counts.entry(OfOneType(value)).or_default() += 1;
    }
    b.iter()
        .all(|value| match counts.get_mut(&OfOneType(value)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        })
}

// Equality is reflexive because there is no NaN.
impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        add(self, true, state);
    }
}

/// A value among other values of the same type. The hash does not include the type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct OfOneType<'a>(pub(crate) &'a Value);

impl Hash for OfOneType<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        add(self.0, false, state);
    }
}

/// Adds a value to a hash, with or without its type.
fn add(value: &Value, is_typed: bool, state: &mut impl Hasher) {
    /// The key for the hashes of elements. The key is random and secret, so nobody can construct values whose hash sums
    /// collide.
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);

    #[cfg(test)]
    super::work::add();
    std::mem::discriminant(&value.0).hash(state);
    match &value.0 {
        Repr::Null(ty) | Repr::Unknown(ty) if is_typed => ty.without_optional().hash(state),
        Repr::Refined(refined) => refined.1.hash(state),
        Repr::Bool(value) => value.hash(state),
        Repr::Number(value) => value.hash(state),
        Repr::String(value) => (**value).hash(state),
        Repr::Set(items) | Repr::List(items) | Repr::Map(items) if is_typed => {
            items.element_type().without_optional().hash(state);
        }
        Repr::Object(items) if is_typed => {
            let names = items.object_type().iter().map(|one| &one.name);
            names.for_each(|name| name.hash(state));
        }
        _ => {}
    }
    let parts = value.parts();
    match &value.0 {
        // The order must not matter.
        Repr::Set(_) => {
            let hashes = parts.iter().map(|value| KEY.hash_one(OfOneType(value)));
            hashes.fold(0, u64::wrapping_add).hash(state);
        }
        // The type of the whole value contains the types of the elements.
        Repr::List(_) | Repr::Map(_) => {
            parts.len().hash(state);
            parts.iter().for_each(|value| add(value, false, state));
        }
        Repr::Tuple(_) | Repr::Object(_) => {
            parts.len().hash(state);
            parts.iter().for_each(|value| add(value, is_typed, state));
        }
        _ => {}
    }
}

/// Builds fast hashers that use a random key.
///
/// An attacker who does not know the key cannot choose inputs that collide. The hash is not cryptographic. Measuring
/// the time for many inputs may reveal the key.
pub(super) struct QuickState {
    start: u64,
    key: u64,
}

impl QuickState {
    pub(super) fn new() -> Self {
        let random = RandomState::new();
        QuickState {
            start: random.hash_one(0),
            key: random.hash_one(1) | 1,
        }
    }
}

impl BuildHasher for QuickState {
    type Hasher = Quick;

    fn build_hasher(&self) -> Quick {
        Quick {
            state: self.start,
            key: self.key,
        }
    }
}

/// A hasher that multiplies each word by the key and folds the product.
pub(super) struct Quick {
    state: u64,
    key: u64,
}

impl Hasher for Quick {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.state ^ word) * u128::from(self.key);
        self.state = product as u64 ^ (product >> 64) as u64;
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((word, after)) = rest.split_first_chunk() {
            self.write_u64(u64::from_ne_bytes(*word));
            rest = after;
        }
        let rest = rest
            .iter()
            .fold(1, |word, byte| word << 8 | u64::from(*byte));
        self.write_u64(rest);
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.state
    }
}
