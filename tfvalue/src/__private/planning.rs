//! Functions that generated planning rules call.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Result;
pub use crate::model::{Planning, Promises, SameAs, Spelling};
use crate::model::{TfType, typed};
pub use crate::plan::{call_plan, same_as};
use crate::value::Value;

/// Converts the value of a field to a value that can be planned.
///
/// # Errors
///
/// Fails if the value does not have the type `T`.
pub fn plan_value<T: TfType>(value: &impl Serialize) -> Result<Value> {
    Value::of(value, &T::ty())
}

/// Calls a function with typed values. The function decides whether a replacement is required.
///
/// # Errors
///
/// Fails if a value does not match `T`.
pub fn replace_if<T: TfType + DeserializeOwned>(
    prior: &Value,
    planned: &Value,
    condition: impl FnOnce(&T, &T) -> bool,
) -> Result<bool> {
    Ok(condition(&typed::read(prior)?, &typed::read(planned)?))
}

/// Returns the canonical spelling of a string. The function `canonical` returns the same string for all equivalent
/// spellings.
pub fn canonical_text(
    value: &Value,
    canonical: impl FnOnce(&str) -> Option<String>,
) -> Option<Value> {
    value.as_str().and_then(canonical).map(Value::string)
}

/// The named rules of `same_as`.
pub mod ready_made {
    pub use crate::plan::same_as::*;
}
