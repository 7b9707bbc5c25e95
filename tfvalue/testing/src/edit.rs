//! Comparisons of parts of values.

use std::collections::BTreeSet;

use tfvalue::schema::{Attribute, AttributeType, Block};
use tfvalue::{Path, Value, paths::Step};

use super::kinds::{Kind, is_set, kind};

/// A part in which two values differ.
pub(super) struct Difference<'a> {
    pub(super) path: Path,
    pub(super) old: &'a Value,
    pub(super) new: &'a Value,
}

/// Returns the innermost parts in which two values differ. A set counts as one part, and so does a collection that has
/// gained or lost elements.
pub(super) fn differences<'a>(old: &'a Value, new: &'a Value) -> Vec<Difference<'a>> {
    let mut found: Vec<Difference<'_>> = Vec::new();
    let mut whole = BTreeSet::new();
    for one in old.differences(new) {
        let is_both = one.before.is_some() && one.after.is_some();
        let all = one.path.steps();
        let steps = &all[..all.len() - usize::from(!is_both)];
        let (mut path, mut old, mut new) = (Path::root(), old, new);
        for step in steps {
            let (Some(before), Some(after)) = (old.get(step), new.get(step)) else {
                break;
            };
            if is_set(old) {
                break;
            }
            path = path.step(step.clone());
            (old, new) = (before, after);
        }
        if path.steps().len() < all.len() && !whole.insert(path.clone()) {
            continue;
        }
        found.push(Difference { path, old, new });
    }
    // A difference in a whole collection includes the differences in its elements.
    found.retain(|one| {
        let steps = one.path.steps();
        let mut around = (0..steps.len()).map(|count| steps[..count].iter().cloned().collect());
        !around.any(|path: Path| whole.contains(&path))
    });
    found
}

/// Returns the paths of the lists that have the same elements in a different order.
pub(super) fn other_orders(one: &Value, other: &Value) -> Vec<Path> {
    let lists = differences_of_lists(one, other);
    let is_permutation = |part: &Difference<'_>| {
        let [mut left, right] = [part.old, part.new].map(|list| {
            let elements = list.elements().into_iter().flatten();
            elements.collect::<Vec<_>>()
        });
        left.len() == right.len()
            && right.iter().all(|element| {
                let place = left.iter().position(|other| other == element);
                place.map(|index| left.swap_remove(index)).is_some()
            })
    };
    let permuted = lists.into_iter().filter(is_permutation);
    permuted.map(|part| part.path).collect()
}

/// Returns the outermost lists in which two values differ.
fn differences_of_lists<'a>(one: &'a Value, other: &'a Value) -> Vec<Difference<'a>> {
    let mut found = Vec::new();
    let mut waiting = vec![(Path::root(), one, other)];
    while let Some((path, old, new)) = waiting.pop() {
        if old == new {
            continue;
        }
        if let (Some(Kind::List(_)), Some(Kind::List(_))) = (kind(old), kind(new)) {
            found.push(Difference { path, old, new });
            continue;
        }
        let (Some(olds), Some(news)) = (parts(old), parts(new)) else {
            continue;
        };
        for ((step, old), (other, new)) in olds.into_iter().zip(news) {
            if step == other {
                waiting.push((path.clone().step(step), old, new));
            }
        }
    }
    found
}

/// Returns the parts of a known value that can be addressed by a path.
fn parts(value: &Value) -> Option<Vec<(Step, &Value)>> {
    if is_set(value) {
        return None;
    }
    if let Some(elements) = value.elements() {
        let elements = elements.enumerate();
        return Some(
            elements
                .map(|(index, element)| (Step::Index(index as u64), element))
                .collect(),
        );
    }
    if let Some(entries) = value.entries() {
        return Some(
            entries
                .map(|(key, one)| (Step::Key(key.into()), one))
                .collect(),
        );
    }
    let members = value.members()?;
    Some(
        members
            .map(|(name, one)| (Step::Attribute(name.to_owned().into()), one))
            .collect(),
    )
}

/// Returns the paths of all unknown parts. A set is one part.
pub(super) fn unknown_paths(value: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    unknowns(Path::root(), value, &mut found);
    found
}

fn unknowns(path: Path, value: &Value, found: &mut Vec<Path>) {
    if value.is_wholly_known() {
        return;
    }
    match parts(value) {
        Some(parts) => {
            for (step, part) in parts {
                unknowns(path.clone().step(step), part, found);
            }
        }
        None => found.push(path),
    }
}

/// Returns the name of the root attribute or block that contains a path.
pub(super) fn root_name(path: &Path) -> Option<&str> {
    match path.steps().first()? {
        Step::Attribute(name) => Some(name),
        _ => None,
    }
}

/// Returns the path without indexes and keys.
pub(super) fn without_indexes(path: &Path) -> Path {
    let steps = path.steps().iter();
    let names = steps.filter(|step| matches!(step, Step::Attribute(_)));
    names.cloned().collect()
}

/// The schema at a path, which is an attribute or a block.
pub(super) enum Place<'a> {
    Attribute(&'a Attribute),
    Block(&'a Block),
}

/// Returns the attribute or block that contains a path.
pub(super) fn place<'a>(block: &'a Block, path: &Path) -> Place<'a> {
    let mut place = Place::Block(block);
    for step in path.steps() {
        let Step::Attribute(name) = step else {
            continue;
        };
        let attribute = match place {
            Place::Attribute(outer) => match &outer.ty {
                AttributeType::Nested(nested) if !outer.is_secret() => {
                    nested.attributes.iter().find(|one| one.name == *name)
                }
                _ => None,
            },
            Place::Block(block) => {
                if let Some(nested) = block.block_type(name) {
                    place = Place::Block(&nested.block);
                }
                block.attribute(name)
            }
        };
        if let Some(attribute) = attribute {
            place = Place::Attribute(attribute);
        }
    }
    place
}

/// Returns a path up to the first attribute that is sensitive, because the keys of that attribute are also sensitive.
pub(super) fn public(block: &Block, path: &Path) -> Path {
    let steps = path.steps();
    let mut parts = (1..steps.len()).map(|count| steps[..count].iter().cloned().collect());
    let is_secret =
        |part: &Path| matches!(place(block, part), Place::Attribute(one) if one.is_secret());
    parts.find(is_secret).unwrap_or_else(|| path.clone())
}

/// Returns `true` if a message must not show the value at a path.
pub(super) fn has_secret(block: &Block, path: &Path) -> bool {
    match place(block, path) {
        Place::Attribute(attribute) => attribute.has_secrets(),
        Place::Block(block) => block.has_secrets(),
    }
}
