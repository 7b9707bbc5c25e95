//! Generates the random cases of a [`Property`] from configurations that the provider accepts.

use tfvalue::schema::{Attribute, Block};
use tfvalue::tfplugin6::Diagnostic;
use tfvalue::{Path, Type, Value};

use super::advice;
use super::case::{Accident, Case, CaseStep};
use super::edit::{self, Place};
use super::finding::{FindingKind, path_of};
use super::instance::Instance;
use super::learn;
use super::part::PartKind;
use super::property::{Property, PropertyReport};
use super::random::{Rng, Source};
use super::run::{Go, Run};
use super::secret::Secrets;

/// The number of changes after which the provider is assumed to reject every version of a configuration.
const REPAIRS: usize = 50;

/// The number of calls in a step. An object is deleted outside Terraform before one of these calls.
const CALLS: usize = 14;

/// The number of client calls in a step. One of these calls fails.
const CLIENT_CALLS: usize = 6;

impl<C: Send + Sync + 'static> Property<'_, C> {
    /// Generates a case from configurations that the provider accepts, and counts the rejected configurations.
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
                .map_err(|_| Vec::new())
                .and_then(|config| valid(source, object, config));
            let config = config.map_err(|errors| self.refused(errors.first()));
            let Ok(config) = config else {
                report.rejected += 1;
                if steps.is_empty() && object.core.process.is_some() {
                    // Calls to another process take a long time, and the next configuration is probably rejected as well.
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
                accident: self.accident(&mut source.rng, object.core.process.is_some()),
                ..CaseStep::of(config)
            });
        }
        if self.kind != PartKind::Resource {
            for step in &mut steps {
                (step.is_fresh, step.accident) = (false, None);
            }
        }
        if self.plans_only || self.kind != PartKind::Resource {
            return Case {
                steps,
                ..Case::default()
            };
        }
        let other = match (source.rng.below(4), steps.first()) {
            (0, _) => source.config(block).ok(),
            // A configuration that the service could treat as equal to the first configuration.
            (1, Some(first)) if object.core.process.is_some() => {
                source.alike(block, &first.config).ok()
            }
            (1, Some(first)) => source.change(block, &first.config).ok().flatten(),
            _ => None,
        };
        let other = other.and_then(|config| {
            if object.core.process.is_none() {
                return valid(source, object, config).ok();
            }
            apart(source, object, config, &steps)
        });
        Case {
            steps,
            other: other.map(CaseStep::of),
            is_repeated: source.rng.one_in(5),
            has_unknown_provider: source.rng.one_in(8),
            deletes_twice: source.rng.one_in(3),
        }
    }

    /// Returns the accident in a step, or `None` if the step has no accident.
    fn accident(&self, rng: &mut Rng, is_foreign: bool) -> Option<Accident> {
        let number = |rng: &mut Rng, end| u32::try_from(rng.below(end)).unwrap_or(0);
        match (rng.below(12), &self.fail) {
            (0, _) => Some(Accident::Deleted(number(rng, CALLS))),
            (1 | 2, Some(_)) => Some(Accident::Fails(1 + number(rng, CLIENT_CALLS))),
            // A provider in another process does not report what it is waiting for.
            (1, None) if is_foreign => Some(Accident::Again),
            (1, None) => Some(Accident::Cancelled(1 + number(rng, CLIENT_CALLS))),
            _ => None,
        }
    }
}

/// The maximum number of attributes that are made unknown, one after another.
const UNKNOWNS: usize = 16;

/// Returns steps in which each attribute of the first configuration is unknown twice: once for a new object, and once
/// for an existing object with a different value. Random cases may omit the faulty attribute.
pub(super) fn unknowns(
    source: &mut Source<'_>,
    object: &Instance<'_>,
    steps: &[CaseStep],
) -> Vec<CaseStep> {
    let block = &object.schema.block;
    let Some(CaseStep { config: first, .. }) = steps.first() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let attributes = block.attributes.iter();
    let is_set = |one: &&Attribute| first.get(&one.name).is_some_and(|value| !value.is_null());
    for attribute in attributes.filter(is_set).take(UNKNOWNS) {
        let other = another(source, object, first, &attribute.name);
        for (config, is_fresh) in [(other.as_ref().unwrap_or(first), true), (first, false)] {
            found.push(CaseStep {
                unknown: Some(Path::root().attribute(attribute.name.clone())),
                is_fresh,
                ..CaseStep::of(config.clone())
            });
        }
    }
    found
}

/// Returns a valid configuration with a different value for an attribute. The value is not empty, because many
/// providers mistake an unknown value for an empty value.
fn another(
    source: &mut Source<'_>,
    object: &Instance<'_>,
    config: &Value,
    name: &str,
) -> Option<Value> {
    let block = &object.schema.block;
    (0..CHANGES).find_map(|_| {
        let changed = source.change_member(block, config, name).ok()?;
        let value = changed.get(name)?;
        if value.is_null() || advice::is_zero(value) || config.get(name) == Some(value) {
            return None;
        }
        let mut run = Run::quiet(object.core, "", &object.type_name, block);
        object.validate(&mut run, &changed).ok()?;
        Some(changed)
    })
}

/// The number of changes after which a second object is assumed to be unable to differ from the first object.
const CHANGES: usize = 8;

/// Returns a valid configuration of another object. Giving two objects the same name or path is a user mistake that a
/// provider cannot always detect.
fn apart(
    source: &mut Source<'_>,
    object: &Instance<'_>,
    mut config: Value,
    steps: &[CaseStep],
) -> Option<Value> {
    let block = &object.schema.block;
    for _ in 0..CHANGES {
        config = valid(source, object, config).ok()?;
        let shared = |one: &&Attribute| {
            let own = config.get(&one.name);
            let is_text = own.is_some_and(|value| value.as_str().is_some());
            is_text && steps.iter().any(|step| step.config.get(&one.name) == own)
        };
        let required = block.attributes.iter().filter(|one| one.required);
        let Some(shared) = required.clone().find(shared) else {
            let is_text = |one: &&Attribute| one.implied_type() == Type::String;
            let optional = block.attributes.iter().filter(|one| one.optional);
            // If there is no required string, an optional string may name the object.
            let is_named = required.clone().any(|one| is_text(&one));
            let is_apart = is_named || optional.filter(is_text).all(|one| !shared(&one));
            return is_apart.then_some(config);
        };
        let name = shared.name.to_string();
        config = source.change_member(block, &config, &name).ok()?;
    }
    None
}

/// Changes a configuration until the provider's validation accepts it. Fails with the errors for the last configuration
/// if all configurations are rejected. A configuration counts as accepted if the validation itself has a bug, so that
/// the case shows the bug.
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
        // Secrets from other configurations would accumulate and make each validation slower.
        let mut secrets = Secrets::default();
        secrets.add_config(block, &config);
        object.core.secrets.replace(secrets);
        let validated: Go<()> = object.validate(&mut run, &config);
        let mut findings = run.outcome.findings.iter();
        if validated.is_ok() || findings.any(|one| one.kind != FindingKind::InvalidTest) {
            return Ok(config);
        }
        errors = run.outcome.errors().cloned().collect();
        let is_any = object.core.process.is_some();
        if is_any {
            for error in &errors {
                let text = format!("{} {}", error.summary, error.detail);
                match object.kind {
                    // An error can be about any of the arguments.
                    PartKind::Function => block
                        .attributes
                        .iter()
                        .for_each(|one| source.learn(&Path::from(&*one.name), &text)),
                    _ => source.learn(&path_of(error), &text),
                }
            }
        }
        let suspects = errors
            .iter()
            .flat_map(|error| suspects(block, error, is_any));
        let suspects: Vec<_> = suspects.collect();
        let changed = if suspects.is_empty() {
            source.change(block, &config)
        } else {
            let (name, is_conflict) = source.rng.pick(&suspects).clone();
            let changed = if is_any {
                source.repair(block, &config, &name, is_conflict)
            } else {
                source.change_member(block, &config, &name)
            };
            changed.map(Some)
        };
        match changed {
            Ok(Some(changed)) => config = changed,
            _ => break,
        }
    }
    Err(errors)
}

/// Returns the attributes and blocks that an error is about, and whether any of them must not be configured.
fn suspects(block: &Block, error: &Diagnostic, reads_text: bool) -> Vec<(String, bool)> {
    let text = format!("{} {}", error.summary, error.detail);
    let is_conflict = learn::is_conflict(&text);
    if let Some(name) = edit::root_name(&path_of(error)) {
        return vec![(name.to_owned(), is_conflict)];
    }
    if !reads_text {
        return Vec::new();
    }
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let names = words.filter(|word| {
        block
            .attribute(word)
            .is_some_and(|one| one.required || one.optional)
            || block.block_type(word).is_some()
    });
    names.map(|name| (name.to_owned(), is_conflict)).collect()
}

/// Returns the path of a random configured part, which is inside an attribute because blocks cannot be unknown in every
/// nesting mode.
fn configured(source: &mut Source<'_>, object: &Instance<'_>, config: &Value) -> Option<Path> {
    let is_any = object.core.process.is_some();
    let [mut outer, mut inner] = [const { Vec::new() }; 2];
    config.walk(|path, value| {
        let depth = path.steps().len();
        let is_simple = value.elements().is_none() && value.members().is_none();
        let is_attribute = match edit::place(&object.schema.block, path) {
            Place::Attribute(_) => is_any,
            Place::Block(_) => false,
        };
        if depth > 0 && !value.is_null() && (is_simple || is_attribute) {
            let found = if depth == 1 { &mut outer } else { &mut inner };
            found.push(path.clone());
        }
        // The types of a struct's fields determine whether parts of the struct can be unknown.
        depth == 0 || is_any
    });
    let found = match (outer.is_empty(), inner.is_empty()) {
        (true, true) => return None,
        (_, true) => outer,
        (true, _) => inner,
        _ if source.rng.one_in(2) => outer,
        _ => inner,
    };
    Some(source.rng.pick(&found).clone())
}
