//! Fast paths for numbers with up to 18 digits, which cover nearly all numbers.

use super::super::{Number, Repr};

impl Number {
    /// 18 digits and no exponent. Nearly all numbers have this form.
    #[inline]
    pub(crate) fn split_short(json: &[u8]) -> Option<(Self, usize)> {
        let negative = json.first() == Some(&b'-');
        let start = usize::from(negative);
        let (coeff, end) = digits(json, start, 0);
        let leading_zero = json.get(start) == Some(&b'0');
        if end == start || (leading_zero && end > start + 1) {
            return None;
        }
        let (coeff, end, places) = match json.get(end) {
            Some(b'.') => {
                let (coeff, last) = digits(json, end + 1, coeff);
                (coeff, last, last - end - 1)
            }
            _ => (coeff, end, 0),
        };
        let point_is_last = places == 0 && json[end - 1] == b'.';
        if end - start > 18 || point_is_last || matches!(json.get(end), Some(b'e' | b'E')) {
            return None;
        }
        let repr = match coeff {
            // Minus zero is not an integer.
            0 if negative => return None,
            0 => Repr::Int(0),
            _ => decimal(negative, coeff, places as i16),
        };
        Some((Self(repr), end))
    }

    /// Reads an integer from the front of JSON text if it has at most 18 digits and neither a point nor an exponent.
    /// Returns the integer and the length of its text.
    #[inline]
    pub(crate) fn split_short_integer(json: &[u8]) -> Option<(i64, usize)> {
        let negative = json.first() == Some(&b'-');
        let start = usize::from(negative);
        let (coeff, end) = digits(json, start, 0);
        let leading_zero = json.get(start) == Some(&b'0');
        if end == start || end - start > 18 || (leading_zero && end > start + 1) {
            return None;
        }
        if let Some(b'.' | b'e' | b'E') = json.get(end) {
            return None;
        }
        let integer = coeff as i64;
        Some((if negative { -integer } else { integer }, end))
    }
}

/// Parses a nonzero number with at most 18 digits and no exponent. Nearly all numbers have this form.
#[inline(always)] // otherwise moving the result takes half of the time
pub(super) fn plain(text: &[u8]) -> Option<Repr> {
    let (negative, unsigned) = match text {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    if unsigned.len() > 18 {
        return None;
    }
    let (coeff, places) = match unsigned.len() {
        4..=8 => digits_of_word(unsigned)?,
        _ => digits_and_point(unsigned)?,
    };
    (coeff != 0).then(|| decimal(negative, coeff, places))
}

/// Parses at most 18 digits with an optional point. Returns the number without the point, and the number of digits
/// after the point.
fn digits_and_point(text: &[u8]) -> Option<(u64, i16)> {
    let (coeff, end) = digits(text, 0, 0);
    let (coeff, end, places) = match text.get(end) {
        Some(b'.') => {
            let (coeff, last) = digits(text, end + 1, coeff);
            (coeff, last, last - end - 1)
        }
        _ => (coeff, end, 0),
    };
    (end == text.len()).then_some((coeff, places as i16))
}

/// Like `digits_and_point`, but for a string of four to eight bytes, which is parsed within a single word.
#[inline]
fn digits_of_word(text: &[u8]) -> Option<(u64, i16)> {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    let (first, last) = (text.first_chunk()?, text.last_chunk()?);
    let mut len = text.len() as u32;
    // The first byte of the string is the lowest byte of the word.
    let mut word = u64::from(u32::from_le_bytes(*first))
        | u64::from(u32::from_le_bytes(*last)) << (8 * (len - 4));
    let mut places = 0;
    let others = word ^ (EACH * u64::from(b'.'));
    let point = others.wrapping_sub(EACH) & !others & (EACH << 7);
    if point != 0 {
        let before = point.trailing_zeros() / 8;
        let low = (1 << (8 * before)) - 1;
        word = (word & low) | (word >> 8 & !low);
        len -= 1;
        places = len - before;
    }
    let digits = word ^ ((EACH * u64::from(b'0')) >> (64 - 8 * len));
    if (digits.wrapping_add(EACH * 0x76) | digits) & (EACH << 7) != 0 {
        return None;
    }
    // Adds leading zeros, and then joins neighboring digits into numbers of two, four and eight digits.
    let digits = digits << (64 - 8 * len);
    let pairs = (digits.wrapping_mul(10 << 8 | 1) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100 << 16 | 1) >> 16) & 0x0000_ffff_0000_ffff;
    let coeff = fours.wrapping_mul(10_000 << 32 | 1) >> 32;
    Some((coeff, places as i16))
}

/// Appends the digits from position `at` on to a coefficient. Returns the coefficient and the position of the end of
/// the digits. The coefficient wraps around if there are more than 19 digits.
#[inline(always)]
fn digits(text: &[u8], mut at: usize, mut coeff: u64) -> (u64, usize) {
    while let Some(digit @ 0..=9) = text.get(at).map(|byte| byte.wrapping_sub(b'0')) {
        coeff = coeff.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (coeff, at)
}

/// Creates the representation of a nonzero number with at most 18 digits. The last
/// `places` digits are after the point.
#[inline]
fn decimal(negative: bool, mut coeff: u64, mut places: i16) -> Repr {
    while places > 0 && coeff.is_multiple_of(10) {
        coeff /= 10;
        places -= 1;
    }
    match places {
        0 if negative => Repr::Int(-(coeff as i64)),
        0 => Repr::Int(coeff as i64),
        _ => Repr::Small {
            negative,
            exp: -places,
            coeff,
        },
    }
}
