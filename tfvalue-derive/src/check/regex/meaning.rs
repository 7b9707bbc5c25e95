//! Regular expressions that match every string or no string.

use regex_syntax::hir::{Class, Hir, HirKind, Look};

use crate::attr::ValueConstraints;
use crate::check::validation;

/// Returns the problem with a valid expression, or with the combination of the expression and the length constraint.
pub(super) fn fault(expression: &Hir, constraints: &ValueConstraints) -> Option<&'static str> {
    if allows_all(expression) {
        return Some(
            "the regular expression matches every string, so it has no effect: remove it, or change it",
        );
    }
    if is_impossible(expression, Around::default()) {
        return Some("the regular expression matches no string, so no value is valid: change it");
    }
    let lengths = Lengths::of(expression);
    if lengths.max == Some(0) {
        return Some(
            "the regular expression only matches the empty string, so there is nothing to configure: change it",
        );
    }
    let (least, most) = validation::lengths(constraints.length.get()?);
    let is_apart = most.is_some_and(|most| lengths.min > most)
        || least
            .zip(lengths.max)
            .is_some_and(|(least, max)| max < least);
    is_apart.then_some(
        "the regular expression matches no string of the length that `length` requires: change one of them",
    )
}

/// Returns `true` if every string contains a match.
fn allows_all(expression: &Hir) -> bool {
    matches_nothing_at(expression, Some(Look::Start))
        || matches_nothing_at(expression, Some(Look::End))
        || is_everything(expression)
}

/// Returns `true` if the expression matches the empty string at the start, or at the end, of every string.
fn matches_nothing_at(expression: &Hir, place: Option<Look>) -> bool {
    let inside = |part: &Hir| matches_nothing_at(part, place);
    match expression.kind() {
        HirKind::Empty => true,
        HirKind::Look(look) => match look {
            Look::Start | Look::StartLF | Look::StartCRLF => place == Some(Look::Start),
            Look::End | Look::EndLF | Look::EndCRLF => place == Some(Look::End),
            _ => false,
        },
        HirKind::Literal(_) | HirKind::Class(_) => false,
        HirKind::Repetition(repetition) => repetition.min == 0 || inside(&repetition.sub),
        HirKind::Capture(group) => inside(&group.sub),
        HirKind::Concat(parts) => parts.iter().all(inside),
        HirKind::Alternation(parts) => parts.iter().any(inside),
    }
}

/// Returns `true` for `(?s)^.*$` and `^[\s\S]*$`, which match every string as a whole.
fn is_everything(expression: &Hir) -> bool {
    let mut parts = Vec::new();
    flatten(expression, &mut parts);
    let mut parts = parts.as_slice();
    while let [first, rest @ ..] = parts {
        match first.kind() {
            HirKind::Look(Look::Start | Look::StartLF) => parts = rest,
            _ => break,
        }
    }
    while let [rest @ .., last] = parts {
        match last.kind() {
            HirKind::Look(Look::End | Look::EndLF) => parts = rest,
            _ => break,
        }
    }
    match parts {
        [only] => match only.kind() {
            HirKind::Alternation(parts) => parts.iter().any(is_everything),
            _ => is_any_text(only),
        },
        parts => {
            let is_optional = |part: &&Hir| is_any_text(part) || matches_nothing_at(part, None);
            parts.iter().all(is_optional) && parts.iter().any(|part| is_any_text(part))
        }
    }
}

fn flatten<'a>(expression: &'a Hir, parts: &mut Vec<&'a Hir>) {
    match expression.kind() {
        HirKind::Capture(group) => flatten(&group.sub, parts),
        HirKind::Concat(all) => all.iter().for_each(|part| flatten(part, parts)),
        _ => parts.push(expression),
    }
}

fn is_any_text(expression: &Hir) -> bool {
    match expression.kind() {
        HirKind::Repetition(repetition) => {
            let (min, max) = (repetition.min, repetition.max);
            min == 0 && max.is_none() && is_any_character(&repetition.sub)
        }
        _ => false,
    }
}

fn is_any_character(expression: &Hir) -> bool {
    match expression.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            let mut rest = class.clone();
            rest.negate();
            rest.ranges().is_empty()
        }
        HirKind::Capture(group) => is_any_character(&group.sub),
        HirKind::Alternation(parts) => parts.iter().any(is_any_character),
        _ => false,
    }
}

/// Whether there is always text before or after an expression within a match.
#[derive(Clone, Copy, Default)]
struct Around {
    before: bool,
    after: bool,
}

/// Returns `true` for `[^\s\S]`, `$a` and `a^`.
fn is_impossible(expression: &Hir, around: Around) -> bool {
    let is_text = |part: &Hir| part.properties().minimum_len().is_none_or(|len| len > 0);
    match expression.kind() {
        HirKind::Empty | HirKind::Literal(_) => false,
        HirKind::Class(class) => class.is_empty(),
        HirKind::Look(Look::Start) => around.before,
        HirKind::Look(Look::End) => around.after,
        HirKind::Look(_) => false,
        HirKind::Repetition(repetition) => {
            let sub = &repetition.sub;
            let (before, after) = (
                Around {
                    before: true,
                    ..around
                },
                Around {
                    after: true,
                    ..around
                },
            );
            let is_again = repetition.min > 1 && is_text(sub);
            let not_again = is_impossible(sub, before) || is_impossible(sub, after);
            repetition.min > 0 && (is_impossible(sub, around) || (is_again && not_again))
        }
        HirKind::Capture(group) => is_impossible(&group.sub, around),
        HirKind::Concat(parts) => (0..parts.len()).any(|at| {
            let around = Around {
                before: around.before || parts[..at].iter().any(is_text),
                after: around.after || parts[at + 1..].iter().any(is_text),
            };
            is_impossible(&parts[at], around)
        }),
        HirKind::Alternation(parts) => parts.iter().all(|part| is_impossible(part, around)),
    }
}

/// The allowed numbers of characters.
struct Lengths {
    min: u64,
    max: Option<u64>,
}

impl Lengths {
    fn of(expression: &Hir) -> Self {
        let properties = expression.properties();
        let is_whole = properties.look_set_prefix().contains(Look::Start)
            && properties.look_set_suffix().contains(Look::End);
        let (min, max) = characters(expression);
        Lengths {
            min,
            max: max.filter(|_| is_whole),
        }
    }
}

/// Returns the minimum and the maximum number of characters in a match.
fn characters(expression: &Hir) -> (u64, Option<u64>) {
    match expression.kind() {
        HirKind::Empty | HirKind::Look(_) => (0, Some(0)),
        HirKind::Literal(literal) => {
            let count = String::from_utf8_lossy(&literal.0).chars().count() as u64;
            (count, Some(count))
        }
        HirKind::Class(_) => (1, Some(1)),
        HirKind::Repetition(repetition) => {
            let (min, max) = characters(&repetition.sub);
            let most = match (max, repetition.max) {
                (Some(0), _) => Some(0),
                (Some(max), Some(times)) => Some(max.saturating_mul(times.into())),
                _ => None,
            };
            (min.saturating_mul(repetition.min.into()), most)
        }
        HirKind::Capture(group) => characters(&group.sub),
        HirKind::Concat(parts) => parts
            .iter()
            .map(characters)
            .fold((0, Some(0)), |all, part| {
                let max = all.1.zip(part.1);
                let max = max.map(|(all, part): (u64, u64)| all.saturating_add(part));
                (all.0.saturating_add(part.0), max)
            }),
        HirKind::Alternation(parts) => {
            let all = || parts.iter().map(characters);
            let max = all().map(|(_, max)| max).collect::<Option<Vec<_>>>();
            let max = max.and_then(|all| all.into_iter().max());
            (all().map(|(min, _)| min).min().unwrap_or(0), max)
        }
    }
}

/// Returns `false` if no matching string begins with the given text.
pub(super) fn can_begin_with(expression: &Hir, prefix: &str) -> bool {
    let is_at_start = expression
        .properties()
        .look_set_prefix()
        .contains(Look::Start);
    !is_at_start || rests(expression, vec![prefix]).is_none_or(|rests| !rests.is_empty())
}

/// Removes the part that an expression matches from the beginning of each string. A string that ends within the match
/// becomes empty. Returns `None` if the result cannot be determined.
fn rests<'a>(expression: &Hir, texts: Vec<&'a str>) -> Option<Vec<&'a str>> {
    if texts.iter().any(|text| text.is_empty()) {
        return Some(vec![""]); // the whole text is matched, whatever follows
    }
    match expression.kind() {
        HirKind::Empty | HirKind::Look(Look::Start) => Some(texts),
        HirKind::Look(Look::End) => Some(Vec::new()),
        HirKind::Look(_) => None,
        HirKind::Literal(literal) => {
            let literal = std::str::from_utf8(&literal.0).ok()?;
            let rest = |text: &'a str| match text.strip_prefix(literal) {
                None if literal.starts_with(text) => Some(""),
                rest => rest,
            };
            Some(texts.into_iter().filter_map(rest).collect())
        }
        HirKind::Class(Class::Unicode(class)) => {
            let rest = |text: &'a str| {
                let mut letters = text.chars();
                let next = letters.next()?;
                let mut ranges = class.iter();
                let is_in = ranges.any(|range| (range.start()..=range.end()).contains(&next));
                is_in.then_some(letters.as_str())
            };
            Some(texts.into_iter().filter_map(rest).collect())
        }
        HirKind::Class(Class::Bytes(_)) => None,
        HirKind::Repetition(repetition) => {
            let mut last = texts;
            let mut found = Vec::new();
            let most = repetition.max.unwrap_or(u32::MAX);
            for time in 0..=most {
                if time >= repetition.min {
                    let before = found.len();
                    for text in &last {
                        if !found.contains(text) {
                            found.push(*text);
                        }
                    }
                    if found.len() == before {
                        break;
                    }
                }
                if last.is_empty() || time == most {
                    break;
                }
                last = rests(&repetition.sub, last)?;
            }
            Some(found)
        }
        HirKind::Capture(group) => rests(&group.sub, texts),
        HirKind::Concat(parts) => parts
            .iter()
            .try_fold(texts, |texts, part| rests(part, texts)),
        HirKind::Alternation(parts) => {
            let all = parts.iter().map(|part| rests(part, texts.clone()));
            let mut all: Vec<_> = all.collect::<Option<Vec<_>>>()?.concat();
            all.sort_unstable();
            all.dedup();
            Some(all)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(pattern: &str) -> Hir {
        regex_syntax::parse(pattern).unwrap()
    }

    #[test]
    fn patterns_that_match_everything_are_found() {
        for pattern in [
            "",
            ".*",
            "^",
            "$",
            "^.*",
            ".*$",
            "a*",
            "(a|)",
            "()",
            "x{0}",
            "(?s)^.*$",
            r"^[\s\S]*$",
            "(?s)^(.*)$",
            r"^(\w|\W)*$",
            "^a?",
            "(?s)^.*.*$",
            "(?s)^a?.*b*$",
            "^(a*)",
            "(?m)^",
            "(?s)^(?:.*|a)$",
            "a|.*",
            "[a-z]*",
        ] {
            assert!(allows_all(&parsed(pattern)), "{pattern}");
        }
        for pattern in [
            "a", ".", ".+", "^$", "^.*$", "^a*$", r"\b", "(?s).", "(?s)^.+$", "^[^q]*$", r"\B",
            "^(a|b)*$", "(?m)^$",
        ] {
            assert!(!allows_all(&parsed(pattern)), "{pattern}");
        }
    }

    #[test]
    fn patterns_that_match_nothing_are_found() {
        for pattern in [
            r"[^\s\S]",
            "a[a&&b]",
            "$a",
            "a^",
            "(a$)b",
            "a(^b|^c)",
            "(^a){2}",
            "(a$){3}",
            "[a&&b]|$c",
            "a+^",
        ] {
            assert!(
                is_impossible(&parsed(pattern), Around::default()),
                "{pattern}"
            );
        }
        for pattern in [
            "^a$",
            "(?m)a$\nb",
            "a*^",
            "$a*",
            "(^a)+",
            "a|$b",
            "^$",
            "([a&&b])?c",
        ] {
            assert!(
                !is_impossible(&parsed(pattern), Around::default()),
                "{pattern}"
            );
        }
    }

    #[test]
    fn lengths_are_those_of_characters() {
        let lengths = |pattern| {
            let Lengths { min, max } = Lengths::of(&parsed(pattern));
            (min, max)
        };
        assert_eq!(lengths("^[a-z]{3}$"), (3, Some(3)));
        assert_eq!(lengths("[a-z]{3}"), (3, None));
        assert_eq!(lengths("^é{2,4}$"), (2, Some(4)));
        assert_eq!(lengths("^(a|bcd)+$"), (1, None));
        assert_eq!(lengths("^(a|bcd)$"), (1, Some(3)));
        assert_eq!(lengths("^a|b$"), (1, None));
        assert_eq!(lengths("^$"), (0, Some(0)));
        assert_eq!(lengths("(?m)^$"), (0, None));
    }

    #[test]
    fn prefixes_that_do_not_fit_are_found() {
        for (pattern, prefix) in [
            ("^a", "b"),
            ("^srv-[0-9]+$", "i-"),
            ("^[a-z]{2}-", "abc"),
            ("^(a|b)c", "ab"),
            ("^ab$", "abc"),
            ("^a*b", "ac"),
        ] {
            assert!(
                !can_begin_with(&parsed(pattern), prefix),
                "{pattern} {prefix}"
            );
        }
        for (pattern, prefix) in [
            ("a", "b"),
            ("^srv-[0-9]+$", "srv"),
            ("^srv-[0-9]+$", "srv-12"),
            ("^a*b", "aab-"),
            (r"^\ba", "b"),
            ("(?m)^a", "b"),
            ("^a?.", "b"),
        ] {
            assert!(
                can_begin_with(&parsed(pattern), prefix),
                "{pattern} {prefix}"
            );
        }
    }
}
