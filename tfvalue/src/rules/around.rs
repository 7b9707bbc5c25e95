//! What surrounds the state in a response: identity and deferral.

use super::fault::{Fault, Phase};
use super::part::NULL;
use super::report::Report;
use super::rule::Rule;
use crate::schema::Block;
use crate::value::Value;

/// Checks the identity of an object in a response of `ReadResource`, `PlanResourceChange` or
/// `ApplyResourceChange`. It may be null.
///
/// It must be known, except in the plan of an object that is created or replaced, whose identity Terraform does not
/// check. Nor does Terraform compare it with the identity of the prior state: a change of the identity is an error of
/// the provider that only the provider can find.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{Phase, check_identity};
/// use tfvalue::{Type, Value};
///
/// let identity = Value::object([("id", Value::unknown(Type::String))])?;
/// let faults = check_identity(Phase::Apply, &identity);
/// assert_eq!(faults[0].summary(), "Provider produced invalid identity");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn check_identity(phase: Phase, identity: &Value) -> Vec<Fault> {
    let mut report = Report::new(phase);
    if !identity.is_wholly_known() {
        let text = "the identity contains unknown values";
        report.plain(Rule::UnknownIdentity, [None, None], text);
    }
    report.into_faults(&Block::new(), identity)
}

/// Checks whether a response may be deferred. `is_allowed` is the client capability `deferral_allowed` of the request.
///
/// Terraform ignores a deferral without permission if the response contains errors.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{Phase, check_deferral};
///
/// let faults = check_deferral(Phase::Plan, false);
/// assert_eq!(
///     faults[0].summary(),
///     "Provider deferred changes when Terraform did not allow deferrals",
/// );
/// assert_eq!(check_deferral(Phase::Plan, true), []);
/// ```
#[must_use]
pub fn check_deferral(phase: Phase, is_allowed: bool) -> Vec<Fault> {
    let mut report = Report::new(phase);
    if !is_allowed {
        let text = "deferred although deferrals are not allowed";
        report.plain(Rule::UnexpectedDeferral, [None, None], text);
    }
    report.into_faults(&Block::new(), &NULL)
}
