//! Finds sensitive strings in order to hide them in other strings.

use std::collections::BTreeSet;

use tfvalue::schema::Block;
use tfvalue::{Value, paths::Step};

use super::Shape;

/// The minimum length of the strings that are hidden. Shorter strings are too often parts of words.
const LEAST: usize = 4;

/// Returns `true` if the schema has sensitive parts.
#[must_use]
pub(crate) fn has_secrets(block: &Block) -> bool {
    Shape::root(block, true).hides_something()
}

/// Adds all strings in a value that the schema marks as sensitive, and the keys of sensitive maps.
pub(crate) fn collect_secrets(value: &Value, block: &Block, secrets: &mut BTreeSet<String>) {
    collect(value, Shape::root(block, true), false, secrets);
}

fn collect(value: &Value, shape: Shape<'_>, is_inside: bool, secrets: &mut BTreeSet<String>) {
    let is_hidden = is_inside || shape.hides(value);
    let mut add = |text: &str| {
        if is_hidden && text.len() >= LEAST {
            secrets.insert(text.to_owned());
        }
    };
    value.as_str().into_iter().for_each(&mut add);
    value
        .entries()
        .into_iter()
        .flatten()
        .for_each(|(key, _)| add(key));
    for (step, part) in parts(value) {
        collect(part, shape.step(&step), is_hidden, secrets);
    }
}

/// Returns the parts of a value: members, entries or elements.
pub(crate) fn parts(value: &Value) -> impl Iterator<Item = (Step, &Value)> {
    let members = value.members().into_iter().flatten();
    let members = members.map(|(name, part)| (Step::Attribute(name.to_owned().into()), part));
    let entries = value.entries().into_iter().flatten();
    let entries = entries.map(|(key, part)| (Step::Key(key.into()), part));
    let elements = value.elements().into_iter().flatten().enumerate();
    let elements = elements.map(|(at, part)| (Step::Index(at as u64), part));
    members.chain(entries).chain(elements)
}

/// Replaces sensitive strings in a string, the longest first.
pub(crate) fn mask_text(text: &mut String, secrets: &BTreeSet<String>) {
    let mut found: Vec<_> = secrets
        .iter()
        .filter(|secret| text.contains(*secret))
        .collect();
    found.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    for secret in found {
        *text = text.replace(secret, "(sensitive value)");
    }
}
