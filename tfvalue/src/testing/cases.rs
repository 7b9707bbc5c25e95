//! The random cases of a [`Property`]: configurations that the provider accepts.

use super::calls::{Go, Run};
use super::case::{Accident, Case, CaseStep};
use super::finding::{FindingKind, path_of};
use super::instance::Instance;
use super::property::{Property, PropertyReport};
use super::random::{Rng, Source};
use super::secret::Secrets;
use crate::path::Step;
use crate::tfplugin::messages::Diagnostic;
use crate::value::Value;

/// The number of changes until a configuration counts as one that the provider always rejects.
const REPAIRS: usize = 50;

/// The number of calls of a step: an object is deleted outside of Terraform before one of them.
const CALLS: usize = 14;

/// The number of calls of the client in a step, one of which fails.
const CLIENT_CALLS: usize = 6;

impl<C: Send + Sync + 'static> Property<'_, C> {
    /// Generates a case from configurations that the provider accepts, and counts the rejected ones.
    pub(super) fn random_case(
        &self,
        source: &mut Source<'_>,
        object: &mut Instance<'_>,
        mut first: Option<Value>,
        report: &mut PropertyReport,
    ) -> Case {
        let block = &object.schema.block;
        let mut steps: Vec<CaseStep> = Vec::new();
        for _ in 0..=1 + source.rng.below(self.max_steps) {
            let config = match steps.last() {
                None if first.is_some() => Ok(first.take().unwrap_or_else(|| block.empty())),
                Some(last) if !source.rng.one_in(6) => {
                    let changed = source.change(block, &last.config);
                    changed.map(|changed| changed.unwrap_or_else(|| last.config.clone()))
                }
                _ => source.config(block),
            };
            let config = config
                .ok()
                .and_then(|config| valid(source, object, config).ok());
            let Some(config) = config else {
                report.rejected += 1;
                if steps.is_empty() && object.core.process.is_some() {
                    // Calls of another process take long, and the next configuration is probably rejected, too.
                    break;
                }
                continue;
            };
            let unknown = if source.rng.one_in(4) {
                configured(source, object, &config)
            } else {
                None
            };
            steps.push(CaseStep {
                unknown,
                is_fresh: source.rng.one_in(4),
                accident: self.accident(&mut source.rng),
                ..CaseStep::of(config)
            });
        }
        let other = match (source.rng.below(4), steps.first()) {
            (0, _) => source.config(block).ok(),
            // One that the service could take for the same.
            (1, Some(first)) => source.change(block, &first.config).ok().flatten(),
            _ => None,
        };
        let other = other.and_then(|config| valid(source, object, config).ok());
        Case {
            steps,
            other: other.map(CaseStep::of),
            is_repeated: source.rng.one_in(5),
            has_unknown_provider: source.rng.one_in(8),
            deletes_twice: source.rng.one_in(3),
        }
    }

    /// Returns what happens in a step, if it is not the usual.
    fn accident(&self, rng: &mut Rng) -> Option<Accident> {
        let number = |rng: &mut Rng, end| u32::try_from(rng.below(end)).unwrap_or(0);
        match (rng.below(12), &self.fail) {
            (0, _) => Some(Accident::Deleted(number(rng, CALLS))),
            (1 | 2, Some(_)) => Some(Accident::Fails(1 + number(rng, CLIENT_CALLS))),
            (1, None) => Some(Accident::Cancelled(1 + number(rng, CLIENT_CALLS))),
            _ => None,
        }
    }
}

/// Changes a configuration until the provider's validation accepts it. Fails with the errors of the last one. The
/// configuration with which the validation itself has a bug counts as accepted, so that the case shows it.
pub(super) fn valid(
    source: &mut Source<'_>,
    object: &Instance<'_>,
    mut config: Value,
) -> Result<Value, Vec<Diagnostic>> {
    let block = &object.schema.block;
    let mut errors = Vec::new();
    for _ in 0..REPAIRS {
        let mut run = Run::new(object.core, "validate", &object.type_name, block);
        object.core.is_strict.set(true);
        // Those of other configurations would make each validation slower than the one before.
        let mut secrets = Secrets::default();
        secrets.add_config(block, &config);
        object.core.secrets.replace(secrets);
        let validated: Go<()> = object.validate(&mut run, &config);
        let mut findings = run.outcome.findings.iter();
        if validated.is_ok() || findings.any(|one| one.kind != FindingKind::InvalidTest) {
            return Ok(config);
        }
        errors = run.outcome.errors().cloned().collect();
        if object.core.process.is_some() {
            for error in &errors {
                source.learn(
                    &path_of(error),
                    &format!("{} {}", error.summary, error.detail),
                );
            }
        }
        let paths = errors.iter().map(path_of);
        let names: Vec<_> = paths
            .filter_map(|path| match path.steps().first() {
                Some(Step::Attribute(name)) => Some(name.clone()),
                _ => None,
            })
            .collect();
        let changed = if names.is_empty() {
            source.change(block, &config)
        } else {
            let name = source.rng.pick(&names).clone();
            source.change_member(block, &config, &name).map(Some)
        };
        match changed {
            Ok(Some(changed)) => config = changed,
            _ => break,
        }
    }
    Err(errors)
}

/// Returns the name of a random attribute that is configured.
fn configured(source: &mut Source<'_>, object: &Instance<'_>, config: &Value) -> Option<String> {
    let is_any = object.core.process.is_some();
    let members = config.members()?.filter(|(name, value)| {
        // Blocks cannot be unknown as a whole in every nesting.
        let is_simple = value.elements().is_none() && value.members().is_none();
        let is_attribute = is_any && object.schema.block.attribute(name).is_some();
        (is_simple || is_attribute) && !value.is_null()
    });
    let names: Vec<String> = members.map(|(name, _)| name.to_owned()).collect();
    (!names.is_empty()).then(|| source.rng.pick(&names).clone())
}
