//! The faults that OpenTofu finds in a response, where they differ from the faults that Terraform finds.

use tfvalue::Value;
use tfvalue::rules::{
    Fault, Phase, PlanRequest, PlanResponse, Rule, check_failed_apply, check_plan,
};
use tfvalue::schema::{Attribute, AttributeType, Block, Nesting, Place};

use super::schema::{readable, secret};

/// Returns the faults that OpenTofu finds in a response, based on the faults that Terraform finds.
/// `check` finds the faults for a different schema.
pub(super) fn faults(
    phase: Phase,
    block: &Block,
    value: &Value,
    own: Vec<Fault>,
    check: &dyn Fn(&Block) -> Vec<Fault>,
) -> Vec<Fault> {
    let is_searched = !matches!(
        phase,
        Phase::ReadData | Phase::OpenEphemeral | Phase::Import
    );
    let early = if is_searched {
        write_only(block, value)
    } else {
        Vec::new()
    };
    let own =
        if is_searched && early.is_empty() && as_plan(block, value).iter().any(Fault::is_crash) {
            unsearched(block, check)
        } else {
            own
        };
    match phase {
        // OpenTofu continues after write-only attributes.
        Phase::Apply if !early.is_empty() => {
            let known = check_failed_apply(&readable(block.clone()), value);
            let known = known.into_iter().filter(|fault| !fault.is_crash());
            early.into_iter().chain(known).collect()
        }
        _ if !early.is_empty() => early,
        // OpenTofu also continues after unknown values.
        Phase::Refresh | Phase::Upgrade | Phase::Move => {
            let is_unknown = |fault: &Fault| fault.rule == Rule::UnknownInResult;
            let mut later = Vec::new();
            if own.iter().any(is_unknown) {
                later = as_plan(block, value);
                later.retain(|fault| fault.rule == Rule::NullElement);
            }
            without(own, is_unknown).into_iter().chain(later).collect()
        }
        // OpenTofu then refreshes the state, and checks for write-only attributes at that point.
        Phase::Import => check(&readable(block.clone())),
        // OpenTofu checks for sensitive attributes only after other checks.
        Phase::ReadData if own.iter().any(|fault| !fault.is_crash()) => {
            without(own, Fault::is_crash)
        }
        Phase::Plan if own.iter().any(is_in_unknown) => {
            // OpenTofu compares write-only attributes like other attributes.
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

/// Returns `true` if OpenTofu replaces an unknown block in a refreshed state with a block whose nested attributes have
/// no type; this block crashes OpenTofu later.
pub(super) fn breaks_unknown_blocks(block: &Block, value: &Value) -> bool {
    block.block_types.iter().any(|nested| {
        let inner = &nested.block;
        if nested.nesting == Nesting::Map || inner.implied_type().has_dynamic() {
            return false;
        }
        let Some(value) = value.get(nested.type_name.as_ref()) else {
            return value.is_unknown() && has_nested_attributes(inner);
        };
        match value.elements() {
            _ if value.is_unknown() => has_nested_attributes(inner),
            Some(mut elements) if matches!(nested.nesting, Nesting::List | Nesting::Set) => {
                elements.any(|one| breaks_unknown_blocks(inner, one))
            }
            _ => breaks_unknown_blocks(inner, value),
        }
    })
}

fn has_nested_attributes(block: &Block) -> bool {
    let is_nested = |one: &Attribute| matches!(one.ty, AttributeType::Nested(_));
    let mut blocks = block.block_types.iter();
    block.attributes.iter().any(is_nested)
        || blocks.any(|one| one.nesting != Nesting::Map && has_nested_attributes(&one.block))
}

/// Returns `true` for a fault about a write-only attribute in an unknown object. When a plan is checked, the message
/// for such a fault is worded differently.
fn is_in_unknown(fault: &Fault) -> bool {
    fault.rule == Rule::WriteOnlyValue && fault.problem().starts_with("planned value")
}

fn without(faults: Vec<Fault>, is_dropped: impl Fn(&Fault) -> bool) -> Vec<Fault> {
    faults
        .into_iter()
        .filter(|fault| !is_dropped(fault))
        .collect()
}

/// Returns the faults for write-only attributes, which OpenTofu finds before all other faults.
fn write_only(block: &Block, value: &Value) -> Vec<Fault> {
    let is_value = |fault: &Fault| fault.rule == Rule::WriteOnlyValue && !is_in_unknown(fault);
    // A path that does not exist crashes Terraform, but OpenTofu ignores the path. Terraform and OpenTofu crash in this
    // search on the same values as in the search for sensitive attributes.
    let is_missing = |fault: &Fault| fault.problem().starts_with("missing");
    let own = as_plan(block, value).into_iter();
    let own = own.filter(|fault| is_value(fault) || fault.is_crash() && is_missing(fault));
    let crashes = as_plan(&secret(block.clone()), value).into_iter();
    own.chain(crashes.filter(Fault::is_crash)).collect()
}

/// Returns the faults in a response in which OpenTofu finds no values of write-only attributes.
fn unsearched(block: &Block, check: &dyn Fn(&Block) -> Vec<Fault>) -> Vec<Fault> {
    without(check(&readable(block.clone())), |fault| {
        let place = block.at(&fault.path);
        let attribute = place.as_ref().and_then(Place::attribute);
        attribute.is_some_and(|one| one.write_only)
    })
}

/// Checks a value as the plan for a configuration with the same values. The other faults are only logged, so the check
/// does not stop at them.
fn as_plan(block: &Block, value: &Value) -> Vec<Fault> {
    let request = PlanRequest {
        config: value,
        prior: &Value::null(block.implied_type()),
    };
    let response = PlanResponse::new(value).legacy_type_system(true);
    check_plan(block, request, response)
}
