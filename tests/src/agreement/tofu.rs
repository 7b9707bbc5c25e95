//! The faults that OpenTofu finds in a response, where they differ from Terraform's.

use tfvalue::Value;
use tfvalue::rules::{
    Fault, Phase, PlanRequest, PlanResponse, Rule, check_failed_apply, check_plan,
};
use tfvalue::schema::Block;

use super::schema::readable;

/// Returns the faults that OpenTofu finds in a response, from those that Terraform finds.
/// `check` finds those for another schema.
pub(super) fn faults(
    phase: Phase,
    block: &Block,
    value: &Value,
    own: Vec<Fault>,
    check: &dyn Fn(&Block) -> Vec<Fault>,
) -> Vec<Fault> {
    let early = match phase {
        Phase::ReadData | Phase::OpenEphemeral | Phase::Import => Vec::new(),
        _ => write_only(block, value),
    };
    match phase {
        // OpenTofu goes on after write-only attributes.
        Phase::Apply if !early.is_empty() => {
            let known = check_failed_apply(&readable(block.clone()), value);
            let known = known.into_iter().filter(|fault| !fault.is_crash());
            early.into_iter().chain(known).collect()
        }
        _ if !early.is_empty() => early,
        // It goes on after unknown values, too.
        Phase::Refresh | Phase::Upgrade | Phase::Move => {
            let is_unknown = |fault: &Fault| fault.rule == Rule::UnknownInResult;
            let mut later = Vec::new();
            if own.iter().any(is_unknown) {
                later = as_plan(block, value);
                later.retain(|fault| fault.rule == Rule::NullElement);
            }
            without(own, is_unknown).into_iter().chain(later).collect()
        }
        // It refreshes the state next, and checks them then.
        Phase::Import => without(own, |fault| fault.rule == Rule::WriteOnlyValue),
        // It looks for sensitive attributes only after other checks.
        Phase::ReadData if own.iter().any(|fault| !fault.is_crash()) => {
            without(own, Fault::is_crash)
        }
        Phase::Plan if own.iter().any(is_in_unknown) => {
            // It compares them like other attributes.
            let others = check(&readable(block.clone()));
            let other = |fault: Fault| {
                if !is_in_unknown(&fault) {
                    return Some(fault);
                }
                let mut others = others.iter();
                let place = fault.terraform_path();
                others.find(|one| one.terraform_path() == place).cloned()
            };
            own.into_iter().filter_map(other).collect()
        }
        _ => own,
    }
}

/// Returns `true` for a write-only attribute in an unknown object, for which the check of a plan has other words.
fn is_in_unknown(fault: &Fault) -> bool {
    fault.rule == Rule::WriteOnlyValue && fault.problem().starts_with("planned value")
}

fn without(faults: Vec<Fault>, is_dropped: impl Fn(&Fault) -> bool) -> Vec<Fault> {
    faults
        .into_iter()
        .filter(|fault| !is_dropped(fault))
        .collect()
}

/// Returns the faults of write-only attributes, which OpenTofu finds before all others.
fn write_only(block: &Block, value: &Value) -> Vec<Fault> {
    let all = as_plan(block, value);
    let is_it = |fault: &Fault| fault.rule == Rule::WriteOnlyValue && !is_in_unknown(fault);
    if all.iter().any(is_it) {
        all.into_iter()
            .filter(|fault| is_it(fault) || fault.is_crash())
            .collect()
    } else {
        Vec::new()
    }
}

/// Checks a value like a plan in which everything is as configured.
fn as_plan(block: &Block, value: &Value) -> Vec<Fault> {
    let request = PlanRequest {
        config: value,
        prior: &Value::null(block.implied_type()),
    };
    check_plan(block, request, PlanResponse::new(value))
}
