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
/// without a call, and with a single look at the capacity. Tells whether it did.
#[inline(always)] // so that the bytes of names are known when it is compiled
pub(crate) fn push_short_ascii(out: &mut Vec<u8>, header: u8, text: &[u8]) -> bool {
    let (at, len) = (out.len(), text.len());
    if len > SHORT || out.capacity() - at <= SHORT {
        return false;
    }
    // SAFETY: there is room for the header and the text behind the end, which lies elsewhere, as
    // `out` is borrowed alone.
    unsafe {
        let to = out.as_mut_ptr().add(at);
        let bits = copy_short(text, to.add(1));
        if bits & HIGH_BITS != 0 {
            return false;
        }
        to.write(header);
        out.set_len(at + 1 + len);
    }
    true
}

/// Returns where, from `at` on, a quotation mark, backslash or control character stands, or the
/// end.
#[inline]
pub(crate) fn end_of_plain(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(*word);
        // The high bit of a byte below `n`; of one behind it the borrow may set it too.
        let below = |word: u64, n: u64| word.wrapping_sub(ONES * n) & !word;
        let quote = below(word ^ (ONES * u64::from(b'"')), 1);
        let backslash = below(word ^ (ONES * u64::from(b'\\')), 1);
        let found = (quote | backslash | below(word, 0x20)) & HIGH;
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while let Some(byte) = bytes.get(at) {
        if matches!(byte, b'"' | b'\\' | 0..0x20) {
            break;
        }
        at += 1;
    }
    at
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

/// Tells whether bytes come before others; mostly without a call.
#[inline]
pub(crate) fn less(a: &[u8], b: &[u8]) -> bool {
    match (a.first(), b.first()) {
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

/// Text that does not change, of which up to [`INLINE`] bytes need no memory of their own.
#[derive(Clone)]
pub(crate) struct SmallStr(Place);

/// Where text lies.
#[derive(Clone)]
enum Place {
    /// The first bytes, which are text, of these; the others are not looked at.
    Inline {
        len: u8,
        bytes: [u8; INLINE],
    },
    Heap(Box<str>),
}

/// What fits beside the length into the size of a value.
pub(crate) const INLINE: usize = 22;

impl From<&str> for SmallStr {
    #[inline]
    fn from(text: &str) -> Self {
        let len = text.len();
        if len > INLINE {
            return SmallStr(Place::Heap(text.into()));
        }
        let mut bytes = [0; INLINE];
        // SAFETY: there is room for `len` bytes.
        unsafe { copy_short(text.as_bytes(), bytes.as_mut_ptr()) };
        let len = len as u8;
        SmallStr(Place::Inline { len, bytes })
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
            Place::Inline { .. } => (*text).to_owned(),
        }
    }
}

impl std::ops::Deref for SmallStr {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match &self.0 {
            // SAFETY: the bytes up to `len` are text, as that is all that is ever put there.
            Place::Inline { len, bytes } => unsafe {
                std::str::from_utf8_unchecked(&bytes[..usize::from(*len)])
            },
            Place::Heap(text) => text,
        }
    }
}

/// Splits text of `len` bytes from the front of more bytes as [`split_ascii`] does, if it needs
/// no memory.
#[inline(always)]
pub(crate) fn split_small(bytes: &[u8], len: u8) -> Option<(SmallStr, &[u8])> {
    if usize::from(len) > INLINE {
        return None;
    }
    let (_, rest) = split_ascii(bytes, len)?;
    // What stands behind the text is copied too, since so many bytes are copied at once.
    let bytes = *bytes.first_chunk()?;
    Some((SmallStr(Place::Inline { len, bytes }), rest))
}
