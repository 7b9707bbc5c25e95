//! What surrounds the state in a response: identity and deferral.

use std::borrow::Cow;

use super::fault::{Fault, Phase};
use super::part::NULL;
use super::report::Report;
use super::rule::Rule;
use crate::schema::Block;
use crate::value::Value;

/// Checks the identity of an object in a response of `ReadResource`, `PlanResourceChange`, `ApplyResourceChange`,
/// `UpgradeResourceIdentity` ([`Phase::Upgrade`]) or `MoveResourceState`. It may be null.
///
/// It must be known. The exception is the plan of an object that is created or replaced: Terraform does not check its
/// identity. Terraform does not compare the identity with that of the prior state, so only the provider can notice that
/// an identity has changed. About a moved object, Terraform also prints the address that it moves from.
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

/// Whether a provider may defer a response: the client capability `deferral_allowed` of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deferrals {
    /// The client allows deferrals.
    Allowed,
    /// The client does not allow deferrals, or the request does not describe the client.
    NotAllowed,
}

/// Checks whether a response may be deferred. For an action, use [`check_action_deferral`].
///
/// Terraform ignores a deferral without permission if the response contains errors. Terraform 1.11 crashes if a data
/// source is deferred during apply.
///
/// With permission, Terraform does not check a deferred plan or data source, but crashes on the same values, and accepts unknown values in a deferred
/// refresh and a null object in a deferred import. It cannot save the plan if the reason of the deferral is not one that
/// the protocol defines, and crashes when it plans an object whose deferred state has unknown blocks.
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

/// The names of the reasons for a deferral, in the order of their numbers in the protocol.
const REASONS: [&str; 4] = [
    "UNKNOWN",
    "RESOURCE_CONFIG_UNKNOWN",
    "PROVIDER_CONFIG_UNKNOWN",
    "ABSENT_PREREQ",
];

/// The only reason for which an action can be deferred.
const ACTION_REASON: usize = 2;

/// Checks whether the response of `PlanAction` may be deferred, and for this reason, which is the number in the protocol.
///
/// This is the only call for which Terraform checks the reason: an action can only be deferred because the configuration
/// of the provider is unknown. With permission, any other reason is an error.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{Deferrals, check_action_deferral};
///
/// let (provider_config, absent_prerequisite) = (2, 3);
/// let faults = check_action_deferral(Deferrals::Allowed, absent_prerequisite);
/// assert_eq!(faults[0].summary(), "Invalid deferred reason");
/// assert_eq!(check_action_deferral(Deferrals::Allowed, provider_config), []);
/// ```
#[must_use]
pub fn check_action_deferral(deferrals: Deferrals, reason: i32) -> Vec<Fault> {
    let mut report = Report::new(Phase::PlanAction);
    let place = usize::try_from(reason).ok();
    if deferrals == Deferrals::NotAllowed {
        let text = "deferred although deferrals are not allowed";
        report.plain(Rule::UnexpectedDeferral, [None, None], text);
    } else if place != Some(ACTION_REASON) {
        let name = place.and_then(|place| REASONS.get(place));
        let name = name.map_or_else(|| reason.to_string().into(), |&name| Cow::Borrowed(name));
        let expected = REASONS[ACTION_REASON];
        let text = format!("an action can only be deferred because of {expected}, got {name}");
        let values = [Value::string(expected), Value::string(&*name)];
        report.plain(
            Rule::WrongDeferralReason,
            values.each_ref().map(Some),
            &text,
        );
    }
    report.into_faults(&Block::new(), &NULL)
}
