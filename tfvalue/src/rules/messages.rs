//! The values in requests and responses, as named fields.

use crate::path::Path;
use crate::value::Value;

/// A `PlanResourceChange` response.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{PlannedAction, PlanResponse, action};
/// use tfvalue::{Path, TfSchema, Attr, Value};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Server {
///     #[tf(optional)]
///     image: Attr<String>,
/// }
///
/// let prior = Value::object([("image", "old")])?;
/// let planned = Value::object([("image", "new")])?;
/// let paths = [Path::from("image")];
/// let response = PlanResponse::new(&planned).requires_replace(&paths);
/// assert_eq!(action(&Server::block(), &prior, response), PlannedAction::Replace);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Copy)]
#[must_use]
pub struct PlanResponse<'a> {
    pub(super) planned: &'a Value,
    pub(super) requires_replace: &'a [Path],
    pub(super) legacy_type_system: bool,
}

impl<'a> PlanResponse<'a> {
    /// Creates a response with a planned state. The planned state is null if the object is to be destroyed.
    pub fn new(planned: &'a Value) -> Self {
        PlanResponse {
            planned,
            requires_replace: &[],
            legacy_type_system: false,
        }
    }

    /// Sets the paths that require replacement.
    pub fn requires_replace(mut self, paths: &'a [Path]) -> Self {
        self.requires_replace = paths;
        self
    }

    /// Sets the flag of the legacy type system. With this flag, Terraform only logs most faults in the planned state.
    pub fn legacy_type_system(mut self, is_legacy: bool) -> Self {
        self.legacy_type_system = is_legacy;
        self
    }
}

/// An `ApplyResourceChange` response.
#[derive(Clone, Copy)]
#[must_use]
pub struct ApplyResponse<'a> {
    pub(super) new: &'a Value,
    pub(super) legacy_type_system: bool,
}

impl<'a> ApplyResponse<'a> {
    /// Creates a response with a new state. The new state is null if the object was destroyed.
    pub fn new(new: &'a Value) -> Self {
        ApplyResponse {
            new,
            legacy_type_system: false,
        }
    }

    /// Sets the flag of the legacy type system. With this flag, Terraform only logs differences from the plan.
    pub fn legacy_type_system(mut self, is_legacy: bool) -> Self {
        self.legacy_type_system = is_legacy;
        self
    }
}

/// The two plans for a change, which Terraform makes before and during apply. Each plan consists of a planned state and
/// its [action](super::action).
#[derive(Clone, Copy)]
pub struct BothPlans<'a> {
    /// The plan that was shown to the user.
    pub first: (&'a Value, super::PlannedAction),
    /// The plan during apply, when more values are known.
    pub last: (&'a Value, super::PlannedAction),
}

/// The values of an ephemeral resource.
#[derive(Clone, Copy)]
pub struct OpenedEphemeral<'a> {
    /// The configuration in the `OpenEphemeralResource` request.
    pub config: &'a Value,
    /// The result in the response.
    pub result: &'a Value,
}
