//! The checks over structs that derive [`TfSchema`].
//!
//! Each function writes its arguments as values and calls the one of the same name in
//! [`rules`](super). Write-only attributes of answers are written as null, as `DynamicValue::encode_plan`
//! does.
//!
//! # Examples
//!
//! ```
//! use tfvalue::rules::{Rule, typed};
//! use tfvalue::{Attr, TfSchema};
//!
//! #[derive(TfSchema, Clone)]
//! #[tf(kind = resource)]
//! struct Server {
//!     #[tf(computed)]
//!     id: Attr<String>,
//!     #[tf(required)]
//!     name: Attr<String>,
//! }
//!
//! let config = Server { id: Attr::null(), name: "web".into() };
//! let mut planned = typed::proposed_new_state(None, &config)?;
//! planned.id.set_unknown();
//! assert_eq!(typed::check_plan(None, &config, &planned, &[], false)?, []);
//!
//! // The service changes the name.
//! let new = Server { id: "i-1".into(), name: "WEB".into() };
//! let faults = typed::check_apply(Some(&planned), Some(&new), false)?;
//! assert_eq!(faults[0].rule, Rule::ValueChanged);
//! assert_eq!(
//!     faults[0].to_string(),
//!     r#"name: was cty.StringVal("web"), but now cty.StringVal("WEB")"#,
//! );
//! # Ok::<(), tfvalue::Error>(())
//! ```

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::fault::Fault;
use crate::error::Result;
use crate::model::{TfSchema, typed};
use crate::msgpack::{self, Purpose};
use crate::path::Path;
use crate::value::Value;

/// Returns the proposed new state. See [`proposed_new_state`](super::proposed_new_state).
///
/// # Errors
///
/// Fails if a value cannot be written, or if the proposed new state does not fit `T`.
pub fn proposed_new_state<T>(prior: Option<&T>, config: &T) -> Result<T>
where
    T: TfSchema + Serialize + DeserializeOwned,
{
    let (prior, config) = (
        optional(prior, Purpose::Plain)?,
        value(config, Purpose::Plain)?,
    );
    typed::read(&super::proposed_new_state(&T::block(), &prior, &config)?)
}

/// Checks a planned state. See [`check_plan`](super::check_plan).
///
/// # Errors
///
/// Fails if a value cannot be written.
pub fn check_plan<T: TfSchema + Serialize>(
    prior: Option<&T>,
    config: &T,
    planned: &T,
    requires_replace: &[Path],
    legacy_type_system: bool,
) -> Result<Vec<Fault>> {
    Ok(super::check_plan(
        &T::block(),
        &optional(prior, Purpose::Plain)?,
        &value(config, Purpose::Plain)?,
        &value(planned, Purpose::Plan)?,
        requires_replace,
        legacy_type_system,
    ))
}

/// Checks the new state after apply. See [`check_apply`](super::check_apply).
///
/// # Errors
///
/// Fails if a value cannot be written.
pub fn check_apply<T: TfSchema + Serialize>(
    planned: Option<&T>,
    new: Option<&T>,
    legacy_type_system: bool,
) -> Result<Vec<Fault>> {
    let [planned, new] = [planned, new].map(|state| optional(state, Purpose::Plan));
    Ok(super::check_apply(
        &T::block(),
        &planned?,
        &new?,
        legacy_type_system,
    ))
}

/// Checks a refreshed state. See [`check_refresh`](super::check_refresh).
///
/// # Errors
///
/// Fails if a value cannot be written.
pub fn check_refresh<T: TfSchema + Serialize>(new: Option<&T>) -> Result<Vec<Fault>> {
    Ok(super::check_refresh(
        &T::block(),
        &optional(new, Purpose::Plan)?,
    ))
}

/// Checks the state of a data source. See [`check_data`](super::check_data).
///
/// # Errors
///
/// Fails if a value cannot be written.
pub fn check_data<T: TfSchema + Serialize>(state: &T) -> Result<Vec<Fault>> {
    Ok(super::check_data(
        &T::block(),
        &value(state, Purpose::Plan)?,
    ))
}

/// Checks the result of an ephemeral resource. See [`check_ephemeral`](super::check_ephemeral).
///
/// # Errors
///
/// Fails if a value cannot be written.
pub fn check_ephemeral<T: TfSchema + Serialize>(config: &T, result: &T) -> Result<Vec<Fault>> {
    let [config, result] = [config, result].map(|one| value(one, Purpose::Plain));
    Ok(super::check_ephemeral(&T::block(), &config?, &result?))
}

fn optional<T: TfSchema + Serialize>(state: Option<&T>, purpose: Purpose) -> Result<Value> {
    state.map_or_else(|| Ok(Value::null(T::ty())), |state| value(state, purpose))
}

fn value<T: TfSchema + Serialize>(state: &T, purpose: Purpose) -> Result<Value> {
    msgpack::value_from_slice(&msgpack::to_vec_for(state, purpose)?, &T::ty())
}
