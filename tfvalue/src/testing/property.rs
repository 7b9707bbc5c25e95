//! `Property`: random configurations, with the smallest ones that fail.

use super::calls::{Go, Run};
use super::case::{self, Case, CaseStep};
use super::config::Config;
use super::edit;
use super::failure::Failure;
use super::finding::{Finding, FindingKind, path_of};
use super::harness::Harness;
use super::instance::Instance;
use super::random::{Hints, Rng, Source};
use super::shrink;
use crate::json;
use crate::path::{Path, Step};
use crate::schema::Block;
use crate::tfplugin::messages::Diagnostic;
use crate::value::Value;

/// A test of a resource with random configurations.
///
/// Each case is a sequence of steps: [applied](Instance::apply) configurations, each of which differs from
/// the one before in some attributes, with an unknown value, or after the object was destroyed. The last
/// steps import the object and destroy it. Configurations that the provider's validation or plan rejects
/// are changed or left out. A case that fails is made as small as possible.
///
/// # Reproducing a failure
///
/// A case depends only on the schema, the hints, the seed and its number, as long as the provider gives the
/// same responses. Without [`seed`](Property::seed), the seed is 1, so the same test fails in the same way
/// each time. The report begins with the calls that run the failing case again, without the others:
///
/// ```text
/// case 4 of seed 1 fails; run it again with `.seed(1).case(4)`
/// ```
///
/// Then it lists the configurations of the smallest case that fails. They can be copied into a test with
/// [`Instance::apply`], except for sensitive values.
///
/// # Examples
///
/// ```
/// # use tfvalue::testing::Harness;
/// use tfvalue::testing::Property;
///
/// # fn example(harness: impl Fn() -> Harness) {
/// Property::new("shop_item", harness)
///     .hint("color", r#"["red", "green"]"#)
///     .import(|state| state.get("id")?.as_str().map(str::to_owned))
///     .check();
/// # }
/// ```
pub struct Property<'a, C = ()> {
    type_name: String,
    harness: Box<dyn Fn() -> Harness<C> + 'a>,
    seed: u64,
    cases: u64,
    only: Option<u64>,
    max_steps: usize,
    hints: Vec<(String, String)>,
    import: Option<Importer<'a>>,
    drifts: bool,
}

/// A function that returns the identifier of an object.
type Importer<'a> = Box<dyn Fn(&Value) -> Option<String> + 'a>;

/// The number of changes until a configuration counts as one that the provider always rejects.
const REPAIRS: usize = 50;

/// The numbers of a test that has passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropertyReport {
    /// The number of cases.
    pub cases: u64,
    /// The number of configurations that were applied.
    pub applied: u64,
    /// The number of configurations that the provider rejected.
    pub rejected: u64,
}

impl<'a, C: Send + Sync + 'static> Property<'a, C> {
    /// Creates a test of a resource type. The function returns a configured harness; it is called for
    /// each case.
    #[must_use]
    pub fn new(type_name: &str, harness: impl Fn() -> Harness<C> + 'a) -> Self {
        Property {
            type_name: type_name.to_owned(),
            harness: Box::new(harness),
            seed: 1,
            cases: 100,
            only: None,
            max_steps: 7,
            hints: Vec::new(),
            import: None,
            drifts: false,
        }
    }

    /// Sets the seed. The default is 1.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the number of cases. The default is 100.
    #[must_use]
    pub fn cases(mut self, cases: u64) -> Self {
        self.cases = cases;
        self
    }

    /// Runs only the case with this number, which the report of a failure contains.
    #[must_use]
    pub fn case(mut self, number: u64) -> Self {
        self.only = Some(number);
        self
    }

    /// Sets the values of an attribute: a JSON array of them. The path has no indexes or keys, for
    /// example `disk.size`.
    #[must_use]
    pub fn hint(mut self, path: &str, values: &str) -> Self {
        self.hints.push((path.to_owned(), values.to_owned()));
        self
    }

    /// Imports the object at the end of each case. The function returns the identifier of a state.
    #[must_use]
    pub fn import(mut self, id: impl Fn(&Value) -> Option<String> + 'a) -> Self {
        self.import = Some(Box::new(id));
        self
    }

    /// Also checks at the end of each case that a refresh sees changes outside of Terraform: see
    /// [`Instance::drift`].
    #[must_use]
    pub fn drift(mut self) -> Self {
        self.drifts = true;
        self
    }

    /// Runs all cases.
    ///
    /// # Panics
    ///
    /// Panics with the smallest case that fails. Also panics if the provider rejects all configurations, with
    /// the errors of one of them, or if a hint is not a JSON array of values of the attribute.
    #[track_caller]
    pub fn check(&self) {
        match self.run() {
            Err(failure) => panic!("{failure}"),
            Ok(report) => assert!(
                report.applied > 0,
                "{}: the provider rejects all configurations: add hints{}",
                self.type_name,
                self.rejection()
            ),
        }
    }

    /// Returns the errors of a configuration that the provider's validation rejects.
    #[track_caller]
    fn rejection(&self) -> String {
        let scratch = (self.harness)();
        let object = scratch.resource(&self.type_name);
        let block = &object.schema.block;
        let hints = self.read_hints(block);
        let rng = Rng::new(self.seed, 0);
        let mut source = Source { rng, hints: &hints };
        let config = source.block("", block);
        let rejected = config.map(|config| valid(&mut source, &object, config));
        let errors = rejected.map(Result::err).unwrap_or_default();
        let errors = errors.unwrap_or_default().into_iter();
        let lines = errors.map(|error| format!("\n  {}", super::outcome::diagnostic_text(&error)));
        lines.collect()
    }

    /// Runs all cases, and returns their number.
    ///
    /// # Errors
    ///
    /// Fails with the smallest case that fails.
    ///
    /// # Panics
    ///
    /// Panics if a hint is not a JSON array of values of the attribute.
    #[track_caller]
    pub fn run(&self) -> Result<PropertyReport, Failure> {
        let scratch = (self.harness)();
        let mut object = scratch.resource(&self.type_name);
        let schema = object.schema;
        let hints = self.read_hints(&schema.block);
        let mut report = PropertyReport::default();
        let numbers = self
            .only
            .map_or(0..self.cases, |number| number..number.saturating_add(1));
        for number in numbers {
            let rng = Rng::new(self.seed, number);
            let mut source = Source { rng, hints: &hints };
            let case = self.random_case(&mut source, &mut object, &mut report);
            let findings = self.play(&case, &mut report);
            if !findings.is_empty() {
                let ty = schema.block.implied_type();
                let (case, findings) = shrink::smallest(case, findings, &ty, |case| {
                    self.play(case, &mut PropertyReport::default())
                });
                return Err(Failure {
                    case: number,
                    seed: self.seed,
                    findings,
                    configs: case.iter().map(|step| case::shown(schema, step)).collect(),
                });
            }
            report.cases += 1;
        }
        Ok(report)
    }

    #[track_caller]
    fn read_hints(&self, block: &Block) -> Hints {
        let read = |(path, values): &(String, String)| {
            let steps = path
                .split('.')
                .map(|name| Step::Attribute(name.to_owned().into()));
            let edit::Place::Attribute(attribute) = edit::place(block, &steps.collect()) else {
                panic!("hint {path:?}: there is no such attribute");
            };
            let ty = crate::ty::Type::list(attribute.implied_type());
            match json::value_from_slice(values.as_bytes(), &ty) {
                Ok(values)
                    if values
                        .elements()
                        .is_some_and(|mut all| all.next().is_some()) =>
                {
                    (
                        path.clone(),
                        values.elements().into_iter().flatten().cloned().collect(),
                    )
                }
                Ok(_) => panic!("hint {path:?}: a JSON array with values is required"),
                Err(error) => panic!("hint {path:?}: {error}"),
            }
        };
        self.hints.iter().map(read).collect()
    }

    /// Generates a case from configurations that the provider accepts, and counts the rejected ones.
    fn random_case(
        &self,
        source: &mut Source<'_>,
        object: &mut Instance<'_>,
        report: &mut PropertyReport,
    ) -> Case {
        let block = &object.schema.block;
        let mut steps = Case::new();
        for _ in 0..=1 + source.rng.below(self.max_steps) {
            let config = match steps.last() {
                Some(last) if !source.rng.one_in(6) => {
                    let changed = source.change(block, &last.config);
                    changed.map(|changed| changed.unwrap_or_else(|| last.config.clone()))
                }
                _ => source.block("", block),
            };
            let config = config
                .ok()
                .and_then(|config| valid(source, object, config).ok());
            let Some(config) = config else {
                report.rejected += 1;
                continue;
            };
            let unknown = if source.rng.one_in(4) {
                configured(source, &config)
            } else {
                None
            };
            steps.push(CaseStep {
                config,
                unknown,
                is_fresh: source.rng.one_in(4),
            });
        }
        steps
    }

    /// Plays a case. Returns the findings that make it fail.
    fn play(&self, case: &Case, report: &mut PropertyReport) -> Vec<Finding> {
        let harness = (self.harness)();
        let mut object = harness.resource(&self.type_name);
        let mut findings = Vec::new();
        for step in case {
            if step.is_fresh {
                collect(object.destroy(), &mut findings);
            }
            let config = Config::from(step.config.clone());
            let config = match &step.unknown {
                Some(name) => config.unknown(Path::root().attribute(name.clone())),
                None => config,
            };
            if collect(object.apply(config), &mut findings) {
                report.applied += 1;
            } else {
                report.rejected += 1;
            }
            if !findings.is_empty() {
                return findings;
            }
        }
        if self.drifts {
            collect(object.drift(), &mut findings);
        }
        if let Some(import) = &self.import {
            let state = object.refresh();
            let id = import(&state.value).filter(|_| !state.value.is_null());
            collect(state, &mut findings);
            if let Some(id) = id {
                collect(object.import(&id), &mut findings);
            }
        }
        collect(object.destroy(), &mut findings);
        findings
    }
}

/// Adds the findings of a step. Returns `false` if the provider rejects the configuration.
fn collect(outcome: super::Outcome, findings: &mut Vec<Finding>) -> bool {
    let rejects = |method| matches!(method, "ValidateResourceConfig" | "PlanResourceChange");
    let is_rejected = outcome.failed.is_some_and(rejects);
    if let Some(method) = outcome.failed.filter(|_| !is_rejected) {
        for error in outcome.errors() {
            let finding = Finding::error(method, FindingKind::UnexpectedError, error);
            findings.push(Finding {
                step: outcome.step,
                ..finding
            });
        }
    }
    findings.extend(outcome.findings.into_iter().filter(|one| !one.is_logged));
    !is_rejected
}

/// Changes a configuration until the provider's validation accepts it. Fails with the errors of the last one.
fn valid(
    source: &mut Source<'_>,
    object: &Instance<'_>,
    mut config: Value,
) -> Result<Value, Vec<Diagnostic>> {
    let block = &object.schema.block;
    let mut errors = Vec::new();
    for _ in 0..REPAIRS {
        let mut run = Run::new(object.core, "validate", &object.type_name, block);
        let validated: Go<()> = object.validate(&mut run, &config);
        if validated.is_ok() {
            return Ok(config);
        }
        errors = run.outcome.errors().cloned().collect();
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
fn configured(source: &mut Source<'_>, config: &Value) -> Option<String> {
    let members = config.members()?.filter(|(_, value)| {
        // Blocks cannot be unknown as a whole in every nesting.
        value.elements().is_none() && value.members().is_none() && !value.is_null()
    });
    let names: Vec<String> = members.map(|(name, _)| name.to_owned()).collect();
    (!names.is_empty()).then(|| source.rng.pick(&names).clone())
}
