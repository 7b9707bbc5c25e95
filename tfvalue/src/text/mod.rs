//! Fast paths for short ASCII strings, and the only `unsafe` code in the crate.
//!
//! Nearly all strings in Terraform's values are short and ASCII. The standard library checks such strings byte by byte.
//! These functions check words of eight or sixteen bytes, and leave long strings and strings that are not ASCII to the
//! standard library.

#![allow(unsafe_code)]

mod push;
mod quoted;
mod small_str;

pub(crate) use self::push::push_short_ascii;
pub(crate) use self::quoted::{end_of_plain, push_quoted};
pub(crate) use self::small_str::SmallStr;

const HIGH_BITS: u128 = u128::from_ne_bytes([0x80; 16]);

/// The number of bytes that are checked at once.
pub(crate) const BLOCK: usize = 32;

/// A block of bytes in which only the high bits are set, followed by a block of zeros. In the block that starts at
/// `BLOCK - len`, only the first `len` bytes have their high bits set.
const HIGH_BITS_OF: [u8; 2 * BLOCK] = {
    let mut mask = [0; 2 * BLOCK];
    let mut at = 0;
    while at < BLOCK {
        mask[at] = 0x80;
        at += 1;
    }
    mask
};

/// Splits a string of `len` bytes, at most 31, off the front of `bytes`. Returns `None` if the string
/// is not ASCII, or if `bytes` is shorter than 32 bytes.
///
/// The code does not branch on the length, because the branch would often be mispredicted.
#[inline(always)]
pub(crate) fn split_ascii(bytes: &[u8], len: u8) -> Option<(&str, &[u8])> {
    let len = usize::from(len) % BLOCK;
    let block = bytes.first_chunk::<BLOCK>()?;
    let mask = HIGH_BITS_OF[BLOCK - len..].first_chunk::<BLOCK>()?;
    let (words, masks) = (words(block), words(mask));
    if (words.0 & masks.0) | (words.1 & masks.1) != 0 {
        return None;
    }
    let (text, rest) = bytes.split_at(len);
    // SAFETY: ASCII is UTF-8.
    Some((unsafe { std::str::from_utf8_unchecked(text) }, rest))
}

/// Returns `true` if `is` returns `true` for any of the first `len` bytes in a block.
///
/// # Panics
///
/// Panics if the block is shorter than `len`.
#[inline(always)]
pub(crate) fn any<const N: usize>(block: &[u8; N], len: usize, is: impl Fn(u8) -> bool) -> bool {
    let masks = &HIGH_BITS_OF[BLOCK - len..][..N];
    let found = block.iter().zip(masks).fold(
        0,
        |found, (byte, mask)| {
            if is(*byte) { found | mask } else { found }
        },
    );
    found != 0
}

#[inline(always)]
fn words(block: &[u8; BLOCK]) -> (u128, u128) {
    let (first, last) = ends::<16>(block);
    (u128::from_ne_bytes(first), u128::from_ne_bytes(last))
}

/// Returns `true` if a string consists only of ASCII characters.
#[inline]
pub(crate) fn is_ascii(text: &str) -> bool {
    is_short_ascii(text.as_bytes()) || text.is_ascii()
}

/// Returns the first eight bytes as a big-endian number. A shorter string is padded with zeros. If the numbers of two
/// strings differ, the numbers have the same order as the strings.
#[inline(always)]
pub(crate) fn prefix(text: &[u8]) -> u64 {
    let last = |word: u64| word << (64 - 8 * text.len());
    match text.len() {
        8.. => u64::from_be_bytes(ends(text).0),
        4..8 => {
            let (start, end) = ends(text);
            u64::from(u32::from_be_bytes(start)) << 32 | last(u32::from_be_bytes(end).into())
        }
        2..4 => {
            let (start, end) = ends(text);
            u64::from(u16::from_be_bytes(start)) << 48 | last(u16::from_be_bytes(end).into())
        }
        1 => u64::from(text[0]) << 56,
        0 => 0,
    }
}

/// Returns `true` if `a` is less than `b`. In most cases, no function call is needed.
#[inline]
pub(crate) fn less(a: &[u8], b: &[u8]) -> bool {
    if let (Some(first), Some(other)) = (a.first_chunk(), b.first_chunk()) {
        let (first, other) = (u64::from_be_bytes(*first), u64::from_be_bytes(*other));
        if first != other {
            return first < other;
        }
    } else if let (Some(first), Some(other)) = (a.first(), b.first()) {
        if first != other {
            return first < other;
        }
    }
    a < b
}

/// Returns `true` if two names are equal. For short names, this function is faster than a call to `memcmp`.
#[inline(always)]
pub(crate) fn same(a: &[u8], b: &[u8]) -> bool {
    let len = a.len();
    if len != b.len() {
        return false;
    }
    match len {
        17..=32 => ends::<16>(a) == ends::<16>(b),
        8..=16 => ends::<8>(a) == ends::<8>(b),
        4..8 => ends::<4>(a) == ends::<4>(b),
        2..4 => ends::<2>(a) == ends::<2>(b),
        33..=64 => ends::<32>(a) == ends::<32>(b),
        0..2 => a.first() == b.first(),
        _ => a == b,
    }
}

/// Returns `true` if there are at most 32 bytes, and all of them are ASCII.
#[inline(always)]
fn is_short_ascii(bytes: &[u8]) -> bool {
    let bits = match bytes.len() {
        33.. => return false,
        16.. => {
            let (first, last) = ends(bytes);
            u128::from_ne_bytes(first) | u128::from_ne_bytes(last)
        }
        8.. => {
            let (first, last) = ends(bytes);
            u128::from(u64::from_ne_bytes(first) | u64::from_ne_bytes(last))
        }
        4.. => {
            let (first, last) = ends(bytes);
            u128::from(u32::from_ne_bytes(first) | u32::from_ne_bytes(last))
        }
        _ => bytes.iter().fold(0, |bits, byte| bits | u128::from(*byte)),
    };
    bits & HIGH_BITS == 0
}

/// Returns the first and the last `N` bytes, which may overlap.
///
/// # Panics
///
/// Panics if there are fewer than `N` bytes.
#[inline(always)]
fn ends<const N: usize>(bytes: &[u8]) -> ([u8; N], [u8; N]) {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => (*first, *last),
        _ => unreachable!("the caller checks the length"),
    }
}

/// Returns the bytes as a string if all of them are ASCII.
#[inline]
pub(crate) fn ascii(bytes: &[u8]) -> Option<&str> {
    let is_ascii = is_short_ascii(bytes) || bytes.is_ascii();
    // SAFETY: ASCII is UTF-8.
    is_ascii.then(|| unsafe { std::str::from_utf8_unchecked(bytes) })
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) const TEXT: &[u8; 64] =
        b"abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-+";

    /// Iterates over copies of a string. For each position, there is a copy in which the byte at that position is not
    /// ASCII. The last copy is unchanged.
    pub(super) fn with_others(len: usize) -> impl Iterator<Item = (Vec<u8>, bool)> {
        (0..=len).map(move |at| {
            let mut bytes = TEXT[..len].to_vec();
            let is_ascii = bytes.get_mut(at).map(|byte| *byte = 0xc3).is_none();
            (bytes, is_ascii)
        })
    }

    #[test]
    fn splits_ascii_that_is_far_from_the_end() {
        for len in 0..BLOCK {
            for (text, is_ascii) in with_others(len) {
                // The bytes after the string do not matter.
                let bytes = [&text[..], &[0xff; BLOCK]].concat();
                let split = split_ascii(&bytes, len as u8);
                assert_eq!(split.is_some(), is_ascii, "{text:?}");
                if let Some((read, rest)) = split {
                    assert_eq!((read.as_bytes(), rest), (&text[..], &[0xff; BLOCK][..]));
                }
            }
            assert!(split_ascii(&TEXT[..BLOCK - 1], len as u8).is_none());
        }
    }

    #[test]
    fn prefix_is_the_first_eight_bytes() {
        for len in 0..=BLOCK {
            let mut bytes = [0; 8];
            let first = &TEXT[..len.min(8)];
            bytes[..first.len()].copy_from_slice(first);
            assert_eq!(prefix(&TEXT[..len]), u64::from_be_bytes(bytes), "{len}");
        }
        assert_eq!(prefix(b""), 0);
        assert_eq!(prefix(b"\x01"), 0x0100_0000_0000_0000);
        assert_eq!(prefix(b"\x01\x02\xff"), 0x0102_ff00_0000_0000);
        assert_eq!(prefix("aé€".as_bytes()), 0x61c3_a9e2_82ac_0000);
        assert_eq!(prefix(b"a"), prefix(b"a\0\0"));
    }

    #[test]
    fn prefixes_have_the_order_of_the_texts() {
        let texts = [
            &b""[..],
            b"\0",
            b"a",
            b"a\0b",
            b"ab",
            b"abcdefgh",
            b"abcdefghi",
            b"b",
            "é".as_bytes(),
        ];
        for (a, b) in texts.iter().zip(&texts[1..]) {
            assert!(a < b && prefix(a) <= prefix(b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn finds_a_byte_within_the_length() {
        let block = TEXT.first_chunk::<BLOCK>().unwrap();
        let half = TEXT.first_chunk::<16>().unwrap();
        for (len, wanted) in block.iter().enumerate() {
            let is = |byte| byte == *wanted;
            assert!(!any(block, len, is) && any(block, len + 1, is));
            if len < half.len() {
                assert!(!any(half, len, is) && any(half, len + 1, is));
            }
        }
    }

    #[test]
    fn compares_whole_names() {
        let long = [*TEXT, *TEXT].concat();
        assert!(same(&long, &long.clone()) && !same(&long, &[&long[1..], b"a"].concat()));
        for len in 0..=TEXT.len() {
            for at in 0..len {
                let mut other = TEXT[..len].to_vec();
                assert!(same(&TEXT[..len], &other));
                other[at] += 1;
                assert!(!same(&TEXT[..len], &other));
                assert!(less(&TEXT[..len], &other) && !less(&other, &TEXT[..len]));
                assert!(!same(&TEXT[..len], &other[..at]));
            }
        }
    }
}
