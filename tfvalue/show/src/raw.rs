//! JSON that is kept as a string.

use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;
use tfvalue::__internal::show::{ErrorPath, read_at};
use tfvalue::{Result, Type, Value};

use super::field::{Field, deserialize_as_field};
use super::tree::{self, Tree};

/// JSON that is kept as a string until it is read. Numbers keep every digit, and a value that is never read takes only
/// the memory of its JSON string.
///
/// `Debug` does not show the JSON, which may be sensitive.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue_show::Raw;
///
/// let raw = Raw::from_json(r#"{"price": 0.10, "zones": ["a", "b"]}"#)?;
/// assert_eq!(raw.to_value(&Type::Dynamic)?.to_string(), r#"{ price = 0.1, zones = ["a", "b"] }"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone)]
pub struct Raw(Box<RawValue>);

impl Raw {
    /// Creates a `Raw` from a JSON string.
    ///
    /// # Errors
    ///
    /// Fails if the string is not JSON, or if the JSON is nested more than 128 levels deep.
    pub fn from_json(text: &str) -> Result<Self> {
        let deserializer = serde_json::Deserializer::from_str(text);
        read_at((1, 1), deserializer, |deserializer, path| {
            Raw::read(deserializer, path)
        })
    }

    /// Creates a `Raw` from a value that JSON can represent.
    pub(super) fn of<T: Serialize>(value: &T) -> serde_json::Result<Self> {
        serde_json::value::to_raw_value(value).map(Raw)
    }

    /// Creates a null.
    #[must_use]
    pub fn null() -> Self {
        Raw(RawValue::NULL.to_owned())
    }

    /// Creates a mask that marks the whole value.
    pub(super) fn all() -> Self {
        Raw(RawValue::TRUE.to_owned())
    }

    /// Returns the JSON as it was read, including its whitespace.
    #[must_use]
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Returns `true` if the JSON is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.get() == "null"
    }

    /// Converts the JSON to a value that conforms to a type constraint. If the constraint is dynamic, JSON arrays
    /// become tuples and JSON objects become Terraform objects.
    ///
    /// # Errors
    ///
    /// Fails if the JSON does not match the type.
    pub fn to_value(&self, ty: &Type) -> Result<Value> {
        tree::value(self.tree()?, ty)
    }

    pub(super) fn tree(&self) -> Result<Tree<'_>> {
        Tree::parse(self.get())
    }
}

impl fmt::Debug for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Raw({} bytes)", self.get().len())
    }
}

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Field for Raw {
    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        path: &ErrorPath,
    ) -> Result<Self, D::Error> {
        let raw: Box<RawValue> = Deserialize::deserialize(deserializer)?;
        tree::check_depth(raw.get()).map_err(|error| path.fail(error))?;
        Ok(Raw(raw))
    }

    fn of_null() -> Option<Self> {
        Some(Raw::null())
    }
}

deserialize_as_field! { Raw }
