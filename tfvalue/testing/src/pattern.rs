//! Generates strings that match a regular expression.

use regex_syntax::hir::{Class, Hir, HirKind};

use super::random::Rng;

/// The maximum number of repetitions beyond the minimum.
const MORE: u32 = 4;

/// Returns a string that matches the pattern, as far as possible without looking at the surrounding text. Returns
/// `None` for an expression that cannot be parsed.
pub(super) fn matching(rng: &mut Rng, pattern: &str) -> Option<String> {
    let expression = regex_syntax::parse(pattern).ok()?;
    let mut text = String::new();
    write(rng, &expression, &mut text);
    Some(text)
}

fn write(rng: &mut Rng, expression: &Hir, text: &mut String) {
    match expression.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => text.extend(letter(rng, class)),
        HirKind::Repetition(repeated) => {
            let max = repeated.max.unwrap_or(u32::MAX);
            let more = max.saturating_sub(repeated.min).min(MORE);
            // Services often have bugs at both ends of a range.
            let count = match rng.below(4) {
                0 => repeated.min,
                1 if max <= 1024 => max,
                _ => repeated.min + u32::try_from(rng.below(more as usize + 1)).unwrap_or(0),
            };
            for _ in 0..count {
                write(rng, &repeated.sub, text);
            }
        }
        HirKind::Capture(capture) => write(rng, &capture.sub, text),
        HirKind::Concat(parts) => {
            for part in parts {
                write(rng, part, text);
            }
        }
        HirKind::Alternation(choices) => {
            let choice = rng.pick(choices);
            write(rng, choice, text);
        }
    }
}

/// Returns a character of a class, preferably one that can be typed.
fn letter(rng: &mut Rng, class: &Class) -> Option<char> {
    let Class::Unicode(class) = class else {
        return None;
    };
    let ranges = class.ranges();
    let plain = ranges.iter().filter_map(|range| {
        let (start, end) = (range.start().max(' '), range.end().min('~'));
        (start <= end).then_some((start, end))
    });
    let plain: Vec<_> = plain.collect();
    let (start, end) = match ranges.first() {
        _ if !plain.is_empty() => *rng.pick(&plain),
        Some(range) => (range.start(), range.end()),
        None => return None,
    };
    let size = (end as usize - start as usize) + 1;
    let code = start as usize + rng.below(size);
    // A range can contain surrogates, which are not characters.
    Some(
        u32::try_from(code)
            .ok()
            .and_then(char::from_u32)
            .unwrap_or(start),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_match() {
        let mut rng = Rng::new(1, 1);
        for pattern in [
            "^[a-z]{2}-[0-9]{1,4}$",
            "a|b+",
            "^(?:25[0-5]|[01]?[0-9]?[0-9])(?:\\.[0-9]{1,3}){3}$",
            "^[^/]*$",
            r"^\pL\w*$",
            "^$",
            "[ä-ö]{3}",
        ] {
            let regex = regex::Regex::new(pattern).unwrap();
            for _ in 0..50 {
                let text = matching(&mut rng, pattern).unwrap();
                assert!(regex.is_match(&text), "{pattern}: {text:?}");
            }
        }
        assert_eq!(matching(&mut rng, "("), None);
    }

    /// The derive macro limits the size of the compiled expression, and thus the number of repetitions.
    #[test]
    fn bounds_of_repetitions_are_reached() {
        let mut rng = Rng::new(1, 1);
        let mut lengths: Vec<_> = (0..100)
            .filter_map(|_| matching(&mut rng, "^x{2,70}$"))
            .map(|text| text.len())
            .collect();
        lengths.sort_unstable();
        assert_eq!((lengths[0], lengths[99]), (2, 70));
    }
}
