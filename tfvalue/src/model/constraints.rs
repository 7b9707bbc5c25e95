//! The requirements that the annotations of a struct impose on a configuration, as constants.

use super::const_or_owned::{Check, Code, Headlines, Names, Table, set};
use super::literal::{Literal, Range};
#[cfg(feature = "regex")]
use super::pattern::Pattern;
use crate::diagnostics::Diagnostics;
use crate::value::Value;

/// The constraints of a field.
#[derive(Clone)]
pub struct Constraints {
    pub(crate) one_of: Table<Literal>,
    pub(crate) range: Option<Range>,
    pub(crate) length: Option<Range>,
    #[cfg(feature = "regex")]
    pub(crate) regex: Option<Regex>,
    pub(crate) each: Option<Nested>,
    pub(crate) keys: Option<Nested>,
    pub(crate) conflicts_with: Names,
    pub(crate) exactly_one_of: Names,
    pub(crate) at_least_one_of: Names,
    pub(crate) required_with: Names,
    pub(crate) prefer_write_only: Names,
    pub(crate) check: Option<Check>,
    pub(crate) headlines: Headlines,
    pub(crate) describe: bool,
}

/// The constraints of elements or keys.
#[derive(Clone)]
pub(crate) enum Nested {
    Const(&'static Constraints),
    Owned(Box<Constraints>),
}

impl Nested {
    pub(crate) const fn get(&self) -> &Constraints {
        match self {
            Nested::Const(constraints) => constraints,
            Nested::Owned(constraints) => constraints,
        }
    }
}

/// A regular expression.
#[cfg(feature = "regex")]
#[derive(Clone)]
pub(crate) enum Regex {
    Const(fn() -> &'static Pattern),
    Owned(std::sync::Arc<Pattern>),
}

#[cfg(feature = "regex")]
impl Regex {
    pub(crate) fn pattern(&self) -> &Pattern {
        match self {
            Regex::Const(pattern) => pattern(),
            Regex::Owned(pattern) => pattern,
        }
    }
}

/// The allowed lengths.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    pub(crate) min: u64,
    pub(crate) max: Option<u64>,
}

impl Length {
    /// Returns the lengths in a range. The derive has already checked the bounds of the range.
    pub(crate) const fn of(range: &Range) -> Self {
        let (min, max) = range.within(0, i128::MAX);
        let max = match &range.max {
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
        one_of: Table::Const(&[]),
        range: None,
        length: None,
        #[cfg(feature = "regex")]
        regex: None,
        each: None,
        keys: None,
        conflicts_with: Names::NONE,
        exactly_one_of: Names::NONE,
        at_least_one_of: Names::NONE,
        required_with: Names::NONE,
        prefer_write_only: Names::NONE,
        check: None,
        headlines: Headlines::Const(&[]),
        describe: false,
    };

    /// Allows only these values.
    #[must_use]
    pub const fn one_of(mut self, literals: &'static [Literal]) -> Self {
        set(&mut self.one_of, Table::Const(literals));
        self
    }

    /// Allows only numbers in the given range.
    #[must_use]
    pub const fn range(mut self, range: Range) -> Self {
        set(&mut self.range, Some(range));
        self
    }

    /// Allows only values whose number of characters or elements is in the given range.
    #[must_use]
    pub const fn length(mut self, range: Range) -> Self {
        set(&mut self.length, Some(range));
        self
    }

    /// Allows only strings that contain a match of the given pattern.
    #[cfg(feature = "regex")]
    #[must_use]
    pub const fn regex(mut self, pattern: fn() -> &'static Pattern) -> Self {
        set(&mut self.regex, Some(Regex::Const(pattern)));
        self
    }

    /// Applies constraints to each element.
    #[must_use]
    pub const fn each(mut self, each: &'static Constraints) -> Self {
        set(&mut self.each, Some(Nested::Const(each)));
        self
    }

    /// Applies constraints to each key.
    #[must_use]
    pub const fn keys(mut self, keys: &'static Constraints) -> Self {
        set(&mut self.keys, Some(Nested::Const(keys)));
        self
    }

    /// Allows a value only if none of the given members is set.
    #[must_use]
    pub const fn conflicts_with(mut self, members: &'static [&'static str]) -> Self {
        set(&mut self.conflicts_with, Names::Const(members));
        self
    }

    /// Requires that exactly one attribute is set, either this field or one of the given members.
    #[must_use]
    pub const fn exactly_one_of(mut self, members: &'static [&'static str]) -> Self {
        set(&mut self.exactly_one_of, Names::Const(members));
        self
    }

    /// Requires that at least one attribute is set, either this field or one of the given members.
    #[must_use]
    pub const fn at_least_one_of(mut self, members: &'static [&'static str]) -> Self {
        set(&mut self.at_least_one_of, Names::Const(members));
        self
    }

    /// Allows a value only if all of the given members are set.
    #[must_use]
    pub const fn required_with(mut self, members: &'static [&'static str]) -> Self {
        set(&mut self.required_with, Names::Const(members));
        self
    }

    /// Issues a warning for a value if one of the given write-only members could be set instead.
    #[must_use]
    pub const fn prefer_write_only(mut self, members: &'static [&'static str]) -> Self {
        set(&mut self.prefer_write_only, Names::Const(members));
        self
    }

    /// Allows only values that a function accepts.
    #[must_use]
    pub const fn check(mut self, check: fn(&Value) -> Diagnostics) -> Self {
        set(&mut self.check, Some(Code::Const(check)));
        self
    }

    /// Sets the headlines of the diagnostics, keyed by the names of the constraints.
    #[must_use]
    pub const fn headlines(mut self, all: &'static [(&'static str, &'static str)]) -> Self {
        set(&mut self.headlines, Headlines::Const(all));
        self
    }

    /// Adds the constraints to the attribute's description.
    #[must_use]
    pub const fn describe(mut self) -> Self {
        self.describe = true;
        self
    }
}

impl Constraints {
    /// Returns the constraints between members, with their names.
    pub(crate) fn relations(&self) -> [(&'static str, &Names); 4] {
        [
            ("conflicts_with", &self.conflicts_with),
            ("required_with", &self.required_with),
            ("exactly_one_of", &self.exactly_one_of),
            ("at_least_one_of", &self.at_least_one_of),
        ]
    }
}
