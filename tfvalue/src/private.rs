//! `PrivateData`, the private data of a resource.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::error::{Error, Result};
use crate::json::text;
use crate::path::Step;

/// The private data of a resource, which consists of values that Terraform stores in the state but neither shows nor
/// interprets.
///
/// Terraform passes the bytes from one call to the next. They are passed from `PlanResourceChange` (`planned_private`)
/// to `ApplyResourceChange`, and from there (`private`) to the next `ReadResource` and plan. Each response replaces the
/// private data, so a response with empty bytes removes it.
///
/// The data is a JSON object, with a key for each value. Keys that the provider does not use, such as the keys of a
/// later version or of an earlier version that used another SDK, are kept. If old values do not fit the new type of a
/// value, use a different key.
///
/// The values may be secrets, so neither `Debug` nor errors show them.
///
/// # Examples
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tfvalue::PrivateData;
///
/// #[derive(Serialize, Deserialize)]
/// struct Upload {
///     etag: String,
/// }
///
/// // After apply:
/// let mut private = PrivateData::from_slice(b"")?;
/// private.set("upload", &Upload { etag: "x1".to_owned() })?;
/// let bytes = private.to_vec();
/// assert_eq!(bytes, br#"{"upload":{"etag":"x1"}}"#);
///
/// // On refresh:
/// let private = PrivateData::from_slice(&bytes)?;
/// let upload: Option<Upload> = private.get("upload")?;
/// assert_eq!(upload.unwrap().etag, "x1");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct PrivateData(BTreeMap<String, Box<RawValue>>);

impl PrivateData {
    /// Reads private data. Empty bytes contain no values, and neither does `null`, which the Go SDK stores for objects
    /// without private data.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a JSON object. To replace data that a provider stored in another format, use
    /// `PrivateData::default()`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::PrivateData;
    ///
    /// // The Go SDK wrote this.
    /// let mut private = PrivateData::from_slice(br#"{"schema_version":"1"}"#)?;
    /// private.set("count", &2)?;
    /// assert_eq!(private.to_vec(), br#"{"count":2,"schema_version":"1"}"#);
    ///
    /// assert_eq!(
    ///     PrivateData::from_slice(b"\x80").unwrap_err().to_string(),
    ///     "private data: a JSON object is required, got other bytes",
    /// );
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn from_slice(bytes: &[u8]) -> Result<Self> {
        if matches!(bytes, b"" | b"null") {
            return Ok(PrivateData::default());
        }
        let members = serde_json::from_slice(bytes);
        members
            .map(PrivateData)
            .map_err(|_| Error::mismatch("private data: a JSON object", "other bytes"))
    }

    /// Returns the bytes, which are empty if there are no values.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let mut bytes = Vec::new();
        for (key, value) in &self.0 {
            bytes.push(if bytes.is_empty() { b'{' } else { b',' });
            bytes.extend(
                serde_json::Value::from(key.as_str())
                    .to_string()
                    .into_bytes(),
            );
            bytes.push(b':');
            bytes.extend(value.get().bytes());
        }
        bytes.push(b'}');
        bytes
    }

    /// Returns the value of a key, if the key exists.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match `T`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::PrivateData;
    ///
    /// let private = PrivateData::from_slice(br#"{"etag": 5}"#)?;
    /// assert_eq!(private.get::<u8>("etag")?, Some(5));
    /// assert_eq!(private.get::<u8>("count")?, None);
    /// assert_eq!(
    ///     private.get::<String>("etag").unwrap_err().to_string(),
    ///     r#"private data["etag"]: a string is required, got a number"#,
    /// );
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>> {
        let Some(value) = self.0.get(key) else {
            return Ok(None);
        };
        text::read(value.get())
            .map(Some)
            .map_err(|error| at_key(key, error))
    }

    /// Stores a value, replacing any earlier value of the key.
    ///
    /// # Errors
    ///
    /// Fails if JSON cannot represent the value. In this case, nothing changes.
    pub fn set<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<()> {
        let value = serde_json::value::to_raw_value(value);
        let value = value.map_err(|error| at_key(key, Error::msg(error)))?;
        self.0.insert(key.to_owned(), value);
        Ok(())
    }

    /// Removes the value of a key. Returns `true` if the key had a value.
    pub fn remove(&mut self, key: &str) -> bool {
        self.0.remove(key).is_some()
    }

    /// Iterates over the keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// Adds the path of a key to an error, and removes the stored value from the message.
#[cold]
fn at_key(key: &str, error: Error) -> Error {
    let error = error.redact().at_step(Step::Key(key.into()));
    Error::data(format!("private data{error}"))
}

impl fmt::Debug for PrivateData {
    /// Prints the keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrivateData")?;
        f.debug_set().entries(self.keys()).finish()
    }
}
