//! Pairs elements of a configuration with their prior values.
//!
//! # Why
//!
//! A plan starts from the configuration, which lacks the values that the provider computes. These values must come from
//! the prior state, element by element. For example, a disk that stays keeps its ID. Lists are paired by index and maps
//! by key, but the elements of a set have neither:
//!
//! ```text
//! configuration                    prior state                         planned
//! disk { size = 20 }               { id = "d-1", size = 10 }           { id = "d-2", size = 20 }
//! disk { size = 30 }               { id = "d-2", size = 20 }           { id = (unknown), size = 30 }
//! ```
//!
//! The first element is paired with `d-2`, because the two differ only in `id`, which is computed and not configured.
//! The second element has no prior element, so it is a new object. `d-1` disappears.
//!
//! # How
//!
//! The rule comes from Terraform's proposed new state: an element of a set is paired with the first unused prior
//! element that differs only in computed members that are not configured ([`is_valid_prior`]). This module goes beyond
//! Terraform in two ways:
//!
//! * Terraform compares each element with every prior element. This module instead finds the prior elements by a hash
//!   of the parts that must be equal ([`ObjectOutlines`], and the search in `value/pairing.rs`), so the time is linear.
//!   The hash leaves out some members of sets within sets. Therefore, up to [`MOST_TRIES`] candidates with the same
//!   hash are compared.
//! * This module also looks for computed members in sets within sets, which Terraform's rule treats as one value.
//!
//! Annotations change the rule: `pair_by` lists the members that identify an element (`identity.rs`), and `same_as`
//! treats spellings as equal. If several prior elements mean the same thing, an element is paired with the prior
//! element that has the same spelling. Pairs with equal spelling are found first, and then all other pairs.
//!
//! A list that is `in_any_order` is paired like a set, but Terraform still compares its elements by index. Each pair
//! therefore records whether Terraform compares the two elements. A path that requires replacement, or a kept spelling,
//! has an effect only for elements that Terraform compares with each other.

use super::alike::{self, ObjectOutlines};
use super::identity;
use super::spelling::{self, canonical, is_empty};
use crate::model::{Field, Flags};
use crate::schema::Nesting;
use crate::value::pairing::{self, Outline};
use crate::value::{At, Value, elements};

/// The maximum number of prior elements that are tried for the same hash. The hash leaves out some members of sets
/// within sets; apart from these members, the first element matches.
const MOST_TRIES: usize = 4;

/// The prior elements of a collection, indexed by the positions of the elements in the configuration.
pub(super) enum Pairs<'a> {
    /// The elements are paired by position, as in Terraform.
    ByPlace(Option<&'a Value>),
    /// For each element of the configuration, the prior element, if any, and whether Terraform compares the two elements.
    Found(Vec<Option<(&'a Value, bool)>>),
}

impl<'a> Pairs<'a> {
    /// Creates the pairs for a collection without prior elements.
    pub(super) fn none() -> Self {
        Pairs::ByPlace(None)
    }

    fn of_set(found: Vec<Option<&'a Value>>) -> Self {
        let pair = |prior: Option<&'a Value>| Some((prior?, true));
        Pairs::Found(found.into_iter().map(pair).collect())
    }

    /// Returns the prior element, and whether Terraform compares the two elements.
    pub(super) fn of(&self, at: &At<'_>) -> (Option<&'a Value>, bool) {
        match (self, at) {
            (Pairs::ByPlace(prior), _) => (prior.and_then(|prior| at.of(prior)), true),
            (Pairs::Found(found), At::Index(index)) => match found.get(*index) {
                Some(Some((prior, aligned))) => (Some(prior), *aligned),
                _ => (None, false),
            },
            (Pairs::Found(_), At::Key(_)) => (None, false),
        }
    }
}

/// Pairs the elements of a known collection of objects.
pub(super) fn elements<'a>(
    field: &Field,
    flags: Option<Flags>,
    nesting: Nesting,
    config: &Value,
    prior: &'a Value,
) -> Pairs<'a> {
    let has_identity = !field.planning().pair_by.is_empty() && config.elements().is_some();
    match nesting {
        Nesting::List | Nesting::Set if has_identity => {
            let found = identity::pairs(field, flags, config, prior);
            aligned(nesting, prior, found)
        }
        Nesting::Set => configured(field, flags, config, prior),
        Nesting::List if field.is_in_any_order() => {
            aligned(nesting, prior, alike(field, flags, config, prior))
        }
        _ => Pairs::ByPlace(Some(prior)),
    }
}

/// Pairs each element of a set with the first unused prior element that has all configured values and differs only in
/// computed members that are not configured.
pub(super) fn configured<'a>(
    field: &Field,
    flags: Option<Flags>,
    config: &Value,
    others: &'a Value,
) -> Pairs<'a> {
    Pairs::of_set(alike(field, flags, config, others))
}

fn alike<'a>(
    field: &Field,
    flags: Option<Flags>,
    config: &Value,
    others: &'a Value,
) -> Vec<Option<&'a Value>> {
    let mut pairs = equal_at_start(config, others);
    // If several elements mean the same thing, each element is paired with the prior element that has the same spelling.
    if spelling::has_spellings(field.fields()) {
        let outlines = ObjectOutlines::in_one_spelling(field, flags);
        pairing::complete(&outlines, config, others, &mut pairs);
    }
    pairing::complete(
        &ObjectOutlines::new(field, flags),
        config,
        others,
        &mut pairs,
    );
    pairs
}

/// Pairs the elements up to the first that is not equal to the prior element at the same position. For each of them,
/// this is the first unused prior element, and nothing needs to be searched.
fn equal_at_start<'a>(config: &Value, others: &'a Value) -> Vec<Option<&'a Value>> {
    let pairs = config.parts().iter().zip(others.parts());
    let equal = pairs.take_while(|(config, prior)| config == prior);
    let mut pairs: Vec<_> = equal.map(|(_, prior)| Some(prior)).collect();
    pairs.resize(config.parts().len(), None);
    pairs
}

impl pairing::Outlines for ObjectOutlines<'_> {
    fn most_tries(_: usize) -> usize {
        MOST_TRIES
    }

    fn pattern(&self, config: &Value) -> u64 {
        self.of_pattern(config)
    }

    fn like(&self, pattern: &Value, object: &Value) -> Outline {
        let hash = self.of_configured(pattern, object);
        hash.map_or(Outline::None, Outline::Hash)
    }

    fn is_prior(&self, prior: &Value, config: &Value) -> bool {
        is_valid_prior(self.fields, self.flags, prior, config)
    }
}

/// Pairs the elements of a new state with the elements of an old state.
pub(super) fn states<'a>(
    field: &Field,
    flags: Option<Flags>,
    nesting: Nesting,
    new: &Value,
    old: &'a Value,
) -> Pairs<'a> {
    match nesting {
        _ if !field.planning().pair_by.is_empty() => elements(field, flags, nesting, new, old),
        Nesting::Set => Pairs::of_set(alike::by_state(field, flags, new, old)),
        Nesting::List if field.is_in_any_order() => {
            aligned(nesting, old, alike::by_state(field, flags, new, old))
        }
        _ => elements(field, flags, nesting, new, old),
    }
}

/// Records for each pair whether Terraform compares the two elements. List elements are compared only at the same index.
fn aligned<'a>(nesting: Nesting, prior: &'a Value, pairs: Vec<Option<&'a Value>>) -> Pairs<'a> {
    let pair = |(at, found): (usize, Option<&'a Value>)| {
        let found = found?;
        let in_place = prior.get_element(at);
        let is_in_place = in_place.is_some_and(|prior| std::ptr::eq(prior, found));
        Some((found, nesting == Nesting::Set || is_in_place))
    };
    Pairs::Found(pairs.into_iter().enumerate().map(pair).collect())
}

/// Returns `true` if a prior object differs from the configuration only in spelling and in computed members that are
/// not configured.
pub(super) fn is_valid_prior(
    fields: &[Field],
    flags: Option<Flags>,
    prior: &Value,
    config: &Value,
) -> bool {
    if prior == config {
        return true;
    }
    if !prior.is_present() || !config.is_present() {
        return false;
    }
    fields.iter().all(|field| {
        let own = field.flags_among(flags);
        match (prior.get(field.name()), config.get(field.name())) {
            _ if own.write_only || field.planning().provider_only => true,
            (_, Some(config)) if own.computed && config.is_null() => true,
            (Some(prior), Some(config)) => is_valid_member(field, flags, prior, config),
            _ => false,
        }
    })
}

fn is_valid_member(field: &Field, flags: Option<Flags>, prior: &Value, config: &Value) -> bool {
    let Some(nesting) = field.pairing() else {
        return canonical(field, prior) == canonical(field, config);
    };
    if is_empty(field, prior) || !prior.is_present() || !config.is_present() {
        return prior == config || is_empty(field, prior) && is_empty(field, config);
    }
    is_same_configuration(field, field.flags_within(flags), nesting, prior, config)
}

/// Returns `true` if a configured value that contains objects means the same thing as the prior value, that is, if
/// every object has a prior object that differs only in computed members.
pub(super) fn is_same_configuration(
    field: &Field,
    flags: Option<Flags>,
    nesting: Nesting,
    prior: &Value,
    config: &Value,
) -> bool {
    let object =
        |prior: &Value, config: &Value| is_valid_prior(field.fields(), flags, prior, config);
    if let Nesting::Single | Nesting::Group = nesting {
        return object(prior, config);
    }
    let pairs = match nesting {
        Nesting::Set => elements(field, flags, nesting, config, prior),
        _ => Pairs::ByPlace(Some(prior)),
    };
    let elements = elements::of(config);
    elements.len() == elements::of(prior).len()
        && elements
            .iter()
            .all(|(at, element)| pairs.of(at).0.is_some_and(|prior| object(prior, element)))
}
