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

/// An integer with a point before its last digits.
struct ShortDecimal {
    negative: bool,
    whole: u64,
    fraction: u64,
    /// How many bytes there are before the point.
    point: usize,
    /// How many digits there are after the point, at most 19.
    places: usize,
}

impl ShortDecimal {
    #[inline]
    fn new(negative: bool, coeff: u64, places: usize) -> Self {
        let (whole, fraction) = match places {
            0 => (coeff, 0),
            _ => (coeff / POWERS[places], coeff % POWERS[places]),
        };
        ShortDecimal {
            negative,
            whole,
            fraction,
            point: usize::from(negative) + whole.checked_ilog10().unwrap_or(0) as usize + 1,
            places,
        }
    }

    /// Returns the length of the text, which is at most 41.
    fn len(&self) -> usize {
        self.point + self.places + usize::from(self.places > 0)
    }

    /// Writes the text into as many bytes as it has.
    #[inline]
    fn write(&self, space: &mut [u8]) {
        let (whole, fraction) = space.split_at_mut(self.point);
        let sign = usize::from(self.negative);
        fill(&mut whole[sign..], self.whole);
        if self.negative {
            whole[0] = b'-';
        }
        if let Some((point, fraction)) = fraction.split_first_mut() {
            *point = b'.';
            fill(fraction, self.fraction);
        }
    }

    /// Adds the text to the end of `out`.
    #[inline]
    fn push_to(&self, out: &mut Vec<u8>) {
        let start = out.len();
        // As many as there may be, since a length that is known is filled without a call.
        out.extend_from_slice(&[0; SHORT]);
        out.truncate(start + self.len());
        self.write(&mut out[start..]);
    }
}

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
        Self::short(&ShortDecimal::new(false, int, 0))
    }

    fn short(decimal: &ShortDecimal) -> Self {
        let mut buffer = [0; SHORT];
        let len = decimal.len();
        decimal.write(&mut buffer[..len]);
        let len = len as u8; // at most `SHORT`
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
        match self.short_decimal() {
            Some(decimal) => Text::short(&decimal),
            None => self.long_text(),
        }
    }

    fn long_text(&self) -> Text {
        let mut text = Text::new();
        let _ = self.write_plain(&mut text); // writing to memory does not fail
        text
    }

    /// Adds the plain decimal text to the end of `out`, after a header that is written given its length.
    ///
    /// # Errors
    ///
    /// If the header cannot be written.
    #[inline]
    pub(crate) fn push_text<E>(
        &self,
        out: &mut Vec<u8>,
        header: impl Fn(&mut Vec<u8>, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(decimal) = self.short_decimal() {
            header(out, decimal.len())?;
            decimal.push_to(out);
        } else {
            let text = self.long_text();
            header(out, text.len())?;
            out.extend_from_slice(text.as_bytes());
        }
        Ok(())
    }

    /// Returns what most numbers are, whose text needs no formatting machinery.
    #[inline]
    fn short_decimal(&self) -> Option<ShortDecimal> {
        match self.0 {
            Repr::Int(int) => Some(ShortDecimal::new(int < 0, int.unsigned_abs(), 0)),
            Repr::Float(float) => {
                let (coeff, places) = short_decimal(float.abs())?;
                Some(ShortDecimal::new(float < 0.0, coeff, places))
            }
            Repr::Small {
                negative,
                exp: exp @ -19..0,
                coeff,
            } => Some(ShortDecimal::new(
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
    const EIGHT: u64 = 100_000_000;
    let mut eights = space.rchunks_exact_mut(8);
    for eight in &mut eights {
        eight.copy_from_slice(&eight_digits(int % EIGHT));
        int /= EIGHT;
    }
    let mut pairs = eights.into_remainder().rchunks_exact_mut(2);
    for pair in &mut pairs {
        pair.copy_from_slice(&PAIRS[(int % 100) as usize]);
        int /= 100;
    }
    if let [digit] = pairs.into_remainder() {
        *digit = b'0' + (int % 10) as u8;
    }
}

/// Returns the digits of an integer below 10^8: halves it into digits of base 10,000, 100 and 10 that lie side by side
/// in one word. Each quotient is a product and a shift, exact for what is divided.
fn eight_digits(int: u64) -> [u8; 8] {
    let fours = (int / 10_000) | ((int % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let twos = hundreds | ((fours - 100 * hundreds) << 16);
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    let ones = tens | ((twos - 10 * tens) << 8);
    (ones | u64::from_ne_bytes([b'0'; 8])).to_le_bytes()
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
