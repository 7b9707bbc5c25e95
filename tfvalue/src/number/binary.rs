//! Handles binary exponents, which the syntax of numbers allows: `1p5` is 32.

const BASE: u64 = 1_000_000_000;
const BASE_DIGITS: usize = 9;

/// Multiplies decimal digits by `2^exp`. Returns the digits and a decimal exponent.
pub(super) fn scale(digits: &str, exp: i32) -> (String, i32) {
    let count = exp.unsigned_abs();
    let mut limbs = to_limbs(digits);
    if exp >= 0 {
        multiply_by_power(&mut limbs, 2, count);
        (from_limbs(&limbs), 0)
    } else {
        // 2^-n is 5^n / 10^n.
        multiply_by_power(&mut limbs, 5, count);
        (from_limbs(&limbs), exp)
    }
}

/// Splits digits into groups of nine, with the least significant group first.
fn to_limbs(digits: &str) -> Vec<u64> {
    let group = |group: &[u8]| {
        group
            .iter()
            .fold(0, |limb, digit| limb * 10 + u64::from(digit - b'0'))
    };
    digits.as_bytes().rchunks(BASE_DIGITS).map(group).collect()
}

fn from_limbs(limbs: &[u64]) -> String {
    limbs
        .iter()
        .rev()
        .map(|limb| format!("{limb:09}"))
        .collect()
}

/// Multiplies by `base^count`, in the largest steps that do not overflow a limb.
fn multiply_by_power(limbs: &mut Vec<u64>, base: u64, mut count: u32) {
    let at_once = BASE.ilog(base);
    while count > 0 {
        let step = count.min(at_once);
        multiply(limbs, base.pow(step));
        count -= step;
    }
}

fn multiply(limbs: &mut Vec<u64>, factor: u64) {
    let mut carry = 0;
    for limb in limbs.iter_mut() {
        let product = *limb * factor + carry;
        *limb = product % BASE;
        carry = product / BASE;
    }
    if carry > 0 {
        limbs.push(carry);
    }
}
