//! The change that is passed to a function of the provider.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use crate::model::{Model, TfType, typed};
use crate::msgpack::{self, Encode, Purpose};
use crate::path::Path;
use crate::ty::Type;
use crate::value::Value;

/// A change to a resource or nested struct, passed either to a function in [`plan = …`](macro@crate::TfSchema#plan) or
/// to `Resource::plan` with the `provider` feature.
///
/// Planning takes up to two passes. The first pass determines whether anything changes, unless this is certain without
/// it. The second pass makes computed values unknown. The function is called in each pass, so it must return the same
/// result for the same values.
#[derive(Debug)]
#[non_exhaustive]
pub struct Change<'a, T> {
    /// The configuration; `None` if a parent is null in the configuration.
    pub config: Option<T>,
    /// The prior value; `None` if the object is new.
    pub prior: Option<T>,
    /// The planned value according to the annotations. Changes that the function makes to this value become part of the
    /// plan. The function may change only computed attributes that are not configured.
    pub planned: &'a mut T,
    requires_replace: &'a mut Vec<Path>,
}

impl<'a, T> Change<'a, T> {
    /// Reads a change from values.
    pub(crate) fn read(
        config: Option<&Value>,
        prior: Option<&Value>,
        planned: &'a mut T,
        requires_replace: &'a mut Vec<Path>,
    ) -> Result<Self>
    where
        T: TfType + DeserializeOwned,
    {
        Ok(Change {
            config: config.map(typed::read).transpose()?,
            prior: prior.map(typed::read).transpose()?,
            planned,
            requires_replace,
        })
    }

    /// Requires replacement if the attribute at a path within this value changes.
    ///
    /// Also call this method if the decision depends on an unknown value. During apply, when the value is known,
    /// Terraform rejects an update that has become a replacement.
    ///
    /// A path cannot lead into an element of a set. If the path leads to an attribute of such an element, any change to
    /// the set requires replacement.
    pub fn require_replace(&mut self, path: impl Into<Path>) {
        self.requires_replace.push(path.into());
    }
}

/// Calls a struct's function with typed values.
///
/// # Errors
///
/// Fails if a value does not fit `T`, or if the function fails.
pub fn call<T, E>(
    function: fn(&mut Change<'_, T>) -> std::result::Result<(), E>,
    config: Option<&Value>,
    prior: Option<&Value>,
    planned: &Value,
    requires_replace: &mut Vec<Path>,
) -> Result<Value>
where
    T: TfType + Serialize + DeserializeOwned,
    Error: From<E>,
{
    let mut new = typed::read(planned)?;
    let mut change = Change::read(config, prior, &mut new, requires_replace)?;
    function(&mut change)?;
    write(planned, &new)
}

/// Converts the value that a function planned. Where this value means the same thing as the value that the annotations
/// plan, the result has the spelling of the latter.
pub(crate) fn write<T: TfType + Serialize>(planned: &Value, new: &T) -> Result<Value> {
    write_of(T::FACTS.model, &T::ty(), planned, new)
}

fn write_of(model: Model<'_>, ty: &Type, planned: &Value, new: &dyn Encode) -> Result<Value> {
    let bytes = msgpack::encoded(new, Purpose::Plan)?;
    super::replanned(model, planned, msgpack::value_from_slice(&bytes, ty)?)
}
