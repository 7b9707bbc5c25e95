//! Differences in Unicode normalization between tfvalue and go-cty.

use unicode_normalization::char::compose;

/// The characters that tfvalue normalizes with newer tables than go-cty, which uses the tables of Unicode 15.0: marks
/// with a combining class, letters that decompose, and their components.
const NEWER: &[std::ops::RangeInclusive<char>] = &[
    '\u{5c8}'..='\u{5c9}',
    '\u{897}'..='\u{897}',
    '\u{1acf}'..='\u{1af0}',
    '\u{105c9}'..='\u{105c9}',
    '\u{105e4}'..='\u{105e4}',
    '\u{10d69}'..='\u{10d6d}',
    '\u{10ecb}'..='\u{10ecf}',
    '\u{10ef0}'..='\u{10efb}',
    '\u{11383}'..='\u{11383}',
    '\u{11385}'..='\u{11385}',
    '\u{1138e}'..='\u{1138e}',
    '\u{11391}'..='\u{11391}',
    '\u{113c5}'..='\u{113c5}',
    '\u{113c7}'..='\u{113c8}',
    '\u{113ce}'..='\u{113d0}',
    '\u{16121}'..='\u{16128}',
    '\u{1612f}'..='\u{1612f}',
    '\u{16d68}'..='\u{16d6a}',
    '\u{1d127}'..='\u{1d128}',
    '\u{1d250}'..='\u{1d252}',
    '\u{1d25b}'..='\u{1d25c}',
    '\u{1d25f}'..='\u{1d25f}',
    '\u{1d280}'..='\u{1d281}',
    '\u{1e5ee}'..='\u{1e5ef}',
    '\u{1e6e3}'..='\u{1e6e3}',
    '\u{1e6e6}'..='\u{1e6e6}',
    '\u{1e6ee}'..='\u{1e6ef}',
    '\u{1e6f5}'..='\u{1e6f5}',
];

/// Returns `true` if tfvalue normalizes a character with tables that are newer than Unicode 15.0.
#[must_use]
pub fn is_newer_than_15(c: char) -> bool {
    NEWER.iter().any(|range| range.contains(&c))
}

/// Returns `true` if go-cty may confuse a character above U+FFFF with the character that has the same low 16 bits. The
/// confusion occurs when go-cty composes two characters.
pub(super) fn is_confused(text: &str) -> bool {
    let low = |c: char| char::from_u32(u32::from(c) & 0xffff);
    let large = |c: char| c > '\u{ffff}';
    text.chars().enumerate().any(|(at, a)| {
        text.chars().skip(at + 1).take(4).any(|b| {
            (large(a) || large(b))
                && low(a)
                    .zip(low(b))
                    .is_some_and(|(a, b)| compose(a, b).is_some())
        })
    })
}
