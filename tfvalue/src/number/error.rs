//! The error for number conversions.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::Number;

/// The maximum length of a value that an error quotes.
const QUOTED: usize = 40;

/// The error of a failed conversion to or from a [`Number`].
///
/// The message states the requirement and the value that was found, for example "a whole number from 0 to 255 is
/// required, got 300". If the value may be sensitive, use [`requirement`](Self::requirement), which does not include
/// the value.
///
/// # Examples
///
/// ```
/// # use tfvalue::Number;
/// let error = u8::try_from(Number::from(300)).unwrap_err();
/// assert_eq!(error.to_string(), "a whole number from 0 to 255 is required, got 300");
/// assert_eq!(error.requirement(), "a whole number from 0 to 255 is required");
/// assert_eq!(error.got(), "300");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberError(Box<Parts>); // boxed to keep `Result<Number, NumberError>` small

#[derive(Debug, Clone, PartialEq, Eq)]
struct Parts {
    requirement: Cow<'static, str>,
    got: String,
}

impl NumberError {
    #[cold]
    fn new(requirement: impl Into<Cow<'static, str>>, got: String) -> Self {
        Self(Box::new(Parts {
            requirement: requirement.into(),
            got,
        }))
    }

    #[cold]
    pub(super) fn nan() -> Self {
        Self::new("a number is required", "NaN".to_owned())
    }

    #[cold]
    pub(super) fn syntax(text: &[u8]) -> Self {
        Self::new("a number is required", quote(text))
    }

    #[cold]
    pub(super) fn too_long(text: &[u8]) -> Self {
        let max = Number::MAX_DIGITS;
        Self::new(
            format!("a number of at most {max} digits is required"),
            quote(text),
        )
    }

    #[cold]
    pub(super) fn binary_exponent(text: &[u8]) -> Self {
        let max = Number::MAX_BINARY_EXPONENT;
        Self::new(
            format!("a binary exponent from -{max} to {max} is required"),
            quote(text),
        )
    }

    #[cold]
    pub(crate) fn infinite(got: &Number) -> Self {
        Self::new("a finite number is required", got.to_string())
    }

    #[cold]
    pub(crate) fn double(got: &Number) -> Self {
        Self::new("a number that fits an `f64` is required", shown(got))
    }

    #[cold]
    pub(super) fn range(min: impl fmt::Display, max: impl fmt::Display, got: &Number) -> Self {
        Self::new(integer(min, max), shown(got))
    }

    /// Returns the places in a message that contain the bounds of an integer type. These bounds do not depend on a value.
    pub(crate) fn bounds_in(text: &str) -> impl Iterator<Item = Range<usize>> {
        let starts = text.match_indices("a whole number from ");
        starts.filter_map(|(at, _)| {
            let mut bounds = super::convert::bounds();
            let bounds = bounds.find(|bounds| text[at..].starts_with(bounds))?;
            Some(at..at + bounds.len())
        })
    }

    /// Returns the first half of the message, which states the requirement. It never contains the value.
    #[must_use]
    pub fn requirement(&self) -> &str {
        &self.0.requirement
    }

    /// Returns the value that was found instead, as a number or as the beginning of a string in quotation marks.
    #[must_use]
    pub fn got(&self) -> &str {
        &self.0.got
    }
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, got {}", self.0.requirement, self.0.got)
    }
}

impl std::error::Error for NumberError {}

/// Returns the requirement of an integer type.
pub(super) fn integer(min: impl fmt::Display, max: impl fmt::Display) -> String {
    format!("a whole number from {min} to {max} is required")
}

/// Returns the beginning of a number's text.
fn shown(number: &Number) -> String {
    let mut text = number.to_string();
    if text.len() > QUOTED {
        text.truncate(QUOTED);
        text.push('…');
    }
    text
}

/// Quotes the beginning of a string, which may contain invalid UTF-8.
fn quote(text: &[u8]) -> String {
    let (head, rest) = text.split_at(text.len().min(QUOTED));
    let ellipsis = if rest.is_empty() { "" } else { "…" };
    format!("{:?}{ellipsis}", String::from_utf8_lossy(head))
}
