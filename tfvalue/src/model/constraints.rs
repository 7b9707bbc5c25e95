//! What the annotations of a struct require of a configuration, as constants.

use super::literal::{Literal, Range};
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
    pub(crate) length: Option<Range>,
    #[cfg(feature = "regex")]
    pub(crate) regex: Option<fn() -> &'static Pattern>,
    pub(crate) each: Option<&'static Constraints>,
    pub(crate) keys: Option<&'static Constraints>,
    pub(crate) conflicts_with: &'static [&'static str],
    pub(crate) exactly_one_of: &'static [&'static str],
    pub(crate) at_least_one_of: &'static [&'static str],
    pub(crate) required_with: &'static [&'static str],
    pub(crate) prefer_write_only: &'static [&'static str],
    pub(crate) check: Option<Check>,
    pub(crate) headline: Option<&'static str>,
    pub(crate) describe: bool,
}

/// A function over values that checks what no other constraint can express.
pub(crate) type Check = fn(&Value) -> Diagnostics;

/// The allowed lengths.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    pub(crate) min: u64,
    pub(crate) max: Option<u64>,
}

impl Length {
    /// Returns the lengths in a range, whose bounds the derive has checked.
    pub(crate) const fn of(range: Range) -> Self {
        let (min, max) = range.within(0, i128::MAX);
        let max = match range.max {
            Some(_) => Some(max as u64),
            None => None,
        };
        Length {
            min: min as u64,
            max,
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
        keys: None,
        conflicts_with: &[],
        exactly_one_of: &[],
        at_least_one_of: &[],
        required_with: &[],
        prefer_write_only: &[],
        check: None,
        headline: None,
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

    /// Allows only numbers of characters or elements in this range.
    #[must_use]
    pub const fn length(mut self, range: Range) -> Self {
        self.length = Some(range);
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

    /// Applies constraints to each key.
    #[must_use]
    pub const fn keys(mut self, keys: &'static Constraints) -> Self {
        self.keys = Some(keys);
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

    /// Warns about a value if one of these write-only members could be set instead.
    #[must_use]
    pub const fn prefer_write_only(mut self, members: &'static [&'static str]) -> Self {
        self.prefer_write_only = members;
        self
    }

    /// Allows only values that a function accepts.
    #[must_use]
    pub const fn check(mut self, check: fn(&Value) -> Diagnostics) -> Self {
        self.check = Some(check);
        self
    }

    /// Sets the headline of the diagnostics.
    #[must_use]
    pub const fn headline(mut self, headline: &'static str) -> Self {
        self.headline = Some(headline);
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
