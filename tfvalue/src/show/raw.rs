//! JSON that is kept as it came.

use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::error_path;
use super::tree::{self, Tree};
use crate::error::Result;
use crate::ty::Type;
use crate::value::Value;

/// A piece of JSON, kept as the text that came until it is asked for: no digit of a number is
/// lost, and what is not asked for costs its bytes alone.
///
/// `Debug` does not show the text, since it may be sensitive.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::show::Raw;
///
/// let raw = Raw::from_json(r#"{"price": 0.10, "zones": ["a", "b"]}"#)?;
/// assert_eq!(raw.to_value(&Type::Dynamic)?.to_string(), r#"{ price = 0.1, zones = ["a", "b"] }"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone)]
pub struct Raw(Box<RawValue>);

impl Raw {
    /// Makes it of JSON text.
    ///
    /// # Errors
    ///
    /// If the text is not JSON, or is nested more than 128 levels deep.
    pub fn from_json(text: &str) -> Result<Self> {
        error_path::follow((1, 1), || serde_json::from_str(text))
    }

    /// Makes it of anything that JSON can hold.
    pub(super) fn of<T: Serialize>(value: &T) -> serde_json::Result<Self> {
        serde_json::value::to_raw_value(value).map(Raw)
    }

    /// Makes a null.
    #[must_use]
    pub fn null() -> Self {
        Raw(RawValue::NULL.to_owned())
    }

    /// Returns the text.
    #[must_use]
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Tells whether it is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.get() == "null"
    }

    /// Returns the value by a type constraint. Where that is dynamic, arrays become tuples and
    /// objects become objects.
    ///
    /// # Errors
    ///
    /// If the value does not fit the type.
    pub fn to_value(&self, ty: &Type) -> Result<Value> {
        self.tree()?.into_value(ty, tree::Surplus::Refused)
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
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let raw = Raw(Deserialize::deserialize(deserializer)?);
        match tree::check_depth(raw.get()) {
            Ok(()) => Ok(raw),
            Err(error) => Err(error_path::fail(error)),
        }
    }
}
