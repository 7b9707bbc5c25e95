//! Values of a type that is known at compile time.

use serde::de::DeserializeOwned;

use super::TfType;
use crate::error::Result;
use crate::value::Value;

/// Reads a value that has the type of `T`.
pub(crate) fn read<T: TfType + DeserializeOwned>(value: &Value) -> Result<T> {
    value.read_as()
}
