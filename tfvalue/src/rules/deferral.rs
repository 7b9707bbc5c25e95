//! The deferral of an action.

use super::around::Deferrals;
use super::fault::{Fault, Phase};
use super::part::NULL;
use super::report::Report;
use super::rule::Rule;
use crate::schema::Block;
use crate::tfplugin::calls::deferred::Reason;
use crate::value::Value;

/// Checks whether the response to `PlanAction` may be deferred for the given reason. `reason` is the number of the
/// reason in the protocol.
///
/// This is the only call for which Terraform checks the reason. An action can be deferred only because the
/// configuration of the provider is unknown. Even if deferrals are allowed, any other reason is an error.
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
    let expected = Reason::ProviderConfigUnknown;
    if deferrals == Deferrals::NotAllowed {
        let text = "deferred although deferrals are not allowed";
        report.plain(Rule::UnexpectedDeferral, [None, None], text);
    } else if reason != i32::from(expected) {
        let name = Reason::try_from(reason).ok();
        let name = name.map_or_else(|| reason.to_string(), |one| one.as_str_name().to_owned());
        let expected = expected.as_str_name();
        let text = format!("an action can only be deferred because of {expected}, got {name}");
        let values = [Value::string(expected), Value::string(name)];
        report.plain(
            Rule::WrongDeferralReason,
            values.each_ref().map(Some),
            &text,
        );
    }
    report.into_faults(&Block::new(), &NULL)
}
