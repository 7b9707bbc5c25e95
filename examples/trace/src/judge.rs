//! What Terraform will say about a response.

use tfvalue::Value;
use tfvalue::rules::{self, Fault, Phase, PlannedAction};
use tfvalue::schema::Block;

use crate::call::{Decoded, Part};

/// The plans so far, as far as later ones depend on them.
#[derive(Default)]
pub(crate) struct Judge {
    /// The type and the configuration of objects that will be replaced. Terraform plans them again, as new objects.
    replaced: Vec<(String, Value)>,
}

impl Judge {
    /// Returns the faults of a response.
    pub(crate) fn faults(&mut self, name: &str, call: &Decoded) -> Vec<Fault> {
        let failed = call.has_errors();
        if failed && name != "ApplyResourceChange" {
            return Vec::new();
        }
        let of = |label: &str, rule: fn(&Block, &Value) -> Vec<Fault>| {
            let part = call.part(label).and_then(with_block);
            part.map_or_else(Vec::new, |(value, block)| rule(block, value))
        };
        match name {
            "UpgradeResourceState" => of("upgraded_state", rules::check_upgrade),
            "MoveResourceState" => of("target_state", rules::check_move),
            "ReadDataSource" => of("state", rules::check_data_source),
            "ReadResource" => {
                let mut faults = of("new_state", rules::check_refresh);
                faults.extend(identity(call, Phase::Refresh));
                faults
            }
            "ImportResourceState" => {
                let objects = call.parts.iter().filter(|part| part.is_response);
                let objects = objects.filter_map(with_block);
                objects
                    .flat_map(|(value, block)| rules::check_import(block, value))
                    .collect()
            }
            "PlanResourceChange" => self.plan(call).unwrap_or_default(),
            "ApplyResourceChange" => apply(call, failed).unwrap_or_default(),
            "OpenEphemeralResource" => ephemeral(call).unwrap_or_default(),
            "CallFunction" => {
                let result = call.part("result");
                result.map_or_else(Vec::new, |part| {
                    rules::check_function(&part.ty, &part.value, None)
                })
            }
            _ => Vec::new(),
        }
    }

    fn plan(&mut self, call: &Decoded) -> Option<Vec<Fault>> {
        let (planned, block) = with_block(call.part("planned_state")?)?;
        let value = |label| call.part(label).map(|part| &part.value);
        let (prior, config) = (value("prior_state")?, value("config")?);
        let response = rules::PlanResponse::new(planned)
            .requires_replace(&call.replace)
            .legacy_type_system(call.is_legacy);
        let again = |(name, other): &(String, Value)| *name == call.subject && other == config;
        if prior.is_null() {
            if let Some(at) = self.replaced.iter().position(again) {
                self.replaced.swap_remove(at);
                return Some(rules::check_replacement_plan(block, planned));
            }
        } else if rules::action(block, prior, response) == PlannedAction::Replace {
            self.replaced.push((call.subject.clone(), config.clone()));
        }
        Some(rules::check_plan(
            block,
            rules::PlanRequest { config, prior },
            response,
        ))
    }
}

fn with_block(part: &Part) -> Option<(&Value, &Block)> {
    Some((&part.value, part.block.as_deref()?))
}

fn apply(call: &Decoded, failed: bool) -> Option<Vec<Fault>> {
    let (new, block) = with_block(call.part("new_state")?)?;
    if failed {
        return Some(rules::check_failed_apply(block, new));
    }
    let planned = &call.part("planned_state")?.value;
    let response = rules::ApplyResponse::new(new).legacy_type_system(call.is_legacy);
    let mut faults = rules::check_apply(block, planned, response);
    faults.extend(identity(call, Phase::Apply));
    Some(faults)
}

fn ephemeral(call: &Decoded) -> Option<Vec<Fault>> {
    let (result, block) = with_block(call.part("result")?)?;
    let config = &call.part("config")?.value;
    Some(rules::check_ephemeral_resource(
        block,
        rules::OpenedEphemeral { config, result },
    ))
}

fn identity(call: &Decoded, phase: Phase) -> Vec<Fault> {
    let identity = call.part("new_identity");
    identity.map_or_else(Vec::new, |part| rules::check_identity(phase, &part.value))
}
