//! Lints that compare plans, with checks for a single plan and for all plans of a resource type.

use std::collections::{BTreeMap, BTreeSet};

use tfvalue::rules::{self, PlannedAction, Rule};
use tfvalue::schema::Block;
use tfvalue::{Path, Value};

use super::edit::{self, Place};
use super::finding::Finding;
use super::kinds::kind;
use super::lint::Lint;

const PLAN: &str = "PlanResourceChange";
const APPLY: &str = "ApplyResourceChange";

/// Returns findings about the paths that require replacement.
pub(super) fn replace_paths(
    block: &Block,
    prior: &Value,
    planned: &Value,
    paths: &[Path],
) -> Vec<Finding> {
    if prior.is_null() {
        return Vec::new();
    }
    let counting = rules::replace_paths(
        block,
        prior,
        rules::PlanResponse::new(planned).requires_replace(paths),
    );
    let needless = paths.iter().filter(|path| !counting.contains(path));
    let finding = |path: &Path| Finding::lint(PLAN, Lint::NeedlessReplacePath, path.clone());
    needless.map(finding).collect()
}

/// Returns findings about a plan that should be empty.
pub(super) fn empty_plan(
    block: &Block,
    prior: &Value,
    planned: &Value,
    action: PlannedAction,
) -> Vec<Finding> {
    if action == PlannedAction::NoOp {
        return Vec::new();
    }
    let mut different = edit::differences(prior, planned);
    // Unknown values are a consequence of a known change, if there is one.
    if different.iter().any(|part| part.new.is_wholly_known()) {
        different.retain(|part| part.new.is_wholly_known());
    }
    let findings = different.into_iter().map(|part| {
        let lint = if part.new.is_wholly_known() {
            Lint::PlanNotEmpty
        } else {
            Lint::UnknownWithoutChange
        };
        Finding::lint(PLAN, lint, part.path).values(block, part.old, part.new)
    });
    let mut findings: Vec<_> = findings.collect();
    if findings.is_empty() {
        findings.push(Finding::lint(PLAN, Lint::PlanNotEmpty, Path::root()));
    }
    findings
}

/// The history of the values of an attribute.
#[derive(Clone, Debug, Default)]
struct History {
    updates: Updates,
    created: Vec<Created>,
    /// Whether a plan contained a change to the value.
    is_planned: bool,
}

/// Counts the updates that show whether the plan should keep a value.
#[derive(Clone, Debug, Default)]
struct Updates {
    /// The number of updates that planned an unknown value and resulted in the prior value.
    count: u32,
    /// The paths that changed in all updates that planned an unknown value and resulted in the prior value.
    common: BTreeSet<Path>,
    /// Whether the value changed once, or a plan kept the value. In both cases, the provider decides when the value is
    /// unknown.
    is_refuted: bool,
    /// Whether a finding has reported that the plans should have kept the value. This is reported only once.
    is_found: bool,
}

/// A new object with a value that was unknown in the plan and not configured.
#[derive(Clone, Debug)]
struct Created {
    config: Value,
    value: Value,
}

/// The attribute values of all objects of one resource type.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(BTreeMap<Path, History>);

/// The number of new objects that must have the same value before the value is considered constant.
const TIMES: usize = 3;

impl Seen {
    /// Remembers a change that was applied. Returns findings about this change and the previous changes.
    pub(super) fn applied(
        &mut self,
        block: &Block,
        [config, prior, planned, new]: [&Value; 4],
    ) -> Vec<Finding> {
        let mut findings = Vec::new();
        let is_update = !prior.is_null();
        if is_update && prior == new {
            findings.push(Finding::lint(APPLY, Lint::EmptyUpdate, Path::root()));
        }
        if is_update {
            self.end_kept(config, prior, planned);
        }
        let changed = changed_paths(prior, planned);
        for path in edit::unknown_paths(planned) {
            let Ok(now) = new.lookup(&path) else {
                continue;
            };
            if is_configured(config, &path) {
                continue;
            }
            let history = self.0.entry(path.clone()).or_default();
            let lint = if is_update {
                let is_prior = prior.lookup(&path).is_ok_and(|prior| prior == now);
                let is_kept = history.updates.add(is_prior, now, &changed);
                is_kept.then_some(Lint::UnknownAlwaysPrior)
            } else {
                let is_default = is_optional(block, &path) && history.is_default(config, now);
                is_default.then_some(Lint::DefaultNotPlanned)
            };
            if let Some(lint) = lint {
                let finding = Finding::lint(PLAN, lint, path.clone());
                findings.push(finding.values(block, now, planned.lookup(&path).unwrap_or(now)));
            }
        }
        findings
    }

    /// Remembers that a plan contained a change to an attribute.
    pub(super) fn is_planned(&mut self, path: Path) {
        self.0.entry(path).or_default().is_planned = true;
    }

    /// Returns the advice that later changes have shown to be wrong.
    pub(super) fn refuted(&self) -> Vec<(Lint, Path)> {
        let refuted = self.0.iter().flat_map(|(path, history)| {
            let kept = history
                .updates
                .is_refuted
                .then_some(Lint::UnknownAlwaysPrior);
            let default = history.varies().then_some(Lint::DefaultNotPlanned);
            let ignored = history.is_planned.then_some(Lint::ChangeIgnored);
            let path = edit::without_indexes(path);
            [kept, default, ignored]
                .into_iter()
                .flatten()
                .map(move |lint| (lint, path.clone()))
        });
        refuted.collect()
    }

    /// Remembers which values the plan of an update keeps although other values change.
    fn end_kept(&mut self, config: &Value, prior: &Value, planned: &Value) {
        for (path, history) in &mut self.0 {
            let planned = planned.lookup(path).ok();
            let is_kept = planned.is_some_and(Value::is_wholly_known)
                && planned == prior.lookup(path).ok()
                && !is_configured(config, path);
            history.updates.is_refuted |= is_kept;
        }
    }
}

impl Updates {
    /// Adds an update. Returns `true` if the plans should have kept the value.
    fn add(&mut self, is_prior: bool, now: &Value, changed: &BTreeSet<Path>) -> bool {
        self.is_refuted |= !is_prior;
        // A value that does not exist yet can exist after a later update.
        if self.is_refuted || self.is_found || now.is_null() {
            return false;
        }
        self.common = match self.count {
            0 => changed.clone(),
            _ => self.common.intersection(changed).cloned().collect(),
        };
        self.count += 1;
        self.is_found = self.count as usize >= TIMES && self.common.is_empty();
        self.is_found
    }
}

impl History {
    /// Adds a new object. Returns `true` if the value is always the same and does not depend on the configuration.
    fn is_default(&mut self, config: &Value, value: &Value) -> bool {
        let was_default = self.has_default();
        self.created.push(Created {
            config: config.clone(),
            value: value.clone(),
        });
        !was_default && self.has_default()
    }

    /// Returns `true` if new objects had different values.
    fn varies(&self) -> bool {
        let mut pairs = self.created.windows(2);
        pairs.any(|pair| pair[0].value != pair[1].value)
    }

    fn has_default(&self) -> bool {
        let [first, others @ ..] = &self.created[..] else {
            return false;
        };
        let mut members = first.config.members().into_iter().flatten();
        let varies = |name: &str, value: &Value| {
            let is_other = |one: &Created| one.config.get(name) != Some(value);
            others.iter().any(is_other)
        };
        !self.varies()
            && self.created.len() >= TIMES
            && !first.value.is_null()
            && members.all(|(name, value)| is_absent(value) || varies(name, value))
    }
}

/// Returns the paths, without indexes and keys, of the known values that differ from the prior values.
fn changed_paths(prior: &Value, planned: &Value) -> BTreeSet<Path> {
    let parts = edit::differences(prior, planned).into_iter();
    let known = parts.filter(|part| part.new.is_wholly_known());
    known
        .map(|part| edit::without_indexes(&part.path))
        .collect()
}

/// Returns `true` if an update changed a value that only the provider sets, although the plan contained the prior value.
pub(super) fn was_kept(block: &Block, prior: &Value, finding: &Finding) -> bool {
    let path = &finding.path;
    let is_computed = || match edit::place(block, path) {
        Place::Attribute(attribute) => attribute.computed && !attribute.optional,
        Place::Block(_) => false,
    };
    let is_prior = |prior: &Value| finding.expected.as_ref() == Some(prior);
    finding.kind == Rule::ValueChanged.into()
        && is_computed()
        && prior.lookup(path).is_ok_and(is_prior)
}

fn is_configured(config: &Value, path: &Path) -> bool {
    config.lookup(path).is_ok_and(|value| !value.is_null())
}

/// Returns `true` if the value configures nothing: null, no blocks, or a group of attributes that are all null.
fn is_absent(value: &Value) -> bool {
    value.is_null()
        || kind(value).is_some() && value.placed_elements().all(|(_, part)| is_absent(part))
}

fn is_optional(block: &Block, path: &Path) -> bool {
    matches!(edit::place(block, path), Place::Attribute(attribute) if attribute.optional)
}
