//! Corrupts bytes, and filters out inputs that go-cty cannot handle.

use crate::random::Rng;

/// Bytes with a special meaning in MessagePack, JSON and numbers.
const SPICE: &[&[u8]] = &[
    b"\xc0",
    b"\xc1",
    b"\xc2",
    b"\xc3",
    b"\x80",
    b"\x90",
    b"\xa0",
    b"\xd4\0\0",
    b"\xd5\x0c\x80\0",
    b"\xc7\x03\x0c\x81\x01\xc2",
    b"\xc7\0\x0c",
    b"\xd6\x07\0\0\0\0",
    b"\xcb\x7f\xf8\0\0\0\0\0\0",
    b"\xcb\x7f\xf0\0\0\0\0\0\0",
    b"\xca\x3f\x80\0\0",
    b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\xdc\0\x01",
    b"\xde\0\x01",
    b"\xd9\x01a",
    b"\xc4\x01a",
    b"\x92\xc4\x08\"string\"",
    b"\x92\xc4\x09\"dynamic\"",
    b"null",
    b"\"",
    b"\\",
    b"\\u0000",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"e1",
    b".",
    b"-",
    b"+",
    b"p1",
    b" ",
    b"\xff",
    b"\xe2\x80\xa8",
    b"\xcc\x81",
];

/// Corrupts bytes in one to three places.
pub(super) fn mutate(rng: &mut Rng, bytes: &mut Vec<u8>) {
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len() + 1);
        match rng.below(8) {
            _ if bytes.is_empty() || at == bytes.len() => bytes.extend(rng.pick(SPICE)),
            0 | 1 => bytes[at] ^= 1 << rng.below(8),
            2 => bytes[at] = rng.next() as u8,
            3 => bytes.truncate(at),
            4 => drop(bytes.remove(at)),
            5 => {
                let end = (at + 1 + rng.below(8)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = rng.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            6 => {
                bytes.splice(at..at, rng.pick(SPICE).iter().copied());
            }
            _ => {
                let piece = rng.pick(SPICE);
                let end = (at + piece.len()).min(bytes.len());
                bytes.splice(at..end, piece.iter().copied());
            }
        }
    }
}

/// Returns `true` if it is safe to send the given MessagePack to go-cty. go-cty trusts declared lengths, creates as
/// many unknown elements as a refinement declares, and writes out the digits for any exponent. go-cty may also lose
/// track of its position, so this function checks every byte.
pub(super) fn is_harmless(bytes: &[u8]) -> bool {
    const MANY: u64 = 70_000;
    let number = |at: usize, width: usize| {
        let bytes = bytes[at..].get(..width).unwrap_or_default();
        bytes
            .iter()
            .fold(0_u64, |all, byte| all << 8 | u64::from(*byte))
    };
    let exponent = |at: usize| {
        let digits = bytes[at..].iter().skip_while(|byte| b"+-".contains(byte));
        digits.take_while(|byte| byte.is_ascii_digit()).count() > 4
    };
    (0..bytes.len()).all(|at| match bytes[at] {
        0xdd | 0xdf | 0xc6 => number(at + 1, 4) < MANY,
        5 | 6 => match bytes.get(at + 1) {
            Some(0xce | 0xd2) => number(at + 2, 4) < MANY,
            Some(0xcf | 0xd3) => number(at + 2, 8) < MANY,
            _ => true,
        },
        b'e' | b'E' | b'p' | b'P' => !exponent(at + 1),
        _ => true,
    })
}
