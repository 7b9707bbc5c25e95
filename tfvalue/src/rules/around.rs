//! The parts of a response other than the state: the identity and the deferral.

use super::fault::{Fault, Phase};
use super::part::NULL;
use super::report::Report;
use super::rule::Rule;
use crate::schema::Block;
use crate::value::Value;

/// Checks the identity of an object in a response to `ReadResource`, `PlanResourceChange`, `ApplyResourceChange`,
/// `UpgradeResourceIdentity` ([`Phase::Upgrade`]) or `MoveResourceState`. The identity may be null.
///
/// The identity must be known, except in the plan for an object that is created or replaced, where Terraform does not
/// check the identity. Terraform does not compare the identity with the identity in the prior state, so only the
/// provider can detect that an identity has changed. For a moved object, Terraform also prints the address from which
/// the object moves.
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

/// Specifies whether a provider may defer a response. This is the client capability `deferral_allowed` in the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deferrals {
    /// The client allows deferrals.
    Allowed,
    /// The client does not allow deferrals, or the request contains no client capabilities.
    NotAllowed,
}

/// Checks whether a response may be deferred. For an action, use [`check_action_deferral`](super::check_action_deferral).
///
/// If deferrals are not allowed, Terraform ignores a deferral in a response that contains errors. Terraform 1.11
/// crashes if a data source is deferred during apply.
///
/// If deferrals are allowed, Terraform does not check a deferred plan or data source, but still crashes on the same
/// values. In a deferred refresh, Terraform accepts unknown values. A deferred import can lack an object, but must not
/// contain a null object. Terraform cannot save the plan if the protocol does not define the reason for the deferral.
/// It crashes when it plans an object whose deferred state has unknown blocks.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{Deferrals, Phase, check_deferral};
///
/// let faults = check_deferral(Phase::Plan, Deferrals::NotAllowed);
/// assert_eq!(
///     faults[0].summary(),
///     "Provider deferred changes when Terraform did not allow deferrals",
/// );
/// assert_eq!(check_deferral(Phase::Plan, Deferrals::Allowed), []);
/// ```
#[must_use]
pub fn check_deferral(phase: Phase, deferrals: Deferrals) -> Vec<Fault> {
    let mut report = Report::new(phase);
    if deferrals == Deferrals::NotAllowed {
        let text = "deferred although deferrals are not allowed";
        report.plain(Rule::UnexpectedDeferral, [None, None], text);
    }
    report.into_faults(&Block::new(), &NULL)
}
