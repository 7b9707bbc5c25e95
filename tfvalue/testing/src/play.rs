//! Runs a case, with its objects, its events, and the conditions that must hold afterwards.

mod import;
mod left;
mod others;
mod parts;
mod unknown;

use tfvalue::rules::PlannedAction;
use tfvalue::{Path, Value};

pub(super) use self::left::Namings;
use self::others::Other;
use super::case::{Accident, Case, CaseStep};
use super::checks::Seen;
use super::config::Config;
use super::current::READ;
use super::edit;
use super::finding::{Finding, FindingKind, Identity, path_of};
use super::harness::Harness;
use super::instance::{Instance, Stored};
use super::lint::Lint;
use super::outcome::Outcome;
use super::part::PartKind;
use super::property::{Property, PropertyReport};
use super::unused::Uses;

/// The outcome of a case.
#[derive(Default)]
pub(super) struct Played {
    /// The findings that make the case fail.
    pub(super) findings: Vec<Finding>,
    pub(super) uses: Uses,
    /// The steps whose configuration was not applied because the provider rejected it or because of a known finding,
    /// each with the path of the fault.
    pub(super) blocked: Vec<(usize, Path)>,
    /// The number of configurations that the provider's validation rejected.
    pub(super) invalid: usize,
    /// Advice that does not hold.
    pub(super) refuted: Vec<(Lint, Path)>,
    /// Findings that are allowed.
    pub(super) allowed: Vec<(Lint, Path)>,
    /// Whether a call took too long or used too much memory. If so, the case ends, because the next step would probably
    /// have the same problem.
    pub(super) is_limited: bool,
    /// The states and the results of data sources, each with the method that returned it.
    values: Vec<(&'static str, Value)>,
}

impl<C: Send + Sync + 'static> Property<'_, C> {
    /// Plays a case. The case continues after a known finding.
    pub(super) fn play(
        &self,
        case: &Case,
        known: &[Identity],
        report: &mut PropertyReport,
    ) -> Played {
        let played = self.play_once(case, known, report);
        let first = played.findings.first().map(|finding| finding.kind);
        if first == Some(FindingKind::UnexpectedError) && case.other.is_some() {
            // A service can refuse an object because of the second object.
            let mut alone = case.clone();
            alone.other = None;
            return self.play(&alone, known, report);
        }
        if first.is_some() || !case.is_repeated || played.is_limited {
            return played;
        }
        let mut again = self.play_once(case, known, &mut PropertyReport::default());
        for ((method, value), (_, other)) in played.values.iter().zip(&again.values) {
            for path in edit::other_orders(value, other) {
                let lint = match *method {
                    READ => Lint::OrderDiffers,
                    _ => Lint::ReadsDiffer,
                };
                let finding = Finding::lint(method, lint, path);
                let harness = (self.harness)();
                if harness.core.process.is_some() && harness.core.is_state_only(&self.type_name) {
                    // The provider alone has chosen the order, so the order is random by design.
                    continue;
                }
                if harness.core.is_allowed(&finding) {
                    again.allowed.extend(harness.core.left_out.take());
                } else if !known.contains(&Identity::of(&finding)) {
                    again.findings.push(finding);
                }
            }
        }
        again.uses = played.uses;
        again.refuted.extend(played.refuted);
        again.allowed.extend(played.allowed);
        again
    }

    fn play_once(&self, case: &Case, known: &[Identity], report: &mut PropertyReport) -> Played {
        if self.is_over() {
            return Played::default();
        }
        let mut harness = (self.harness)();
        harness.core.refreshes &= !self.plans_only;
        harness.core.is_strict.set(true);
        let mut world = World {
            property: self,
            known,
            before: self
                .count
                .as_ref()
                .map_or(0, |count| count(&harness.client())),
            harness: &harness,
            object: harness.part(self.kind, &self.type_name),
            others: Vec::new(),
            left: Vec::new(),
            has_other: false,
            ends: harness.core.ends(),
            step: None,
            read: Vec::new(),
            played: Played::default(),
        };
        for (index, step) in case.steps.iter().enumerate() {
            if self.is_over() {
                break;
            }
            world.step = Some(index);
            if self.kind != PartKind::Resource {
                world.use_part(step, report);
            } else if self.plans_only {
                world.plan(step, report);
            } else {
                world.play(step, case.other.as_ref(), report);
            }
            if world.fails() || world.played.is_limited {
                break;
            }
        }
        world.step = None;
        let continues = !world.fails() && !world.played.is_limited && !self.is_over();
        match (continues, self.plans_only) {
            _ if self.kind != PartKind::Resource => world.end_part(),
            (true, _) if case.steps.is_empty() && self.imports_missing() => world.import_missing(),
            (true, true) => world.end_plans(),
            (true, false) => world.end(case),
            (false, _) => {}
        }
        if !self.plans_only {
            world.clean_up();
        }
        let mut played = world.played;
        played.findings.retain(|one| !harness.core.is_allowed(one));
        played.allowed = harness.core.left_out.take();
        played.uses = harness.core.uses.take();
        let seen = harness.core.seen.take();
        let refuted = seen.get(&self.type_name).map(Seen::refuted);
        played.refuted = refuted.unwrap_or_default();
        played
    }
}

pub(super) struct World<'h, 'p, C> {
    pub(super) property: &'p Property<'p, C>,
    /// Findings to ignore.
    pub(super) known: &'p [Identity],
    pub(super) harness: &'h Harness<C>,
    pub(super) object: Instance<'h>,
    others: Vec<Other<'h>>,
    /// Objects that are to be destroyed at the end, if they still exist.
    left: Vec<Instance<'h>>,
    /// Whether the second object was created or refused.
    has_other: bool,
    /// The number of times that the process of the provider had ended before the first step.
    ends: u64,
    /// The index of the current step.
    step: Option<usize>,
    /// The number of objects in the service before the first step.
    before: usize,
    /// The configurations with which a data source was read, and the results.
    read: Vec<(Value, Value)>,
    played: Played,
}

impl<C: Send + Sync + 'static> World<'_, '_, C> {
    pub(super) fn fails(&self) -> bool {
        !self.played.findings.is_empty()
    }

    fn add(&mut self, finding: Finding) {
        let step = self.harness.core.steps.get();
        let finding = self.harness.core.adapted(finding);
        self.push(Finding { step, ..finding });
    }

    fn push(&mut self, finding: Finding) {
        let is_shown = self.property.has_logged || !finding.is_logged;
        let is_known = self.known.contains(&Identity::of(&finding));
        if is_known && finding.ends_step() {
            self.block(finding.path);
        } else if is_shown && !is_known {
            self.played.findings.push(finding);
        }
    }

    /// Remembers that the current step has ended early.
    fn block(&mut self, path: Path) {
        self.played
            .blocked
            .extend(self.step.map(|step| (step, path)));
    }

    /// Adds the findings of an outcome. Ignores its errors, which are expected.
    pub(super) fn tolerate(&mut self, outcome: Outcome) {
        self.played.is_limited |= outcome.is_limited;
        for finding in outcome.findings {
            self.push(finding);
        }
    }

    /// Adds the findings and errors of an outcome. Returns `false` if the provider rejects the configuration.
    pub(super) fn collect(&mut self, outcome: Outcome) -> bool {
        let property = self.property;
        let has_objects = property.kind == PartKind::Resource;
        let is_tolerated = property.plans_only || property.tolerates_errors || !has_objects;
        let rejects = |method| {
            is_tolerated || matches!(method, "ValidateResourceConfig" | "PlanResourceChange")
        };
        // If the process of the provider has ended, a service in the memory of that process has lost its objects.
        let is_same = self.ends == self.harness.core.ends() && !outcome.is_limited;
        let must = outcome.must.filter(|_| is_same);
        let is_rejected =
            outcome.is_limited || outcome.failed.is_some_and(rejects) && must.is_none();
        if outcome.failed == Some(property.kind.validation()) {
            self.played.invalid += 1;
        }
        if is_rejected && !outcome.is_limited {
            property.refused(outcome.errors().next());
        }
        if is_rejected && self.harness.core.process.is_some() {
            self.block(outcome.errors().next().map(path_of).unwrap_or_default());
        }
        if let Some(method) = outcome.failed.filter(|_| !is_rejected) {
            for error in outcome.errors() {
                let finding = Finding::error(method, FindingKind::UnexpectedError, error);
                let problem = match must {
                    Some(must) => format!("{must}: {}", finding.problem),
                    None => finding.problem,
                };
                let finding = Finding {
                    step: outcome.step,
                    problem,
                    must,
                    ..finding
                };
                self.push(self.harness.core.adapted(finding));
            }
        }
        self.tolerate(outcome);
        !is_rejected
    }

    fn play(&mut self, step: &CaseStep, other: Option<&CaseStep>, report: &mut PropertyReport) {
        if step.is_fresh {
            self.remove_children();
            let outcome = self.object.destroy();
            self.collect(outcome);
        }
        let config = step.given();
        self.make_way(step, &config);
        let first = step.accident.map(|accident| {
            let first = self.suffer(accident, &config);
            self.check_count();
            first
        });
        let prior = self.object.value();
        let outcome = self.object.apply(config);
        let value = outcome.value.clone();
        let planned = outcome.planned.clone();
        if let Some(first) = first.flatten() {
            self.compare_attempts(&first, &outcome);
        }
        self.find_left(&step.config, &outcome);
        let is_unread = outcome.failed == Some(READ);
        if self.collect(outcome) {
            self.learn_id(&value);
            report.applied += 1;
        } else {
            report.rejected += 1;
        }
        if !self.fails() {
            self.plan_later(&step.config, [&planned, &prior]);
        }
        if !is_unread {
            self.harness.core.interruption.is_seen();
        }
        self.played.values.push((READ, value));
        self.check_count();
        if !self.fails() {
            self.check_others();
            self.read_data_sources();
        }
        if !self.fails() && self.object.stored.is_some() {
            self.add_others(other);
        }
    }

    /// Applies a configuration while an accident happens. Returns the outcome if the accident did not happen.
    fn suffer(&mut self, accident: Accident, config: &Config) -> Option<Outcome> {
        let object = &mut self.object;
        let outcome = match (accident, &self.property.fail) {
            (Accident::Deleted(calls), _) => {
                object.interrupted(calls, |object| object.apply(config.clone()))
            }
            (Accident::Fails(call), Some(fail)) => {
                let client = self.harness.client();
                fail(&client, Some(call));
                let outcome = object.apply(config.clone());
                fail(&client, None);
                outcome
            }
            (Accident::Fails(_), None) => return None,
            (Accident::Again, _) => object.apply(config.clone()),
            (Accident::Cancelled(number), _) => {
                self.harness.core.watch.cancel_wait(number);
                let outcome = object.apply(config.clone());
                self.harness.core.watch.cancel_wait(0);
                outcome
            }
        };
        let first = (accident == Accident::Again).then(|| outcome.clone());
        self.tolerate(outcome);
        first
    }

    /// Removes the children if their parent may disappear or, as Terraform does, if the parent will be replaced.
    fn make_way(&mut self, step: &CaseStep, config: &Config) {
        if !self.others.iter().any(|other| other.is_child) {
            return;
        }
        let may_disappear = step.accident.is_some();
        if may_disappear || self.object.plan(config.clone()).action == Some(PlannedAction::Replace)
        {
            self.remove_children();
        }
    }

    fn remove_children(&mut self) {
        let others = std::mem::take(&mut self.others).into_iter();
        let (children, others) = others.partition::<Vec<_>, _>(|other| other.is_child);
        self.others = others;
        for mut child in children {
            let outcome = child.object.destroy();
            self.collect(outcome);
            self.left.push(child.object);
        }
    }

    /// Checks that Terraform knows all objects in the service.
    fn check_count(&mut self) {
        let Some(count) = &self.property.count else {
            return;
        };
        let others = self.others.iter().filter(|other| !other.is_child);
        let known = others.filter(|other| other.object.stored.is_some()).count()
            + usize::from(self.object.stored.is_some())
            + self.object.deposed.len();
        let count = count(&self.harness.client());
        if count > self.before + known && !self.fails() {
            let finding = Finding::lint("ApplyResourceChange", Lint::LeftBehind, Path::root());
            self.add(finding);
        }
    }

    fn read_data_sources(&mut self) {
        let state = self.object.value();
        for (name, config) in &self.property.data_sources {
            let Some(config) = config(&state).filter(|_| !state.is_null()) else {
                continue;
            };
            let [first, second] = [(); 2].map(|()| self.harness.data_source(name, config.clone()));
            let value = first.value.clone();
            for part in edit::differences(&first.value, &second.value) {
                let finding = Finding::lint("ReadDataSource", Lint::ReadsDiffer, part.path);
                self.add(finding);
            }
            self.collect(first);
            self.played.values.push(("ReadDataSource", value));
        }
    }

    /// Ends a case after all steps have passed.
    fn end(&mut self, case: &Case) {
        if self.property.drifts {
            let outcome = self.object.drift();
            self.collect(outcome);
        }
        self.import();
        let stored = self.object.stored.clone();
        self.remove_children();
        if let (true, Some(last)) = (case.has_unknown_provider, case.steps.last()) {
            self.configure_with_unknown(&last.config);
            // The service in a test can be part of the client, in which case it is lost together with the client.
            let _ = self.object.destroy();
            return;
        }
        let outcome = if case.deletes_twice {
            self.object.destroy_twice()
        } else {
            self.object.destroy()
        };
        self.collect(outcome);
        if !self.fails() {
            self.check_count();
            self.check_others();
        }
        for mut other in std::mem::take(&mut self.others) {
            let outcome = other.object.destroy();
            self.collect(outcome);
            self.left.push(other.object);
        }
        self.upgrade_older(stored);
    }

    /// Upgrades the state from older versions. An upgrade can end the process of the provider, so the upgrade happens
    /// last.
    pub(super) fn upgrade_older(&mut self, stored: Option<Stored>) {
        let is_foreign = self.harness.core.process.is_some();
        if let Some(stored) = stored.filter(|_| is_foreign) {
            let outcome = self.object.upgrade_older(&stored);
            self.tolerate(outcome);
        }
    }

    /// Deletes the objects that a case has left in a service. The service of a provider in the test's own process ends
    /// with that process.
    fn clean_up(&mut self) {
        if self.harness.core.process.is_some() {
            let others = std::mem::take(&mut self.others).into_iter();
            let left = std::mem::take(&mut self.left).into_iter();
            for mut object in others.rev().map(|other| other.object).chain(left) {
                object.remove();
            }
            self.object.remove();
        }
    }
}
