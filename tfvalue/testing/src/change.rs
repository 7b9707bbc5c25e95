//! The calls for a change, in Terraform's order.

use std::borrow::Cow;

use tfvalue::__internal::testing as internal;
use tfvalue::rules::{self, Phase, PlannedAction};
use tfvalue::schema::Block;
use tfvalue::tfplugin6::{ResourceIdentityData, apply_resource_change, plan_resource_change};
use tfvalue::{Path, Result, Type, Value};

use super::config::Config;
use super::current::READ;
use super::finding::{Finding, FindingKind};
use super::instance::{Current, Instance};
use super::interrupt::{apply_request, missing};
use super::legacy::{self, Planning};
use super::lint::Lint;
use super::outcome::Outcome;
use super::part;
use super::run::{Go, Run, Stop};
use super::{advice, checks, edit};

pub(super) const PLAN: &str = "PlanResourceChange";
pub(super) const APPLY: &str = "ApplyResourceChange";

/// Distinguishes the plans of a change.
#[derive(Clone, Copy)]
pub(super) enum Turn<'a> {
    First,
    /// The plan of the new object that replaces an old object.
    Replacement,
    /// The plan during apply, with the private data of the previous plan.
    Final(&'a [u8]),
}

/// A plan of the provider, with all data that is needed to apply the plan.
pub(super) struct Planned {
    pub(super) value: Value,
    paths: Vec<Path>,
    pub(super) private: Vec<u8>,
    pub(super) identity: Option<ResourceIdentityData>,
}

impl Planned {
    /// Returns the plan to delete an object.
    pub(super) fn deletion(run: &Run<'_>, old: &Current, private: Vec<u8>) -> Self {
        Planned {
            value: Value::null(run.ty.clone()),
            paths: Vec::new(),
            private,
            identity: old.identity.clone(),
        }
    }

    /// Returns the action that the plan describes.
    fn action(&self, block: &Block, prior: &Current) -> PlannedAction {
        let response = rules::PlanResponse::new(&self.value).requires_replace(&self.paths);
        rules::action(block, &prior.value, response)
    }
}

impl<'h> Instance<'h> {
    pub(super) fn apply_config(&mut self, run: &mut Run<'h>, config: &Config) -> Go<()> {
        let (known, planned) = run.config(config)?;
        let (current, first, action) = self.plan_config(run, [&planned, &known])?;
        self.stored = match &current {
            Some(current) => Some(self.store(run, current)?),
            None => None,
        };
        if action == PlannedAction::NoOp {
            return self.delete_deposed(run);
        }
        let is_replaced = action == PlannedAction::Replace;
        let (prior, action) = if is_replaced && self.creates_first {
            (Current::nothing(run), PlannedAction::Create)
        } else {
            self.prepare(run, &first, action)?
        };
        let last = if known == planned {
            run.must("the plan during apply fails", |run| {
                self.final_plan(run, &prior, (&first, action), &known)
            })
        } else {
            self.final_plan(run, &prior, (&first, action), &known)
        };
        let (last, last_action) = last?;
        if last_action == PlannedAction::NoOp {
            return Ok(());
        }
        let old = self.stored.clone();
        let applied = self.apply_change(run, &prior, &last, &known);
        if is_replaced && self.creates_first && self.stored != old {
            self.deposed.extend(old);
        }
        let new = applied?;
        self.delete_deposed(run)?;
        let values = [&known, &prior.value, &last.value, &new];
        self.compare_plans(run, values);
        run.must(
            "after the change was applied, the same configuration fails",
            |run| self.settle(run, &new, [&planned, &known]),
        )
    }

    /// Compares an applied change with the previous changes.
    fn compare_plans(&self, run: &mut Run<'h>, values: [&Value; 4]) {
        let mut seen = run.core.seen.borrow_mut();
        let seen = seen.entry(self.type_name.clone()).or_default();
        let mut found = seen.applied(run.block, values);
        if run.core.process.is_some() {
            // The service has chosen the default value, which another provider may not know.
            found.retain(|one| one.kind != Lint::DefaultNotPlanned.into());
        }
        run.add_all(found);
    }

    /// Plans once more, with the values that were unknown in the first plan. Returns the plan and its action.
    fn final_plan(
        &self,
        run: &mut Run<'h>,
        prior: &Current,
        (first, first_action): (&Planned, PlannedAction),
        config: &Value,
    ) -> Go<(Planned, PlannedAction)> {
        self.validate(run, config)?;
        let plan = self.plan_once(run, prior, config, Turn::Final(&first.private))?;
        let action = plan.action(run.block, prior);
        let first = (&first.value, first_action);
        let last = (&plan.value, action);
        let mut faults = rules::check_final_plan(run.block, rules::BothPlans { first, last });
        if self.is_pretended && run.core.is_legacy.get() && !prior.value.is_null() {
            // While SDKv2 applies a plan, it stores empty values in place of nulls. The pretended state has nulls.
            faults.retain(|fault| match (&fault.expected, &fault.actual) {
                (Some(expected), Some(actual)) => !advice::is_absent(actual, expected),
                _ => true,
            });
        }
        run.rules(PLAN, faults)?;
        Ok((plan, action))
    }

    /// Makes both plans of a change, and calls a function in between. Applies neither of them.
    pub(super) fn plan_twice(&mut self, config: &Config, between: impl FnOnce()) -> Outcome {
        self.run("plan", |object, run| {
            let (known, planned) = run.config(config)?;
            let (current, first, action) = object.plan_config(run, [&planned, &known])?;
            let (prior, action) = match (current, action) {
                (_, PlannedAction::NoOp) => return Ok(()),
                (Some(current), PlannedAction::Update) => (current, action),
                // The old object of a replacement no longer exists.
                _ => (Current::nothing(run), PlannedAction::Create),
            };
            between();
            object
                .final_plan(run, &prior, (&first, action), &known)
                .map(drop)
        })
    }

    /// Validates, refreshes and plans a configuration, as Terraform does before it shows the plan.
    pub(super) fn plan_config(
        &mut self,
        run: &mut Run<'h>,
        [config, known]: [&Value; 2],
    ) -> Go<(Option<Current>, Planned, PlannedAction)> {
        part::validate_planned(run, self.kind, [config, known])?;
        self.refresh_deposed(run)?;
        let current = run.must("the object of the state cannot be read", |run| {
            self.current(run)
        })?;
        self.validate(run, config)?;
        let (plan, action) = self.plan_action(run, current.as_ref(), config)?;
        Ok((current, plan, action))
    }

    /// Plans once more after a change has been applied, and checks that nothing changes. The first validation uses the
    /// configuration of the plan, because Terraform first validates without the values of other objects.
    fn settle(&self, run: &mut Run<'h>, new: &Value, [planned, config]: [&Value; 2]) -> Go<()> {
        self.validate(run, planned)?;
        let Some(current) = self.current(run)? else {
            let finding = Finding::lint(READ, Lint::RefreshChanged, Path::root());
            run.add(Finding {
                problem: "the object does not exist directly after the change was applied"
                    .to_owned(),
                ..finding
            });
            return Ok(());
        };
        let is_legacy = run.core.process.is_some() && rules::may_be_legacy(run.block);
        for part in edit::differences(new, &current.value) {
            // SDKv2 writes empty values for null, regardless of the author's code. In that case, Terraform plans no
            // change.
            if is_legacy && advice::is_absent(part.old, part.new) {
                continue;
            }
            let finding = Finding::lint(READ, Lint::RefreshChanged, part.path);
            run.add(finding.values(run.block, part.old, part.new));
        }
        self.read_without_identity(run, &current)?;
        self.validate(run, config)?;
        let plan = self.plan_once(run, &current, config, Turn::First)?;
        let action = plan.action(run.block, &current);
        run.add_all(checks::empty_plan(
            run.block,
            &current.value,
            &plan.value,
            action,
        ));
        Ok(())
    }

    /// Plans the configuration once more, as if the plan had been applied. Nothing may change.
    pub(super) fn plan_again(&mut self, config: &Value) -> Outcome {
        self.run("plan again", |object, run| {
            let Some(current) = object.current(run)? else {
                return Ok(());
            };
            object.validate(run, config)?;
            let plan = object.plan_once(run, &current, config, Turn::First)?;
            let action = plan.action(run.block, &current);
            if run.core.is_legacy.get()
                && !legacy::only_recomputes(run.block, [&current.value, &plan.value])
            {
                return Ok(());
            }
            for finding in checks::empty_plan(run.block, &current.value, &plan.value, action) {
                let new = plan.value.lookup(&finding.path).unwrap_or(&plan.value);
                if !object.concerns_only_provider(&current.value, &finding.path, new) {
                    let problem = format!("if the plan is applied, {}", finding.problem);
                    run.add(Finding { problem, ..finding });
                }
            }
            Ok(())
        })
    }

    pub(super) fn validate(&self, run: &mut Run<'h>, config: &Value) -> Go<()> {
        part::validate(run, self.kind, config)
    }

    /// Plans a change as many times as Terraform does before it shows the plan.
    fn plan_action(
        &self,
        run: &mut Run<'h>,
        current: Option<&Current>,
        config: &Value,
    ) -> Go<(Planned, PlannedAction)> {
        let nothing = Current::nothing(run);
        // A tainted object is planned like a new object.
        let is_tainted = current.is_some_and(|current| current.is_tainted);
        let prior = current.filter(|_| !is_tainted).unwrap_or(&nothing);
        let mut plan = self.plan_once(run, prior, config, Turn::First)?;
        let mut action = plan.action(run.block, prior);
        if action == PlannedAction::Replace {
            let nothing = Current {
                private: plan.private,
                ..nothing
            };
            plan = self.plan_once(run, &nothing, config, Turn::Replacement)?;
        }
        if is_tainted {
            action = PlannedAction::Replace;
        }
        run.outcome.action = Some(action);
        run.outcome.planned = plan.value.clone();
        Ok((plan, action))
    }

    pub(super) fn plan_once(
        &self,
        run: &mut Run<'h>,
        prior: &Current,
        config: &Value,
        turn: Turn<'_>,
    ) -> Go<Planned> {
        let client = run.core.client();
        let config = if client.computed_blocks_allowed {
            rules::prepared_config(run.block, config)
        } else {
            Ok(Cow::Borrowed(config))
        };
        let config = &*config
            .or_else(|error| run.stop(PLAN, FindingKind::InvalidTest, error.to_string()))?;
        let proposed = if config.is_null() {
            // Terraform plans to destroy the object.
            Ok(config.clone())
        } else {
            rules::proposed_new_state(
                run.block,
                rules::PlanRequest {
                    config,
                    prior: &prior.value,
                },
            )
        };
        let proposed = proposed
            .or_else(|error| run.stop(PLAN, FindingKind::InvalidTest, error.to_string()))?;
        let planned_private = match turn {
            Turn::Final(private) if client.store_planned_private => private.to_vec(),
            _ => Vec::new(),
        };
        let request = plan_resource_change::Request {
            type_name: self.type_name.clone(),
            prior_state: run.write(PLAN, &prior.value)?,
            proposed_new_state: run.write(PLAN, &proposed)?,
            config: run.write(PLAN, config)?,
            prior_private: prior.private.clone(),
            prior_identity: prior.identity.clone(),
            client_capabilities: Some(client),
            planned_private,
            ..plan_resource_change::Request::default()
        };
        let response: plan_resource_change::Response = run.call(PLAN, &request)?;
        run.diagnose(response.diagnostics)?;
        run.defer(Phase::Plan, response.deferred.as_ref())?;
        let value = run.read(PLAN, response.planned_state)?;
        let paths = response.requires_replace.iter().map(Path::try_from);
        let paths: Result<Vec<Path>> = paths.collect();
        let paths =
            paths.or_else(|error| run.stop(PLAN, FindingKind::FailedCall, error.to_string()))?;
        let faults = if matches!(turn, Turn::Replacement) {
            rules::check_replacement_plan(run.block, &value)
        } else {
            let is_legacy = response.legacy_type_system;
            rules::check_plan(
                run.block,
                rules::PlanRequest {
                    config,
                    prior: &prior.value,
                },
                rules::PlanResponse::new(&value)
                    .requires_replace(&paths)
                    .legacy_type_system(is_legacy),
            )
        };
        run.rules(PLAN, faults)?;
        // With the legacy type system, SDKv2 adds the path of `id` to all other paths.
        if response.legacy_type_system {
            run.core.is_legacy.set(true);
            self.find_hidden(run, [config, &prior.value, &value]);
        } else if run.core.process.is_none() {
            // Terraform ignores the path of `id`, so a wrong path only matters to the author of the provider.
            let needless = checks::replace_paths(run.block, &prior.value, &value, &paths);
            run.add_all(needless);
        }
        compare_private(run, PLAN, &prior.private, &response.planned_private);
        if !prior.value.is_null() && !value.is_null() && paths.is_empty() {
            let planned = response.planned_identity.as_ref();
            self.compare_identities(run, PLAN, [prior.identity.as_ref(), planned]);
        }
        Ok(Planned {
            value,
            paths,
            private: response.planned_private,
            identity: response.planned_identity,
        })
    }

    /// Adds findings about changes that are missing from a plan with the legacy type system.
    fn find_hidden(&self, run: &mut Run<'h>, [config, prior, planned]: [&Value; 3]) {
        let core = run.core;
        if core.process.is_some() {
            let mut seen = core.seen.borrow_mut();
            let seen = seen.entry(self.type_name.clone()).or_default();
            let before = self.configured.as_ref();
            let planning = Planning {
                before,
                config,
                prior,
                planned,
            };
            run.add_all(legacy::hidden(run.block, &planning, seen));
        }
    }

    /// Applies a plan, stores the new state, and returns it.
    pub(super) fn apply_change(
        &mut self,
        run: &mut Run<'h>,
        prior: &Current,
        plan: &Planned,
        config: &Value,
    ) -> Go<Value> {
        let request = apply_request(self, run, prior, plan, config)?;
        let is_new = run.core.process.is_some() && prior.value.is_null();
        let created = is_new.then(|| self.existing(&plan.value, false));
        self.note(created.as_ref());
        let response = run.call::<apply_resource_change::Response>(APPLY, &request);
        if let (Err(_), Some(created)) = (&response, created) {
            run.core.objects().add_uncertain(created);
        }
        let response = response?;
        let diagnosed = run.diagnose(response.diagnostics);
        if diagnosed.is_err() && plan.value.is_null() {
            missing(run, APPLY, Lint::DeleteFailsIfMissing);
        }
        let new = run.read(APPLY, response.new_state)?;
        let faults = match diagnosed {
            Ok(()) => rules::check_apply(
                run.block,
                &plan.value,
                rules::ApplyResponse::new(&new).legacy_type_system(response.legacy_type_system),
            ),
            Err(Stop) => rules::check_failed_apply(run.block, &new),
        };
        let before = run.outcome.findings.len();
        let checked = run.rules(APPLY, faults).and(diagnosed);
        for finding in &mut run.outcome.findings[before..] {
            finding.was_kept = checks::was_kept(run.block, &prior.value, finding);
        }
        let is_success = checked.is_ok();
        if is_success && !config.is_null() {
            self.configured = Some(config.clone());
            run.core.interruption.is_seen();
            let reads_config = run.core.noticed.borrow().reads_config;
            let mut uses = run.core.uses.borrow_mut();
            uses.applied(run.block, config, reads_config);
        }
        if is_success && !new.is_null() {
            compare_private(run, APPLY, &plan.private, &response.private);
            if !prior.value.is_null() {
                let new = response.new_identity.as_ref();
                self.compare_identities(run, APPLY, [plan.identity.as_ref(), new]);
            }
        }
        if !new.is_null() {
            let current = Current {
                value: storable(run.block, &new),
                private: response.private,
                identity: response.new_identity.or_else(|| prior.identity.clone()),
                is_tainted: prior.value.is_null() && !is_success,
            };
            self.stored = Some(self.store(run, &current)?);
        } else if is_success {
            self.stored = None;
        }
        self.note(None);
        checked.map(|()| new)
    }
}

/// Returns a new state with null for values that are still unknown, as Terraform stores it, and for write-only values.
/// Terraform does not store an object with a write-only value. Here, it is stored so that it is destroyed in the end.
fn storable(block: &Block, new: &Value) -> Value {
    let write_only = internal::write_only_places(block, new);
    let known = new.clone().unknown_to_null().and_then(|known| {
        write_only.into_iter().try_fold(known, |known, path| {
            known.with(path, Value::null(Type::Dynamic))
        })
    });
    known.unwrap_or_else(|_| new.clone())
}

/// Checks that private data is not lost.
pub(super) fn compare_private(run: &mut Run<'_>, method: &'static str, old: &[u8], new: &[u8]) {
    if !old.is_empty() && new.is_empty() {
        run.add(Finding::lint(method, Lint::PrivateLost, Path::root()));
    }
}

#[cfg(test)]
mod tests {
    use tfvalue::schema::Attribute;

    use super::*;

    #[test]
    fn write_only_and_unknown_values_are_not_stored() {
        let block = Block::new().attributes([
            Attribute::new("id", Type::String).computed(),
            Attribute::new("name", Type::String).required(),
            Attribute::new("password", Type::String)
                .optional()
                .write_only(),
        ]);
        let id = Value::unknown(Type::String);
        let new = Value::object([("id", id), ("name", "a".into()), ("password", "b".into())]);
        let stored = storable(&block, &new.unwrap());
        assert_eq!(
            stored.to_string(),
            r#"{ id = null, name = "a", password = null }"#
        );
    }
}
