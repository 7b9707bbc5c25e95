//! The version of the format.

use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use super::error_path;
use super::field::Field;
use crate::error::{Error, Result};

/// The version of the format, as `format_version` gives it.
///
/// Major versions 0 and 1 are supported: 0.1 to 0.2 of Terraform 0.12 to 1.0, and 1.0 and later.
/// A newer minor version only adds fields, which are kept in `other`; any other major version is
/// refused, as the format demands.
///
/// # Examples
///
/// ```
/// use tfvalue::show::State;
///
/// let state = State::from_slice(br#"{"format_version": "1.99", "novelty": 1}"#)?;
/// assert_eq!(state.format_version.minor, 99);
/// assert_eq!(state.other["novelty"].get(), "1");
///
/// let error = State::from_slice(br#"{"format_version": "2.0"}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "format_version: format version 2.0 is not supported, only 0 and 1 at line 1 column 25"
/// );
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormatVersion {
    /// Changes with what is not compatible with readers of the version before.
    pub major: u32,
    /// Changes with what is.
    pub minor: u32,
}

impl FormatVersion {
    /// Reads a version, and makes sure that it is supported.
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
            Some(version) => Err(Error::data(format!(
                "format version {version} is not supported, only 0 and 1"
            ))),
            None => Err(Error::mismatch(
                "a format version such as \"1.2\"",
                "another string",
            )),
        }
    }
}

impl Default for FormatVersion {
    /// Makes version 1.0.
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
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        FormatVersion::supported(&String::read(deserializer)?).map_err(error_path::fail)
    }
}

impl<'de> Deserialize<'de> for FormatVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        Self::read(deserializer)
    }
}

impl Serialize for FormatVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
