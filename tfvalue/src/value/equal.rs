//! Equality and hashing of values.
//!
//! Two values are equal if they have the same type, ignoring which attributes are optional, and the
//! same content. Unknown values are equal if they have the same refinements. The order of the
//! elements of a set does not matter.

use std::collections::HashMap;
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};

use super::items::Items;
use super::{Repr, Value};

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Null(a), Repr::Null(b)) | (Repr::Unknown(a), Repr::Unknown(b)) => a.is_same(b),
            (Repr::Refined(a), Repr::Refined(b)) => a.0.is_same(&b.0) && a.1 == b.1,
            (Repr::Bool(a), Repr::Bool(b)) => a == b,
            (Repr::Number(a), Repr::Number(b)) => a == b,
            (Repr::String(a), Repr::String(b)) => **a == **b,
            (Repr::Set(a), Repr::Set(b)) => {
                a.values().len() == b.values().len() && same_type(a, b) && same_elements(a, b)
            }
            (Repr::List(a), Repr::List(b)) | (Repr::Map(a), Repr::Map(b)) => {
                same_type(a, b) && a.values() == b.values()
            }
            (Repr::Tuple(a), Repr::Tuple(b)) => a.values() == b.values(),
            (Repr::Object(a), Repr::Object(b)) => {
                a.object_type().is_same(b.object_type()) && a.values() == b.values()
            }
            _ => false,
        }
    }
}

fn same_type(a: &Items, b: &Items) -> bool {
    a.element_type().is_same(b.element_type())
}

/// Compares elements as multisets, regardless of their order.
///
/// Scalars mostly have the same order on both sides, so they are first compared in order. For
/// containers, that would compare nested sets twice on each level.
fn same_elements(a: &Items, b: &Items) -> bool {
    if !a.values().iter().any(Value::is_container) && a.values() == b.values() {
        return true;
    }
    let mut counts: HashMap<&Value, usize> = HashMap::with_capacity(a.values().len());
    for value in a.values() {
        *counts.entry(value).or_default() += 1;
    }
    b.values().iter().all(|value| match counts.get_mut(value) {
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
        std::mem::discriminant(&self.0).hash(state);
        match &self.0 {
            Repr::Bool(value) => value.hash(state),
            Repr::Number(value) => value.hash(state),
            Repr::String(value) => (**value).hash(state),
            Repr::Refined(refined) => refined.1.hash(state),
            // The order must not matter.
            Repr::Set(items) => {
                let hashes = items.values().iter().map(|value| {
                    let mut hasher = DefaultHasher::new();
                    value.hash(&mut hasher);
                    hasher.finish()
                });
                hashes.fold(0, u64::wrapping_add).hash(state);
            }
            _ => self.parts().iter().for_each(|value| value.hash(state)),
        }
    }
}

/// Builds fast hashers with a random key.
///
/// An attacker who does not know the key cannot choose inputs that collide. The hash is not
/// cryptographic: measuring the time of many inputs may reveal the key.
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
