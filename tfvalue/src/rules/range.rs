//! Checks whether a value satisfies the refinements of an unknown value.

use crate::number::Number;
use crate::refinements::{Bound, Fits, Refinements};
use crate::value::{Repr, Value};

/// Returns whether a value satisfies the refinements of an unknown value: `Some(false)` if the value certainly violates
/// the refinements, and `None` if the result depends on unknown parts of the value.
///
/// The types are not compared. Terraform rejects a value only if the value certainly violates the refinements.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::range_includes;
/// use tfvalue::{Type, Value, types::Refinements};
///
/// let arn = Refinements::new().not_null().prefix("arn:")?;
/// assert_eq!(range_includes(&"arn:aws:s3".into(), &arn), Some(true));
/// assert_eq!(range_includes(&"bucket".into(), &arn), Some(false));
/// assert_eq!(range_includes(&Value::null(Type::String), &arn), Some(false));
/// assert_eq!(range_includes(&Value::unknown(Type::String), &arn), None);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn range_includes(value: &Value, refinements: &Refinements) -> Option<bool> {
    if value.is_null() {
        return Some(!refinements.is_not_null());
    }
    // An unknown value may be null.
    let may_be_null = || {
        let own = value.refinements();
        refinements.is_not_null() && own.is_some_and(|own| !own.is_not_null())
    };
    let within = match refinements.fits() {
        Fits::Anything => Some(true),
        Fits::String => {
            let prefix = refinements.known_prefix().unwrap_or_default();
            value
                .as_str()
                .map(|text| text.as_bytes().starts_with(prefix.as_bytes()))
        }
        Fits::Number => within_numbers(value, refinements),
        Fits::Collection => within_lengths(lengths(value), refinements.lengths()),
    };
    within.filter(|within| !within || !may_be_null())
}

fn within_numbers(value: &Value, range: &Refinements) -> Option<bool> {
    if let Some(number) = value.as_number() {
        let above = range
            .lower()
            .is_none_or(|low| *number > low.value || low.inclusive && *number == low.value);
        let below = range
            .upper()
            .is_none_or(|high| *number < high.value || high.inclusive && *number == high.value);
        return Some(above && below);
    }
    let own = value.refinements()?;
    let is_less = |a: Option<&Bound>, b: Option<&Bound>| -> bool {
        let (a, b): (Option<&Number>, Option<&Number>) = (a.map(|a| &a.value), b.map(|b| &b.value));
        a.zip(b).is_some_and(|(a, b)| a < b)
    };
    // Here, Terraform ignores whether the bounds themselves are allowed.
    let is_outside = is_less(own.upper(), range.lower()) || is_less(range.upper(), own.lower());
    is_outside.then_some(false)
}

fn within_lengths((min, max): (u64, Option<u64>), (low, high): (u64, Option<u64>)) -> Option<bool> {
    if max.is_some_and(|max| max < low) || high.is_some_and(|high| min > high) {
        return Some(false);
    }
    let is_inside = min >= low && high.is_none_or(|high| max.is_some_and(|max| max <= high));
    is_inside.then_some(true)
}

/// Returns the minimum and maximum number of elements of a list, set or map.
///
/// Elements of a set that contain unknown values may turn out to be equal.
pub(super) fn lengths(value: &Value) -> (u64, Option<u64>) {
    if let Some(refinements) = value.refinements() {
        return refinements.lengths();
    }
    let count = match value.entries() {
        Some(entries) => entries.len() as u64,
        None => value.parts().len() as u64,
    };
    let is_exact = count < 2 || !matches!(value.0, Repr::Set(_)) || value.is_wholly_known();
    (if is_exact { count } else { 1 }, Some(count))
}
