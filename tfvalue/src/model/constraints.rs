//! What the annotations of a struct require of a configuration, as constants.

use super::traits::TypeFacts;
use crate::diagnostics::Diagnostics;
#[cfg(feature = "regex")]
use crate::validate::Pattern;
use crate::value::Value;

/// The constraints of a field.
#[derive(Clone, Copy)]
pub struct Constraints {
    pub(crate) one_of: &'static [Literal],
    pub(crate) range: Option<Range>,
    pub(crate) length: Option<Length>,
    #[cfg(feature = "regex")]
    pub(crate) regex: Option<fn() -> &'static Pattern>,
    pub(crate) each: Option<&'static Constraints>,
    pub(crate) conflicts_with: &'static [&'static str],
    pub(crate) exactly_one_of: &'static [&'static str],
    pub(crate) at_least_one_of: &'static [&'static str],
    pub(crate) required_with: &'static [&'static str],
    pub(crate) check: Option<Check>,
    pub(crate) describe: bool,
}

/// A function over values that checks what no other constraint can express.
pub(crate) type Check = fn(&Value) -> Diagnostics;

/// A string or number in a constraint.
#[derive(Clone, Copy)]
pub enum Literal {
    /// A string.
    Text(&'static str),
    /// An integer.
    Integer(i128),
    /// A number in decimal notation.
    Decimal(&'static str),
}

/// The allowed numbers.
#[derive(Clone, Copy)]
pub struct Range {
    pub(crate) min: Option<Literal>,
    pub(crate) max: Option<Literal>,
    /// Whether the maximum itself is not allowed.
    pub(crate) below_max: bool,
}

/// The allowed lengths.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    pub(crate) min: u64,
    pub(crate) max: Option<u64>,
}

impl Range {
    /// Creates a range, which is open where there is no bound.
    #[must_use]
    pub const fn new(min: Option<Literal>, max: Option<Literal>, below_max: bool) -> Self {
        Range {
            min,
            max,
            below_max,
        }
    }

    /// Returns `true` if no integer bound allows a number; decimal bounds are not compared.
    pub(crate) const fn is_empty(&self) -> bool {
        match (self.min, self.max) {
            (Some(Literal::Integer(min)), Some(Literal::Integer(max))) => {
                min > max || (self.below_max && min == max)
            }
            _ => false,
        }
    }
}

impl Constraints {
    /// No constraint.
    pub const NONE: Self = Constraints {
        one_of: &[],
        range: None,
        length: None,
        #[cfg(feature = "regex")]
        regex: None,
        each: None,
        conflicts_with: &[],
        exactly_one_of: &[],
        at_least_one_of: &[],
        required_with: &[],
        check: None,
        describe: false,
    };

    /// Allows only these values.
    #[must_use]
    pub const fn one_of(mut self, literals: &'static [Literal]) -> Self {
        self.one_of = literals;
        self
    }

    /// Allows only numbers in this range.
    #[must_use]
    pub const fn range(mut self, range: Range) -> Self {
        self.range = Some(range);
        self
    }

    /// Allows only these numbers of characters or elements.
    #[must_use]
    pub const fn length(mut self, min: u64, max: Option<u64>) -> Self {
        self.length = Some(Length { min, max });
        self
    }

    /// Allows only strings that contain a match of the pattern.
    #[cfg(feature = "regex")]
    #[must_use]
    pub const fn regex(mut self, pattern: fn() -> &'static Pattern) -> Self {
        self.regex = Some(pattern);
        self
    }

    /// Applies constraints to each element.
    #[must_use]
    pub const fn each(mut self, each: &'static Constraints) -> Self {
        self.each = Some(each);
        self
    }

    /// Allows a value only if none of these members is set.
    #[must_use]
    pub const fn conflicts_with(mut self, members: &'static [&'static str]) -> Self {
        self.conflicts_with = members;
        self
    }

    /// Requires a value in exactly one of the field and these members.
    #[must_use]
    pub const fn exactly_one_of(mut self, members: &'static [&'static str]) -> Self {
        self.exactly_one_of = members;
        self
    }

    /// Requires a value in at least one of the field and these members.
    #[must_use]
    pub const fn at_least_one_of(mut self, members: &'static [&'static str]) -> Self {
        self.at_least_one_of = members;
        self
    }

    /// Allows a value only if all of these members are set.
    #[must_use]
    pub const fn required_with(mut self, members: &'static [&'static str]) -> Self {
        self.required_with = members;
        self
    }

    /// Allows only values that a function accepts.
    #[must_use]
    pub const fn check(mut self, check: fn(&Value) -> Diagnostics) -> Self {
        self.check = Some(check);
        self
    }

    /// Adds the constraints to the description.
    #[must_use]
    pub const fn describe(mut self) -> Self {
        self.describe = true;
        self
    }
}

impl TypeFacts {
    /// Adds the function of a struct that checks its configuration.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_check(mut self, check: fn(&Value) -> Diagnostics) -> Self {
        self.model.check = Some(check);
        self
    }
}
