//! The version of a document's format.

use std::fmt;

use serde::de::Deserializer;
use serde::ser::{Serialize, Serializer};
use tfvalue::__internal::show::ErrorPath;
use tfvalue::__internal::show::unsupported_format;
use tfvalue::Result;

use super::field::{Field, deserialize_as_field};

/// The version of the format, from the member `format_version`.
///
/// The supported versions are 0.1 and 0.2, which Terraform 0.12 to 1.0 use, and all 1.x versions. A newer minor
/// version only adds members, which are kept in `other`. Any other major version is an error, as the
/// format requires.
///
/// # Examples
///
/// ```
/// use tfvalue_show::State;
///
/// let state: State = tfvalue_show::from_str(r#"{"format_version": "1.99", "novelty": 1}"#)?;
/// assert_eq!(state.format_version.minor, 99);
/// assert_eq!(state.other["novelty"].get(), "1");
///
/// let error = tfvalue_show::from_str::<State>(r#"{"format_version": "2.0"}"#).unwrap_err();
/// assert_eq!(
///     error.message(),
///     r#"a format version from 0.1 to 1.x is required, got "2.0""#
/// );
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct FormatVersion {
    /// The major version. A different major version is not compatible.
    pub major: u32,
    /// The minor version. A newer minor version adds members.
    pub minor: u32,
}

impl FormatVersion {
    /// Parses a version and checks that it is supported.
    pub(super) fn supported(text: &str) -> Result<Self> {
        let parts = text.split_once('.');
        let parsed = parts.and_then(|(major, minor)| {
            Some(FormatVersion {
                major: major.parse().ok()?,
                minor: minor.parse().ok()?,
            })
        });
        match parsed {
            Some(version) if version.major <= 1 => Ok(version),
            _ => Err(unsupported_format(text)),
        }
    }
}

impl Default for FormatVersion {
    /// Returns version 1.0.
    fn default() -> Self {
        FormatVersion { major: 1, minor: 0 }
    }
}

impl fmt::Display for FormatVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl Field for FormatVersion {
    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        path: &ErrorPath,
    ) -> Result<Self, D::Error> {
        let text = String::read(deserializer, path)?;
        FormatVersion::supported(&text).map_err(|error| path.fail(error))
    }
}

deserialize_as_field! { FormatVersion }

impl Serialize for FormatVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
