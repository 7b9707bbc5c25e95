//! Finds the end of a quoted string without escapes, and writes such strings.

use super::BLOCK;

/// Returns the position of the first quotation mark, backslash or control character at or after `at`, or the length of
/// `bytes` if there is none.
#[inline(never)] // its constants need all registers: inlining makes it slower
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
        // Sets the high bit of each byte that is less than `n`. Because of the borrow, the high bits of later bytes may
        // also be set.
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

/// Returns a bit for each byte that [`end_of_plain`] searches for. The lowest bit represents the first byte.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn special_bytes(block: &[u8; 16]) -> u32 {
    use std::arch::x86_64::{
        _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi8,
    };
    // SAFETY: every x86-64 processor has SSE2, and only the 16 bytes of the block are read.
    unsafe {
        let block = _mm_loadu_si128(block.as_ptr().cast());
        let quotes = _mm_cmpeq_epi8(block, _mm_set1_epi8(b'"' as i8));
        let backslashes = _mm_cmpeq_epi8(block, _mm_set1_epi8(b'\\' as i8));
        let controls = _mm_cmpeq_epi8(block, _mm_min_epu8(block, _mm_set1_epi8(0x1f)));
        _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, backslashes), controls)) as u32
    }
}

/// Appends the first `len` bytes of a block, at most 31, in quotation marks, followed by the byte `after`.
///
/// This function checks the capacity only once. It copies the whole block, because copying a constant length needs no
/// function call.
#[inline(always)]
pub(crate) fn push_quoted(out: &mut Vec<u8>, block: &[u8; BLOCK], len: usize, after: u8) {
    let len = len % BLOCK;
    out.reserve(BLOCK + 3);
    let at = out.len();
    // SAFETY: there is room for a block and three bytes after the end of `out`. The written bytes do not overlap with
    // `block`, because `out` is borrowed exclusively. All bytes up to the new length are written.
    unsafe {
        let to = out.as_mut_ptr().add(at);
        to.write(b'"');
        to.add(1).cast::<[u8; BLOCK]>().write(*block);
        to.add(1 + len).cast::<[u8; 2]>().write([b'"', after]);
        out.set_len(at + len + 3);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::TEXT;
    use super::*;

    #[test]
    fn quotes_text_from_a_block() {
        let block = TEXT.first_chunk::<BLOCK>().unwrap();
        for len in 0..BLOCK {
            let mut out = Vec::new();
            push_quoted(&mut out, block, len, b',');
            assert_eq!(out, [b"\"", &TEXT[..len], b"\","].concat());
        }
    }

    #[test]
    fn plain_text_ends_at_the_first_special_byte() {
        let edges = [0x1f, b' ', b'!', b'"', b'[', b'\\', 0x7f, 0x80, 0xff];
        let all: Vec<u8> = (0..=u8::MAX).collect();
        // Miri takes minutes to check all bytes.
        for &byte in if cfg!(miri) { &edges[..] } else { &all } {
            for at in (0..40).step_by(if cfg!(miri) { 7 } else { 1 }) {
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
}
