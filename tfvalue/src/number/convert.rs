//! Converts numbers to and from integers and floats.

use std::fmt;
use std::str::FromStr;

use super::error::integer;
use super::fmt::NumberText;
use super::{Decimal, Number, NumberError, Repr};
use crate::error::Error;

/// The powers of ten that doubles represent exactly.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

impl Number {
    /// Returns the number as an `i64` if the number is whole and in range.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::Number;
    /// assert_eq!("12.0".parse::<Number>()?.as_i64(), Some(12));
    /// assert_eq!("12.5".parse::<Number>()?.as_i64(), None);
    /// # Ok::<(), tfvalue::errors::NumberError>(())
    /// ```
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.as_integer()
    }

    /// Returns the number as a `u64` if the number is whole and in range.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.as_integer()
    }

    /// Returns the number as an `i128` if the number is whole and in range.
    #[must_use]
    pub fn as_i128(&self) -> Option<i128> {
        self.as_integer()
    }

    /// Returns the number as an `f64` if no digit is lost: converting the result back with `Number::try_from` returns
    /// an equal number.
    ///
    /// This is possible for `0.1`, but not for a number with more digits than a double can distinguish.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::Number;
    /// assert_eq!("0.1".parse::<Number>()?.as_f64(), Some(0.1));
    /// assert_eq!("0.33333333333333333333".parse::<Number>()?.as_f64(), None);
    /// assert_eq!("9007199254740993".parse::<Number>()?.as_f64(), None);
    /// # Ok::<(), tfvalue::errors::NumberError>(())
    /// ```
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        let float = self.to_f64();
        Self::try_from(float)
            .is_ok_and(|back| back == *self)
            .then_some(float)
    }

    /// Returns the nearest `f64`. The result is infinite if the number is too large.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::Number;
    /// assert_eq!("0.33333333333333333333".parse::<Number>()?.to_f64(), 1.0 / 3.0);
    /// assert_eq!("1e400".parse::<Number>()?.to_f64(), f64::INFINITY);
    /// # Ok::<(), tfvalue::errors::NumberError>(())
    /// ```
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Int(int) => *int as f64,
            Repr::Float(float) => *float,
            &Repr::Small {
                negative,
                exp,
                coeff,
            } => {
                let float = small_to_f64(coeff, exp);
                if negative { -float } else { float }
            }
            Repr::Big(decimal) => {
                let float = nearest(format_args!("{}e{}", decimal.digits, decimal.exp));
                if decimal.negative { -float } else { float }
            }
        }
    }

    /// Returns the nearest `f32`. The result is infinite if the number is too large.
    ///
    /// Converting via the nearest `f64` would round twice.
    pub(crate) fn to_f32(&self) -> f32 {
        let nearest = |text| NumberText::display(text).parse().unwrap_or(f32::NAN);
        let (negative, float) = match &self.0 {
            Repr::Int(int) => (false, *int as f32),
            Repr::Float(float) => (false, *float as f32),
            Repr::Small {
                negative,
                exp,
                coeff,
            } => (*negative, nearest(format_args!("{coeff}e{exp}"))),
            Repr::Big(decimal) => {
                let Decimal {
                    negative,
                    exp,
                    digits,
                } = &**decimal;
                (*negative, nearest(format_args!("{digits}e{exp}")))
            }
        };
        if negative { -float } else { float }
    }

    /// Rounds the number to an `f64`.
    ///
    /// # Errors
    ///
    /// Fails if the number is finite but too large for an `f64`, or if it is too close to zero.
    #[inline]
    pub(crate) fn to_double(&self) -> crate::error::Result<f64> {
        let float = self.to_f64();
        if float.is_infinite() || float == 0.0 {
            self.check_range(
                float == 0.0,
                "a number that a double can hold",
                "a number that a double can distinguish from zero",
            )?;
        }
        Ok(float)
    }

    /// Rounds the number to an `f32`.
    ///
    /// # Errors
    ///
    /// Fails if the number is finite but too large for an `f32`, or if it is too close to zero.
    pub(crate) fn narrow(&self) -> crate::error::Result<f32> {
        let float = self.to_f32();
        if float.is_infinite() || float == 0.0 {
            self.check_range(
                float == 0.0,
                "a number that a 32-bit float can hold",
                "a number that a 32-bit float can distinguish from zero",
            )?;
        }
        Ok(float)
    }

    /// Checks that rounding to zero or to infinity has not changed the number.
    #[cold]
    fn check_range(
        &self,
        is_zero: bool,
        finite: &'static str,
        nonzero: &'static str,
    ) -> crate::error::Result<()> {
        if is_zero && *self != Number::from(0) {
            Err(Error::mismatch_value(nonzero, "one closer to it", self))
        } else if !is_zero && self.is_finite() {
            Err(Error::mismatch_value(finite, "a greater one", self))
        } else {
            Ok(())
        }
    }

    fn as_integer<T: TryFrom<i64> + FromStr>(&self) -> Option<T> {
        match self.0 {
            Repr::Int(int) => T::try_from(int).ok(),
            Repr::Float(float) => (float == 0.0).then(|| T::try_from(0).ok())?,
            _ if self.is_integer() => self.text().parse().ok(),
            _ => None,
        }
    }
}

/// Converts a double to the number with the double's shortest decimal notation. A whole double converts exactly.
///
/// # Errors
///
/// Fails if the double is NaN.
impl TryFrom<f64> for Number {
    type Error = NumberError;

    #[inline]
    fn try_from(float: f64) -> Result<Self, NumberError> {
        match whole(float) {
            Some(int) if int != 0 || float.is_sign_positive() => Ok(Self(Repr::Int(int))),
            // Minus zero, or a fraction.
            _ if float.abs() < i64::MAX as f64 => Ok(Self(Repr::Float(float))),
            _ => Self::try_from_large(float),
        }
    }
}

/// Returns a double as an integer if the double is whole and fits in an `i64`. For minus zero, the result is also 0.
#[inline]
pub(crate) fn whole(float: f64) -> Option<i64> {
    let int = float as i64;
    // `i64::MAX` is not a double. It is the result for all greater doubles.
    (int as f64 == float && int != i64::MAX).then_some(int)
}

impl Number {
    /// Converts a double that does not fit in an `i64`.
    #[cold]
    fn try_from_large(float: f64) -> Result<Self, NumberError> {
        if float.is_nan() {
            return Err(NumberError::nan());
        }
        if float.is_infinite() {
            return Ok(Self(Repr::Float(float)));
        }
        Self::parse(NumberText::display(format_args!("{float:.0}")).as_bytes())
    }
}

/// Converts a float to the number with the float's shortest decimal notation: `0.1_f32` converts to 0.1. A whole
/// float converts exactly.
///
/// # Errors
///
/// Fails if the float is NaN.
impl TryFrom<f32> for Number {
    type Error = NumberError;

    fn try_from(float: f32) -> Result<Self, NumberError> {
        if float.is_finite() && float.fract() != 0.0 {
            Self::parse(NumberText::display(format_args!("{float:e}")).as_bytes())
        } else {
            Self::try_from(f64::from(float))
        }
    }
}

macro_rules! integers {
    ($($int:ty)*) => {
    $(
        /// Converts a number that is whole and in range.
        ///
        /// # Errors
        ///
        /// Fails if the number is not whole, or if it is out of range.
        impl TryFrom<&Number> for $int {
            type Error = NumberError;

            fn try_from(number: &Number) -> Result<Self, NumberError> {
                number
                    .as_integer()
                    .ok_or_else(|| NumberError::range(Self::MIN, Self::MAX, number))
            }
        }

        /// Converts a number that is whole and in range.
        ///
        /// # Errors
        ///
        /// Fails if the number is not whole, or if it is out of range.
        impl TryFrom<Number> for $int {
            type Error = NumberError;

            fn try_from(number: Number) -> Result<Self, NumberError> {
                Self::try_from(&number)
            }
        }
    )*

        /// Returns the requirement of an integer type.
        pub(super) fn bounds() -> impl Iterator<Item = String> {
            let types = [$(|| integer(<$int>::MIN, <$int>::MAX)),*];
            types.into_iter().map(|bounds| bounds())
        }
    };
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! from_small {
    ($($int:ty)*) => {$(
        impl From<$int> for Number {
            fn from(int: $int) -> Self {
                Self(Repr::Int(int.into()))
            }
        }
    )*};
}

from_small!(i8 i16 i32 i64 u8 u16 u32);

macro_rules! from_wide {
    ($($int:ty)*) => {$(
        impl From<$int> for Number {
            fn from(int: $int) -> Self {
                Self::from(int as i128)
            }
        }
    )*};
}

from_wide!(u64 isize usize);

impl From<i128> for Number {
    fn from(int: i128) -> Self {
        Self(i64::try_from(int).map_or_else(|_| large(int < 0, int.unsigned_abs()), Repr::Int))
    }
}

impl From<u128> for Number {
    fn from(int: u128) -> Self {
        Self(i64::try_from(int).map_or_else(|_| large(false, int), Repr::Int))
    }
}

/// Creates the representation of an integer that does not fit in an `i64`.
fn large(negative: bool, mut magnitude: u128) -> Repr {
    let mut exp = 0;
    while magnitude.is_multiple_of(10) {
        magnitude /= 10;
        exp += 1;
    }
    match u64::try_from(magnitude) {
        Ok(coeff) => Repr::Small {
            negative,
            exp,
            coeff,
        },
        Err(_) => Repr::Big(Box::new(Decimal {
            negative,
            exp,
            digits: magnitude.to_string().into(),
        })),
    }
}

/// Returns the double that is nearest to `coeff * 10^exp`.
fn small_to_f64(coeff: u64, exp: i16) -> f64 {
    if coeff <= 1 << f64::MANTISSA_DIGITS {
        if let Some(power) = EXACT_POWERS.get(usize::from(exp.unsigned_abs())) {
            // Both operands are exact, so the result is rounded only once.
            let coeff = coeff as f64;
            return if exp < 0 {
                coeff / power
            } else {
                coeff * power
            };
        }
    }
    nearest(format_args!("{coeff}e{exp}"))
}

/// Parses a decimal string that is known to be a number.
fn nearest(text: fmt::Arguments<'_>) -> f64 {
    NumberText::display(text).parse().unwrap_or(f64::NAN)
}

impl From<NumberError> for Error {
    #[cold]
    fn from(error: NumberError) -> Self {
        let requirement = error.requirement();
        let expected = requirement
            .strip_suffix(" is required")
            .unwrap_or(requirement);
        Error::mismatch_value(expected.to_owned(), "another value", error.got())
    }
}
