//! Random types, values and strings, generated from a seed.

mod rng;
mod text;
mod tree;
mod types;
mod values;

pub use self::rng::Rng;
pub use self::text::{number, string};
pub use self::tree::{Tree, Uneven, uneven_type};
pub use self::types::{concrete, name, ty};
pub use self::values::value;

/// Returns the number of random cases of a test: the usual number, times the number in `TFVALUE_CASES`.
///
/// # Panics
///
/// Panics if `TFVALUE_CASES` is not a number.
#[must_use]
pub fn cases(usual: u64) -> u64 {
    let factor = std::env::var("TFVALUE_CASES").unwrap_or_else(|_| "1".to_owned());
    let Ok(number) = factor.parse::<u64>() else {
        panic!("TFVALUE_CASES: a number is required, got {factor:?}");
    };
    usual.saturating_mul(number)
}
