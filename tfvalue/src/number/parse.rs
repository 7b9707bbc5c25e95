use std::str::FromStr;

use super::binary;
use super::{Decimal, Number, NumberError, Repr};

/// Parses the decimal text of a number.
///
/// The text is an optional sign, digits with an optional point (`.5` and `5.` are valid), and an
/// optional decimal exponent (`1e3`) or binary exponent (`1p5`, which is 32). It can also be `inf` or
/// `Inf` with an optional sign. Spaces are not allowed.
///
/// # Errors
///
/// Fails if the text is not a number, or exceeds [`MAX_DIGITS`](Number::MAX_DIGITS) or
/// [`MAX_BINARY_EXPONENT`](Number::MAX_BINARY_EXPONENT).
impl FromStr for Number {
    type Err = NumberError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, NumberError> {
        Self::parse(text.as_bytes())
    }
}

impl Number {
    /// Parses a decimal text. Up to 19 digits need no allocation.
    #[inline]
    pub(crate) fn parse(text: &[u8]) -> Result<Self, NumberError> {
        match plain(text) {
            Some(number) => Ok(Self(number)),
            None => Self::parse_any(text),
        }
    }

    /// Reads a number from the front of a JSON text, and returns it with its length, if it has at most
    /// 18 digits and no exponent. Nearly all numbers are of this form.
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

    /// Reads an integer from the front of a JSON text, and returns it with its length, if it has at
    /// most 18 digits, and no point or exponent.
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

    #[inline(never)]
    pub(super) fn parse_any(text: &[u8]) -> Result<Self, NumberError> {
        let (negative, unsigned) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, text),
        };
        if let b"inf" | b"Inf" = unsigned {
            let infinity = if negative {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            };
            return Ok(Self(Repr::Float(infinity)));
        }
        let literal = Literal::scan(unsigned).ok_or_else(|| NumberError::syntax(text))?;
        literal.number(negative, text).map(Self)
    }
}

/// Parses a number of at most 18 digits that has no exponent and is not zero. Nearly all numbers are
/// of this form.
#[inline(always)] // otherwise moving the result takes half of the time
fn plain(text: &[u8]) -> Option<Repr> {
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

/// Parses at most 18 digits with an optional point. Returns the number without the point, and the
/// number of digits after it.
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

/// Does the same for a text of four to eight bytes, in a single word.
#[inline]
fn digits_of_word(text: &[u8]) -> Option<(u64, i16)> {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    let (first, last) = (text.first_chunk()?, text.last_chunk()?);
    let mut len = text.len() as u32;
    // The first byte is the lowest.
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
    // Adds zeros at the front, and then joins neighbors to numbers of two, four and eight digits.
    let digits = digits << (64 - 8 * len);
    let pairs = (digits.wrapping_mul(10 << 8 | 1) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100 << 16 | 1) >> 16) & 0x0000_ffff_0000_ffff;
    let coeff = fours.wrapping_mul(10_000 << 32 | 1) >> 32;
    Some((coeff, places as i16))
}

/// Appends the digits from `at` on to a coefficient, and returns it with the position of their end.
/// The coefficient wraps around if there are more than 19 digits.
#[inline(always)]
fn digits(text: &[u8], mut at: usize, mut coeff: u64) -> (u64, usize) {
    while let Some(digit @ 0..=9) = text.get(at).map(|byte| byte.wrapping_sub(b'0')) {
        coeff = coeff.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (coeff, at)
}

/// Creates the representation of a number of at most 18 digits, which are not all zero. The last
/// `places` digits are after the point.
#[inline]
fn decimal(negative: bool, mut coeff: u64, mut places: i16) -> Repr {
    while places > 0 && coeff % 10 == 0 {
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

/// The parts of a text after the sign.
struct Literal<'a> {
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: Exponent,
}

enum Exponent {
    Ten(i64),
    Two(i64),
}

impl<'a> Literal<'a> {
    #[inline]
    fn scan(text: &'a [u8]) -> Option<Self> {
        let (whole, rest) = split_digits(text);
        let (fraction, rest) = match rest {
            [b'.', rest @ ..] => split_digits(rest),
            _ => (&rest[..0], rest),
        };
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let exponent = match rest {
            [] => Exponent::Ten(0),
            [b'e' | b'E', rest @ ..] => Exponent::Ten(scan_exponent(rest)?),
            [b'p' | b'P', rest @ ..] => Exponent::Two(scan_exponent(rest)?),
            _ => return None,
        };
        Some(Self {
            whole,
            fraction,
            exponent,
        })
    }

    #[inline]
    fn number(self, negative: bool, text: &[u8]) -> Result<Repr, NumberError> {
        let digits = Digits::strip(self.whole, self.fraction);
        if digits.len() == 0 {
            return Ok(if negative {
                Repr::Float(-0.0)
            } else {
                Repr::Int(0)
            });
        }
        let number = match self.exponent {
            Exponent::Ten(exp) => digits.scale(exp).number(negative),
            Exponent::Two(exp) => {
                let exp = i32::try_from(exp)
                    .ok()
                    .filter(|exp| exp.unsigned_abs() <= Number::MAX_BINARY_EXPONENT)
                    .ok_or_else(|| NumberError::binary_exponent(text))?;
                digits.scale_binary(exp, negative)
            }
        };
        number.ok_or_else(|| NumberError::too_long(text))
    }
}

/// The digits in `head` and `tail` times `10^exp`. They neither start nor end with a zero.
struct Digits<'a> {
    head: &'a [u8],
    tail: &'a [u8],
    exp: i64,
}

impl<'a> Digits<'a> {
    #[inline]
    fn strip(whole: &'a [u8], fraction: &'a [u8]) -> Self {
        let mut head = skip_zeros(whole);
        let mut tail = if head.is_empty() {
            skip_zeros(fraction)
        } else {
            fraction
        };
        let end_zeros = count_end_zeros(tail);
        let mut exp = -index(fraction.len() - end_zeros);
        tail = &tail[..tail.len() - end_zeros];
        if tail.is_empty() {
            let end_zeros = count_end_zeros(head);
            exp = index(end_zeros);
            head = &head[..head.len() - end_zeros];
        }
        Self { head, tail, exp }
    }

    fn len(&self) -> usize {
        self.head.len() + self.tail.len()
    }

    fn scale(self, exp: i64) -> Self {
        let exp = self.exp.saturating_add(exp);
        Self { exp, ..self }
    }

    /// Returns the representation of the number, or `None` if it has too many digits.
    #[inline]
    fn number(&self, negative: bool) -> Option<Repr> {
        // Counts the digits, and the zeros between them and the point.
        let len = index(self.len());
        let plain_len = len
            .max(self.exp.saturating_neg())
            .max(len.saturating_add(self.exp));
        if plain_len > index(Number::MAX_DIGITS) {
            return None;
        }
        let exp = i16::try_from(self.exp).ok()?;
        Some(match self.coefficient() {
            Some(coeff) => small(negative, coeff, exp),
            None => Repr::Big(Box::new(Decimal {
                negative,
                exp,
                digits: self.chars().collect(),
            })),
        })
    }

    fn scale_binary(&self, exp: i32, negative: bool) -> Option<Repr> {
        if self.len() > Number::MAX_DIGITS {
            return None;
        }
        let digits: String = self.chars().collect();
        let (digits, ten) = binary::scale(&digits, exp);
        Digits::strip(digits.as_bytes(), b"")
            .scale(self.exp)
            .scale(i64::from(ten))
            .number(negative)
    }

    /// Returns the digits as an integer if they fit.
    fn coefficient(&self) -> Option<u64> {
        if self.len() <= 19 {
            return Some(append(append(0, self.head), self.tail)); // 19 digits always fit
        }
        let mut digits = self.head.iter().chain(self.tail);
        digits.try_fold(0_u64, |coeff, digit| {
            coeff.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
        })
    }

    fn chars(&self) -> impl Iterator<Item = char> {
        self.head.iter().chain(self.tail).copied().map(char::from)
    }
}

/// Creates the representation of `coeff * 10^exp`. The last digit of `coeff` is not zero.
fn small(negative: bool, coeff: u64, exp: i16) -> Repr {
    let integer = || {
        let scale = 10_i64.checked_pow(u32::try_from(exp).ok()?)?;
        let sign = if negative { -1 } else { 1 };
        // Uses `i128`, because `-i64::MIN` does not fit in an `i64`.
        i64::try_from(i128::from(coeff) * i128::from(scale) * sign).ok()
    };
    integer().map_or(
        Repr::Small {
            negative,
            exp,
            coeff,
        },
        Repr::Int,
    )
}

fn append(coeff: u64, digits: &[u8]) -> u64 {
    digits
        .iter()
        .fold(coeff, |coeff, digit| coeff * 10 + u64::from(digit - b'0'))
}

fn split_digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

/// Parses an exponent. One that is too large for an `i64` becomes `i64::MAX`: later it is rejected, or
/// the number is zero.
fn scan_exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let exponent = digits.iter().fold(0_i64, |exponent, digit| {
        exponent
            .saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'))
    });
    Some(if negative { -exponent } else { exponent })
}

fn skip_zeros(digits: &[u8]) -> &[u8] {
    let start = digits.iter().position(|digit| *digit != b'0');
    &digits[start.unwrap_or(digits.len())..]
}

fn count_end_zeros(digits: &[u8]) -> usize {
    digits
        .iter()
        .rev()
        .take_while(|digit| **digit == b'0')
        .count()
}

fn index(len: usize) -> i64 {
    i64::try_from(len).unwrap_or(i64::MAX)
}
