//! Determines the parts that must be equal in a planned element of a set and in its equivalent.
//!
//! # Why
//!
//! After an apply, Terraform checks that the new state contains all values that were known in the plan. For a set, each
//! planned element must have an equivalent in the result, and each element of the result must have an equivalent in the
//! plan:
//!
//! ```text
//! planned                              result
//! { port = 80, id = (unknown) }        { port = 443, id = 7 }
//! { port = 443, id = (unknown) }       { port = 80, id = 3 }
//! ```
//!
//! Terraform compares each planned element with each element of the result, and proceeds in the same way for the sets
//! inside the elements. For a set with 10,000 elements, this takes minutes. Here, a hash finds the few elements that
//! are worth comparing.
//!
//! # How
//!
//! The *outline* of an element is the hash of all parts that are known in the planned element. In this example, the
//! only such part is `port`. Each planned element can have different known parts ([`Known`]), and there is an index for
//! each pattern of known parts. An element of the result is hashed once for each pattern. The hash covers the parts
//! that are known in the pattern.
//!
//! For a set within the element, the outlines of the inner elements are hashed. These outlines cover the parts that are
//! known in all elements of the inner set, because it is not yet known which inner elements correspond to each other.
//! The outline is therefore coarser than Terraform's rule, and never finer. Elements with different outlines are not
//! equivalent, and elements with the same outline are compared with the rule itself.

use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use super::compatible;
use super::part::{self, NULL};
use crate::schema::{Attribute, Block, NestedBlock, Nesting};
use crate::value::{OfOneType, Repr, Value};

/// The kind of the elements of a set.
#[derive(Clone, Copy)]
pub(super) enum ElementKind<'a> {
    Blocks(&'a Block),
    /// Values with these members, if any of the members is sensitive.
    Values(&'a [Attribute]),
}

/// The parts of planned values that are known.
pub(super) enum Known {
    /// There are no values, for example because a set has no elements.
    Vacant,
    /// The whole value. Only an equal value fits.
    All,
    /// Nothing is known, or only parts that are left to the trials.
    Nothing,
    /// The known parts of each member of an object, of each element of a list, map or tuple, or of each block in a list.
    Parts(Vec<Known>),
    /// The known parts of each element of a set, and whether the set is wholly known.
    Elements(Box<Known>, bool),
}

/// Hashes the positions of the known parts. Sets in the same place have the same hash if both are wholly known, or if
/// neither is.
impl Hash for Known {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Known::Parts(parts) => parts.hash(state),
            Known::Elements(_, is_firm) => is_firm.hash(state),
            Known::Vacant | Known::All | Known::Nothing => {}
        }
    }
}

impl Known {
    /// Removes the parts that are unknown in another value.
    pub(super) fn narrow(&mut self, other: Self) {
        *self = std::mem::replace(self, Known::Vacant).and(other);
    }

    /// Returns the parts that are known in both values.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Known::Vacant, known) | (known, Known::Vacant) => known,
            (Known::All, Known::All) => Known::All,
            (Known::Parts(a), Known::Parts(b)) if a.len() == b.len() => {
                let pairs = a.into_iter().zip(b);
                Known::Parts(pairs.map(|(a, b)| a.and(b)).collect())
            }
            (Known::Elements(a, a_is_firm), Known::Elements(b, b_is_firm)) => {
                Known::Elements(Box::new(a.and(*b)), a_is_firm && b_is_firm)
            }
            _ => Known::Nothing,
        }
    }

    pub(super) fn of(kind: ElementKind<'_>, element: &Value) -> Self {
        match kind {
            ElementKind::Blocks(block) => Known::of_block(block, element),
            ElementKind::Values(_) => Known::of_value(element),
        }
    }

    fn of_elements(kind: ElementKind<'_>, set: &Value) -> Self {
        let mut all = Known::Vacant;
        // A set of blocks can match a planned set that is not equal, because a null list matches any list.
        let mut is_firm = matches!(kind, ElementKind::Values(_));
        for element in set.parts() {
            let known = Known::of(kind, element);
            is_firm = is_firm && known.is_firm();
            all.narrow(known);
        }
        Known::Elements(Box::new(all), is_firm)
    }

    /// Returns `true` if the value is wholly known.
    fn is_firm(&self) -> bool {
        match self {
            Known::Vacant | Known::All => true,
            Known::Nothing => false,
            Known::Parts(parts) => parts.iter().all(Known::is_firm),
            Known::Elements(_, is_firm) => *is_firm,
        }
    }

    fn of_value(value: &Value) -> Self {
        match &value.0 {
            Repr::Object(_) => Known::of_parts(value),
            Repr::Set(_) => Known::of_elements(ElementKind::Values(&[]), value),
            _ if is_firm(value) => Known::All,
            Repr::List(_) | Repr::Map(_) | Repr::Tuple(_) => Known::of_parts(value),
            _ => Known::Nothing,
        }
    }

    fn of_parts(value: &Value) -> Self {
        Known::Parts(value.parts().iter().map(Known::of_value).collect())
    }

    fn of_block(block: &Block, value: &Value) -> Self {
        if value.is_unknown() {
            return Known::Nothing;
        }
        if value.is_null() {
            return Known::All;
        }
        if compatible::plans_unknown_blocks(block, value) {
            return Known::Nothing; // Terraform compares nothing but these blocks
        }
        let attributes = block.attributes.iter();
        let attributes = attributes.map(|one| Known::of_value(&part::attribute(value, one)));
        let blocks = block.block_types.iter();
        let blocks = blocks.map(|one| {
            let value = value.get_named(&one.type_name).unwrap_or(&NULL);
            Known::of_blocks(one, value)
        });
        Known::Parts(attributes.chain(blocks).collect())
    }

    fn of_blocks(nested: &NestedBlock, value: &Value) -> Self {
        let block = &nested.block;
        match nested.nesting {
            Nesting::Single | Nesting::Group => Known::of_block(block, value),
            Nesting::List if value.is_present() => {
                let elements = value.placed_elements();
                let elements = elements.map(|(_, element)| Known::of_block(block, element));
                Known::Parts(elements.collect())
            }
            Nesting::Set if value.is_present() => {
                Known::of_elements(ElementKind::Blocks(block), value)
            }
            // Maps are left to the trials.
            Nesting::List | Nesting::Set | Nesting::Map => Known::Nothing,
        }
    }
}

/// Returns `true` if only an equal value matches.
fn is_firm(value: &Value) -> bool {
    !value.is_unknown() && !value.is_untyped() && value.parts().iter().all(is_firm)
}

/// The outline of an element.
pub(super) enum Outline {
    Of(u64),
    /// The element may match any planned element, because it contains a null, which matches any value.
    Loose,
    /// The element does not match any planned element in which the parts of the pattern are known.
    Other,
}

/// Whether a value fits; `None` if a set of blocks is null, which is possible where Terraform does not compare the set.
type Fits = Option<bool>;

/// Creates outlines with a random key, so that an attacker cannot craft collisions.
pub(super) struct Outlines {
    state: RandomState,
}

impl Outlines {
    pub(super) fn new() -> Self {
        Outlines {
            state: RandomState::new(),
        }
    }

    /// Returns the hash of the positions of the known parts.
    pub(super) fn pattern(&self, known: &Known) -> u64 {
        self.state.hash_one(known)
    }

    /// Returns the outline of an element.
    pub(super) fn of(&self, kind: ElementKind<'_>, known: &Known, element: &Value) -> Outline {
        let mut hasher = self.state.build_hasher();
        let fits = match kind {
            ElementKind::Blocks(block) => self.block(block, known, element, &mut hasher),
            ElementKind::Values(_) => Some(self.value(known, element, &mut hasher)),
        };
        match fits {
            Some(true) => Outline::Of(hasher.finish()),
            Some(false) => Outline::Other,
            None => Outline::Loose,
        }
    }

    fn set(
        &self,
        kind: ElementKind<'_>,
        known: &Known,
        set: &Value,
        hasher: &mut impl Hasher,
    ) -> Fits {
        let mut outlines = Vec::with_capacity(set.parts().len());
        for element in set.parts() {
            match self.of(kind, known, element) {
                Outline::Of(outline) => outlines.push(outline),
                Outline::Loose => return None,
                Outline::Other => return Some(false),
            }
        }
        // One element can be the counterpart of several elements.
        outlines.sort_unstable();
        outlines.dedup();
        outlines.hash(hasher);
        Some(true)
    }

    fn value(&self, known: &Known, value: &Value, hasher: &mut impl Hasher) -> bool {
        #[cfg(test)]
        crate::value::work::add();
        match (known, &value.0) {
            (Known::All | Known::Elements(_, true), _) => {
                OfOneType(value).hash(hasher);
                true
            }
            (
                Known::Parts(parts),
                Repr::Object(_) | Repr::List(_) | Repr::Map(_) | Repr::Tuple(_),
            ) => {
                // The names of the members of an object are in its type.
                if let Some(entries) = value.entries() {
                    entries.for_each(|(key, _)| key.hash(hasher));
                }
                let members = value.parts();
                parts.len() == members.len()
                    && parts
                        .iter()
                        .zip(members)
                        .all(|(known, member)| self.value(known, member, hasher))
            }
            (Known::Elements(known, false), Repr::Set(_)) => {
                self.set(ElementKind::Values(&[]), known, value, hasher) == Some(true)
            }
            (Known::Parts(_) | Known::Elements(..), _) => false,
            (Known::Vacant | Known::Nothing, _) => true,
        }
    }

    fn block(&self, block: &Block, known: &Known, value: &Value, hasher: &mut impl Hasher) -> Fits {
        let parts = match known {
            Known::Parts(parts) if !value.is_null() => parts,
            Known::Vacant | Known::Nothing => return Some(true),
            _ => return Some(matches!(known, Known::All) && value.is_null()),
        };
        let (attributes, blocks) = parts.split_at(block.attributes.len());
        for (attribute, known) in block.attributes.iter().zip(attributes) {
            if !self.value(known, &part::attribute(value, attribute), hasher) {
                return Some(false);
            }
        }
        for (nested, known) in block.block_types.iter().zip(blocks) {
            let value = value.get_named(&nested.type_name).unwrap_or(&NULL);
            let fits = self.blocks(nested, known, value, hasher);
            if fits != Some(true) {
                return fits;
            }
        }
        Some(true)
    }

    fn blocks(
        &self,
        nested: &NestedBlock,
        known: &Known,
        value: &Value,
        hasher: &mut impl Hasher,
    ) -> Fits {
        let block = &nested.block;
        match (nested.nesting, known) {
            (Nesting::Single | Nesting::Group, _) => self.block(block, known, value, hasher),
            (_, Known::Parts(_) | Known::Elements(..)) if !value.is_present() => None,
            (_, Known::Elements(known, _)) => {
                self.set(ElementKind::Blocks(block), known, value, hasher)
            }
            (_, Known::Parts(parts)) => {
                for (known, (_, element)) in parts.iter().zip(value.placed_elements()) {
                    let fits = self.block(block, known, element, hasher);
                    if fits != Some(true) {
                        return fits;
                    }
                }
                Some(parts.len() == part::count(value))
            }
            _ => Some(true),
        }
    }
}
