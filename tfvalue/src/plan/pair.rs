//! Pairs elements of a configuration with their prior ones.
//!
//! Lists are paired by index and maps by key. Elements of sets are paired as Terraform does it: with
//! the first unused prior element that differs only in computed members that are not configured.
//! Terraform tries each with each; here, elements are looked up by what the configuration says of
//! them, so that the time stays linear.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::elements::{self, At};
use super::spelling;
use crate::model::{Field, Flags};
use crate::schema::Nesting;
use crate::value::Value;

/// The prior elements of a collection, by the places of the elements of the configuration.
pub(super) enum Pairs<'a> {
    /// The elements are paired by their places, as Terraform does it.
    ByPlace(Option<&'a Value>),
    /// Each element of the configuration with its prior one, if there is one, and whether Terraform
    /// compares the two.
    Found(Vec<Option<(&'a Value, bool)>>),
}

impl<'a> Pairs<'a> {
    /// Creates pairs without prior elements.
    pub(super) fn none() -> Self {
        Pairs::ByPlace(None)
    }

    /// Returns the prior element, and whether Terraform compares the element with it.
    pub(super) fn of(&self, at: &At<'_>) -> (Option<&'a Value>, bool) {
        match (self, at) {
            (Pairs::ByPlace(prior), _) => (prior.and_then(|prior| at.element_of(prior)), true),
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
    let identity = field.planning().pair_by;
    let is_list = config.elements().is_some();
    match nesting {
        Nesting::List | Nesting::Set if is_list && !identity.is_empty() => {
            Pairs::Found(by_members(field, identity, nesting, config, prior))
        }
        Nesting::Set => Pairs::Found(by_configuration(field, flags, config, prior)),
        _ => Pairs::ByPlace(Some(prior)),
    }
}

/// Pairs elements whose identifying members mean the same.
fn by_members<'a>(
    field: &Field,
    identity: &[&str],
    nesting: Nesting,
    config: &Value,
    prior: &'a Value,
) -> Vec<Option<(&'a Value, bool)>> {
    let fields = field.fields();
    let key = |element: &Value| {
        let members = identity.iter().map(|name| {
            let member = element
                .get(name)
                .filter(|member| member.is_wholly_known())?;
            let field = fields.iter().find(|field| field.name() == *name);
            let same_as = field.and_then(|field| field.planning().same_as);
            Some(spelling::canonical(same_as, member))
        });
        members.collect::<Option<Vec<Value>>>().map(Value::tuple)
    };
    let mut unused: HashMap<Value, VecDeque<usize>> = HashMap::new();
    let candidates: Vec<&Value> = prior.elements().into_iter().flatten().collect();
    for (at, element) in candidates.iter().enumerate() {
        if let Some(key) = key(element) {
            unused.entry(key).or_default().push_back(at);
        }
    }
    let pair = |(at, element): (usize, &Value)| {
        let found = unused.get_mut(&key(element)?)?.pop_front()?;
        Some((candidates[found], nesting == Nesting::Set || at == found))
    };
    config
        .elements()
        .into_iter()
        .flatten()
        .enumerate()
        .map(pair)
        .collect()
}

/// Pairs elements as Terraform does.
fn by_configuration<'a>(
    field: &Field,
    flags: Option<Flags>,
    config: &Value,
    prior: &'a Value,
) -> Vec<Option<(&'a Value, bool)>> {
    let fields = field.fields();
    let candidates: Vec<&Value> = prior.elements().into_iter().flatten().collect();
    let mut used = vec![false; candidates.len()];
    // The prior elements by what a configuration with these members left out says of them.
    let mut by_mask: BTreeMap<Vec<bool>, HashMap<Value, VecDeque<usize>>> = BTreeMap::new();
    let pair = |element: &Value| {
        let mask = mask(fields, flags, element);
        let by_content = by_mask.entry(mask.clone()).or_insert_with(|| {
            let mut by_content: HashMap<Value, VecDeque<usize>> = HashMap::new();
            for (at, candidate) in candidates.iter().enumerate() {
                let content = content(fields, flags, &mut mask.iter(), candidate);
                by_content.entry(content).or_default().push_back(at);
            }
            by_content
        });
        let content = content(fields, flags, &mut mask.iter(), element);
        let alike = by_content.get_mut(&content)?;
        while alike.front().is_some_and(|at| used[*at]) {
            alike.pop_front();
        }
        let found = alike
            .iter()
            .position(|at| !used[*at] && is_valid_prior(fields, flags, candidates[*at], element))?;
        let at = alike.remove(found)?;
        used[at] = true;
        Some((candidates[at], true))
    };
    config.elements().into_iter().flatten().map(pair).collect()
}

/// Returns, for each computed member at the root and in single objects, whether the configuration
/// leaves it out.
fn mask(fields: &[Field], flags: Option<Flags>, config: &Value) -> Vec<bool> {
    let mut mask = Vec::new();
    add_mask(fields, flags, Some(config), &mut mask);
    mask
}

fn add_mask(fields: &[Field], flags: Option<Flags>, config: Option<&Value>, mask: &mut Vec<bool>) {
    for field in fields {
        let member = config.and_then(|config| config.get(field.name()));
        let is_left_out = member.is_none_or(Value::is_null);
        if field.flags_among(flags).computed {
            mask.push(is_left_out);
        }
        if let Some(flags) = field.single_object(flags) {
            add_mask(field.fields(), flags, member, mask);
        }
    }
}

/// Returns what counts for the pairing of an object: its members, without those that the mask leaves
/// out, in their canonical spelling. Members of collections that are computed never count here.
fn content<'m>(
    fields: &[Field],
    flags: Option<Flags>,
    mask: &mut impl Iterator<Item = &'m bool>,
    object: &Value,
) -> Value {
    if object.is_null() || object.is_unknown() {
        for _ in 0..masked(fields, flags) {
            mask.next();
        }
        return object.clone();
    }
    let mut members = Vec::with_capacity(fields.len());
    for field in fields {
        let Some(member) = object.get(field.name()) else {
            continue;
        };
        let is_left_out = field.flags_among(flags).computed && mask.next() == Some(&true);
        if let Some(flags) = field.single_object(flags) {
            let inner = content(field.fields(), flags, mask, member);
            members.extend((!is_left_out).then_some(inner));
        } else if !is_left_out {
            members.push(outline(field, flags, member));
        }
    }
    Value::tuple(members)
}

/// Returns how many entries of a mask belong to these fields.
fn masked(fields: &[Field], flags: Option<Flags>) -> usize {
    let of = |field: &Field| {
        let own = usize::from(field.flags_among(flags).computed);
        let inner = field.single_object(flags);
        own + inner.map_or(0, |flags| masked(field.fields(), flags))
    };
    fields.iter().map(of).sum()
}

/// Returns a member in its canonical spelling; of collections of objects, only the number of
/// elements, since the members of these can be left out one by one.
fn outline(field: &Field, flags: Option<Flags>, member: &Value) -> Value {
    match field.nesting() {
        Some(_) if !member.is_null() && !member.is_unknown() => {
            Value::from(elements::of(member).len() as u64)
        }
        Some(_) => member.clone(),
        None if field.flags_among(flags).write_only => Value::null(crate::ty::Type::Dynamic),
        None => spelling::canonical(field.planning().same_as, member),
    }
}

/// Returns `true` if a prior object differs from the configuration only in computed members that are
/// not configured, and in spelling.
fn is_valid_prior(fields: &[Field], flags: Option<Flags>, prior: &Value, config: &Value) -> bool {
    if prior == config {
        return true;
    }
    let is_object = |value: &Value| !value.is_null() && !value.is_unknown();
    if !is_object(prior) || !is_object(config) {
        return false;
    }
    fields.iter().all(|field| {
        let own = field.flags_among(flags);
        match (prior.get(field.name()), config.get(field.name())) {
            (_, Some(config)) if own.write_only || own.computed && config.is_null() => true,
            (Some(prior), Some(config)) => is_valid_member(field, flags, prior, config),
            _ => false,
        }
    })
}

fn is_valid_member(field: &Field, flags: Option<Flags>, prior: &Value, config: &Value) -> bool {
    let Some(nesting) = field.nesting() else {
        let same_as = field.planning().same_as;
        return spelling::canonical(same_as, prior) == spelling::canonical(same_as, config);
    };
    let flags = field.flags_within(flags);
    let object =
        |prior: &Value, config: &Value| is_valid_prior(field.fields(), flags, prior, config);
    match nesting {
        Nesting::Single | Nesting::Group => object(prior, config),
        Nesting::Set => prior == config,
        Nesting::List | Nesting::Map => {
            let (prior, config) = (elements::of(prior), elements::of(config));
            prior.len() == config.len()
                && prior
                    .iter()
                    .zip(&config)
                    .all(|((a, prior), (b, config))| a == b && object(prior, config))
        }
    }
}

/// Returns `true` if a configured value of objects says the same as the prior value: every object has
/// a prior one that differs only in what is computed.
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
    let pairs = elements(field, flags, nesting, config, prior);
    let elements = elements::of(config);
    elements.len() == elements::of(prior).len()
        && elements
            .iter()
            .all(|(at, element)| pairs.of(at).0.is_some_and(|prior| object(prior, element)))
}
