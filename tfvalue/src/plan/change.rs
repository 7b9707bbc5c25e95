//! The change that a struct's own function sees.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use crate::model::{TfType, typed};
use crate::msgpack::{self, Purpose};
use crate::value::Value;

/// A change, as a function given by `plan = …` sees it.
///
/// Planning takes two passes: the first finds out whether anything changes, and the second makes
/// computed values unknown. The function is called in both, so it must return the same result for the
/// same values.
#[derive(Debug)]
#[non_exhaustive]
pub struct Change<'a, T> {
    /// The configuration; `None` below a parent that is null in the configuration.
    pub config: Option<T>,
    /// The prior value; `None` if the object is new.
    pub prior: Option<T>,
    /// The planned value, to be changed.
    pub planned: &'a mut T,
}

/// Calls a struct's function with typed values.
///
/// # Errors
///
/// Fails if a value does not fit `T`, or the function fails.
pub fn call<T, E>(
    function: fn(&mut Change<'_, T>) -> std::result::Result<(), E>,
    config: Option<&Value>,
    prior: Option<&Value>,
    planned: &Value,
) -> Result<Value>
where
    T: TfType + Serialize + DeserializeOwned,
    Error: From<E>,
{
    let mut change = typed::read(planned)?;
    function(&mut Change {
        config: config.map(typed::read).transpose()?,
        prior: prior.map(typed::read).transpose()?,
        planned: &mut change,
    })?;
    let bytes = msgpack::to_vec_for(&change, Purpose::Plan)?;
    msgpack::value_from_slice(&bytes, &T::ty())
}
