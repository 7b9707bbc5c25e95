//! The version of the file format.

use serde::de::Deserializer;
use serde::ser::{Serialize, Serializer};
use tfvalue::__internal::show::ErrorPath;
use tfvalue::Result;

use crate::error;
use crate::field::{Field, deserialize_as_field};

/// The version of the format of a state file.
///
/// Any other version is an error. Files with versions 1 to 3 were written by Terraform 0.11 and older. A later release
/// upgrades such files when it writes the state.
///
/// # Examples
///
/// ```
/// use tfvalue_show::state_file::StateFile;
///
/// let error = tfvalue_show::from_str::<StateFile>(r#"{"version": 3}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "version: version 4 of the state file is required, got version 3 at line 1 column 14"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Version {
    /// Version 4, since Terraform 0.12.
    #[default]
    V4,
}

impl Field for Version {
    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        path: &ErrorPath,
    ) -> Result<Self, D::Error> {
        match u64::read(deserializer, path)? {
            4 => Ok(Version::V4),
            other => {
                let got = format!("version {other}");
                Err(path.fail(error::mismatch("version 4 of the state file", got)))
            }
        }
    }
}

deserialize_as_field! { Version }

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(4)
    }
}
