//! The checks of `ApplyResourceChange`.

use super::fault::{Fault, Phase};
use super::messages::ApplyResponse;
use super::report::Report;
use super::rule::Rule;
use super::{compatible, crash, part, response};
use crate::schema::Block;
use crate::value::Value;

/// Checks the new state in a response to `ApplyResourceChange` without errors.
///
/// `planned` is the planned state in the request. It is null if the object is to be destroyed.
///
/// If the type is wrong, or a write-only attribute has a value, nothing else is checked. The new state is
/// compared with the plan only if earlier checks pass. If the response contains errors,
/// [`check_failed_apply`] applies instead.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{ApplyResponse, check_apply};
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
/// let planned = state(Value::unknown(Type::String), "web")?;
/// let new = state("i-1".into(), "WEB")?;
/// let faults = check_apply(&Server::block(), &planned, ApplyResponse::new(&new));
/// assert_eq!(faults[0].path, "name".into());
/// assert_eq!(faults[0].summary(), "Provider produced inconsistent result after apply");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn check_apply(block: &Block, planned: &Value, response: ApplyResponse<'_>) -> Vec<Fault> {
    let ApplyResponse {
        new,
        legacy_type_system,
    } = response;
    let mut report = known(block, new);
    let is_delete = planned.is_null();
    if !is_delete && !report.has_fatal() {
        report.size(part::size(planned) + part::size(new));
        report.logs(legacy_type_system);
        compatible::block(block, planned, new, &mut report);
        report.logs(false);
    }
    if !report.has_fatal() {
        match (is_delete, new.is_null()) {
            (true, false) => {
                let text = "the object still exists after it was destroyed";
                report.plain(Rule::ObjectAfterDestroy, [None, None], text);
            }
            (false, true) => {
                let text = "the object does not exist after it was applied";
                report.plain(Rule::NullResult, [None, None], text);
            }
            _ => {}
        }
    }
    report.into_faults(block, new)
}

/// Checks the new state in a response to `ApplyResourceChange` that contains errors.
///
/// If the new state is null, Terraform keeps the prior state. Otherwise, Terraform saves the new state. In both cases,
/// only the type, the write-only attributes and the unknown values of the state are checked.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::check_failed_apply;
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
/// // The object exists, but the provider does not know its ID yet.
/// let faults = check_failed_apply(&Server::block(), &state(Value::unknown(Type::String))?);
/// assert_eq!(faults[0].path, "id".into());
/// assert_eq!(check_failed_apply(&Server::block(), &state(Value::null(Type::String))?), []);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn check_failed_apply(block: &Block, new: &Value) -> Vec<Fault> {
    known(block, new).into_faults(block, new)
}

fn known(block: &Block, new: &Value) -> Report {
    let mut report = Report::new(Phase::Apply);
    response::conforms(block, new, &mut report);
    if !report.has_fatal() {
        response::write_only(block, new, &mut report);
    }
    if !report.has_fatal() {
        response::unknown(block, new, &mut report);
        crash::check(block, new, &mut report);
    }
    report
}
