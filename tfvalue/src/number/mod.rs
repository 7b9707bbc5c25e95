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

/// A number of Terraform's: whole, decimal or infinite, and never rounded.
///
/// Terraform computes with 512 bits, so neither a double nor a 64-bit integer can hold every number that it sends, and
/// it refuses a plan in which a configured number comes back changed. A `Number` keeps what arrived: integers and
/// decimals to their last digit, doubles as the doubles that they are.
///
/// # Equality
///
/// Whole numbers are compared exactly. All others are compared by the shortest decimal text that tells them apart
/// from their neighbours, as Terraform does: a double `0.1` equals the text `0.1`, although the double is in truth
/// 0.1000000000000000055…; the text with all those digits equals neither. Order and hash follow the same rule.
/// `-0` equals `0`, and only its text differs.
///
/// # Limits
///
/// The text may have any number of leading zeros, and up to [`MAX_DIGITS`](Self::MAX_DIGITS) digits without them, so
/// that `1e100000000` costs neither time nor memory. NaN is not a number.
///
/// # Examples
///
/// ```
/// use tfvalue::Number;
///
/// let third: Number = "0.33333333333333333333333333333333".parse()?;
/// assert_eq!(third.to_string(), "0.33333333333333333333333333333333");
///
/// // A double equals the decimal text that it is written as.
/// assert_eq!(Number::try_from(0.1)?, "0.10".parse()?);
///
/// // Whole numbers are whole numbers, however they were written.
/// assert_eq!(Number::from(1000), "1e3".parse()?);
/// assert_eq!(u16::try_from(Number::try_from(1000.0)?)?, 1000);
/// # Ok::<(), tfvalue::NumberError>(())
/// ```
#[derive(Clone)]
pub struct Number(Repr);

/// What a [`Number`] holds; each number but a double has just one form.
#[derive(Clone)]
enum Repr {
    /// Every whole number that fits.
    Int(i64),
    /// A double that is not whole, or `-0.0`, or an infinity.
    Float(f64),
    /// `coeff * 10^exp`, where `coeff` does not end in a zero and the number is no `Int`.
    Small {
        negative: bool,
        exp: i16,
        coeff: u64,
    },
    /// The same with more digits than a `u64` has.
    Big(Box<Decimal>),
}

/// `digits * 10^exp`, where the digits neither begin nor end with a zero.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Decimal {
    negative: bool,
    exp: i16,
    digits: Box<str>,
}

impl Number {
    /// How many digits the plain decimal text of a number may have, those after the point included: 4,096.
    ///
    /// The exact value of a double has up to 309 digits before the point and 1,074 after it.
    pub const MAX_DIGITS: usize = 4096;

    /// The largest binary exponent, as in `1p5` (32), of either sign: 512, which is Terraform's precision in bits.
    ///
    /// Each step of it may add a digit that must be held, so it is bounded more closely than decimal exponents.
    pub const MAX_BINARY_EXPONENT: u32 = 512;

    /// Tells whether the number is whole.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::Number;
    /// assert!("12.00".parse::<Number>()?.is_integer());
    /// assert!(!"12.01".parse::<Number>()?.is_integer());
    /// # Ok::<(), tfvalue::NumberError>(())
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

    /// Tells whether the number is not an infinity.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        !matches!(self.0, Repr::Float(float) if float.is_infinite())
    }
}
