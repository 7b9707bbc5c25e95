//! The wording of constraints in errors and descriptions.

use crate::model::Constraints;
use crate::model::{Length, Literal, Range};

/// The maximum number of alternatives that an error lists.
const LISTED: usize = 20;

/// Lists alternatives: `a`, `b` or `c`.
pub(super) fn or(names: &[String]) -> String {
    join(names, "or")
}

/// Lists things: `a`, `b` and `c`.
pub(super) fn and(names: &[String]) -> String {
    join(names, "and")
}

fn join(names: &[String], word: &str) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
        None => String::new(),
    }
}

pub(super) fn one_of(allowed: &[Literal]) -> String {
    one_of_names(allowed.len(), allowed.iter().map(literal))
}

/// Lists alternatives. At the end of a long list, the remaining alternatives are only counted.
pub fn one_of_names(count: usize, all: impl Iterator<Item = String>) -> String {
    let mut names: Vec<_> = all.take(LISTED).collect();
    if count > LISTED {
        names.push(format!("{} others", count - LISTED));
    }
    match names.as_slice() {
        [one] => one.clone(),
        _ => format!("one of {}", or(&names)),
    }
}

/// Returns the name of each constraint that is set, together with a description of what the constraint allows.
pub(crate) fn of_all(constraints: &Constraints) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    let one_of = constraints.one_of.as_slice();
    if !one_of.is_empty() {
        let literals: Vec<_> = one_of.iter().map(literal).collect();
        all.push(("one_of", or(&literals)));
    }
    all.extend(constraints.range.iter().map(|one| ("range", range(one))));
    let lengths = constraints.length.iter().map(Length::of);
    all.extend(lengths.map(|one| ("length", length(one, "part"))));
    #[cfg(feature = "regex")]
    if let Some(regex) = &constraints.regex {
        all.push(("regex", regex.pattern().text().to_owned()));
    }
    for (name, nested) in [("each", &constraints.each), ("keys", &constraints.keys)] {
        let nested = nested.iter().flat_map(|nested| of_all(nested.get()));
        let nested: Vec<_> = nested
            .map(|(rule, words)| format!("{rule}: {words}"))
            .collect();
        if !nested.is_empty() {
            all.push((name, format!("{{ {} }}", nested.join(", "))));
        }
    }
    let prefers = ("prefer_write_only", &constraints.prefer_write_only);
    for (name, members) in constraints.relations().into_iter().chain([prefers]) {
        if !members.is_empty() {
            all.push((name, members.to_vec().join(", ")));
        }
    }
    if constraints.check.is_some() {
        all.push(("check", "a function".to_owned()));
    }
    all
}

pub(super) fn range(range: &Range) -> String {
    let min = range.min.as_ref().map(|min| {
        let words = if range.above_min {
            "more than"
        } else {
            "of at least"
        };
        format!("{words} {}", literal(min))
    });
    let max = range.max.as_ref().map(|max| {
        let words = if range.below_max {
            "less than"
        } else {
            "of at most"
        };
        format!("{words} {}", literal(max))
    });
    match (min, max, &range.min, &range.max) {
        (_, _, Some(min), Some(max)) if !range.above_min && !range.below_max => {
            format!("from {} to {}", literal(min), literal(max))
        }
        (Some(min), Some(max), ..) => format!("{min} and {max}"),
        (Some(bound), None, ..) | (None, Some(bound), ..) => bound,
        (None, None, ..) => String::from("of any size"),
    }
}

pub(super) fn length(length: Length, unit: &str) -> String {
    match (length.min, length.max) {
        (min, Some(max)) if min == max => count(max, unit),
        (0, Some(max)) => format!("at most {}", count(max, unit)),
        (min, Some(max)) => format!("{min} to {}", count(max, unit)),
        (min, None) => format!("at least {}", count(min, unit)),
    }
}

pub(super) fn count(count: u64, unit: &str) -> String {
    match count {
        1 => format!("1 {unit}"),
        _ => format!("{count} {unit}s"),
    }
}

/// Returns a string as Markdown code on a single line.
pub(crate) fn code(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let text = if lines.len() > 1 {
        lines.join(" ")
    } else {
        text.to_owned()
    };
    let longest = text.split(|letter| letter != '`').map(str::len).max();
    match longest.unwrap_or(0) {
        0 => format!("`{text}`"),
        ticks => {
            let fence = "`".repeat(ticks + 1);
            format!("{fence} {text} {fence}")
        }
    }
}

pub(super) fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Text(text) => format!("{text:?}"),
        Literal::String(text) => format!("{text:?}"),
        Literal::Number(number) => number.to_string(),
        Literal::Integer(integer) => integer.to_string(),
        Literal::Decimal(text, _) => (*text).to_owned(),
        Literal::Float(float) => float.to_string(),
    }
}
