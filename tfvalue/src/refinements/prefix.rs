//! Finds the safe prefix of a string, which is the part that stays the same no matter which characters follow.
//!
//! The prefix ends at the last boundary of NFC normalization. If that boundary is the end of the string, the last
//! grapheme cluster is dropped, too, unless it is a delimiter.
//!
//! Source: `SafeKnownPrefix` of go-cty. The results are the same, except that go-cty stops at the
//! first control character, such as a line break.

use unicode_normalization::char::{
    canonical_combining_class, compose, decompose_canonical, decompose_compatible,
};
use unicode_normalization::{IsNormalized, is_nfc_quick};
use unicode_segmentation::UnicodeSegmentation;

/// A prefix of more than `MAX_WRITTEN` bytes is cut to `CUT_TO` bytes when it is written.
const MAX_WRITTEN: usize = 256;
const CUT_TO: usize = 255;

/// Characters that do not combine with any following character.
const DELIMITERS: &str = "-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'";

/// All characters that compose with a preceding character. For Hangul vowels and final consonants, only the first
/// character of each group is listed, because the other characters in the group behave in the same way.
const COMBINING: &str = "\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{309}\u{30a}\
    \u{30b}\u{30c}\u{30f}\u{311}\u{313}\u{314}\u{31b}\u{323}\u{324}\u{325}\u{326}\u{327}\u{328}\
    \u{32d}\u{32e}\u{330}\u{331}\u{338}\u{342}\u{345}\u{653}\u{654}\u{655}\u{93c}\u{9be}\u{9d7}\
    \u{b3e}\u{b56}\u{b57}\u{bbe}\u{bd7}\u{c56}\u{cc2}\u{cd5}\u{cd6}\u{d3e}\u{d57}\u{dca}\u{dcf}\
    \u{ddf}\u{102e}\u{1161}\u{11a8}\u{1b35}\u{3099}\u{309a}\u{110ba}\u{11127}\u{1133e}\u{11357}\
    \u{114b0}\u{114ba}\u{114bd}\u{115af}\u{11930}";

/// Cuts a string in NFC to its safe prefix.
pub(crate) fn safe(prefix: &str) -> &str {
    match last_boundary(prefix) {
        Some(at) if at < prefix.len() => &prefix[..at],
        _ => without_last_cluster(prefix),
    }
}

/// Cuts a long prefix to the length that go-cty writes. If the cut is inside a character, go-cty does not drop another
/// grapheme cluster.
pub(crate) fn written(prefix: &str) -> &str {
    if prefix.len() <= MAX_WRITTEN {
        return prefix;
    }
    let mut end = CUT_TO;
    while !prefix.is_char_boundary(end) {
        end -= 1;
    }
    match end {
        CUT_TO => safe(&prefix[..end]),
        _ => &prefix[..last_boundary(&prefix[..end]).unwrap_or(end)],
    }
}

/// Returns the last normalization boundary, which may be the end of the string.
fn last_boundary(text: &str) -> Option<usize> {
    if text.chars().next_back().is_some_and(is_inert) {
        return Some(text.len());
    }
    let (at, _) = text.char_indices().rfind(|(_, c)| is_starter(*c))?;
    Some(at)
}

fn without_last_cluster(text: &str) -> &str {
    match text.grapheme_indices(true).next_back() {
        Some((at, last)) if !DELIMITERS.contains(last) => &text[..at],
        _ => text,
    }
}

/// Returns `true` if a character never combines with the preceding character.
///
/// Like go-cty, this function checks the compatibility decomposition of the character, although NFC uses the canonical
/// decomposition.
fn is_starter(c: char) -> bool {
    let mut first = None;
    decompose_compatible(c, |part| first = first.or(Some(part)));
    first.is_none_or(stands_alone)
}

/// Returns `true` if a character does not combine with any other character.
fn is_inert(c: char) -> bool {
    let (mut last, mut whole) = (c, true);
    decompose_compatible(c, |part| last = part);
    decompose_canonical(c, |part| whole &= part == c);
    whole
        && stands_alone(c)
        && stands_alone(last)
        && !COMBINING.chars().any(|next| compose(c, next).is_some())
}

fn stands_alone(c: char) -> bool {
    canonical_combining_class(c) == 0 && is_nfc_quick(std::iter::once(c)) == IsNormalized::Yes
}
