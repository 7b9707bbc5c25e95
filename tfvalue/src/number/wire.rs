//! The form of numbers in MessagePack.

use super::binary;
use super::{Decimal, Number, Repr};

/// A number as represented in Terraform's MessagePack.
#[derive(Debug)]
pub(crate) enum Wire {
    Int(i64),
    /// An infinity, or a fraction that exactly equals a double.
    Float(f64),
    /// Any other number in plain decimal notation.
    Text,
}

impl Number {
    /// Returns the form of the number in MessagePack. Minus zero becomes 0.
    #[inline]
    pub(crate) fn wire(&self) -> Wire {
        match self.0 {
            Repr::Int(int) => Wire::Int(int),
            Repr::Float(0.0) => Wire::Int(0),
            Repr::Float(float) => Wire::Float(float),
            // The decimal notations of fractions that are doubles (halves, quarters, eighths, …) all end in the digit 5.
            Repr::Small { coeff, .. } if coeff % 5 != 0 => Wire::Text,
            _ => self.decimal_wire(),
        }
    }

    fn decimal_wire(&self) -> Wire {
        let exact = match &self.0 {
            Repr::Int(_) | Repr::Float(_) => None,
            &Repr::Small {
                negative,
                exp,
                coeff,
            } => small_as_double(negative, coeff, exp),
            Repr::Big(decimal) => self.big_as_double(decimal),
        };
        exact.map_or(Wire::Text, Wire::Float)
    }

    fn big_as_double(&self, decimal: &Decimal) -> Option<f64> {
        if decimal.exp >= 0 {
            return None;
        }
        let float = self.to_f64();
        let (mantissa, exp) = binary_parts(float)?;
        // A double has as many decimal places as binary places. This test rules out nearly all other numbers early.
        if exp != i32::from(decimal.exp) {
            return None;
        }
        let (digits, _) = binary::scale(&mantissa.to_string(), exp);
        (digits.trim_start_matches('0') == &*decimal.digits).then_some(float)
    }
}

/// Returns the double that has exactly the value of a decimal string, if the value is a fraction and such a double exists.
///
/// Serializers use this function if they have only the string, because the shortest notation of the double differs from
/// the string.
pub(crate) fn exact_double(text: &str) -> Option<f64> {
    // The decimal notations of fractions that are doubles (halves, quarters, eighths, …) all end in the digit 5.
    if !text.ends_with('5') {
        return None;
    }
    match text.parse::<Number>().ok()?.wire() {
        Wire::Float(float) => Some(float),
        Wire::Int(_) | Wire::Text => None,
    }
}

/// Returns `coeff * 10^exp` as a double if the value is a fraction and the double is exact.
fn small_as_double(negative: bool, coeff: u64, exp: i16) -> Option<f64> {
    if exp >= 0 {
        return None;
    }
    let places = u32::from(exp.unsigned_abs());
    // coeff / 10^n is (coeff / 5^n) / 2^n. The first quotient must be whole. The quotient is odd, because the last
    // digit of `coeff` is not zero.
    let fives = 5_u64.checked_pow(places)?;
    let mantissa = coeff / fives;
    if !coeff.is_multiple_of(fives) || mantissa >= 1 << f64::MANTISSA_DIGITS {
        return None;
    }
    let float = mantissa as f64 / (1_u64 << places) as f64;
    Some(if negative { -float } else { float })
}

/// Splits a finite nonzero double into an odd integer and a power of two.
fn binary_parts(float: f64) -> Option<(u64, i32)> {
    const FRACTION_BITS: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = float.abs().to_bits();
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    let (mantissa, exp) = match bits >> FRACTION_BITS {
        0 => (fraction, 1),
        exp => (fraction | 1 << FRACTION_BITS, exp),
    };
    if mantissa == 0 || float.is_infinite() {
        return None;
    }
    let zeros = mantissa.trailing_zeros();
    Some((
        mantissa >> zeros,
        i32::try_from(exp).ok()? - 1075 + zeros as i32,
    ))
}
