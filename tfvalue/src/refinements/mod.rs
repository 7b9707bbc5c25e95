//! `Refinements`: the restrictions on an unknown value.

pub(crate) mod prefix;

use std::fmt;

use crate::error::{Error, Result, elements};
use crate::limits::MAX_UNKNOWNS;
use crate::nfc::nfc;
use crate::number::Number;

/// The largest length in go-cty. As an upper bound, this value means that there is no upper bound.
const MAX_LENGTH: u64 = i64::MAX as u64;

/// Restrictions on an unknown value, such as "not null" or "begins with `arn:`".
///
/// If a provider plans a value with refinements, the applied value must satisfy them.
///
/// Each method adds a restriction. It is an error if refinements conflict or apply to different types, because such
/// refinements would make Terraform crash.
///
/// Source: "Unknown values" in Terraform's wire format.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, Unknown, types::Refinements};
///
/// let arn = Refinements::new().not_null().prefix("arn:aws:")?;
/// let attr: Attr<String> = Unknown::refined(arn);
/// assert_eq!(attr.refinements().unwrap().known_prefix(), Some("arn:aws:"));
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Refinements(Option<Box<Inner>>);

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Inner {
    not_null: bool,
    range: Range,
}

/// The refinements other than "not null". Each kind of refinement applies to different types.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Range {
    #[default]
    Any,
    Prefix(Box<str>),
    Number {
        min: Option<Bound>,
        max: Option<Bound>,
    },
    Length {
        min: u64,
        max: Option<u64>,
    },
}

/// The lower or upper bound of an unknown number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Bound {
    /// The lowest or highest number.
    pub value: Number,
    /// Whether the bound itself is allowed.
    pub inclusive: bool,
}

impl Bound {
    /// Creates a bound that is included in the range: "at least" or "at most".
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::types::{Bound, Refinements};
    ///
    /// let port = Refinements::new().at_least(1, true)?.at_most(65_536, false)?;
    /// assert_eq!(port.lower(), Some(&Bound::inclusive(1)));
    /// assert_eq!(port.upper(), Some(&Bound::exclusive(65_536)));
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    pub fn inclusive(value: impl Into<Number>) -> Self {
        Bound {
            value: value.into(),
            inclusive: true,
        }
    }

    /// Creates an exclusive bound, as in "more than" or "less than".
    #[must_use]
    pub fn exclusive(value: impl Into<Number>) -> Self {
        Bound {
            value: value.into(),
            inclusive: false,
        }
    }
}

impl Refinements {
    /// Creates empty refinements, which allow any value.
    #[must_use]
    pub fn new() -> Self {
        Refinements(None)
    }

    /// Requires that the value is not null.
    #[must_use]
    pub fn not_null(mut self) -> Self {
        self.inner_mut().not_null = true;
        self
    }

    /// Requires that the string begins with `prefix`.
    ///
    /// The last character is dropped unless it is a delimiter such as `-` or `/`, because the next character could
    /// combine with it. [`full_prefix`](Self::full_prefix) keeps the last character.
    ///
    /// # Errors
    ///
    /// Fails if the refinements already have a conflicting prefix, a range or a length.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::types::Refinements;
    ///
    /// assert_eq!(Refinements::new().prefix("srv-")?.known_prefix(), Some("srv-"));
    /// assert_eq!(Refinements::new().prefix("srv")?.known_prefix(), Some("sr"));
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn prefix(self, prefix: &str) -> Result<Self> {
        self.full_prefix(prefix::safe(&nfc(prefix)))
    }

    /// Requires that the string begins with the whole `prefix`. The next character of the string must not combine with
    /// the last character of `prefix`.
    ///
    /// # Errors
    ///
    /// Fails if the refinements already have a conflicting prefix, a range or a length.
    pub fn full_prefix(mut self, prefix: &str) -> Result<Self> {
        let prefix = nfc(prefix);
        if prefix.is_empty() {
            return Ok(self);
        }
        let range = &mut self.inner_mut().range;
        match range {
            Range::Any => *range = Range::Prefix(prefix.into()),
            Range::Prefix(old) if old.starts_with(&*prefix) => {}
            Range::Prefix(old) if prefix.starts_with(&**old) => *old = prefix.into(),
            Range::Prefix(_) => return Err(contradiction("two prefixes")),
            _ => return Err(mixed("a prefix")),
        }
        Ok(self)
    }

    /// Requires a number of at least `value`, or a number greater than `value` if `inclusive` is `false`.
    ///
    /// # Errors
    ///
    /// Fails if the range becomes empty, or if the refinements already have a prefix or a length.
    pub fn at_least(self, value: impl Into<Number>, inclusive: bool) -> Result<Self> {
        let value = value.into();
        self.bound(Some(Bound { value, inclusive }), None)
    }

    /// Requires a number of at most `value`, or a number less than `value` if `inclusive` is `false`.
    ///
    /// # Errors
    ///
    /// Fails if the range becomes empty, or if the refinements already have a prefix or a length.
    pub fn at_most(self, value: impl Into<Number>, inclusive: bool) -> Result<Self> {
        let value = value.into();
        self.bound(None, Some(Bound { value, inclusive }))
    }

    pub(crate) fn bound(mut self, low: Option<Bound>, high: Option<Bound>) -> Result<Self> {
        let range = &mut self.inner_mut().range;
        if matches!(range, Range::Any) {
            *range = Range::Number {
                min: None,
                max: None,
            };
        }
        let Range::Number { min, max } = range else {
            return Err(mixed("a range of numbers"));
        };
        tighten(min, low, |a, b| a > b);
        tighten(max, high, |a, b| a < b);
        if let (Some(min), Some(max)) = (min, max) {
            let point = min.inclusive && max.inclusive;
            if min.value > max.value || (min.value == max.value && !point) {
                return Err(contradiction("an empty range of numbers"));
            }
        }
        Ok(self)
    }

    /// Requires a list, set or map with at least `min` elements.
    ///
    /// # Errors
    ///
    /// Fails if the maximum is less than `min`, or if the refinements already have a prefix or a range.
    pub fn min_length(self, min: u64) -> Result<Self> {
        self.length(min, None)
    }

    /// Requires a list, set or map with at most `max` elements.
    ///
    /// # Errors
    ///
    /// Fails if the minimum is greater than `max`, or if the refinements already have a prefix or a range.
    pub fn max_length(self, max: u64) -> Result<Self> {
        self.length(0, Some(max))
    }

    pub(crate) fn length(mut self, low: u64, high: Option<u64>) -> Result<Self> {
        let high = high.filter(|&high| high < MAX_LENGTH);
        if low == 0 && high.is_none() {
            return Ok(self);
        }
        let range = &mut self.inner_mut().range;
        if matches!(range, Range::Any) {
            *range = Range::Length { min: 0, max: None };
        }
        let Range::Length { min, max } = range else {
            return Err(mixed("a length"));
        };
        *min = low.max(*min);
        *max = [*max, high].into_iter().flatten().min();
        if max.is_some_and(|max| max < *min) {
            return Err(contradiction("a minimum length above the maximum"));
        }
        Ok(self)
    }

    /// Returns `true` if there are no refinements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0
            .as_deref()
            .is_none_or(|inner| *inner == Inner::default())
    }

    /// Returns `true` if the value cannot be null.
    #[must_use]
    pub fn is_not_null(&self) -> bool {
        self.0.as_deref().is_some_and(|inner| inner.not_null)
    }

    /// Returns the prefix of the string.
    #[must_use]
    pub fn known_prefix(&self) -> Option<&str> {
        match self.range() {
            Range::Prefix(prefix) => Some(prefix),
            _ => None,
        }
    }

    /// Returns the lower bound of the number.
    #[must_use]
    pub fn lower(&self) -> Option<&Bound> {
        match self.range() {
            Range::Number { min, .. } => min.as_ref(),
            _ => None,
        }
    }

    /// Returns the upper bound of the number.
    #[must_use]
    pub fn upper(&self) -> Option<&Bound> {
        match self.range() {
            Range::Number { max, .. } => max.as_ref(),
            _ => None,
        }
    }

    /// Returns the minimum number of elements, and the maximum number if there is one.
    #[must_use]
    pub fn lengths(&self) -> (u64, Option<u64>) {
        match self.range() {
            Range::Length { min, max } => (*min, *max),
            _ => (0, None),
        }
    }

    /// Returns the kind of value that can have these refinements.
    pub(crate) fn fits(&self) -> Fits {
        match self.range() {
            Range::Any => Fits::Anything,
            Range::Prefix(_) => Fits::String,
            Range::Number { .. } => Fits::Number,
            Range::Length { .. } => Fits::Collection,
        }
    }

    /// Returns the only value that the refinements allow, if that value is a number or an empty collection.
    pub(crate) fn only_value(&self) -> Option<Only<'_>> {
        if !self.is_not_null() {
            return None;
        }
        match self.range() {
            Range::Number {
                min: Some(min),
                max: Some(max),
            } if min.value == max.value => Some(Only::Number(&min.value)),
            Range::Length { max: Some(0), .. } => Some(Only::Empty),
            _ => None,
        }
    }

    /// Returns the number of elements if the number is known and small. The refinements of a long list take less
    /// memory than its unknown elements.
    pub(crate) fn only_length(&self) -> Option<u64> {
        match self.range() {
            Range::Length { min, max } if Some(*min) == *max && *min <= MAX_UNKNOWNS => {
                self.is_not_null().then_some(*min)
            }
            _ => None,
        }
    }

    pub(crate) fn range(&self) -> &Range {
        static ANY: Range = Range::Any;
        self.0.as_deref().map_or(&ANY, |inner| &inner.range)
    }

    fn inner_mut(&mut self) -> &mut Inner {
        self.0.get_or_insert_default()
    }
}

impl fmt::Display for Refinements {
    /// Prints the refinements in parentheses, as in `(not null, begins with "arn:")`, or nothing if
    /// there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "(";
        let mut part = |f: &mut fmt::Formatter<'_>, text: fmt::Arguments<'_>| {
            f.write_str(std::mem::replace(&mut before, ", "))?;
            f.write_fmt(text)
        };
        if self.is_not_null() {
            part(f, format_args!("not null"))?;
        }
        if let Some(prefix) = self.known_prefix() {
            part(f, format_args!("begins with {prefix:?}"))?;
        }
        if let Some(Bound { value, inclusive }) = self.lower() {
            part(
                f,
                format_args!(
                    "{} {value}",
                    if *inclusive { "at least" } else { "more than" }
                ),
            )?;
        }
        if let Some(Bound { value, inclusive }) = self.upper() {
            part(
                f,
                format_args!(
                    "{} {value}",
                    if *inclusive { "at most" } else { "less than" }
                ),
            )?;
        }
        let (min, max) = self.lengths();
        if min > 0 {
            part(f, format_args!("at least {}", elements(min)))?;
        }
        if let Some(max) = max {
            part(f, format_args!("at most {}", elements(max)))?;
        }
        f.write_str(if before == "(" { "" } else { ")" })
    }
}

impl fmt::Debug for Refinements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Refinements{self}")
    }
}

/// The kind of value to which refinements apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fits {
    Anything,
    String,
    Number,
    Collection,
}

/// The only value that refinements allow.
pub(crate) enum Only<'a> {
    Number(&'a Number),
    /// A list, set or map without elements.
    Empty,
}

/// Replaces a bound with a new bound, unless the old bound is tighter.
fn tighten(old: &mut Option<Bound>, new: Option<Bound>, tighter: fn(&Number, &Number) -> bool) {
    let Some(new) = new else { return };
    let keep = old.as_ref().is_some_and(|old| {
        tighter(&old.value, &new.value) || (old.value == new.value && !old.inclusive)
    });
    if !keep {
        *old = Some(new);
    }
}

#[cold]
pub(crate) fn contradiction(what: &str) -> Error {
    Error::data(format!("conflicting refinements: {what}"))
}

#[cold]
fn mixed(what: &str) -> Error {
    Error::data(format!(
        "conflicting refinements: {what} and the others belong to different types"
    ))
}
