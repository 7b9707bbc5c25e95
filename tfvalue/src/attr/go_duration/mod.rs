//! `GoDuration`, a duration in Go's notation.

pub(super) mod text;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer};

use self::text::{DurationFault, nanos, parse, spell};
use super::kept::{self, keeps_text};
use crate::error::{Error, Result};
use crate::model::{TfType, TypeFacts, TypeKind};
use crate::ty::Type;

/// A duration in Go's notation, such as `1h30m`, `1.5h`, `300ms` or `-2s`. It is a string in Terraform.
///
/// The type accepts every string that Go's `time.ParseDuration` accepts, and keeps the original spelling of the string.
/// As in Go, a duration has a precision of nanoseconds and a range of about 292 years.
///
/// Comparisons and hashes use the duration, not the spelling. Planning treats two spellings of a duration as equal, as
/// [`same_as = duration`](macro@crate::TfSchema#same_as) does for other strings.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use tfvalue::{Attr, GoDuration, TfSchema, msgpack};
///
/// const TIMEOUT: GoDuration = GoDuration::from_static("30s");
///
/// #[derive(TfSchema)]
/// struct Check {
///     #[tf(required)]
///     interval: Attr<GoDuration>,
///     #[tf(default = TIMEOUT)]
///     timeout: Attr<GoDuration>,
/// }
///
/// let check: Check = msgpack::from_slice(b"\x82\xa8interval\xa41.5h\xa7timeout\xa23m")?;
/// let interval = check.interval.value().unwrap();
/// assert_eq!(interval.as_str(), "1.5h");
/// assert_eq!(interval.duration()?, Duration::from_secs(90 * 60));
/// assert_eq!(*interval, "1h30m".parse()?);
///
/// let error = msgpack::from_slice::<Check>(b"\x82\xa8interval\xa41.5h\xa7timeout\xa230");
/// assert_eq!(
///     error.err().unwrap().to_string(),
///     r#"timeout: a duration with a unit, such as "30s", is required, got "30""#,
/// );
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone)]
pub struct GoDuration {
    text: Cow<'static, str>,
    nanos: i64,
}

impl GoDuration {
    /// Creates a duration from a string literal in Rust code.
    ///
    /// # Panics
    ///
    /// Panics if the string is not a duration. In a `const`, the panic becomes a compiler error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::GoDuration;
    ///
    /// const TIMEOUT: GoDuration = GoDuration::from_static("20m");
    /// assert_eq!(TIMEOUT.to_string(), "20m");
    /// ```
    #[must_use]
    #[track_caller]
    pub const fn from_static(text: &'static str) -> Self {
        GoDuration {
            nanos: Self::nanos_of(text),
            text: Cow::Borrowed(text),
        }
    }

    /// Returns the nanoseconds of a string in the source code.
    #[track_caller]
    pub(crate) const fn nanos_of(text: &str) -> i64 {
        match parse(text.as_bytes()) {
            Ok(nanos) => nanos,
            Err(_) => panic!("the text is not a duration: write one such as \"1h30m\""),
        }
    }

    /// Returns the string in its original spelling.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the duration in nanoseconds, which may be negative.
    #[must_use]
    pub const fn nanos(&self) -> i64 {
        self.nanos
    }

    /// Returns the duration.
    ///
    /// # Errors
    ///
    /// Fails if it is negative.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::GoDuration;
    ///
    /// assert_eq!(GoDuration::from_static("1m1s").duration()?.as_secs(), 61);
    /// assert_eq!(
    ///     GoDuration::from_static("-2s").duration().unwrap_err().to_string(),
    ///     r#"a duration that is not negative is required, got "-2s""#,
    /// );
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn duration(&self) -> Result<Duration> {
        u64::try_from(self.nanos)
            .map(Duration::from_nanos)
            .map_err(|_| {
                Error::mismatch_value(
                    "a duration that is not negative",
                    "a negative one",
                    format_args!("{:?}", self.text),
                )
            })
    }

    /// Returns the duration if it can be a time limit, that is, if it is greater than zero.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.duration().ok().filter(|limit| !limit.is_zero())
    }
}

impl FromStr for GoDuration {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        read(text)
    }
}

impl TryFrom<Duration> for GoDuration {
    type Error = Error;

    /// Writes a duration in the same form as Go: `1h30m0s`.
    ///
    /// # Errors
    ///
    /// Fails if the duration has more than [`i64::MAX`] nanoseconds.
    fn try_from(duration: Duration) -> Result<Self> {
        let nanos = i64::try_from(duration.as_nanos());
        let nanos =
            nanos.map_err(|_| DurationFault::TooLong.error(format_args!("{duration:?}")))?;
        Ok(GoDuration {
            text: spell(nanos.unsigned_abs()).into(),
            nanos,
        })
    }
}

fn read(text: &str) -> Result<GoDuration> {
    Ok(GoDuration {
        nanos: nanos(text)?,
        text: Cow::Owned(text.to_owned()),
    })
}

keeps_text!([] GoDuration);

impl PartialEq for GoDuration {
    fn eq(&self, other: &Self) -> bool {
        self.nanos == other.nanos
    }
}

impl Eq for GoDuration {}

impl PartialOrd for GoDuration {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for GoDuration {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nanos.cmp(&other.nanos)
    }
}

impl Hash for GoDuration {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.nanos.hash(state);
    }
}

impl TfType for GoDuration {
    const FACTS: TypeFacts =
        TypeFacts::of(TypeKind::String).same_as(crate::attr::same_as::duration);

    fn ty() -> Type {
        Type::String
    }
}

impl<'de> Deserialize<'de> for GoDuration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        kept::read(deserializer, "a duration such as \"1h30m\"")
    }
}
