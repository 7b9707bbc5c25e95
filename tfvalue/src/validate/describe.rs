//! Descriptions of constraints, in Markdown.

use super::words;
use crate::model::{Constraints, Literal, TypeKind};

/// Returns the strings of `one_of`, if the description lists them.
pub(crate) fn allowed_values(constraints: Option<&Constraints>) -> Vec<String> {
    constraints
        .filter(|constraints| constraints.describe)
        .map(|constraints| values(constraints.one_of))
        .unwrap_or_default()
}

/// Returns a sentence for each constraint except `one_of` that the description mentions.
pub(crate) fn sentences(constraints: Option<&Constraints>, kind: TypeKind) -> Vec<String> {
    let Some(constraints) = constraints.filter(|constraints| constraints.describe) else {
        return Vec::new();
    };
    let mut sentences = of_values(constraints, kind);
    if let Some(each) = constraints.each {
        let of_elements = one_of(each)
            .into_iter()
            .chain(of_values(each, TypeKind::String));
        sentences.extend(of_elements.map(|sentence| format!("Each element: {sentence}")));
    }
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
    };
    let relations = [
        (constraints.conflicts_with, "Conflicts with "),
        (constraints.required_with, "Requires "),
    ];
    for (others, words) in relations {
        if !others.is_empty() {
            sentences.push(format!("{words}{}.", words::and(&names(others))));
        }
    }
    let groups = [
        (constraints.exactly_one_of, "Exactly"),
        (constraints.at_least_one_of, "At least"),
    ];
    for (others, words) in groups {
        if !others.is_empty() {
            let all = [vec!["this".to_owned()], names(others)].concat();
            sentences.push(format!("{words} one of {} is required.", words::and(&all)));
        }
    }
    sentences
}

fn one_of(constraints: &Constraints) -> Option<String> {
    let values = values(constraints.one_of);
    (!values.is_empty()).then(|| format!("One of {}.", values.join(", ")))
}

fn values(literals: &[Literal]) -> Vec<String> {
    let text = |literal: &Literal| match literal {
        Literal::Text(text) => format!("`{text}`"),
        number => format!("`{}`", words::literal(number)),
    };
    literals.iter().map(text).collect()
}

fn of_values(constraints: &Constraints, kind: TypeKind) -> Vec<String> {
    let range = constraints
        .range
        .map(|range| format!("A number {}.", words::range(range)));
    let unit = match kind {
        TypeKind::String => "character",
        _ => "element",
    };
    let length = constraints
        .length
        .map(|length| sentence(&words::length(length, unit)));
    #[cfg(feature = "regex")]
    let regex = constraints
        .regex
        .map(|pattern| format!("Matches `{}`.", pattern().text()));
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
