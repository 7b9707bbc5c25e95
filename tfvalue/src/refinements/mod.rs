//! What is known of an unknown value.

pub(crate) mod prefix;

use std::fmt;

use crate::error::{Error, Result};
use crate::limits::MAX_UNKNOWNS;
use crate::nfc::nfc;
use crate::number::Number;
use crate::ty::Type;

/// The greatest length that the reference can hold, which says nothing as a maximum.
const MAX_LENGTH: u64 = i64::MAX as u64;

/// What is known of a value that is decided only during apply.
///
/// Source: "Unknown values" in Terraform's wire format. A provider that plans a refined unknown
/// must honour it in the applied value.
///
/// A refinement narrows what is there already; one that contradicts it, or that belongs to
/// another type, is an error, because it would make Terraform crash.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, Refinements, Unknown};
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
    /// Whether the value is null after all: the null of an attribute that keeps the type of it.
    null: bool,
    /// The type of the value, where the attribute is of type dynamic and does not tell.
    ty: Option<Type>,
}

/// What is known beside nullness: each kind belongs to other types.
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

/// An end of the range of an unknown number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Bound {
    /// The number at the end.
    pub value: Number,
    /// Whether the number itself is within the range.
    pub inclusive: bool,
}

impl Bound {
    /// Creates a bound that is itself within the range: "at least" or "at most".
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Bound, Refinements};
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

    /// Creates a bound that is outside the range: "more than" or "less than".
    #[must_use]
    pub fn exclusive(value: impl Into<Number>) -> Self {
        Bound {
            value: value.into(),
            inclusive: false,
        }
    }
}

impl Refinements {
    /// Makes refinements that say nothing.
    #[must_use]
    pub fn new() -> Self {
        Refinements(None)
    }

    /// Adds the type of a null or unknown value in an attribute of type dynamic.
    pub(crate) fn typed(mut self, ty: Type, is_null: bool) -> Self {
        let inner = self.inner_mut();
        inner.null = is_null;
        inner.ty = Some(ty).filter(|ty| *ty != Type::Dynamic);
        self
    }

    /// Returns the refinements without the type.
    pub(crate) fn untyped(mut self) -> Self {
        if let Some(inner) = &mut self.0 {
            inner.ty = None;
        }
        self
    }

    /// Returns `true` if the value is null after all.
    #[inline]
    pub(crate) fn is_null(&self) -> bool {
        self.0.as_deref().is_some_and(|inner| inner.null)
    }

    /// Returns the type of an unknown value if it arrived with the value, as it does in an
    /// attribute of type dynamic.
    #[must_use]
    pub fn ty(&self) -> Option<&Type> {
        self.0.as_deref().and_then(|inner| inner.ty.as_ref())
    }

    /// Says that the value will not be null.
    #[must_use]
    pub fn not_null(mut self) -> Self {
        self.inner_mut().not_null = true;
        self
    }

    /// Says that the string will begin with `prefix`.
    ///
    /// The last character is left out unless it is a delimiter such as `-` or `/`, because
    /// what follows might combine with it.
    ///
    /// # Errors
    ///
    /// Fails if the prefix contradicts the one that is there, or there is a range or length.
    pub fn prefix(self, prefix: &str) -> Result<Self> {
        self.full_prefix(prefix::safe(&nfc(prefix)))
    }

    /// Says that the string will begin with the whole of `prefix`, which ends where nothing
    /// that follows can combine with it.
    ///
    /// # Errors
    ///
    /// Fails if the prefix contradicts the one that is there, or there is a range or length.
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

    /// Says that the number will be `value` or more; with `inclusive` false, more.
    ///
    /// # Errors
    ///
    /// Fails if nothing is left in the range, or there is a prefix or length.
    pub fn at_least(self, value: impl Into<Number>, inclusive: bool) -> Result<Self> {
        let value = value.into();
        self.bound(Some(Bound { value, inclusive }), None)
    }

    /// Says that the number will be `value` or less; with `inclusive` false, less.
    ///
    /// # Errors
    ///
    /// Fails if nothing is left in the range, or there is a prefix or length.
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

    /// Says that the list, set or map will have `min` elements or more.
    ///
    /// # Errors
    ///
    /// Fails if it contradicts the maximum, or there is a prefix or range.
    pub fn min_length(self, min: u64) -> Result<Self> {
        self.length(min, None)
    }

    /// Says that the list, set or map will have `max` elements or fewer.
    ///
    /// # Errors
    ///
    /// Fails if it contradicts the minimum, or there is a prefix or range.
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

    /// Returns `true` if nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0
            .as_deref()
            .is_none_or(|inner| *inner == Inner::default())
    }

    /// Returns `true` if the value will certainly not be null.
    #[must_use]
    pub fn is_not_null(&self) -> bool {
        self.0.as_deref().is_some_and(|inner| inner.not_null)
    }

    /// Returns what the string will begin with.
    #[must_use]
    pub fn known_prefix(&self) -> Option<&str> {
        match self.range() {
            Range::Prefix(prefix) => Some(prefix),
            _ => None,
        }
    }

    /// Returns the lower end of the number's range.
    #[must_use]
    pub fn lower(&self) -> Option<&Bound> {
        match self.range() {
            Range::Number { min, .. } => min.as_ref(),
            _ => None,
        }
    }

    /// Returns the upper end of the number's range.
    #[must_use]
    pub fn upper(&self) -> Option<&Bound> {
        match self.range() {
            Range::Number { max, .. } => max.as_ref(),
            _ => None,
        }
    }

    /// Returns the least and the greatest number of elements, where there is a greatest.
    #[must_use]
    pub fn lengths(&self) -> (u64, Option<u64>) {
        match self.range() {
            Range::Length { min, max } => (*min, *max),
            _ => (0, None),
        }
    }

    /// Tells what kind of value the refinements can belong to.
    pub(crate) fn fits(&self) -> Fits {
        match self.range() {
            Range::Any => Fits::Anything,
            Range::Prefix(_) => Fits::String,
            Range::Number { .. } => Fits::Number,
            Range::Length { .. } => Fits::Collection,
        }
    }

    /// Returns the only value that is left, where there is just one that takes no room.
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

    /// Returns how many elements there are, where that is certain and not many: for a long list,
    /// the refinements take less room than its unknown elements.
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
    /// Lists what is known in parentheses: `(not null, begins with "arn:")`; nothing where
    /// nothing is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "(";
        let mut part = |f: &mut fmt::Formatter<'_>, text: fmt::Arguments<'_>| {
            f.write_str(std::mem::replace(&mut before, ", "))?;
            f.write_fmt(text)
        };
        if let Some(ty) = self.ty() {
            part(f, format_args!("{ty}"))?;
        }
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
            part(f, format_args!("{min} elements or more"))?;
        }
        if let Some(max) = max {
            part(f, format_args!("{max} elements or fewer"))?;
        }
        f.write_str(if before == "(" { "" } else { ")" })
    }
}

impl fmt::Debug for Refinements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Refinements{self}")
    }
}

/// What kind of value refinements can belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fits {
    Anything,
    String,
    Number,
    Collection,
}

/// The only value that refinements leave.
pub(crate) enum Only<'a> {
    Number(&'a Number),
    /// A list, set or map without elements.
    Empty,
}

/// Puts a new bound in the place of an old one, unless the old one is the tighter.
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
        "{what} belongs to another type than the refinements before it"
    ))
}
