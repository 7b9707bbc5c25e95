//! Formats numbers in plain decimal notation.

use std::fmt::{self, Write};
use std::ops::Deref;

use super::{Number, Repr};
use crate::text;

/// The maximum length of a string that is stored on the stack.
const SHORT: usize = 46;

const ZEROS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The maximum number of digits in a formatted integer. It is sufficient for a `u64` in words of eight digits.
const DIGITS: usize = 24;

/// An integer with a decimal point before its last digits.
struct ShortDecimal {
    negative: bool,
    coeff: u64,
    /// The number of digits after the decimal point, which is at most 19.
    places: usize,
}

impl ShortDecimal {
    /// If there are at most eight digits, returns the text in the lowest bytes of a word, and the length of the text.
    #[inline]
    fn in_word(&self) -> Option<(u128, usize)> {
        if self.coeff >= EIGHT_DIGITS || self.places >= 8 {
            return None;
        }
        let word = eight_digits(self.coeff);
        let zeros = (word.trailing_zeros() as usize / 8).min(7 - self.places);
        let (mut text, mut len) = (u128::from((word | ZERO_DIGITS) >> (8 * zeros)), 8 - zeros);
        if self.places > 0 {
            let point = 8 * (len - self.places);
            let whole = text & ((1 << point) - 1);
            text = (text ^ whole) << 8 | u128::from(b'.') << point | whole;
            len += 1;
        }
        if self.negative {
            Some((text << 8 | u128::from(b'-'), len + 1))
        } else {
            Some((text, len))
        }
    }

    /// Writes the text, and returns its length, which is at most 22. The bytes after the text are
    /// unspecified.
    ///
    /// All copies have a constant length, so they do not require a function call.
    fn write(&self, space: &mut [u8; SHORT]) -> usize {
        let mut digits = [b'0'; 2 * DIGITS];
        let mut coeff = self.coeff;
        let mut count = 0;
        for eight in digits[..DIGITS].rchunks_exact_mut(8) {
            let word = eight_digits(coeff % EIGHT_DIGITS);
            eight.copy_from_slice(&(word | ZERO_DIGITS).to_le_bytes());
            coeff /= EIGHT_DIGITS;
            count += 8;
            if coeff == 0 {
                count -= word.trailing_zeros() as usize / 8;
                break;
            }
        }
        count = count.max(self.places + 1);
        let start = usize::from(self.negative);
        space[0] = b'-';
        space[start..][..DIGITS].copy_from_slice(&digits[DIGITS - count..][..DIGITS]);
        if self.places == 0 {
            return start + count;
        }
        let point = start + count - self.places;
        space[point] = b'.';
        space[point + 1..][..DIGITS].copy_from_slice(&digits[DIGITS - self.places..][..DIGITS]);
        start + count + 1
    }
}

/// A string that is stored on the stack unless it is long.
#[derive(Debug)]
pub(crate) enum NumberText {
    Short { len: u8, buffer: [u8; SHORT] },
    Long(String),
}

impl NumberText {
    pub(super) fn display(value: impl fmt::Display) -> Self {
        let mut text = Self::new();
        // Writing to memory cannot fail.
        let _ = write!(text, "{value}");
        text
    }

    /// Formats an integer without `fmt`, which would account for most of the time for short numbers.
    pub(super) fn digits(int: u64) -> Self {
        Self::short(&ShortDecimal {
            negative: false,
            coeff: int,
            places: 0,
        })
    }

    fn short(decimal: &ShortDecimal) -> Self {
        let mut buffer = [0; SHORT];
        let len = decimal.write(&mut buffer) as u8; // at most `SHORT`
        Self::Short { len, buffer }
    }

    /// Returns the text. It is always ASCII.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Short { len, buffer } => &buffer[..usize::from(*len)],
            Self::Long(text) => text.as_bytes(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Short { len, .. } => usize::from(*len),
            Self::Long(text) => text.len(),
        }
    }

    fn new() -> Self {
        Self::Short {
            len: 0,
            buffer: [0; SHORT],
        }
    }
}

impl Write for NumberText {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        match self {
            Self::Long(text) => text.push_str(part),
            Self::Short { len, buffer } => {
                let start = usize::from(*len);
                match buffer.get_mut(start..start + part.len()) {
                    Some(space) => {
                        space.copy_from_slice(part.as_bytes());
                        *len += part.len() as u8; // at most `SHORT`
                    }
                    None => *self = Self::Long([&**self, part].concat()),
                }
            }
        }
        Ok(())
    }
}

impl Deref for NumberText {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            // Only numbers are written, so the text is ASCII.
            Self::Short { .. } => text::ascii(self.as_bytes()).unwrap_or_default(),
            Self::Long(text) => text,
        }
    }
}

impl Number {
    /// Returns the plain decimal text.
    pub(crate) fn text(&self) -> NumberText {
        match self.short_decimal() {
            Some(decimal) => NumberText::short(&decimal),
            None => self.long_text(),
        }
    }

    fn long_text(&self) -> NumberText {
        let mut text = NumberText::new();
        let _ = self.write_plain(&mut text); // writing to memory does not fail
        text
    }

    /// Appends the plain decimal notation to `out`, after a header that `header` writes based on the length of the
    /// notation.
    #[inline]
    pub(crate) fn push_text(&self, out: &mut Vec<u8>, header: impl Fn(&mut Vec<u8>, u32)) {
        // Copies a constant number of bytes, which does not require a function call, and truncates the excess bytes.
        let decimal = self.short_decimal();
        if let Some((text, len)) = decimal.as_ref().and_then(ShortDecimal::in_word) {
            header(out, len as u32);
            let end = out.len() + len;
            out.extend_from_slice(&text.to_le_bytes());
            return out.truncate(end);
        }
        let text = match decimal {
            Some(decimal) => NumberText::short(&decimal),
            None => self.long_text(),
        };
        // The length is at most `MAX_DIGITS` plus a few bytes.
        header(out, text.len() as u32);
        out.extend_from_slice(text.as_bytes());
    }

    /// Returns the digits and the position of the point for a number with a short text. Most numbers have one.
    #[inline]
    fn short_decimal(&self) -> Option<ShortDecimal> {
        let (negative, coeff, places) = match self.0 {
            Repr::Int(int) => (int < 0, int.unsigned_abs(), 0),
            Repr::Float(float) => {
                let (coeff, places) = short_decimal(float.abs())?;
                (float < 0.0, coeff, places)
            }
            Repr::Small {
                negative,
                exp: exp @ -19..0,
                coeff,
            } => (negative, coeff, usize::from(exp.unsigned_abs())),
            _ => return None,
        };
        Some(ShortDecimal {
            negative,
            coeff,
            places,
        })
    }

    /// Writes the plain decimal notation, without an exponent. Minus zero is written as `-0`, and an infinity is
    /// written as `inf` or `-inf`.
    pub(crate) fn write_plain(&self, out: &mut impl Write) -> fmt::Result {
        match &self.0 {
            Repr::Int(int) => write!(out, "{int}"),
            Repr::Float(float) => match between_two_texts(*float) {
                Some(number) => number.write_plain(out),
                None => write!(out, "{float}"),
            },
            Repr::Small {
                negative,
                exp,
                coeff,
            } => write_decimal(out, *negative, &NumberText::digits(*coeff), *exp),
            Repr::Big(decimal) => {
                write_decimal(out, decimal.negative, &decimal.digits, decimal.exp)
            }
        }
    }
}

/// Writes the plain decimal notation, which never has an exponent. A double is written with the fewest digits that
/// identify it. Any other number is written with all digits.
///
/// Minus zero is written as `-0`, and an infinity is written as `inf` or `-inf`. Parsing the output returns an equal
/// number.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_plain(f)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_plain(f)
    }
}

/// If the shortest decimal notation of a positive fraction has few digits, returns these digits as an integer, and the
/// number of digits after the point.
fn short_decimal(float: f64) -> Option<(u64, usize)> {
    // Decimals with up to 15 digits correspond to distinct doubles, so only one of these decimals corresponds to this
    // double.
    const LIMIT: f64 = 1e15;
    for (places, power) in [(3, 1e3), (6, 1e6), (9, 1e9)] {
        let coeff = float * power + 0.5;
        if !(1.0..LIMIT).contains(&coeff) {
            continue;
        }
        let mut coeff = coeff as u64;
        // Both operands are exact, so the quotient is rounded only once, as when the text is parsed.
        if coeff as f64 / power == float {
            let mut places = places;
            while coeff.is_multiple_of(10) {
                coeff /= 10;
                places -= 1;
            }
            return Some((coeff, places));
        }
    }
    None
}

/// Returns the number that Terraform writes for a double that is exactly halfway between two shortest strings, or
/// `None` for other doubles. Terraform chooses the string whose last digit is even, but the standard library chooses
/// the larger string.
pub(super) fn between_two_texts(float: f64) -> Option<Number> {
    // The exact value has one more digit than the shortest string, so it has at most 18 digits. An odd multiple of
    // 2^-n has at least as many digits as 5^n, so n is at most 25.
    const MULTIPLE: f64 = 33_554_432.0;
    // With fewer digits, the two strings are too far apart to correspond to the same double.
    const LEAST_DIGITS: usize = 16;
    if (float * MULTIPLE).fract() != 0.0 {
        return None;
    }
    let shortest = NumberText::display(format_args!("{float:e}"));
    let mantissa = shortest.split('e').next().unwrap_or_default();
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    if digits < LEAST_DIGITS {
        return None;
    }
    let even = NumberText::display(format_args!("{float:.*e}", digits - 1));
    let stands_for_it = even.parse() == Ok(float);
    Number::parse(even.as_bytes())
        .ok()
        .filter(|_| stands_for_it)
}

/// The smallest integer with more than eight digits.
const EIGHT_DIGITS: u64 = 100_000_000;

/// Eight zeros as text. Adding these zeros to eight digits converts the digits to characters.
const ZERO_DIGITS: u64 = u64::from_ne_bytes([b'0'; 8]);

/// Returns the digits of an integer below 10^8, with the first digit in the lowest byte.
///
/// The function splits the integer into digits of base 10,000, then 100, then 10, all within one word. Each division is
/// implemented as a multiplication and a shift, which are exact for integers of this size.
#[inline]
fn eight_digits(int: u64) -> u64 {
    let fours = (int / 10_000) | ((int % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let twos = hundreds | ((fours - 100 * hundreds) << 16);
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    tens | ((twos - 10 * tens) << 8)
}

fn write_decimal(out: &mut impl Write, negative: bool, digits: &str, exp: i16) -> fmt::Result {
    if negative {
        out.write_char('-')?;
    }
    let places = usize::from(exp.unsigned_abs());
    if exp >= 0 {
        out.write_str(digits)?;
        return write_zeros(out, places);
    }
    if let Some(point @ 1..) = digits.len().checked_sub(places) {
        out.write_str(&digits[..point])?;
        out.write_char('.')?;
        return out.write_str(&digits[point..]);
    }
    out.write_str("0.")?;
    write_zeros(out, places - digits.len())?;
    out.write_str(digits)
}

fn write_zeros(out: &mut impl Write, mut count: usize) -> fmt::Result {
    while count > 0 {
        let step = count.min(ZEROS.len());
        out.write_str(&ZEROS[..step])?;
        count -= step;
    }
    Ok(())
}
