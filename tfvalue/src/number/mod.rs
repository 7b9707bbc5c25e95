//! Numbers that are never rounded.

mod binary;
mod canonical;
mod convert;
mod error;
mod fmt;
mod parse;
mod serde_impls;
#[cfg(test)]
mod tests;
mod wire;

pub(crate) use self::convert::whole;
pub use self::error::NumberError;
pub(crate) use self::wire::{Wire, exact_double};

/// A Terraform number: an integer, a decimal or an infinity. It is never rounded.
///
/// Terraform computes with 512 bits of precision, so neither an `f64` nor an `i64` can represent every number that
/// Terraform sends. Terraform rejects a plan in which a configured number has changed, even if the only change is due
/// to rounding. A `Number` stores integers and decimals with all their digits, and stores doubles as doubles.
///
/// # Equality
///
/// Whole numbers are compared exactly. Other numbers are compared by their decimal notation, as in Terraform. The
/// decimal notation of a double is the shortest notation that identifies the double. For example, the double `0.1`
/// equals the string `0.1`, although the exact value of the double is 0.1000000000000000055…. A string with all of
/// these digits is equal neither to the double nor to the string `0.1`. Ordering and hashing follow the same rules.
/// `-0` equals `0`. The two numbers differ only in their text.
///
/// # Limits
///
/// A string may have any number of leading zeros, followed by at most [`MAX_DIGITS`](Self::MAX_DIGITS) digits when the
/// number is written without an exponent. For example, `1e100000000` is rejected without taking time or memory. NaN is
/// not a number.
///
/// # Examples
///
/// ```
/// use tfvalue::Number;
///
/// let third: Number = "0.33333333333333333333333333333333".parse()?;
/// assert_eq!(third.to_string(), "0.33333333333333333333333333333333");
///
/// // A double equals its decimal text.
/// assert_eq!(Number::try_from(0.1)?, "0.10".parse()?);
///
/// // Whole numbers are equal regardless of how they were written.
/// assert_eq!(Number::from(1000), "1e3".parse()?);
/// assert_eq!(u16::try_from(Number::try_from(1000.0)?)?, 1000);
/// # Ok::<(), tfvalue::errors::NumberError>(())
/// ```
#[derive(Clone)]
pub struct Number(Repr);

/// The representation of a [`Number`]. Except for doubles, the representation of a number is unique.
#[derive(Clone)]
enum Repr {
    /// A whole number. All whole numbers that fit in this variant are represented in this way.
    Int(i64),
    /// A double that is a fraction, `-0.0` or an infinity.
    Float(f64),
    /// `coeff * 10^exp`. The last digit of `coeff` is not zero, and the number cannot be represented as an `Int`.
    Small {
        negative: bool,
        exp: i16,
        coeff: u64,
    },
    /// A decimal with more digits than fit in a `u64`.
    Big(Box<Decimal>),
}

/// `digits * 10^exp`. The digits neither start nor end with a zero.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Decimal {
    negative: bool,
    exp: i16,
    digits: Box<str>,
}

impl Number {
    /// The maximum number of digits in the plain decimal notation of a number, before and after the point: 4,096.
    ///
    /// This limit is sufficient for the exact value of any double, which has up to 309 digits before the point and
    /// 1,074 digits after the point.
    pub const MAX_DIGITS: usize = 4096;

    /// The maximum magnitude of a binary exponent: 512, which is Terraform's precision in
    /// bits. In `1p5`, which equals 32, the binary exponent is 5.
    ///
    /// Incrementing the exponent can add a digit that must be stored, so the limit is lower than for decimal exponents.
    pub const MAX_BINARY_EXPONENT: u32 = 512;

    /// Returns `true` if the number is whole.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::Number;
    /// assert!("12.00".parse::<Number>()?.is_integer());
    /// assert!(!"12.01".parse::<Number>()?.is_integer());
    /// # Ok::<(), tfvalue::errors::NumberError>(())
    /// ```
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Int(_) => true,
            Repr::Float(float) => *float == 0.0,
            Repr::Small { exp, .. } => *exp >= 0,
            Repr::Big(decimal) => decimal.exp >= 0,
        }
    }

    /// Returns `true` if the number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        !matches!(self.0, Repr::Float(float) if float.is_infinite())
    }
}
