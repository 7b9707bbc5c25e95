//! The responses that plan changes.

use tfvalue::rules::{
    BothPlans, Deferrals, Fault, Phase, PlanRequest, PlanResponse, PlannedAction, Rule, action,
    check_data_source, check_deferral, check_final_plan, check_plan, check_replacement_plan,
};
use tfvalue::schema::Block;
use tfvalue::tfplugin6::{DynamicValue, plan_resource_change};
use tfvalue::{Path, Result, Value, paths::Step};

use super::private::InPlan;
use super::read::deferred_crashes;
use super::{CALL, SINK, SOURCE, Shared, deferred, read, source_block};
use crate::agreement::case::{Case, Kind, OTHERS};
use crate::agreement::computed;
use crate::agreement::known::finds_unknown_members;
use crate::agreement::mutate::replace_paths;
use crate::agreement::record::Expected;
use crate::agreement::values;

impl Shared {
    pub(super) fn plan(
        &self,
        request: &plan_resource_change::Request,
    ) -> Result<plan_resource_change::Response> {
        if request.type_name == SOURCE {
            return self.plan_source(request);
        }
        if request.type_name == SINK {
            return self.plan_sink(request);
        }
        if request.type_name == CALL {
            return Ok(plan_resource_change::Response {
                planned_state: request.proposed_new_state.clone(),
                ..Default::default()
            });
        }
        let ty = self.block_of(&request.type_name).implied_type();
        let prior = read(request.prior_state.as_ref(), &ty)?;
        let config = read(request.config.as_ref(), &ty)?;
        let proposed = read(request.proposed_new_state.as_ref(), &ty)?;
        let Some(case) = self.case(&[&config, &prior]) else {
            return Err(serde::ser::Error::custom(
                "a plan without the number of a case",
            ));
        };
        if config.is_null() {
            return self.plan_to_destroy(case, &prior, &proposed, request);
        }
        self.compare_sent(case, &prior, &config, request);
        let is_second = prior.is_null()
            && self.record(case, |record| {
                let is_second = record.has_planned && !self.is_applying();
                record.has_planned |= !prior.is_null() && !self.is_applying();
                is_second
            });
        if !prior.is_null() && !self.is_applying() {
            self.record(case, |record| record.has_planned = true);
        }
        let sent = InPlan {
            prior: &request.prior_private,
            planned: &request.planned_private,
        };
        let private = self.plan_private(case, &sent, prior.is_null());
        let is_gone = self.record(case, |record| {
            record.refreshed.as_ref().is_some_and(Value::is_null)
        });
        if (!prior.is_null() || is_gone) && !self.is_applying() {
            self.compare_identity(case, "plan", request.prior_identity.as_ref())?;
        }
        let has_computed = computed::are_absent(&case.block, &config);
        let honest = values::plan(&case.block, self.seed ^ case.number, &prior, &proposed)?;
        self.record(case, |record| {
            record.computed += u64::from(has_computed);
        });
        let is_mutated = match case.kind {
            Kind::Create | Kind::Update => !is_second,
            Kind::Replace => is_second,
            Kind::FinalCreate | Kind::FinalUpdate => self.is_applying(),
            _ => false,
        };
        // Another replacement during apply would require a third plan.
        let paths = if self.is_applying() || case.deferrals == Deferrals::Allowed {
            Vec::new()
        } else {
            self.paths(case, &prior, &honest)
        };
        let first = self.record(case, |record| record.first.clone());
        let deferral = case
            .deferral
            .filter(|_| is_mutated && (!is_second || case.number >= OTHERS) && !self.is_applying());
        let (identity, found) = self.identity(case, is_mutated, Phase::Plan)?;
        let check = |block: &Block, planned: &Value| {
            if !found.undecodable.is_empty() {
                return Vec::new();
            }
            let mut faults = Vec::new();
            if deferral.is_some() {
                faults = check_deferral(Phase::Plan, case.deferrals);
                faults.extend(deferred_crashes(case, block, planned));
            }
            if is_second {
                // The identity may be unknown. After a deferral, Terraform checks only the type.
                let mut others = check_replacement_plan(block, planned);
                others.retain(|one| deferral.is_none() || one.rule == Rule::WrongType);
                faults.extend(others);
            }
            if is_second || deferral.is_some() {
                return faults;
            }
            let mut faults = check_plan(
                block,
                PlanRequest {
                    config: &config,
                    prior: &prior,
                },
                PlanResponse::new(planned)
                    .requires_replace(&paths)
                    .legacy_type_system(case.legacy),
            );
            let response = PlanResponse::new(planned)
                .requires_replace(&paths)
                .legacy_type_system(case.legacy);
            let planned_action = action(block, &prior, response);
            let is_new = matches!(
                planned_action,
                PlannedAction::Create | PlannedAction::Replace
            );
            if !is_new && !faults.iter().any(Fault::is_fatal) {
                faults.extend(found.faults.iter().cloned());
            }
            if let Some((first, first_action)) = &first
                && self.is_applying()
                && !faults.iter().any(Fault::is_fatal)
            {
                let last = (
                    planned,
                    action(
                        block,
                        &prior,
                        PlanResponse::new(planned)
                            .requires_replace(&paths)
                            .legacy_type_system(case.legacy),
                    ),
                );
                faults.extend(check_final_plan(
                    block,
                    BothPlans {
                        first: (first, *first_action),
                        last,
                    },
                ));
            }
            faults
        };
        let donors = [&config, &prior];
        let (response, planned) = self.answer(
            case,
            is_mutated,
            ("plan", Phase::Plan, &honest),
            &donors,
            check,
        )?;
        self.expect_undecodable(case, found, planned.as_ref());
        if deferral.is_some() && case.deferrals == Deferrals::Allowed {
            self.expect_deferred(case, planned.as_ref());
        }
        // The provider cannot plan bytes that are not valid UTF-8.
        let sent = request.prior_state.clone().unwrap_or_default();
        let is_valid = sent == *sent.with_valid_utf8();
        // A deferred change is not in the plan, even if the object was deferred before.
        let is_planned = is_valid && case.deferrals == Deferrals::NotAllowed;
        if let (Some(planned), false) = (planned.filter(|_| is_planned), self.is_applying()) {
            let action = action(
                &case.block,
                &prior,
                PlanResponse::new(&planned)
                    .requires_replace(&paths)
                    .legacy_type_system(case.legacy),
            );
            // A provider with the legacy type system can plan null, but a planned null does not destroy a configured
            // object.
            let action = match action {
                PlannedAction::Delete => PlannedAction::Update,
                action => action,
            };
            self.record(case, |record| {
                // The second plan of a replacement creates a new object.
                if !is_second {
                    record.action.get_or_insert(action);
                }
                record
                    .log
                    .push(format!("action: {action}, paths: {paths:?}"));
                record.first = Some((planned, action));
            });
        }
        Ok(plan_resource_change::Response {
            planned_state: Some(response),
            requires_replace: paths.iter().map(Into::into).collect(),
            legacy_type_system: case.legacy,
            planned_private: private,
            deferred: deferral.map(deferred),
            planned_identity: identity,
            ..Default::default()
        })
    }

    /// Expects Terraform to fail when it writes a deferred plan of the wrong type, because Terraform does not check the
    /// type earlier.
    fn expect_deferred(&self, case: &Case, planned: Option<&Value>) {
        let faults = planned.map(|planned| check_data_source(&case.block, planned));
        let mut faults = faults.into_iter().flatten();
        if faults.any(|fault| fault.rule == Rule::WrongType) {
            let expected = Expected::Begins {
                summary: "Failed to prepare deferred resource for plan".to_owned(),
                start: "The deferred resource ".to_owned(),
            };
            self.record(case, |record| record.expected.push(expected));
        }
    }

    fn plan_to_destroy(
        &self,
        case: &Case,
        prior: &Value,
        proposed: &Value,
        request: &plan_resource_change::Request,
    ) -> Result<plan_resource_change::Response> {
        let sent = InPlan {
            prior: &request.prior_private,
            planned: &request.planned_private,
        };
        let private = self.plan_private(case, &sent, false);
        if !proposed.is_null() {
            self.record(case, |record| {
                record
                    .sent
                    .push(format!("proposed null, but sent {proposed}"));
            });
        }
        let is_mutated = case.kind == Kind::Destroy;
        let honest = if is_mutated && !case.number.is_multiple_of(3) {
            prior
        } else {
            proposed
        };
        let deferral = case
            .deferral
            .filter(|_| is_mutated && case.number >= OTHERS);
        let (identity, found) = self.identity(case, is_mutated, Phase::Plan)?;
        let check = |block: &Block, planned: &Value| {
            if deferral.is_some() {
                return check_deferral(Phase::Plan, case.deferrals);
            }
            if !found.faults.is_empty() || !found.undecodable.is_empty() {
                return found.faults.clone();
            }
            let request = PlanRequest {
                config: proposed,
                prior,
            };
            let response = PlanResponse::new(planned).legacy_type_system(case.legacy);
            check_plan(block, request, response)
        };
        let (response, planned) = self.answer(
            case,
            is_mutated,
            ("destroy", Phase::Plan, honest),
            &[prior],
            check,
        )?;
        self.expect_undecodable(case, found, planned.as_ref());
        if !self.is_applying() && case.deferrals == Deferrals::NotAllowed {
            self.record(case, |record| {
                record.action.get_or_insert(PlannedAction::Delete);
            });
        }
        Ok(plan_resource_change::Response {
            planned_state: Some(response),
            legacy_type_system: case.legacy,
            planned_private: private,
            deferred: deferral.map(deferred),
            planned_identity: identity,
            ..Default::default()
        })
    }

    fn plan_source(
        &self,
        request: &plan_resource_change::Request,
    ) -> Result<plan_resource_change::Response> {
        let ty = source_block().implied_type();
        let planned = Value::object([("v", self.sources.clone())])?;
        let planned = match read(request.prior_state.as_ref(), &ty)? {
            prior if prior.is_null() => planned,
            prior => prior,
        };
        Ok(plan_resource_change::Response {
            planned_state: Some(DynamicValue::encode_value(&planned, &ty)?),
            ..Default::default()
        })
    }

    /// Returns the paths that require replacement, which are the same in each plan for a case.
    fn paths(&self, case: &Case, prior: &Value, planned: &Value) -> Vec<Path> {
        let wrong = matches!(case.kind, Kind::Update | Kind::Replace);
        self.record(case, |record| {
            let chosen = record.paths.get_or_insert_with(|| {
                let mut rng = self.rng(case, 4);
                if case.kind == Kind::Replace {
                    let names = case.block.attributes.iter();
                    return names
                        .map(|one| Path::root().attribute(one.name.clone()))
                        .collect();
                }
                if !rng.one_in(3) {
                    return Vec::new();
                }
                let mut paths = replace_paths(&mut rng, [prior, planned]);
                let exists = |path: &Path| {
                    let has = |value: &Value| value.lookup(path).is_ok();
                    has(prior) && has(planned)
                };
                let is_found =
                    |path: &Path| finds_unknown_members() || !is_below_unknown(path, planned);
                paths.retain(|path| wrong && is_found(path) || exists(path));
                paths
            });
            chosen.clone()
        })
    }
}

/// Returns `true` if a path leads into an unknown value through a key or an index.
fn is_below_unknown(path: &Path, planned: &Value) -> bool {
    let steps = path.steps();
    let is_unknown = |end: usize| {
        let around = planned.lookup(&steps[..end].iter().cloned().collect());
        around.is_ok_and(Value::is_unknown)
    };
    let is_keyed = |step: &Step| !matches!(step, Step::Attribute(_));
    (0..steps.len()).any(|end| is_unknown(end) && steps[end..].iter().any(is_keyed))
}
