//! Descriptions of constraints, in Markdown.

use std::collections::BTreeSet;

use super::words;
use crate::model::Field;
use crate::model::{Constraints, Content, Length, Literal, Names, TypeKind};

/// Returns the values in `one_of`, if the description lists these values. `is_enum` is set for an enum, whose
/// description always lists the values.
pub(crate) fn allowed_values(constraints: Option<&Constraints>, is_enum: bool) -> Vec<String> {
    constraints
        .filter(|constraints| constraints.describe || is_enum)
        .map(|constraints| values(constraints.one_of.as_slice()))
        .unwrap_or_default()
}

/// Returns a sentence for each constraint that the description mentions, except for `one_of`.
pub(crate) fn sentences(constraints: Option<&Constraints>, content: Content) -> Vec<String> {
    let Some(constraints) = constraints.filter(|constraints| constraints.describe) else {
        return Vec::new();
    };
    let mut sentences = of_value(constraints, content, None);
    if !constraints.conflicts_with.is_empty() {
        sentences.push(conflicts(constraints.conflicts_with.iter()));
    }
    sentences.extend(requires(constraints));
    sentences.extend(prefers(constraints));
    for (word, others) in groups(constraints) {
        sentences.push(group(word, others.iter()));
    }
    sentences
}

/// Returns the sentences that a page of the docs adds to the description of a field. They cover the constraints that
/// the description does not mention, and the constraints on other fields that refer to this field.
pub(crate) fn page_sentences(field: &Field, fields: &[Field]) -> Vec<String> {
    let own = field.constraints().unwrap_or(const { &Constraints::NONE });
    // The description of a block does not mention constraints.
    let is_described = own.describe && !field.is_block();
    let mut sentences = Vec::new();
    let (mut conflicting, mut required, mut preferred) = (Vec::new(), None, None);
    if !is_described {
        if !field.is_enum() {
            sentences.extend(one_of(own));
        }
        sentences.extend(of_value(own, field.content(), None));
        conflicting.extend(own.conflicts_with.iter());
        required = requires(own);
        preferred = prefers(own);
    }
    let mut seen = Vec::new();
    let mut in_groups = Vec::new();
    for (word, others) in groups(own) {
        seen.push((word, others.iter().collect::<BTreeSet<_>>()));
        if !is_described {
            in_groups.push(group(word, others.iter()));
        }
    }
    let name = field.name();
    let others = fields.iter().filter(|other| other.name() != name);
    for other in others {
        let Some(constraints) = other.constraints() else {
            continue;
        };
        let other = other.name();
        if constraints.conflicts_with.contains(name) && !own.conflicts_with.contains(other) {
            conflicting.push(other);
        }
        for (word, members) in groups(constraints) {
            if members.contains(name) {
                let members = members.iter().filter(|member| *member != name);
                let members: Vec<_> = std::iter::once(other).chain(members).collect();
                let set = (word, members.iter().copied().collect());
                if !seen.contains(&set) {
                    in_groups.push(group(word, members.iter().copied()));
                    seen.push(set);
                }
            }
        }
    }
    if !conflicting.is_empty() {
        sentences.push(conflicts(conflicting.into_iter()));
    }
    sentences.extend(required);
    sentences.extend(preferred);
    sentences.extend(in_groups);
    sentences
}

/// Returns the sentences about a value, its keys and its elements. If the value is itself a key or an element, `place`
/// describes it.
fn of_value(constraints: &Constraints, content: Content, place: Option<&str>) -> Vec<String> {
    let limits = limits(constraints, content.kind);
    let mut sentences = match place {
        None => limits,
        Some(place) => {
            let all = one_of(constraints).into_iter().chain(limits);
            all.map(|sentence| format!("Each {place}: {sentence}"))
                .collect()
        }
    };
    let parts = [
        ("key", &constraints.keys, content.keys),
        ("element", &constraints.each, content.elements),
    ];
    for (part, constraints, content) in parts {
        if let (Some(constraints), Some(content)) = (constraints, content) {
            let place =
                place.map_or_else(|| part.into(), |place| format!("{part} of each {place}"));
            sentences.extend(of_value(constraints.get(), *content, Some(&place)));
        }
    }
    sentences
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.map(|name| format!("`{name}`")).collect()
}

fn conflicts<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!("Conflicts with {}.", words::and(&quoted(names)))
}

fn requires(constraints: &Constraints) -> Option<String> {
    let names = quoted(constraints.required_with.iter());
    (!names.is_empty()).then(|| format!("Requires {}.", words::and(&names)))
}

fn prefers(constraints: &Constraints) -> Option<String> {
    let names = quoted(constraints.prefer_write_only.iter());
    (!names.is_empty()).then(|| format!("Prefer {}, which is never stored.", words::or(&names)))
}

/// Returns the groups of members of which the configuration must set exactly one or at least one.
fn groups(constraints: &Constraints) -> impl Iterator<Item = (&'static str, &Names)> {
    let groups = [
        ("Exactly", &constraints.exactly_one_of),
        ("At least", &constraints.at_least_one_of),
    ];
    groups.into_iter().filter(|(_, others)| !others.is_empty())
}

fn group<'a>(word: &str, others: impl Iterator<Item = &'a str>) -> String {
    let all = [vec!["this".to_owned()], quoted(others)].concat();
    format!("{word} one of {} is required.", words::and(&all))
}

fn one_of(constraints: &Constraints) -> Option<String> {
    let values = values(constraints.one_of.as_slice());
    (!values.is_empty()).then(|| format!("One of {}.", values.join(", ")))
}

fn values(literals: &[Literal]) -> Vec<String> {
    let text = |literal: &Literal| match literal {
        Literal::Text(text) => words::code(text),
        Literal::String(text) => words::code(text),
        number => words::code(&words::literal(number)),
    };
    literals.iter().map(text).collect()
}

fn limits(constraints: &Constraints, kind: TypeKind) -> Vec<String> {
    let range = constraints
        .range
        .as_ref()
        .map(|range| format!("A number {}.", words::range(range)));
    let unit = match kind {
        TypeKind::String => "character",
        _ => "element",
    };
    let length = constraints
        .length
        .as_ref()
        .map(|length| sentence(&words::length(Length::of(length), unit)));
    #[cfg(feature = "regex")]
    let regex = constraints
        .regex
        .as_ref()
        .map(|regex| format!("Matches {}.", words::code(regex.pattern().text())));
    #[cfg(not(feature = "regex"))]
    let regex = None;
    [range, length, regex].into_iter().flatten().collect()
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    format!(
        "{}{}.",
        first.map(String::from).unwrap_or_default(),
        letters.as_str()
    )
}
