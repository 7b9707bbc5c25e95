//! Short text, quickly; and the only `unsafe` code of the library.
//!
//! Nearly all text in Terraform's values is short ASCII, for which the check of the standard
//! library goes byte by byte. Here, words of eight bytes are looked at, and only what is not ASCII
//! or is long is left to the standard library.

#![allow(unsafe_code)]

use std::borrow::Cow;

const HIGH_BITS: u128 = u128::from_ne_bytes([0x80; 16]);

/// How many bytes are looked at together.
const BLOCK: usize = 32;

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

/// How many bytes [`push_short`] takes at the most.
pub(crate) const SHORT: usize = 31;

/// Adds a header and the bytes of short text, and tells whether they are ASCII: with a single look
/// at the capacity, and without a call for so few bytes.
///
/// # Panics
///
/// If there are more than [`SHORT`] bytes.
#[inline(always)] // so that the bytes of names are known when it is compiled
pub(crate) fn push_short(out: &mut Vec<u8>, header: u8, bytes: &[u8]) -> bool {
    let len = bytes.len();
    assert!(len <= SHORT);
    out.reserve(1 + SHORT);
    let at = out.len();
    // SAFETY: there is room for the header and as many bytes behind the end, which lie elsewhere,
    // as `out` is borrowed alone.
    unsafe {
        let to = out.as_mut_ptr().add(at);
        to.write(header);
        let bits = copy_short(bytes, to.add(1));
        out.set_len(at + 1 + len);
        bits & HIGH_BITS == 0
    }
}

/// Copies up to 32 bytes as two words that overlap, and returns their bits joined.
///
/// # Safety
///
/// There is room for so many bytes at `to`, elsewhere.
#[inline(always)]
unsafe fn copy_short(bytes: &[u8], to: *mut u8) -> u128 {
    // SAFETY: the room is the caller's promise; `bytes` are as long as the words that are read.
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

/// Tells whether a text comes before another, bytewise; mostly without a call.
#[inline]
pub(crate) fn less(a: &str, b: &str) -> bool {
    match (a.as_bytes().first(), b.as_bytes().first()) {
        (Some(a), Some(b)) if a != b => a < b,
        _ => a < b,
    }
}

/// Tells whether two short names are the same, without a call.
#[inline]
pub(crate) fn same(a: &[u8], b: &[u8]) -> bool {
    let len = a.len();
    if len != b.len() {
        return false;
    }
    match len {
        17..=32 => ends::<16>(a) == ends::<16>(b),
        8..=16 => ends::<8>(a) == ends::<8>(b),
        4..8 => ends::<4>(a) == ends::<4>(b),
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

    /// Adds MessagePack of the text to the end, if it is short: as many bytes for text of any
    /// length, and then what is too much is taken off.
    #[inline(always)]
    pub(crate) fn push_short(&self, out: &mut Vec<u8>) -> bool {
        let Place::Inline(bytes) = &self.0 else {
            return false;
        };
        let end = out.len() + 1 + usize::from(bytes[0] ^ HEADER);
        out.extend_from_slice(bytes);
        out.truncate(end);
        true
    }
}
