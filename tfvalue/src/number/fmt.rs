use std::fmt::{self, Write};
use std::ops::Deref;

use super::{Number, Repr};
use crate::text;

/// How long a text may be before it is put on the heap.
const SHORT: usize = 46;

const ZEROS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The two digits of each number below a hundred.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut int = 0;
    while int < 100 {
        pairs[int] = [b'0' + int as u8 / 10, b'0' + int as u8 % 10];
        int += 1;
    }
    pairs
};

/// The powers of ten that have room.
const POWERS: [u64; 20] = {
    let mut powers = [1; 20];
    let mut exp = 1;
    while exp < 20 {
        powers[exp] = 10 * powers[exp - 1];
        exp += 1;
    }
    powers
};

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
    pub(super) fn digits(int: u64) -> Self {
        Self::decimal(false, int, 0)
    }

    /// Writes an integer with a point before its last digits, as many as `places`, of which there are at most 19.
    fn decimal(negative: bool, coeff: u64, places: usize) -> Self {
        let mut buffer = [0; SHORT];
        let scale = POWERS[places];
        let (whole, fraction) = (coeff / scale, coeff % scale);
        let point = usize::from(negative) + whole.checked_ilog10().unwrap_or(0) as usize + 1;
        let mut len = point;
        buffer[0] = b'-';
        fill(&mut buffer[usize::from(negative)..point], whole);
        if places > 0 {
            len += 1 + places;
            buffer[point] = b'.';
            fill(&mut buffer[point + 1..len], fraction);
        }
        let len = len as u8; // at most 41
        Self::Short { len, buffer }
    }

    /// Returns the text, which is ASCII.
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

    /// Adds the text to the end of `out`.
    pub(crate) fn push_to(&self, out: &mut Vec<u8>) {
        match self {
            Self::Short { len, buffer } => {
                let end = out.len() + usize::from(*len);
                // All of it, since a length that is known is copied without a call.
                out.extend_from_slice(buffer);
                out.truncate(end);
            }
            Self::Long(text) => out.extend_from_slice(text.as_bytes()),
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
            // All that is ever written are numbers, and so ASCII.
            Self::Short { .. } => text::ascii(self.as_bytes()).unwrap_or_default(),
            Self::Long(text) => text,
        }
    }
}

impl Number {
    /// Returns the plain decimal text.
    pub(crate) fn text(&self) -> Text {
        if let Some(text) = self.short_text() {
            return text;
        }
        let mut text = Text::new();
        let _ = self.write_plain(&mut text); // writing to memory does not fail
        text
    }

    /// Returns the text of what most numbers are, without the formatting machinery.
    fn short_text(&self) -> Option<Text> {
        match self.0 {
            Repr::Int(int) => Some(Text::decimal(int < 0, int.unsigned_abs(), 0)),
            Repr::Float(float) => {
                let (coeff, places) = short_decimal(float.abs())?;
                Some(Text::decimal(float < 0.0, coeff, places))
            }
            Repr::Small {
                negative,
                exp: exp @ -19..0,
                coeff,
            } => Some(Text::decimal(
                negative,
                coeff,
                usize::from(exp.unsigned_abs()),
            )),
            _ => None,
        }
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

/// Returns the shortest decimal text of a positive double that is not whole, if it has few digits: those of the
/// integer, and how many of them stand behind the point.
fn short_decimal(float: f64) -> Option<(u64, usize)> {
    // Decimals of up to 15 digits each have a double of their own, so that this is the only one of them.
    const LIMIT: f64 = 1e15;
    for (places, power) in [(3, 1e3), (6, 1e6), (9, 1e9)] {
        let coeff = float * power + 0.5;
        if !(1.0..LIMIT).contains(&coeff) {
            continue;
        }
        let mut coeff = coeff as u64;
        // Both are exact, and so is the quotient rounded just once, like the double that a text is read as.
        if coeff as f64 / power == float {
            let mut places = places;
            while coeff % 10 == 0 {
                coeff /= 10;
                places -= 1;
            }
            return Some((coeff, places));
        }
    }
    None
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

/// Fills all of `space` with the last digits of an integer, zeros before them.
fn fill(space: &mut [u8], mut int: u64) {
    let mut pairs = space.rchunks_exact_mut(2);
    for pair in &mut pairs {
        pair.copy_from_slice(&PAIRS[(int % 100) as usize]);
        int /= 100;
    }
    if let [digit] = pairs.into_remainder() {
        *digit = b'0' + (int % 10) as u8;
    }
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
