//! Parses decimal numbers.

mod short;

use std::str::FromStr;

use self::short::plain;
use super::binary;
use super::{Decimal, Number, NumberError, Repr};

/// Parses the decimal notation of a number.
///
/// The string consists of an optional sign, digits with an optional point (`.5` and `5.` are valid), and an optional
/// decimal exponent (`1e3`) or binary exponent (`1p5`, which equals 32). The string can also be `inf` or `Inf` with an
/// optional sign. Spaces are not allowed.
///
/// # Errors
///
/// Fails if the string is not a number, or if it exceeds [`MAX_DIGITS`](Number::MAX_DIGITS) or
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

    /// Parses any decimal text, without the fast path.
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

/// The parts of a string after the sign.
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

/// The digits in `head` and `tail` times `10^exp`. The digits neither start nor end with a zero.
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

    /// Returns the representation of the number, or `None` if the number has too many digits.
    #[inline]
    fn number(&self, negative: bool) -> Option<Repr> {
        // Counts the digits, and the zeros between the digits and the point.
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

    /// Returns the digits as an integer if they do not exceed the range of the integer.
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

/// Parses an exponent. An exponent that is too large for an `i64` becomes `i64::MAX`. In that case, the number is
/// rejected later, or it is zero.
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
