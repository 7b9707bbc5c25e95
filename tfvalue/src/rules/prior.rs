//! Checks whether an element of a prior set can be the prior value of an element in the configuration.

use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use super::part::{self, is_same_unrefined, unrefined};
use crate::schema::{Attribute, AttributeType, NestedBlock, Nesting};
use crate::ty::Type;
use crate::value::pairing::{Outline, Outlines};
use crate::value::{OfOneType, Value};

/// The elements of a set of objects.
pub(super) struct SetElements<'a> {
    attributes: &'a [Attribute],
    blocks: &'a [NestedBlock],
    /// A random key, so that an attacker cannot craft collisions.
    state: RandomState,
}

impl<'a> SetElements<'a> {
    pub(super) fn new(attributes: &'a [Attribute], blocks: &'a [NestedBlock]) -> Self {
        SetElements {
            attributes,
            blocks,
            state: RandomState::new(),
        }
    }
}

impl Outlines for SetElements<'_> {
    fn most_tries(count: usize) -> usize {
        (1 << 16) / count.clamp(1 << 8, 1 << 10)
    }

    fn pattern(&self, element: &Value) -> u64 {
        let mut hasher = self.state.build_hasher();
        add_pattern(self.attributes, self.blocks, element, &mut hasher);
        hasher.finish()
    }

    fn like(&self, pattern: &Value, value: &Value) -> Outline {
        let mut hasher = self.state.build_hasher();
        if add_object(self.attributes, self.blocks, pattern, value, &mut hasher) {
            Outline::Hash(hasher.finish())
        } else {
            Outline::Any
        }
    }

    fn is_prior(&self, prior: &Value, element: &Value) -> bool {
        is_same_unrefined(prior, element)
            || is_prior_object(self.attributes, self.blocks, prior, element)
    }
}

/// Returns `true` if each part of a prior object is equal to the configured part, or is computed and not configured.
/// Only the parts of the prior object are compared.
fn is_prior_object(
    attributes: &[Attribute],
    blocks: &[NestedBlock],
    prior: &Value,
    config: &Value,
) -> bool {
    if !prior.is_present() {
        return true;
    }
    if config.is_null() {
        return prior.parts().is_empty();
    }
    let attributes = attributes.iter().all(|one| {
        let [prior, config] = [prior, config].map(|object| part::attribute(object, one));
        is_same_unrefined(&prior, &config) || is_prior_attribute(one, &prior, &config)
    });
    attributes
        && blocks.iter().all(|nested| {
            let [prior, config] = [prior, config].map(|object| part::block(object, nested));
            let block = &nested.block;
            is_same_unrefined(&prior, &config)
                || is_prior_value(nested.nesting, &prior, &config, |prior, config| {
                    is_prior_object(&block.attributes, &block.block_types, prior, config)
                })
        })
}

fn is_prior_attribute(attribute: &Attribute, prior: &Value, config: &Value) -> bool {
    match &attribute.ty {
        _ if matches!(prior.ty(), Type::Set(_)) => false,
        AttributeType::Type(_) => attribute.computed && config.is_null(),
        AttributeType::Nested(nested) => {
            is_prior_value(nested.nesting, prior, config, |prior, config| {
                is_prior_object(&nested.attributes, &[], prior, config)
            })
        }
    }
}

/// Compares values that differ.
fn is_prior_value(
    nesting: Nesting,
    prior: &Value,
    config: &Value,
    object: impl Fn(&Value, &Value) -> bool,
) -> bool {
    match nesting {
        Nesting::Set => false,
        Nesting::Single | Nesting::Group => object(prior, config),
        Nesting::List | Nesting::Map => prior.placed_elements().all(|(at, prior)| {
            // The elements of an unknown value are unknown.
            let unknown = config.is_unknown().then(|| Value::unknown(prior.ty()));
            let config = at.of(config).or(unknown.as_ref());
            config.is_some_and(|config| is_same_unrefined(prior, config) || object(prior, config))
        }),
    }
}

/// Adds the parts of a prior object that must be equal for a pattern. Returns `false` if the prior object contains a
/// null or unknown value that matches any value.
fn add_object(
    attributes: &[Attribute],
    blocks: &[NestedBlock],
    pattern: &Value,
    prior: &Value,
    hasher: &mut impl Hasher,
) -> bool {
    if !pattern.is_present() {
        return true; // This is left to the trials.
    }
    if !prior.is_present() {
        return false;
    }
    let attributes = attributes.iter().all(|one| {
        let [pattern, prior] = [pattern, prior].map(|object| part::attribute(object, one));
        match (nested_of(one), &one.ty) {
            (Some(Nesting::Single | Nesting::Group), AttributeType::Nested(nested)) => {
                add_object(&nested.attributes, &[], &pattern, &prior, hasher)
            }
            (Some(Nesting::List | Nesting::Map), _) => true,
            (Some(Nesting::Set), _) => add(&prior, hasher),
            _ if one.computed && pattern.is_null() => true,
            _ => add(&prior, hasher),
        }
    });
    attributes
        && blocks.iter().all(|nested| {
            let [pattern, prior] = [pattern, prior].map(|object| part::block(object, nested));
            let block = &nested.block;
            match nested.nesting {
                Nesting::Single | Nesting::Group => add_object(
                    &block.attributes,
                    &block.block_types,
                    &pattern,
                    &prior,
                    hasher,
                ),
                Nesting::List | Nesting::Map => true,
                Nesting::Set => add(&prior, hasher),
            }
        })
}

fn add(value: &Value, hasher: &mut impl Hasher) -> bool {
    OfOneType(&unrefined(value)).hash(hasher);
    true
}

fn nested_of(attribute: &Attribute) -> Option<Nesting> {
    match &attribute.ty {
        AttributeType::Nested(nested) => Some(nested.nesting),
        AttributeType::Type(_) => None,
    }
}

/// Hashes the parts of a configured object that are compared.
fn add_pattern(
    attributes: &[Attribute],
    blocks: &[NestedBlock],
    config: &Value,
    hasher: &mut impl Hasher,
) {
    config.is_present().hash(hasher);
    if !config.is_present() {
        return;
    }
    for one in attributes {
        let value = part::attribute(config, one);
        match &one.ty {
            AttributeType::Nested(nested) => {
                if let Nesting::Single | Nesting::Group = nested.nesting {
                    add_pattern(&nested.attributes, &[], &value, hasher);
                }
            }
            AttributeType::Type(_) => (one.computed && value.is_null()).hash(hasher),
        }
    }
    for nested in blocks {
        if let Nesting::Single | Nesting::Group = nested.nesting {
            let value = part::block(config, nested);
            add_pattern(
                &nested.block.attributes,
                &nested.block.block_types,
                &value,
                hasher,
            );
        }
    }
}
