//! `DynamicPlan`: the planned change of a resource without a struct.

use crate::error::Result;
use crate::model::Model;
use crate::path::Path;
use crate::plan;
use crate::plan::request::PlanRequest;
use crate::provider::traits::plan::Draft;
use crate::value::Value;

/// The planned change of a [`DynamicResource`](super::DynamicResource). The resource's
/// [`plan`](super::DynamicResource::plan) method can modify the change.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::DynamicPlan;
/// use tfvalue::{Diagnostics, Value};
///
/// /// A disk that becomes smaller is replaced.
/// fn plan(plan: &mut DynamicPlan<'_>) -> Result<(), Diagnostics> {
///     let size = |state: &Value| state.get("size").and_then(Value::as_number).cloned();
///     let new = size(plan.planned());
///     // It is not known yet and may become smaller.
///     let is_unknown = plan.planned().get("size").is_some_and(Value::is_unknown);
///     let is_smaller = plan.prior().is_some_and(|prior| size(prior) > new);
///     if is_unknown || is_smaller {
///         plan.require_replace("size");
///     }
///     Ok(())
/// }
/// ```
#[derive(Debug)]
pub struct DynamicPlan<'a> {
    config: &'a Value,
    prior: Option<&'a Value>,
    planned: Value,
    requires_replace: &'a mut Vec<Path>,
    is_changed: bool,
}

impl DynamicPlan<'_> {
    /// Returns the configuration.
    #[must_use]
    pub fn config(&self) -> &Value {
        self.config
    }

    /// Returns the prior state; `None` for a new object.
    #[must_use]
    pub fn prior(&self) -> Option<&Value> {
        self.prior
    }

    /// Returns the state that is planned according to the rules.
    #[must_use]
    pub fn planned(&self) -> &Value {
        &self.planned
    }

    /// Replaces the planned state. Only computed attributes that are not configured may differ from the state that is
    /// planned according to the rules.
    pub fn set_planned(&mut self, planned: Value) {
        self.planned = planned;
        self.is_changed = true;
    }

    /// Requires replacement if the attribute at a path changes. Also call this method if the
    /// decision depends on an unknown value.
    pub fn require_replace(&mut self, path: impl Into<Path>) {
        self.requires_replace.push(path.into());
    }
}

impl<'a> DynamicPlan<'a> {
    /// Creates a plan that borrows a draft. Call [`finish`](Self::finish) with the result.
    pub(super) fn new(model: Model<'_>, draft: &'a mut Draft) -> Result<Self> {
        let (PlanRequest { config, prior }, planned) = draft.plan(model)?;
        Ok(DynamicPlan {
            config,
            prior: Some(prior).filter(|prior| !prior.is_null()),
            planned: planned.state.clone(),
            requires_replace: &mut planned.requires_replace,
            is_changed: false,
        })
    }

    /// Returns the new planned state, if the planned state was replaced.
    pub(super) fn finish(self) -> Option<Value> {
        self.is_changed.then_some(self.planned)
    }
}

/// Sets a planned state, using the spelling of the state that is planned according to the rules.
pub(super) fn set(model: Model<'_>, draft: &mut Draft, new: Value) -> Result<()> {
    let (_, planned) = draft.plan(model)?;
    planned.state = plan::replanned(model, &planned.state, new)?;
    Ok(())
}
