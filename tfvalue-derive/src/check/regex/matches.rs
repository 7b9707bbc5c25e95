//! Determines whether a regular expression matches a string that is known at compile time.

use std::collections::BTreeSet;

use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

/// Positions in a string, as byte indices.
type Places = BTreeSet<usize>;

/// Returns `true` if a string contains a match, or `None` for an expression with assertions about words.
pub(super) fn is_match(expression: &Hir, text: &str) -> Option<bool> {
    let starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    ends(expression, text, starts.collect()).map(|ends| !ends.is_empty())
}

/// Returns the end positions of the matches that begin at the given positions.
fn ends(expression: &Hir, text: &str, starts: Places) -> Option<Places> {
    let from = |end: &dyn Fn(usize) -> Option<usize>| {
        let ends = starts.iter().filter_map(|start| end(*start));
        Some(ends.collect())
    };
    match expression.kind() {
        _ if starts.is_empty() => Some(starts),
        HirKind::Empty => Some(starts),
        HirKind::Literal(literal) => from(&|start| {
            let is_there = text.as_bytes()[start..].starts_with(&literal.0);
            is_there.then_some(start + literal.0.len())
        }),
        HirKind::Class(Class::Unicode(class)) => from(&|start| {
            let next = text.get(start..)?.chars().next()?;
            let mut ranges = class.iter();
            let is_in = ranges.any(|range| (range.start()..=range.end()).contains(&next));
            is_in.then_some(start + next.len_utf8())
        }),
        HirKind::Class(Class::Bytes(class)) => from(&|start| {
            let next = *text.as_bytes().get(start)?;
            let mut ranges = class.iter();
            let is_in = ranges.any(|range| (range.start()..=range.end()).contains(&next));
            is_in.then_some(start + 1)
        }),
        HirKind::Look(look) => {
            let (before, after) = (
                |at: usize| text[..at].chars().next_back(),
                |at: usize| text[at..].chars().next(),
            );
            match look {
                Look::Start => from(&|at| (at == 0).then_some(at)),
                Look::End => from(&|at| (at == text.len()).then_some(at)),
                Look::StartLF => from(&|at| matches!(before(at), None | Some('\n')).then_some(at)),
                Look::EndLF => from(&|at| matches!(after(at), None | Some('\n')).then_some(at)),
                _ => None,
            }
        }
        HirKind::Repetition(repetition) => repeated(repetition, text, starts),
        HirKind::Capture(group) => ends(&group.sub, text, starts),
        HirKind::Concat(parts) => {
            let mut parts = parts.iter();
            parts.try_fold(starts, |places, part| ends(part, text, places))
        }
        HirKind::Alternation(parts) => {
            let all = parts.iter().map(|part| ends(part, text, starts.clone()));
            let all = all.collect::<Option<Vec<_>>>()?;
            Some(all.into_iter().flatten().collect())
        }
    }
}

fn repeated(repetition: &Repetition, text: &str, starts: Places) -> Option<Places> {
    let Repetition { min, max, sub, .. } = repetition;
    let mut last = starts;
    for _ in 0..*min {
        let next = ends(sub, text, last.clone())?;
        if next == last {
            break; // it stays the same
        }
        last = next;
    }
    let mut found = last.clone();
    for _ in *min..max.unwrap_or(u32::MAX) {
        last = ends(sub, text, last)?;
        let before = found.len();
        found.extend(&last);
        if found.len() == before {
            break;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(pattern: &str, text: &str) -> Option<bool> {
        is_match(&regex_syntax::parse(pattern).unwrap(), text)
    }

    #[test]
    fn matches_are_found() {
        for (pattern, matching, others) in [
            ("^[a-z]+$", &["a", "abc"][..], &["", "A", "ab1"][..]),
            ("b", &["abc", "b"], &["", "ac"]),
            (
                "^(a|bc){2,3}$",
                &["abc", "bcbc", "aaa"],
                &["a", "aaaa", "ab"],
            ),
            ("^a*$", &["", "aaa"], &["aab"]),
            ("(?m)^b$", &["a\nb\nc"], &["ab\nbc"]),
            ("^é.$", &["éx", "éé"], &["é", "é\n"]),
            ("(?i)^web$", &["WEB", "web"], &["we"]),
            ("^(a?){5}b{0,2}$", &["", "aaaaabb"], &["aaaaaa", "bbb"]),
            (
                "^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$",
                &["10.0.0.1"],
                &["10.0.0", "10.0.0.0000"],
            ),
        ] {
            for text in matching {
                assert_eq!(matched(pattern, text), Some(true), "{pattern} {text:?}");
            }
            for text in others {
                assert_eq!(matched(pattern, text), Some(false), "{pattern} {text:?}");
            }
        }
        assert_eq!(matched(r"\bweb\b", "web"), None);
    }
}
