use std::fmt::{self, Write};
use std::ops::Deref;

use super::{Number, Repr};

/// How long a text may be before it is put on the heap.
const SHORT: usize = 46;

const ZEROS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A text that lies on the stack unless it is long.
#[derive(Debug)]
pub(crate) enum Text {
    Short { len: u8, buffer: [u8; SHORT] },
    Long(String),
}

impl Text {
    pub(super) fn display(value: impl fmt::Display) -> Self {
        let mut text = Self::new();
        // Writing to memory does not fail, and neither do the values that are written here.
        let _ = write!(text, "{value}");
        text
    }

    /// Writes an integer without the formatting machinery, which is most of the time that a short number takes.
    pub(super) fn digits(mut int: u64) -> Self {
        let mut buffer = [0; SHORT];
        let len = int.checked_ilog10().unwrap_or(0) + 1;
        for digit in buffer[..len as usize].iter_mut().rev() {
            *digit = b'0' + (int % 10) as u8;
            int /= 10;
        }
        let len = len as u8; // at most 20
        Self::Short { len, buffer }
    }

    /// Writes `coeff / 10^places`, if that is short.
    #[inline]
    fn decimal(negative: bool, mut coeff: u64, places: usize) -> Option<Self> {
        let digits = coeff.checked_ilog10().unwrap_or(0) as usize + 1;
        let sign = usize::from(negative);
        let len = sign + digits.max(places + 1) + 1;
        let mut buffer = [b'0'; SHORT];
        let mut digit = |buffer: &mut [u8]| {
            buffer.iter_mut().rev().for_each(|place| {
                *place = b'0' + (coeff % 10) as u8;
                coeff /= 10;
            });
        };
        let point = len.checked_sub(places + 1)?;
        digit(buffer.get_mut(point + 1..len)?);
        buffer[point] = b'.';
        digit(buffer.get_mut(sign..point)?);
        if negative {
            buffer[0] = b'-';
        }
        let len = len as u8; // at most `SHORT`
        Some(Self::Short { len, buffer })
    }

    /// Returns the text, which is ASCII.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Short { len, buffer } => &buffer[..usize::from(*len)],
            Self::Long(text) => text.as_bytes(),
        }
    }

    fn new() -> Self {
        Self::Short {
            len: 0,
            buffer: [0; SHORT],
        }
    }
}

impl Write for Text {
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

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Short { len, buffer } => {
                // Only whole strings are ever appended.
                std::str::from_utf8(&buffer[..usize::from(*len)]).unwrap_or_default()
            }
            Self::Long(text) => text,
        }
    }
}

impl Number {
    /// Returns the plain decimal text.
    #[inline]
    pub(crate) fn text(&self) -> Text {
        if let Repr::Small {
            negative,
            exp: exp @ ..0,
            coeff,
        } = self.0
        {
            if let Some(text) = Text::decimal(negative, coeff, usize::from(exp.unsigned_abs())) {
                return text;
            }
        }
        let mut text = Text::new();
        let _ = self.write_plain(&mut text); // writing to memory does not fail
        text
    }

    /// Writes the plain decimal text, without an exponent; minus zero is `-0`, an infinity `inf` or `-inf`.
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
            } => write_decimal(out, *negative, &Text::digits(*coeff), *exp),
            Repr::Big(decimal) => {
                write_decimal(out, decimal.negative, &decimal.digits, decimal.exp)
            }
        }
    }
}

/// Writes the plain decimal text, in which no exponent ever stands: a double by its shortest text, all else in full.
///
/// Minus zero is `-0`, an infinity `inf` or `-inf`. Reading the text gives an equal number back.
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

/// Returns what Terraform writes for a double that lies just between its two shortest texts: the one whose last digit
/// is even, where the standard library takes the larger.
pub(super) fn between_two_texts(float: f64) -> Option<Number> {
    // Such a double has a digit more than its shortest text, and so at most 18. One that is an odd multiple of 2^-n has
    // at least the digits of 5^n, so that n is 25 at the most.
    const MULTIPLE: f64 = 33_554_432.0;
    // With fewer digits, the two texts are too far apart to be texts of the same double.
    const LEAST_DIGITS: usize = 16;
    if (float * MULTIPLE).fract() != 0.0 {
        return None;
    }
    let shortest = Text::display(format_args!("{float:e}"));
    let mantissa = shortest.split('e').next().unwrap_or_default();
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    if digits < LEAST_DIGITS {
        return None;
    }
    let even = Text::display(format_args!("{float:.*e}", digits - 1));
    let stands_for_it = even.parse() == Ok(float);
    Number::parse(even.as_bytes())
        .ok()
        .filter(|_| stands_for_it)
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
