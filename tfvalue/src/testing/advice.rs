//! Advice beyond the rules of Terraform's core.

use std::collections::BTreeMap;

use super::edit::{self, Place};
use super::finding::Finding;
use crate::path::Path;
use crate::rules::{self, Action};
use crate::schema::Block;
use crate::value::Value;

/// What is wrong with a provider, although Terraform accepts it.
///
/// A finding with advice fails a test like one with a [rule](crate::rules::Rule).
/// [`Harness::allow`](super::Harness::allow) turns it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Advice {
    /// After a change was applied, the next plan has an unknown value, although the configuration is the
    /// same. Every plan shows a change.
    UnknownWithoutChange,
    /// After a change was applied, the next plan has a change, although the configuration is the same.
    PlanNotEmpty,
    /// A path requires replacement, but its values are equal in the prior and the planned state.
    NeedlessReplacePath,
    /// An attribute was unknown in at least three plans of updates, and had the prior value after each of
    /// them. The plan should keep it.
    UnknownAlwaysPrior,
    /// An optional attribute that was not configured was unknown in at least three plans of new objects,
    /// and had the same value after each of them. The plan should show this default.
    DefaultNotPlanned,
    /// An update was planned and applied, and the new state equals the prior one.
    EmptyUpdate,
    /// A refresh directly after a change was applied returns another state. Terraform reports a change
    /// outside of Terraform.
    RefreshChanged,
    /// The imported object differs from the state of the same object.
    ImportDiffers,
    /// The upgraded state differs from the stored one, or has null for an attribute of the same name.
    UpgradeChanged,
    /// The request had private data, and the response has none.
    PrivateLost,
    /// The identity of an object is not the one in the state.
    IdentityChanged,
    /// The object can be read after it was destroyed.
    NotDeleted,
    /// A refresh returns the stored value of an attribute, although the service has another one. Changes
    /// outside of Terraform remain unseen.
    DriftUnseen,
}

impl Advice {
    pub(super) fn text(self) -> &'static str {
        match self {
            Advice::UnknownWithoutChange => {
                "planned as unknown although nothing changes: plan the prior value"
            }
            Advice::PlanNotEmpty => "the plan after the change was applied has a change",
            Advice::NeedlessReplacePath => {
                "the path requires replacement, but the value does not change"
            }
            Advice::UnknownAlwaysPrior => {
                "planned as unknown in each update, and the prior value after each: keep the prior value"
            }
            Advice::DefaultNotPlanned => {
                "planned as unknown, and always the same value after it was applied: plan this default"
            }
            Advice::EmptyUpdate => "an update changed nothing",
            Advice::RefreshChanged => {
                "the refresh after the change was applied returns another value"
            }
            Advice::ImportDiffers => "the imported value differs from the one in the state",
            Advice::UpgradeChanged => "the upgraded value differs from the stored one",
            Advice::PrivateLost => "the response has no private data, and the request has",
            Advice::IdentityChanged => "the identity differs from the one in the state",
            Advice::NotDeleted => "the object can be read after it was destroyed",
            Advice::DriftUnseen => "the refresh returns the stored value instead of the actual one",
        }
    }
}

const PLAN: &str = "PlanResourceChange";
const APPLY: &str = "ApplyResourceChange";

/// Returns advice about the paths that require replacement.
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
    let finding = |path: &Path| Finding::advice(PLAN, Advice::NeedlessReplacePath, path.clone());
    needless.map(finding).collect()
}

/// Returns advice about a plan that should be empty.
pub(super) fn empty_plan(
    block: &Block,
    prior: &Value,
    planned: &Value,
    action: Action,
) -> Vec<Finding> {
    if action == Action::NoOp {
        return Vec::new();
    }
    let mut different = edit::differences(prior, planned);
    // Unknown values follow from a change, if there is one.
    if different.iter().any(|part| part.new.is_wholly_known()) {
        different.retain(|part| part.new.is_wholly_known());
    }
    let findings = different.into_iter().map(|part| {
        let advice = if part.new.is_wholly_known() {
            Advice::PlanNotEmpty
        } else {
            Advice::UnknownWithoutChange
        };
        Finding::advice(PLAN, advice, part.path).values(block, part.old, part.new)
    });
    let mut findings: Vec<_> = findings.collect();
    if findings.is_empty() {
        findings.push(Finding::advice(PLAN, Advice::PlanNotEmpty, Path::root()));
    }
    findings
}

/// What happened to the values of an attribute.
#[derive(Clone, Debug, Default)]
struct History {
    /// The number of updates that planned unknown, as long as each resulted in the prior value.
    same_updates: u32,
    has_changed: bool,
    /// The values after an unknown plan of a new object without a configured value.
    created: Vec<Value>,
}

/// The values of the attributes of one resource type, over all of its objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(BTreeMap<Path, History>);

/// The number of times after which a value counts as always the same.
const TIMES: u32 = 3;

impl Seen {
    /// Remembers a change that was applied. Returns advice about it and the changes before.
    pub(super) fn applied(
        &mut self,
        block: &Block,
        [config, prior, planned, new]: [&Value; 4],
    ) -> Vec<Finding> {
        let mut findings = Vec::new();
        let is_update = !prior.is_null();
        if is_update && prior == new {
            findings.push(Finding::advice(APPLY, Advice::EmptyUpdate, Path::root()));
        }
        for path in edit::unknown_paths(planned) {
            let Ok(now) = new.lookup(&path) else {
                continue;
            };
            let is_configured =
                |config: &Value| config.lookup(&path).is_ok_and(|value| !value.is_null());
            if is_configured(config) {
                continue;
            }
            let history = self.0.entry(path.clone()).or_default();
            if is_update {
                if history.is_always_prior(prior.lookup(&path).ok(), now) {
                    let finding = Finding::advice(PLAN, Advice::UnknownAlwaysPrior, path.clone());
                    findings.push(finding.values(block, now, planned.lookup(&path).unwrap_or(now)));
                }
            } else if is_optional(block, &path) && history.is_default(now) {
                let finding = Finding::advice(PLAN, Advice::DefaultNotPlanned, path.clone());
                findings.push(finding.values(block, now, planned.lookup(&path).unwrap_or(now)));
            }
        }
        findings
    }
}

impl History {
    fn is_always_prior(&mut self, prior: Option<&Value>, now: &Value) -> bool {
        if prior == Some(now) {
            self.same_updates += 1;
        } else {
            self.has_changed = true;
        }
        !self.has_changed && self.same_updates == TIMES
    }

    fn is_default(&mut self, now: &Value) -> bool {
        self.created.push(now.clone());
        self.created.len() == TIMES as usize
            && !now.is_null()
            && self.created.iter().all(|value| value == now)
    }
}

fn is_optional(block: &Block, path: &Path) -> bool {
    matches!(edit::place(block, path), Place::Attribute(attribute) if attribute.optional)
}
