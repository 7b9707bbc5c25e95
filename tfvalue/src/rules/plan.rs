//! The checks of plans.

use super::crash;
use super::fault::{Fault, Phase};
use super::messages::{BothPlans, PlanResponse};
use super::plan_valid::{self, Site};
use super::replace::{self, PlannedAction};
use super::report::Report;
use super::response;
use super::rule::Rule;
use super::{compatible, part};
use crate::plan::request::PlanRequest;
use crate::schema::Block;
use crate::value::Value;

/// Checks the response to `PlanResourceChange`, which contains the planned state and the paths that require replacement.
///
/// Like Terraform, this function makes no further checks after a write-only attribute with a value, a wrong type, or a
/// fatal fault in the planned state. If the configuration is null, the plan destroys the object and must be null.
/// Terraform does not check such a plan further.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{PlanRequest, PlanResponse, Rule, check_plan};
/// use tfvalue::{Attr, TfSchema, Type, Value};
/// # #[derive(TfSchema)]
/// # #[tf(kind = resource)]
/// # struct Server {
/// #     #[tf(computed)]
/// #     id: Attr<String>,
/// #     #[tf(required)]
/// #     name: Attr<String>,
/// # }
/// #
/// let state = |id: Value, name: &str| Value::object([("id", id), ("name", name.into())]);
/// let config = state(Value::null(Type::String), "Web")?;
/// let request = PlanRequest { config: &config, prior: &Value::null(Server::block().implied_type()) };
/// let planned = state(Value::unknown(Type::String), "web")?;
/// let faults = check_plan(&Server::block(), request, PlanResponse::new(&planned));
/// assert_eq!(faults[0].path, "name".into());
/// assert_eq!(faults[0].rule, Rule::PlannedValueDiffersFromConfig);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn check_plan(
    block: &Block,
    request: PlanRequest<'_>,
    response: PlanResponse<'_>,
) -> Vec<Fault> {
    let PlanResponse {
        planned,
        requires_replace,
        legacy_type_system,
    } = response;
    let PlanRequest { config, prior } = request;
    let mut report = Report::new(Phase::Plan);
    if config.is_null() {
        if !planned.is_null() {
            let text = "planned a non-null destroy value";
            report.plain(Rule::ObjectInDestroyPlan, [None, None], text);
        }
        return report.into_faults(block, planned);
    }
    response::write_only(block, planned, &mut report);
    if !report.has_fatal() {
        response::conforms(block, planned, &mut report);
    }
    if report.has_fatal() {
        return report.into_faults(block, planned);
    }
    report.logs(legacy_type_system);
    let site = Site {
        prior,
        config,
        planned,
    };
    plan_valid::block(block, site, &mut report);
    report.logs(false);
    if !report.has_fatal() {
        crash::check(block, planned, &mut report);
        replace::check(prior, planned, requires_replace, &mut report);
    }
    report.into_faults(block, planned)
}

/// Checks the second response to `PlanResourceChange` for an object that is to be replaced. Terraform requests this
/// response with null as the prior state.
///
/// Terraform checks only the type of the planned state, and that write-only attributes are null.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::check_replacement_plan;
/// use tfvalue::{Attr, TfSchema, Type, Value};
/// # #[derive(TfSchema)]
/// # #[tf(kind = resource)]
/// # struct Server {
/// #     #[tf(computed)]
/// #     id: Attr<String>,
/// #     #[tf(required)]
/// #     name: Attr<String>,
/// # }
/// #
/// let state = |id: Value| Value::object([("id", id), ("name", "web".into())]);
/// let planned = state(Value::unknown(Type::String))?;
/// assert_eq!(check_replacement_plan(&Server::block(), &planned), []);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn check_replacement_plan(block: &Block, planned: &Value) -> Vec<Fault> {
    let mut report = Report::new(Phase::Plan);
    response::conforms(block, planned, &mut report);
    if !report.has_fatal() {
        response::write_only(block, planned, &mut report);
    }
    report.into_faults(block, planned)
}

/// Compares the response to `PlanResourceChange` during apply, when more values are known, with the first response.
///
/// The faults that this function reports are fatal even with the legacy type system. [`check_plan`] applies to the
/// second response, too.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{BothPlans, PlannedAction, check_final_plan};
/// use tfvalue::{Attr, TfSchema, Type, Value};
/// # #[derive(TfSchema)]
/// # #[tf(kind = resource)]
/// # struct Server {
/// #     #[tf(computed)]
/// #     id: Attr<String>,
/// #     #[tf(required)]
/// #     name: Attr<String>,
/// # }
/// #
/// let state = |name: Value| Value::object([("id", Value::unknown(Type::String)), ("name", name)]);
/// let (first, last) = (state("web".into())?, state("db".into())?);
/// let plans = BothPlans {
///     first: (&first, PlannedAction::Create),
///     last: (&last, PlannedAction::Create),
/// };
/// let faults = check_final_plan(&Server::block(), plans);
/// assert_eq!(faults[0].path, "name".into());
/// assert_eq!(faults[0].summary(), "Provider produced inconsistent final plan");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn check_final_plan(block: &Block, plans: BothPlans<'_>) -> Vec<Fault> {
    let (first, last) = (plans.first.0, plans.last.0);
    let mut report = Report::new(Phase::FinalPlan);
    crash::unknown_maps(block, first, last, &mut report);
    let [first_action, last_action] = [plans.first, plans.last].map(unless_destroyed);
    let is_same = first_action == last_action
        || (first_action, last_action) == (PlannedAction::Update, PlannedAction::NoOp);
    if !is_same {
        let text = format!("changed the planned action from {first_action} to {last_action}");
        report.plain(Rule::ActionChanged, [None, None], &text);
    }
    report.size(part::size(first) + part::size(last));
    compatible::block(block, first, last, &mut report);
    report.into_faults(block, last)
}

/// Returns the action for a planned state. A planned state of null means that the object is destroyed, so Terraform
/// does not expect null in other plans.
fn unless_destroyed((planned, action): (&Value, PlannedAction)) -> PlannedAction {
    match action {
        PlannedAction::NoOp if planned.is_null() => PlannedAction::Create,
        PlannedAction::Delete => PlannedAction::Update,
        _ => action,
    }
}
