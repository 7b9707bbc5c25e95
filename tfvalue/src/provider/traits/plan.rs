//! `Plan`: the planned change that the `plan` function of a resource can modify.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Result;
use crate::model::{Model, TfSchema, typed};
use crate::plan::request::PlanRequest;
use crate::plan::{self, Planned};
use crate::value::Value;

/// The planned change of a resource, as untyped values.
pub(crate) struct Draft {
    config: Value,
    /// Null on create.
    prior: Value,
    /// Whether anything changes. If so, computed values that the configuration does not set become unknown.
    changed: bool,
    /// `None` until something needs the plan, because most resources have no function that modifies it.
    planned: Option<Planned>,
}

impl Draft {
    /// Creates a draft of a change. Until [`replan`](Self::replan) is called, the plan of an existing object assumes
    /// that nothing changes.
    pub(crate) fn new(config: Value, prior: Value) -> Self {
        Draft {
            config,
            changed: prior.is_null(),
            prior,
            planned: None,
        }
    }

    /// Returns the change, and its plan so far, which is at first what the annotations decide.
    pub(crate) fn plan(&mut self, model: Model<'_>) -> Result<(PlanRequest<'_>, &mut Planned)> {
        let Draft {
            config,
            prior,
            changed,
            planned,
        } = self;
        let request = PlanRequest { config, prior };
        let planned = match planned {
            Some(planned) => planned,
            none => none.insert(plan::pass(model, request, *changed)?),
        };
        Ok((request, planned))
    }

    /// Returns `true` if something changes although the plan assumes that nothing does.
    pub(crate) fn is_outdated(&mut self, model: Model<'_>) -> Result<bool> {
        if self.changed {
            return Ok(false);
        }
        let Draft { config, prior, .. } = &*self;
        match &self.planned {
            Some(planned) => plan::is_changed(model.fields, prior, &planned.state),
            None => {
                self.planned = plan::unchanged(model, PlanRequest { config, prior })?;
                Ok(self.planned.is_none())
            }
        }
    }

    /// Discards the plan. The next plan assumes that something changes.
    pub(crate) fn replan(&mut self) {
        self.changed = true;
        self.planned = None;
    }
}

/// The planned change of a resource, which [`Resource::plan`](crate::provider::Resource::plan) can modify.
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
///     let mut change = plan.change()?;
///     let Some(&size) = change.planned.size.value() else {
///         // It is not known yet and may become smaller. During apply, it would be too late to say so: an update
///         // cannot become a replacement.
///         change.require_replace("size");
///         return Ok(());
///     };
///     if size < 1 {
///         return Err(Error::msg("at least 1 GB is required").at("size").into());
///     }
///     change.planned.price.set(size * **context.client());
///     if change.prior.as_ref().is_some_and(|prior| prior.size.value() > Some(&size)) {
///         change.require_replace("size");
///     }
///     Ok(())
/// }
/// ```
pub struct Plan<'a, T> {
    draft: &'a mut Draft,
    /// The planned state, once it has been read.
    planned: Option<T>,
}

impl<'a, T: TfSchema + Serialize + DeserializeOwned> Plan<'a, T> {
    pub(crate) fn new(draft: &'a mut Draft) -> Self {
        Plan {
            draft,
            planned: None,
        }
    }

    /// Reads the change. The function can modify [`planned`](plan::Change::planned), which becomes the plan when the
    /// function returns.
    ///
    /// # Errors
    ///
    /// Fails if the configuration or a state does not fit `T`.
    pub fn change(&mut self) -> Result<plan::Change<'_, T>> {
        let (PlanRequest { config, prior }, planned) = self.draft.plan(T::FACTS.model)?;
        let state = match self.planned.take() {
            Some(state) => state,
            None => typed::read(&planned.state)?,
        };
        plan::Change::read(
            Some(config),
            Some(prior).filter(|prior| !prior.is_null()),
            self.planned.insert(state),
            &mut planned.requires_replace,
        )
    }

    /// Writes the planned state, if the state has been read.
    pub(crate) fn finish(self) -> Result<()> {
        if let Some(new) = &self.planned {
            let (_, planned) = self.draft.plan(T::FACTS.model)?;
            planned.state = plan::written(&planned.state, new)?;
        }
        Ok(())
    }
}
