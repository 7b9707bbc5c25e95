//! Appends short ASCII strings to a buffer.

use super::{HIGH_BITS, ends, prefix};

/// The length of the longest string that [`push_short_ascii`] accepts.
const SHORT: usize = 31;

/// Appends a header and a string to `out`, and returns the [`prefix`] of the string. Appends nothing and returns `None`
/// if the string is long or not ASCII, or if `out` has no room for 32 bytes.
///
/// This function does not call other functions, and checks the capacity only once.
#[inline(always)] // the bytes of names are constants for the caller
pub(crate) fn push_short_ascii(out: &mut Vec<u8>, header: u8, text: &[u8]) -> Option<u64> {
    let (at, len) = (out.len(), text.len());
    if len > SHORT || out.capacity() - at <= SHORT {
        return None;
    }
    // SAFETY: there is room for the header and the string after the end of `out`. The header and the string do not
    // overlap with `text`, because `out` is borrowed exclusively.
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

/// Copies up to 32 bytes as two words that may overlap, and returns the bitwise OR of the words.
///
/// # Safety
///
/// `bytes` contains at most 32 bytes. `to` is valid for writes of as many bytes as `bytes` contains, and does not
/// overlap with `bytes`.
#[inline(always)]
unsafe fn copy_short(bytes: &[u8], to: *mut u8) -> u128 {
    // SAFETY: the caller guarantees that there is room. Each word is at most as long as `bytes`.
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

/// Writes the first `N` and the last `N` of `len` bytes. The two parts may overlap.
///
/// # Safety
///
/// `len` is at least `N`, and `to` is valid for writes of `len` bytes.
#[inline(always)]
unsafe fn write_ends<const N: usize>(first: [u8; N], last: [u8; N], len: usize, to: *mut u8) {
    // SAFETY: the caller guarantees that there is room, and that `len - N` does not underflow.
    unsafe {
        to.cast::<[u8; N]>().write(first);
        to.add(len - N).cast::<[u8; N]>().write(last);
    }
}

#[cfg(test)]
mod tests {
    use super::super::BLOCK;
    use super::super::tests::with_others;
    use super::*;

    #[test]
    fn adds_short_ascii_if_there_is_room() {
        for len in 0..=BLOCK {
            for (text, is_ascii) in with_others(len) {
                let mut out = Vec::with_capacity(3 + BLOCK);
                out.extend_from_slice(b"xyz");
                let added = push_short_ascii(&mut out, b'#', &text);
                let is_short = is_ascii && len < BLOCK;
                assert_eq!(added, is_short.then(|| prefix(&text)));
                if is_short {
                    assert_eq!(out, [b"xyz#", &text[..]].concat());
                } else {
                    assert_eq!(out, b"xyz");
                }
                let mut full = Vec::with_capacity(BLOCK - 1);
                assert!(push_short_ascii(&mut full, b'#', &text).is_none());
            }
        }
    }
}
