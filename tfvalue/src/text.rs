//! Short text, quickly; and the only `unsafe` code of the library.
//!
//! Nearly all text in Terraform's values is short ASCII, for which the check of the standard
//! library goes byte by byte. Here, words of eight bytes are looked at, and only what is not ASCII
//! or is long is left to the standard library.

#![allow(unsafe_code)]

use std::borrow::Cow;

const HIGH_BITS: u128 = u128::from_ne_bytes([0x80; 16]);

/// How many bytes are looked at together.
pub(crate) const BLOCK: usize = 32;

/// The high bits of a block, and then of none: from `BLOCK - len` on, those of `len` bytes.
const HIGH_BITS_OF: [u8; 2 * BLOCK] = {
    let mut mask = [0; 2 * BLOCK];
    let mut at = 0;
    while at < BLOCK {
        mask[at] = 0x80;
        at += 1;
    }
    mask
};

/// Splits text of `len` bytes, fewer than 32, from the front of more bytes, if it is ASCII and
/// does not stand within 32 bytes of the end.
///
/// There is no branch on the length, which no processor could predict.
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

/// Tells whether any of the first `len` bytes of a block is what is looked for.
///
/// # Panics
///
/// If the block is shorter.
#[inline(always)]
pub(crate) fn any<const N: usize>(block: &[u8; N], len: usize, is: impl Fn(u8) -> bool) -> bool {
    let masks = &HIGH_BITS_OF[BLOCK - len..][..N];
    let found = block
        .iter()
        .zip(masks)
        .fold(0, |found, (byte, mask)| match is(*byte) {
            true => found | mask,
            false => found,
        });
    found != 0
}

#[inline(always)]
fn words(block: &[u8; BLOCK]) -> (u128, u128) {
    let (first, last) = ends::<16>(block);
    (u128::from_ne_bytes(first), u128::from_ne_bytes(last))
}

/// Tells whether all of a text is ASCII.
#[inline]
pub(crate) fn is_ascii(text: &str) -> bool {
    is_short_ascii(text.as_bytes()) || text.is_ascii()
}

/// The longest text that [`push_short_ascii`] takes.
const SHORT: usize = 31;

/// Adds a header and the bytes of text that is short and ASCII, if there is room for 32 bytes:
/// without a call, and with a single look at the capacity. Returns the [`prefix`] of the text if it did.
#[inline(always)] // so that the bytes of names are known when it is compiled
pub(crate) fn push_short_ascii(out: &mut Vec<u8>, header: u8, text: &[u8]) -> Option<u64> {
    let (at, len) = (out.len(), text.len());
    if len > SHORT || out.capacity() - at <= SHORT {
        return None;
    }
    // SAFETY: there is room for the header and the text behind the end, which lies elsewhere, as
    // `out` is borrowed alone.
    unsafe {
        let to = out.as_mut_ptr().add(at);
        let bits = copy_short(text, to.add(1));
        if bits & HIGH_BITS != 0 {
            return None;
        }
        to.write(header);
        out.set_len(at + 1 + len);
    }
    Some(prefix(text))
}

/// Returns the position of the first quotation mark, backslash or control character from `at`, or
/// the end.
#[inline(never)] // with registers for its constants, it is faster than among other code
pub(crate) fn end_of_plain(bytes: &[u8], at: usize) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let mut rest = &bytes[at..];
    #[cfg(target_arch = "x86_64")]
    while let Some((block, after)) = rest.split_first_chunk() {
        let found = special_bytes(block);
        if found != 0 {
            return bytes.len() - rest.len() + found.trailing_zeros() as usize;
        }
        rest = after;
    }
    while let Some((word, after)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*word);
        // The high bit of a byte below `n`; of one behind it the borrow may set it too.
        let below = |word: u64, n: u64| word.wrapping_sub(ONES * n) & !word;
        let quote = below(word ^ (ONES * u64::from(b'"')), 1);
        let backslash = below(word ^ (ONES * u64::from(b'\\')), 1);
        let found = (quote | backslash | below(word, 0x20)) & HIGH;
        if found != 0 {
            return bytes.len() - rest.len() + found.trailing_zeros() as usize / 8;
        }
        rest = after;
    }
    let is_plain = |byte: &&u8| !matches!(byte, b'"' | b'\\' | 0..0x20);
    bytes.len() - rest.len() + rest.iter().take_while(is_plain).count()
}

/// Returns a bit for each byte that [`end_of_plain`] looks for, the lowest for the first byte.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn special_bytes(block: &[u8; 16]) -> u32 {
    use std::arch::x86_64::{
        _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi8,
    };
    // SAFETY: every x86-64 processor has SSE2, and the 16 bytes that are read are those of the block.
    unsafe {
        let block = _mm_loadu_si128(block.as_ptr().cast());
        let quotes = _mm_cmpeq_epi8(block, _mm_set1_epi8(b'"' as i8));
        let backslashes = _mm_cmpeq_epi8(block, _mm_set1_epi8(b'\\' as i8));
        let controls = _mm_cmpeq_epi8(block, _mm_min_epu8(block, _mm_set1_epi8(0x1f)));
        _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, backslashes), controls)) as u32
    }
}

/// Adds the first `len` bytes of a block, fewer than 32, between quotation marks, and a byte behind
/// them: with a single look at the capacity, and without a call for so few bytes.
#[inline(always)]
pub(crate) fn push_quoted(out: &mut Vec<u8>, block: &[u8; BLOCK], len: usize, after: u8) {
    let len = len % BLOCK;
    out.reserve(BLOCK + 3);
    let at = out.len();
    // SAFETY: there is room for a block and three bytes behind the end, which lie elsewhere, as
    // `out` is borrowed alone; the block is written over from `len` on, and only what was written
    // becomes a part of the vector.
    unsafe {
        let to = out.as_mut_ptr().add(at);
        to.write(b'"');
        to.add(1).cast::<[u8; BLOCK]>().write(*block);
        to.add(1 + len).cast::<[u8; 2]>().write([b'"', after]);
        out.set_len(at + len + 3);
    }
}

/// Copies up to 32 bytes as two words that overlap, and returns their bits joined.
///
/// # Safety
///
/// There are no more than 32 bytes, and there is room for as many at `to`, elsewhere.
#[inline(always)]
unsafe fn copy_short(bytes: &[u8], to: *mut u8) -> u128 {
    // SAFETY: the room is the caller's promise, and the two words cover all of the bytes, as there
    // are not more than twice as many as one of them has.
    unsafe {
        match bytes.len() {
            16.. => {
                let (first, last) = ends(bytes);
                write_ends(first, last, bytes.len(), to);
                u128::from_ne_bytes(first) | u128::from_ne_bytes(last)
            }
            8..16 => {
                let (first, last) = ends(bytes);
                write_ends(first, last, bytes.len(), to);
                u128::from(u64::from_ne_bytes(first) | u64::from_ne_bytes(last))
            }
            4..8 => {
                let (first, last) = ends(bytes);
                write_ends(first, last, bytes.len(), to);
                u128::from(u32::from_ne_bytes(first) | u32::from_ne_bytes(last))
            }
            2..4 => {
                let (first, last) = ends(bytes);
                write_ends(first, last, bytes.len(), to);
                u128::from(u16::from_ne_bytes(first) | u16::from_ne_bytes(last))
            }
            1 => {
                to.write(bytes[0]);
                u128::from(bytes[0])
            }
            0 => 0,
        }
    }
}

/// Returns the first eight bytes as a number, with zeros behind a shorter text. If the numbers of
/// two texts differ, they are ordered as the texts are.
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

/// Writes the first and the last `N` of `len` bytes, which may overlap.
///
/// # Safety
///
/// `len` is `N` at least, and there is room for so many bytes at `to`.
#[inline(always)]
unsafe fn write_ends<const N: usize>(first: [u8; N], last: [u8; N], len: usize, to: *mut u8) {
    // SAFETY: the caller's.
    unsafe {
        to.cast::<[u8; N]>().write(first);
        to.add(len - N).cast::<[u8; N]>().write(last);
    }
}

/// Tells whether bytes come before others; mostly without a call.
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

/// Returns `true` if two names are equal. Names are short: to call `memcmp` takes longer.
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

/// Tells whether all bytes are ASCII; of long text it is not told.
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

/// Returns the first and the last bytes, which may overlap.
///
/// # Panics
///
/// If there are fewer.
#[inline(always)]
fn ends<const N: usize>(bytes: &[u8]) -> ([u8; N], [u8; N]) {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => (*first, *last),
        _ => unreachable!("the length was looked at"),
    }
}

/// Returns the text that bytes are, if they are ASCII.
#[inline]
pub(crate) fn ascii(bytes: &[u8]) -> Option<&str> {
    let is_ascii = is_short_ascii(bytes) || bytes.is_ascii();
    // SAFETY: ASCII is UTF-8.
    is_ascii.then(|| unsafe { std::str::from_utf8_unchecked(bytes) })
}

/// Text that does not change, of which up to [`INLINE`] bytes need no memory of their own.
#[derive(Clone)]
pub(crate) struct SmallStr(Place);

/// Where text lies.
#[derive(Clone)]
enum Place {
    /// As it stands in MessagePack: behind a header that holds its length. What is behind it does
    /// not count.
    Inline([u8; 1 + INLINE]),
    Heap(Box<str>),
}

/// How long text may be to lie within the size of a value.
const INLINE: usize = 22;

/// The header of short text in MessagePack, but for the length.
const HEADER: u8 = 0xa0;

impl From<&str> for SmallStr {
    #[inline]
    fn from(text: &str) -> Self {
        let len = text.len();
        if len > INLINE {
            return SmallStr(Place::Heap(text.into()));
        }
        let mut bytes = [0; 1 + INLINE];
        bytes[0] = HEADER | len as u8;
        bytes[1..][..len].copy_from_slice(text.as_bytes());
        SmallStr(Place::Inline(bytes))
    }
}

impl From<Cow<'_, str>> for SmallStr {
    #[inline]
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Owned(text) if text.len() > INLINE => SmallStr(Place::Heap(text.into())),
            text => (*text).into(),
        }
    }
}

impl From<SmallStr> for String {
    fn from(text: SmallStr) -> String {
        match text.0 {
            Place::Heap(text) => text.into(),
            Place::Inline(_) => (*text).to_owned(),
        }
    }
}

impl std::ops::Deref for SmallStr {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match &self.0 {
            Place::Inline([header, bytes @ ..]) => {
                let text = &bytes[..usize::from(header ^ HEADER)];
                // SAFETY: the header and the bytes that it counts come from text.
                unsafe { std::str::from_utf8_unchecked(text) }
            }
            Place::Heap(text) => text,
        }
    }
}

impl SmallStr {
    /// Splits short text with its header from the front of MessagePack, as [`split_ascii`] does.
    #[inline(always)]
    pub(crate) fn split(input: &[u8]) -> Option<(Self, &[u8])> {
        let (bytes, (header, after)) = (input.first_chunk()?, input.split_first()?);
        let len = header.checked_sub(HEADER)?;
        if usize::from(len) > INLINE {
            return None;
        }
        let (_, rest) = split_ascii(after, len)?;
        Some((SmallStr(Place::Inline(*bytes)), rest))
    }

    /// Returns the text at the front of a block, and its length, if it is short. What is behind it
    /// does not count.
    #[inline(always)]
    pub(crate) fn block(&self) -> Option<([u8; BLOCK], u8)> {
        let Place::Inline([header, bytes @ ..]) = &self.0 else {
            return None;
        };
        let mut block = [0; BLOCK];
        block[..INLINE].copy_from_slice(bytes);
        Some((block, header ^ HEADER))
    }

    /// Adds MessagePack of the text to the end, if it is short: as many bytes for text of any
    /// length, of which those behind the text do not become a part of the vector.
    #[inline(always)]
    pub(crate) fn push_short(&self, out: &mut Vec<u8>) -> bool {
        let Place::Inline(bytes) = &self.0 else {
            return false;
        };
        out.reserve(bytes.len());
        let at = out.len();
        // SAFETY: there is room for the bytes behind the end, which lies elsewhere, as `out` is
        // borrowed alone, and the header holds the length of text that is among them.
        unsafe {
            let to = out.as_mut_ptr().add(at);
            to.cast::<[u8; 1 + INLINE]>().write(*bytes);
            out.set_len(at + 1 + usize::from(bytes[0] ^ HEADER));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-+";

    /// The bytes with one that is not ASCII in the place of each, and without.
    fn with_others(len: usize) -> impl Iterator<Item = (Vec<u8>, bool)> {
        (0..=len).map(move |at| {
            let mut bytes = TEXT[..len].to_vec();
            let is_ascii = bytes.get_mut(at).map(|byte| *byte = 0xc3).is_none();
            (bytes, is_ascii)
        })
    }

    #[test]
    fn text_is_split_where_it_is_ascii_and_far_from_the_end() {
        for len in 0..BLOCK {
            for (text, is_ascii) in with_others(len) {
                // What stands behind the text does not matter.
                let bytes = [&text[..], &[0xff; BLOCK]].concat();
                let split = split_ascii(&bytes, len as u8);
                assert_eq!(split.is_some(), is_ascii, "{text:?}");
                if let Some((read, rest)) = split {
                    assert_eq!((read.as_bytes(), rest), (&text[..], &[0xff; BLOCK][..]));
                }
                let wire = [&[HEADER | len as u8], &bytes[..]].concat();
                let small = SmallStr::split(&wire);
                assert_eq!(small.is_some(), is_ascii && len <= INLINE, "{text:?}");
                if let Some((read, rest)) = small {
                    assert_eq!((read.as_bytes(), rest), (&text[..], &[0xff; BLOCK][..]));
                    let mut out = Vec::new();
                    assert!(read.push_short(&mut out));
                    assert_eq!(out, wire[..=len]);
                }
            }
            assert!(split_ascii(&TEXT[..BLOCK - 1], len as u8).is_none());
        }
    }

    #[test]
    fn text_is_added_where_it_is_short_and_ascii_and_there_is_room() {
        for len in 0..=BLOCK {
            for (text, is_ascii) in with_others(len) {
                let mut out = Vec::with_capacity(3 + BLOCK);
                out.extend_from_slice(b"xyz");
                let added = push_short_ascii(&mut out, b'#', &text);
                let is_short = is_ascii && len < BLOCK;
                assert_eq!(added, is_short.then(|| prefix(&text)));
                match is_short {
                    true => assert_eq!(out, [b"xyz#", &text[..]].concat()),
                    false => assert_eq!(out, b"xyz"),
                }
                let mut full = Vec::with_capacity(BLOCK - 1);
                assert!(push_short_ascii(&mut full, b'#', &text).is_none());
            }
        }
    }

    #[test]
    fn a_prefix_is_the_first_eight_bytes() {
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
    fn prefixes_are_in_the_order_of_the_texts() {
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
    fn text_is_quoted_from_a_block() {
        let block = TEXT.first_chunk::<BLOCK>().unwrap();
        let half = TEXT.first_chunk::<16>().unwrap();
        for len in 0..BLOCK {
            let mut out = Vec::new();
            push_quoted(&mut out, block, len, b',');
            assert_eq!(out, [b"\"", &TEXT[..len], b"\","].concat());
            let is = |byte| byte == TEXT[len];
            assert!(!any(block, len, is) && any(block, len + 1, is));
            if len < half.len() {
                assert!(!any(half, len, is) && any(half, len + 1, is));
            }
        }
    }

    #[test]
    fn plain_text_ends_where_a_byte_is_not_plain() {
        for byte in 0..=u8::MAX {
            for at in 0..40 {
                let mut bytes = TEXT[..40].to_vec();
                bytes[at] = byte;
                let plain = byte >= 0x20 && byte != b'"' && byte != b'\\';
                for start in 0..=40 {
                    let end = if plain || at < start { 40 } else { at };
                    assert_eq!(end_of_plain(&bytes, start), end, "{byte} at {at}");
                }
            }
        }
    }

    #[test]
    fn small_text_is_what_it_was_made_of() {
        let text = std::str::from_utf8(TEXT).unwrap();
        for len in 0..TEXT.len() {
            let small = SmallStr::from(&text[..len]);
            assert_eq!(&*small.clone(), &text[..len]);
            assert_eq!(String::from(small), &text[..len]);
            let small = SmallStr::from(Cow::Owned(text[..len].to_owned()));
            assert_eq!(&*small, &text[..len]);
        }
        assert_eq!(&*SmallStr::from("überall"), "überall");
    }

    #[test]
    fn names_are_compared_whole() {
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
