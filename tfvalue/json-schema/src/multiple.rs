//! Checks exactly whether numbers are multiples of a step.

use tfvalue::Number;

/// The maximum step: the product of a remainder and ten must not overflow.
const MAX: u128 = u128::MAX / 16;

/// A step, which is a positive whole number times a power of ten.
pub(crate) struct Step {
    digits: u128,
    exponent: i64,
}

impl Step {
    /// Returns `None` if the number is not positive or has more than about 37 digits.
    pub(crate) fn of(number: &Number) -> Option<Self> {
        if !number.is_finite() || *number <= Number::from(0) {
            return None;
        }
        let (digits, exponent) = decimal(&number.to_string());
        let digits: u128 = digits.parse().ok().filter(|digits| *digits <= MAX)?;
        Some(Step { digits, exponent })
    }

    /// Returns `true` if a number is a multiple of the step.
    pub(crate) fn divides(&self, number: &Number) -> bool {
        if !number.is_finite() {
            return false;
        }
        let (digits, exponent) = decimal(&number.to_string());
        if digits.is_empty() {
            return true;
        }
        // The last digit is not zero, so the number is not a multiple of a higher power of ten.
        let Ok(zeros) = usize::try_from(exponent - self.exponent) else {
            return false;
        };
        let digits = digits.bytes().chain(std::iter::repeat_n(b'0', zeros));
        let add = |rest: u128, digit: u8| (rest * 10 + u128::from(digit - b'0')) % self.digits;
        digits.fold(0, add) == 0
    }
}

/// Splits the plain text of a number into a power of ten and digits without zeros at either end. Zero has no digits.
fn decimal(text: &str) -> (String, i64) {
    let text = text.trim_start_matches('-');
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_end_matches('0');
    let exponent = (all.len() - digits.len()) as i64 - fraction.len() as i64;
    (digits.trim_start_matches('0').to_owned(), exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divides(step: &str, number: &str) -> bool {
        let number = number.parse().unwrap();
        Step::of(&step.parse().unwrap()).unwrap().divides(&number)
    }

    #[test]
    fn multiples() {
        for (step, number) in [
            ("1", "5"),
            ("0.1", "0.3"),
            ("0.01", "-19.99"),
            ("0.5", "2"),
            ("2.5", "1e30"),
            ("3", "0"),
            ("2", "-170141183460469231731687303715884105728"),
            ("20", "1000"),
            ("1e3", "5000"),
        ] {
            assert!(divides(step, number), "{step} {number}");
        }
        for (step, number) in [
            ("2", "5"),
            ("0.1", "0.35"),
            ("0.5", "0.25"),
            ("3", "1e30"),
            ("1e3", "500"),
            ("20", "30"),
            ("3", "-170141183460469231731687303715884105728"),
        ] {
            assert!(!divides(step, number), "{step} {number}");
        }
    }

    #[test]
    fn steps_that_are_not_checked() {
        for step in [
            "0",
            "-1",
            "-0.5",
            "-170141183460469231731687303715884105728",
        ] {
            assert!(Step::of(&step.parse().unwrap()).is_none(), "{step}");
        }
    }
}
