//! `ByteSize`, a number of bytes with a unit.

use super::TfText;

/// A number of bytes for [`Text`](super::Text), written as a string such as `512`, `64 kB` or `1.5GiB`.
///
/// The units are `B`, `k` or `K`, `M`, `G`, `T`, `P` and `E` for powers of 1000, and `Ki`, `Mi` and so on for powers
/// of 1024, each with or without `B`. There can be one space before the unit. The number of bytes must be whole.
///
/// # Examples
///
/// ```
/// use tfvalue::{Text, texts::ByteSize};
///
/// let size: Text<ByteSize> = "1.5 GiB".parse()?;
/// assert_eq!(size.value().bytes(), 3 << 29);
/// assert_eq!(size, "1536Mi".parse()?);
/// assert_eq!(size.as_str(), "1.5 GiB");
/// assert_eq!(Text::from(ByteSize::new(4096)).as_str(), "4096");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteSize(u64);

impl ByteSize {
    /// Creates a size.
    #[must_use]
    pub const fn new(bytes: u64) -> Self {
        ByteSize(bytes)
    }

    /// Returns the number of bytes.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        self.0
    }
}

impl TfText for ByteSize {
    const EXPECTED: &'static str = "a number of bytes such as \"512\", \"64 kB\" or \"1.5GiB\"";

    fn read(text: &str) -> Option<Self> {
        let is_number = |letter: char| letter.is_ascii_digit() || letter == '.';
        let number = text.trim_end_matches(|letter| !is_number(letter));
        let unit = match text.strip_prefix(number)?.split_at_checked(1) {
            Some((" ", "")) => return None,
            Some((" ", unit)) => unit,
            _ => &text[number.len()..],
        };
        let factor = factor(unit)?;
        if !number.chars().all(is_number) {
            return None; // a sign
        }
        let (whole, fraction) = match number.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (number, ""),
        };
        let whole = u128::from(whole.parse::<u64>().ok()?).checked_mul(factor)?;
        let fraction = match fraction.trim_end_matches('0') {
            "" => 0,
            digits => {
                let scale = 10_u128.checked_pow(u32::try_from(digits.len()).ok()?)?;
                let part = digits
                    .parse::<u64>()
                    .ok()
                    .map(u128::from)?
                    .checked_mul(factor)?;
                (part % scale == 0).then_some(part / scale)?
            }
        };
        u64::try_from(whole + fraction).ok().map(ByteSize)
    }

    fn canonical(&self) -> String {
        self.0.to_string()
    }
}

/// Returns the number of bytes of a unit.
fn factor(unit: &str) -> Option<u128> {
    let unit = unit.strip_suffix('B').unwrap_or(unit);
    let (letter, base) = match unit.strip_suffix('i') {
        Some("" | "k") => return None,
        Some(letter) => (letter, 1024_u128),
        None => (unit, 1000),
    };
    let power = match letter {
        "" => 0,
        "k" | "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        "P" => 5,
        "E" => 6,
        _ => return None,
    };
    Some(base.pow(power))
}

#[cfg(test)]
mod tests {
    use super::{ByteSize, TfText};

    #[test]
    fn sizes() {
        let table = [
            ("0", Some(0)),
            ("1B", Some(1)),
            ("64 kB", Some(64_000)),
            ("64KiB", Some(65_536)),
            ("1.5Gi", Some(3 << 29)),
            ("0.001k", Some(1)),
            ("1.500 M", Some(1_500_000)),
            ("18446744073709551615", Some(u64::MAX)),
            ("16EiB", None),
            ("18446744073709551616", None),
            ("0.0001k", None),
            ("", None),
            ("k", None),
            (".5k", None),
            ("1.", None),
            ("1.2.3", None),
            ("+1", None),
            ("-1", None),
            (" 1", None),
            ("1  k", None),
            ("1 ", None),
            ("1b", None),
            ("1m", None),
            ("1i", None),
            ("1kib", None),
            ("1.00000000000000000000000000000000000000000000001k", None),
        ];
        for (text, bytes) in table {
            assert_eq!(ByteSize::read(text).map(ByteSize::bytes), bytes, "{text:?}");
        }
    }
}
