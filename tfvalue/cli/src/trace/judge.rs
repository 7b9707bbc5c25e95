//! Finds the faults that Terraform will report in a response.

use std::borrow::Cow;

use tfvalue::Value;
use tfvalue::rules::{self, BothPlans, Fault, Phase, PlannedAction};
use tfvalue::schema::Block;

use super::call::{Decoded, Part};

/// Information about earlier plans that affects later plans.
#[derive(Default)]
pub(crate) struct Judge {
    /// The type and the configuration of objects that will be replaced. Terraform plans these objects again, as new
    /// objects.
    replaced: Vec<(String, Value)>,
    plans: Plans,
    /// Whether the client supports computed blocks. Only some requests contain this information.
    has_computed_blocks: bool,
}

/// The plans that Terraform may make again during the apply.
///
/// Terraform configures the provider before the plan, and again before the apply. Before the plan and before the apply,
/// Terraform validates all resources. Right before the plan of each resource, Terraform validates the resource again.
#[derive(Default)]
struct Plans {
    kept: Vec<Plan>,
    /// The number of times that the provider was configured.
    configured: usize,
    /// The number of resources that were validated but have not been planned since.
    validated: usize,
}

/// A plan and its subject.
struct Plan {
    subject: String,
    prior: Value,
    config: Value,
    planned: Value,
    action: PlannedAction,
    configured: usize,
}

impl Judge {
    /// Returns the faults in a response.
    pub(crate) fn faults(&mut self, name: &str, call: &Decoded) -> Vec<Fault> {
        self.plans.follow(name);
        if let Some(client) = call.client {
            self.has_computed_blocks = client.computed_blocks_allowed;
        }
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
            "ApplyResourceChange" => self.apply(call, failed).unwrap_or_default(),
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

    /// Returns the schema as the current Terraform version reads it.
    fn known<'a>(&self, block: &'a Block) -> Cow<'a, Block> {
        if self.has_computed_blocks {
            Cow::Borrowed(block)
        } else {
            rules::older::without_computed_blocks(block)
        }
    }

    fn apply(&self, call: &Decoded, failed: bool) -> Option<Vec<Fault>> {
        let (new, block) = with_block(call.part("new_state")?)?;
        let block = &*self.known(block);
        if failed {
            return Some(rules::check_failed_apply(block, new));
        }
        let planned = &call.part("planned_state")?.value;
        let response = rules::ApplyResponse::new(new).legacy_type_system(call.is_legacy);
        let mut faults = rules::check_apply(block, planned, response);
        faults.extend(identity(call, Phase::Apply));
        Some(faults)
    }

    fn plan(&mut self, call: &Decoded) -> Option<Vec<Fault>> {
        let (planned, block) = with_block(call.part("planned_state")?)?;
        let block = &*self.known(block);
        let value = |label| call.part(label).map(|part| &part.value);
        let (prior, config) = (value("prior_state")?, value("config")?);
        let response = rules::PlanResponse::new(planned)
            .requires_replace(&call.replace)
            .legacy_type_system(call.is_legacy);
        let action = rules::action(block, prior, response);
        let again = |(name, other): &(String, Value)| *name == call.subject && other == config;
        let replaced = self.replaced.iter().position(again);
        let mut faults = match replaced.filter(|_| prior.is_null()) {
            Some(at) => {
                self.replaced.swap_remove(at);
                rules::check_replacement_plan(block, planned)
            }
            None => rules::check_plan(block, rules::PlanRequest { config, prior }, response),
        };
        if action == PlannedAction::Replace {
            self.replaced.push((call.subject.clone(), config.clone()));
        }
        if !config.is_null() && !faults.iter().any(Fault::is_fatal) {
            let plan = Plan {
                subject: call.subject.clone(),
                prior: prior.clone(),
                config: config.clone(),
                planned: planned.clone(),
                action,
                configured: self.plans.configured,
            };
            faults.extend(self.plans.check(block, &plan));
            self.plans.kept.push(plan);
        }
        Some(faults)
    }
}

impl Plans {
    /// Keeps track of the calls that Terraform makes between plans.
    fn follow(&mut self, name: &str) {
        match name {
            "ValidateResourceConfig" => self.validated += 1,
            "PlanResourceChange" => self.validated = self.validated.saturating_sub(1),
            "ConfigureProvider" => {
                if self.validated > 0 {
                    // Another command begins.
                    self.kept.clear();
                }
                self.validated = 0;
                self.configured += 1;
            }
            _ => {}
        }
    }

    /// Compares the plan that is made during apply with the plan that the user saw. Objects without an address can be
    /// equal, so several plans may match. The matching plan is removed. Each plan therefore belongs to one object, and
    /// checking the plans of many objects takes little time.
    fn check(&mut self, block: &Block, last: &Plan) -> Vec<Fault> {
        let mut faults = Vec::new();
        for at in 0..self.kept.len() {
            let first = &self.kept[at];
            if !first.precedes(last) {
                continue;
            }
            faults = rules::check_final_plan(
                block,
                BothPlans {
                    first: (&first.planned, first.action),
                    last: (&last.planned, last.action),
                },
            );
            if faults.is_empty() {
                self.kept.remove(at);
                break;
            }
        }
        faults
    }
}

impl Plan {
    /// Returns `true` if the other plan can be the plan of the same change during the apply, when more of the
    /// configuration is known.
    fn precedes(&self, last: &Plan) -> bool {
        let becomes_known = || {
            let mut differences = self.config.differences(&last.config);
            differences.all(|one| one.before.is_some_and(Value::is_unknown))
        };
        self.configured < last.configured
            && self.subject == last.subject
            && self.prior == last.prior
            && becomes_known()
    }
}

fn with_block(part: &Part) -> Option<(&Value, &Block)> {
    Some((&part.value, part.block.as_deref()?))
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tfvalue::Type;
    use tfvalue::schema::Attribute;

    use super::*;

    fn block() -> Block {
        Block::new().attributes([
            Attribute::new("name", Type::String).required(),
            Attribute::new("size", Type::String).optional().computed(),
        ])
    }

    fn object(name: impl Into<Value>, size: impl Into<Value>) -> Value {
        Value::object([("name", name.into()), ("size", size.into())]).unwrap()
    }

    fn unknown() -> Value {
        Value::unknown(Type::String)
    }

    /// Plans a new object.
    fn plan(judge: &mut Judge, config: Value, planned: Value) -> Vec<String> {
        judge.faults("ValidateResourceConfig", &Decoded::default());
        let block = Arc::new(block());
        let mut call = Decoded::default();
        call.subject = "x_thing".to_owned();
        let prior = Value::null(block.implied_type());
        for (label, value) in [
            ("prior_state", prior),
            ("config", config),
            ("planned_state", planned),
        ] {
            call.parts.push(Part {
                label: label.to_owned(),
                is_response: label == "planned_state",
                ty: value.ty(),
                value,
                block: Some(Arc::clone(&block)),
            });
        }
        let faults = judge.faults("PlanResourceChange", &call);
        faults
            .iter()
            .map(|fault| fault.summary().to_owned())
            .collect()
    }

    fn configure(judge: &mut Judge) {
        judge.faults("ConfigureProvider", &Decoded::default());
    }

    #[test]
    fn the_plan_during_apply_is_compared_with_the_first() {
        let nothing = || Value::null(Type::String);
        for (last, expected) in [
            (object("a", "small"), None),
            (
                object("a", "large"),
                Some("Provider produced inconsistent final plan"),
            ),
        ] {
            let mut judge = Judge::default();
            judge.faults("ValidateResourceConfig", &Decoded::default());
            configure(&mut judge);
            let first = plan(
                &mut judge,
                object(unknown(), nothing()),
                object(unknown(), "small"),
            );
            assert!(first.is_empty(), "{first:?}");
            // A different object, with its own plan.
            let other = plan(&mut judge, object("a", "tiny"), object("a", "tiny"));
            assert!(other.is_empty(), "{other:?}");
            configure(&mut judge);
            let faults = plan(&mut judge, object("a", nothing()), last);
            assert_eq!(faults.first().map(String::as_str), expected);
        }
    }

    #[test]
    fn plans_of_different_commands_are_not_compared() {
        let mut judge = Judge::default();
        for size in ["small", "large"] {
            judge.faults("ValidateResourceConfig", &Decoded::default());
            configure(&mut judge);
            let config = object("a", Value::null(Type::String));
            for _ in 0..2 {
                let faults = plan(&mut judge, config.clone(), object("a", size));
                assert!(faults.is_empty(), "{faults:?}");
            }
        }
    }
}
