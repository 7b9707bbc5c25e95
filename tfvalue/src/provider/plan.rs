//! `Plan`: the planned change that a resource's own function completes.

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Result;
use crate::model::{TfSchema, typed};
use crate::msgpack::{self, Purpose};
use crate::path::Path;
use crate::value::Value;

/// A change of a resource: its configuration, its prior state (null on create) and its planned state.
pub(super) struct Change {
    pub(super) config: Value,
    pub(super) prior: Value,
    pub(super) planned: Value,
    pub(super) requires_replace: Vec<Path>,
}

/// A planned change, to be completed by [`Resource::plan`](super::Resource::plan).
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Context, Plan};
/// use tfvalue::{Attr, Diagnostics, Error, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Disk {
///     #[tf(required)]
///     size: Attr<i64>,
///     #[tf(computed)]
///     price: Attr<i64>,
/// }
///
/// /// The client has the price of a gigabyte. A disk that becomes smaller is replaced.
/// async fn plan(plan: &mut Plan<'_, Disk>, context: &mut Context<i64>) -> Result<(), Diagnostics> {
///     let mut planned = plan.planned()?;
///     let Some(&size) = planned.size.value() else {
///         return Ok(()); // It is not known yet.
///     };
///     if size < 1 {
///         return Err(Error::msg("at least 1 GB is required").at("size").into());
///     }
///     planned.price.set(size * **context.client());
///     plan.set(&planned)?;
///     if plan.prior()?.is_some_and(|prior| prior.size.value() > Some(&size)) {
///         plan.require_replace("size");
///     }
///     Ok(())
/// }
/// ```
pub struct Plan<'a, T> {
    change: &'a mut Change,
    model: PhantomData<fn() -> T>,
}

impl<'a, T> Plan<'a, T> {
    pub(super) fn new(change: &'a mut Change) -> Self {
        Plan {
            change,
            model: PhantomData,
        }
    }
}

impl<T: TfSchema + Serialize + DeserializeOwned> Plan<'_, T> {
    /// Reads the configuration.
    ///
    /// # Errors
    ///
    /// Fails if it does not fit `T`.
    pub fn config(&self) -> Result<T> {
        typed::read(&self.change.config)
    }

    /// Reads the prior state; `None` on create.
    ///
    /// # Errors
    ///
    /// Fails if it does not fit `T`.
    pub fn prior(&self) -> Result<Option<T>> {
        let prior = Some(&self.change.prior).filter(|prior| !prior.is_null());
        prior.map(typed::read).transpose()
    }

    /// Reads the planned state, as the annotations plan it.
    ///
    /// # Errors
    ///
    /// Fails if it does not fit `T`.
    pub fn planned(&self) -> Result<T> {
        typed::read(&self.change.planned)
    }

    /// Replaces the planned state. Only computed attributes that are not configured can differ from what
    /// the annotations plan.
    ///
    /// # Errors
    ///
    /// Fails if Terraform's wire format cannot represent the state.
    pub fn set(&mut self, planned: &T) -> Result<()> {
        let bytes = msgpack::to_vec_for(planned, Purpose::Plan)?;
        self.change.planned = msgpack::value_from_slice(&bytes, &T::ty())?;
        Ok(())
    }

    /// Requires replacement because of the attribute at a path, if its value changes.
    pub fn require_replace(&mut self, path: impl Into<Path>) {
        self.change.requires_replace.push(path.into());
    }
}
