//! Finds secrets in text.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Bound::{Excluded, Included, Unbounded};

/// What replaces a secret.
const MASK: &str = "(sensitive value)";

/// The least number of characters of a text that is masked. Shorter ones are in any text.
const LEAST: usize = 4;

/// The least number of characters of a single line of a longer text.
const LEAST_LINE: usize = 8;

/// The number of bytes by which a longer text is recognised, so that it is masked if the rest is cut off.
const ENOUGH: usize = 64;

/// The strings to mask.
#[derive(Default)]
pub(super) struct Masks {
    strings: BTreeSet<Box<str>>,
    /// A bit for each hash of the first [`LEAST`] bytes of a string, so that few places of a text are searched.
    first: [u64; 4],
}

impl Masks {
    /// Adds a string, its spellings in `Debug` and JSON, and its lines.
    pub(super) fn add(&mut self, text: &str) {
        let text = text.trim();
        self.insert(text, LEAST);
        if text.as_bytes().contains(&b'\n') {
            for line in text.lines().map(str::trim) {
                self.insert(line, LEAST_LINE);
            }
        }
    }

    fn insert(&mut self, text: &str, least: usize) {
        let is_common = matches!(text, "true" | "false" | "null");
        // Often, the configuration and the planned state have the same values.
        if is_common || self.strings.contains(text) || text.chars().nth(least - 1).is_none() {
            return;
        }
        self.insert_spelling(text);
        if !text.bytes().all(is_never_escaped) {
            self.insert_spelling(unquoted(&format!("{text:?}")));
            self.insert_spelling(unquoted(&serde_json::Value::from(text).to_string()));
        }
    }

    fn insert_spelling(&mut self, text: &str) {
        // It has as many characters at least.
        if let Some(hash) = hash(text, 0) {
            self.first[usize::from(hash / 64)] |= 1 << (hash % 64);
        }
        self.strings.insert(text.into());
    }

    /// Replaces the strings in a text. The time is linear in its length.
    pub(super) fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut masked = String::new();
        let (mut copied, mut at) = (0, 0);
        while at < text.len() {
            let mut end = at + self.len_at(text, at);
            if end == at {
                at += 1;
                continue;
            }
            // Another secret can begin before the end of this one.
            let mut inner = (at + 1).max(end.saturating_sub(ENOUGH));
            while inner < end {
                end = end.max(inner + self.len_at(text, inner));
                inner += 1;
            }
            masked.push_str(&text[copied..at]);
            masked.push_str(MASK);
            (copied, at) = (end, end);
        }
        if copied == 0 {
            return Cow::Borrowed(text);
        }
        masked.push_str(&text[copied..]);
        Cow::Owned(masked)
    }

    /// Returns the length of the secret that begins at this byte, or 0.
    fn len_at(&self, text: &str, at: usize) -> usize {
        match hash(text, at) {
            Some(hash) if self.first[usize::from(hash / 64)] >> (hash % 64) & 1 == 1 => {}
            _ => return 0,
        }
        // No character begins here, although the bytes have the hash of a secret.
        if !text.is_char_boundary(at) {
            return 0;
        }
        let text = &text[at..];
        // In their order, the neighbors of the text have the longest beginnings in common with it.
        let after = (Excluded(text), Unbounded);
        let after = self.strings.range::<str, _>(after).next();
        let after = after.map_or(0, |after| common(after, text));
        let after = if after < ENOUGH { 0 } else { after };
        let mut rest = text;
        while rest.len() >= LEAST {
            let before = (Unbounded, Included(rest));
            let Some(before) = self.strings.range::<str, _>(before).next_back() else {
                break;
            };
            let common = common(before, rest);
            if common == before.len() || common >= ENOUGH {
                return common.max(after);
            }
            // A shorter secret can be a part of what they have in common.
            rest = &rest[..common];
        }
        after
    }
}

/// Returns a hash of the [`LEAST`] bytes from here on, if there are as many.
fn hash(text: &str, at: usize) -> Option<u8> {
    let first = text.as_bytes()[at..].first_chunk()?;
    let hash = u32::from_le_bytes(*first).wrapping_mul(0x9e37_79b1);
    Some((hash >> 24) as u8)
}

/// Returns the length in bytes of the longest common prefix of whole characters.
fn common(one: &str, other: &str) -> usize {
    let pairs = one.bytes().zip(other.bytes());
    let mut common = pairs.take_while(|(one, other)| one == other).count();
    while !other.is_char_boundary(common) {
        common -= 1;
    }
    common
}

/// Returns `true` for a byte that is the same in a string, its `Debug` and its JSON.
fn is_never_escaped(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')
}

fn unquoted(literal: &str) -> &str {
    literal
        .strip_prefix('"')
        .and_then(|literal| literal.strip_suffix('"'))
        .unwrap_or(literal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(secrets: &[&str], text: &str) -> String {
        let mut masks = Masks::default();
        for secret in secrets {
            masks.add(secret);
        }
        masks.mask(text).replace(MASK, "*")
    }

    #[test]
    fn replaces_secrets() {
        assert_eq!(masked(&["hush"], "say hush, hushhush!"), "say *, **!");
        assert_eq!(masked(&["hush"], "say nothing"), "say nothing");
        assert_eq!(masked(&[], "hush"), "hush");
        assert_eq!(
            masked(&["gr\u{fc}n"], "\u{fc}gr\u{fc}n\u{fc}"),
            "\u{fc}*\u{fc}"
        );
    }

    #[test]
    fn the_longest_secret_counts() {
        let secrets = ["abcd", "abcdef", "abcdefghij", "abce"];
        assert_eq!(masked(&secrets, "abcdefghi"), "*ghi");
        assert_eq!(masked(&secrets, "abcdefghij"), "*");
        assert_eq!(masked(&secrets, "abcdx abcex abc"), "*x *x abc");
    }

    #[test]
    fn secrets_that_overlap_are_masked_together() {
        assert_eq!(masked(&["abcd", "cdefgh"], "xabcdefghy"), "x*y");
    }

    #[test]
    fn trivial_values_are_not_masked() {
        let secrets = ["", " ", "a", "abc", "true", "null", "  abc\n"];
        assert_eq!(masked(&secrets, "a abc true null"), "a abc true null");
    }

    #[test]
    fn lines_and_spellings_are_masked() {
        let key = "-----BEGIN KEY-----\nabcdefgh\n\"ab\"\\c\n";
        assert_eq!(masked(&[key], "line abcdefgh"), "line *");
        assert_eq!(masked(&[key], &format!("{key:?}")), "\"*\\n\"");
        assert_eq!(masked(&[key], key), "*\n");
        assert_eq!(masked(&["a\"b\\c"], r#"{"k":"a\"b\\c"}"#), r#"{"k":"*"}"#);
    }

    #[test]
    fn long_secrets_are_masked_if_their_end_is_missing() {
        let secret = "k".repeat(60) + &"l".repeat(60);
        assert_eq!(masked(&[&secret], &secret[..100]), "*");
        assert_eq!(masked(&[&secret], &secret[..50]), &secret[..50]);
        let other = format!("{}m", &secret[..90]);
        assert_eq!(masked(&[&secret, &other], &other), "*");
    }

    /// Takes hours if the work is quadratic.
    #[test]
    fn the_work_is_linear() {
        let secret = "a".repeat(1 << 20) + "b";
        let text = "a".repeat(1 << 20);
        assert_eq!(masked(&[&secret], &text), "*");
        let many: Vec<_> = (0..10_000)
            .map(|number| format!("aaaa{number:05}"))
            .collect();
        let many: Vec<_> = many.iter().map(String::as_str).collect();
        assert_eq!(masked(&many, &text), text);
    }
}
