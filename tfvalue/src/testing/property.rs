//! `Property`: random configurations, with the smallest ones that fail.

use super::calls::{Go, Run};
use super::case::{self, Accident, Case, CaseStep};
use super::edit;
use super::failure::Failure;
use super::finding::{FindingKind, path_of};
use super::harness::Harness;
use super::instance::Instance;
use super::random::{Hints, Rng, Source};
use super::secret::Secrets;
use super::shrink::{self, Smallest};
use super::unused::Uses;
use crate::json;
use crate::path::Step;
use crate::schema::{Block, Schema};
use crate::tfplugin::messages::Diagnostic;
use crate::value::Value;

/// A test of a resource with random configurations.
///
/// Each case is a sequence of steps: [applied](Instance::apply) configurations, each of which differs from
/// the one before in some attributes, with an unknown value, or after the object was destroyed. Some cases delete the object
/// outside of Terraform between the steps, cancel handlers, create a second object, or make the configuration of the
/// provider unknown. Some play all steps twice. The last steps import the object and destroy it. Configurations that
/// the provider's validation or plan rejects are changed or left out. A case that fails is made smaller until no
/// smaller one shows the same finding.
///
/// The [guide](crate::guide::tasks::testing#random-configurations) lists the values, the events, and what must be true after them.
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
/// Then it lists the configurations of the smallest case that fails. Each can be copied into a test with
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
    pub(super) type_name: String,
    pub(super) harness: Box<dyn Fn() -> Harness<C> + 'a>,
    seed: u64,
    cases: u64,
    only: Option<u64>,
    max_steps: usize,
    hints: Vec<(String, String)>,
    pub(super) import: Option<OfState<'a>>,
    pub(super) drifts: bool,
    pub(super) fail: Option<Fail<'a, C>>,
    pub(super) count: Option<Count<'a, C>>,
    pub(super) children: Vec<(String, OfState<'a>)>,
    pub(super) data_sources: Vec<(String, OfState<'a>)>,
}

/// A function that returns something from the state of an object: its identifier, or the configuration of another one.
pub(super) type OfState<'a> = Box<dyn Fn(&Value) -> Option<String> + 'a>;

/// A function that makes a call of the client fail.
type Fail<'a, C> = Box<dyn Fn(&C, Option<u32>) + 'a>;

/// A function that returns the number of objects in the service.
type Count<'a, C> = Box<dyn Fn(&C) -> usize + 'a>;

/// The number of changes until a configuration counts as one that the provider always rejects.
const REPAIRS: usize = 50;

/// The number of calls of a step: an object is deleted outside of Terraform before one of them.
const CALLS: usize = 14;

/// The number of calls of the client in a step, one of which fails.
const CLIENT_CALLS: usize = 6;

/// The number of changes after which a write-only value counts as never used.
const LEAST_USES: usize = 3;

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
            fail: None,
            count: None,
            children: Vec::new(),
            data_sources: Vec::new(),
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

    /// Sets the values of an attribute: a JSON array of them. These values replace the random ones. This helps if a
    /// function in `check` or the service accepts only few values. The path has no indexes or keys, for example
    /// `disk.size`.
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

    /// Lets calls of the client fail, one after another, so that handlers fail at each of their steps. Afterwards, the
    /// same configuration must succeed.
    ///
    /// The function gets the client, and the number of the call that is to fail: 1 is the next one. `None` means that
    /// all calls succeed again. Without this function, only
    /// [`until_cancelled`](crate::provider::Context::until_cancelled) fails, as if the user had interrupted Terraform.
    ///
    /// # Examples
    ///
    /// ```
    /// # use std::sync::Mutex;
    /// # use tfvalue::testing::{Harness, Property};
    /// /// The client of the test, which calls `begin` in each of its methods.
    /// struct Client {
    ///     until_failure: Mutex<Option<u32>>,
    /// }
    ///
    /// impl Client {
    ///     fn begin(&self) -> std::io::Result<()> {
    ///         let mut left = self.until_failure.lock().unwrap();
    ///         *left = left.map(|left| left.saturating_sub(1));
    ///         if *left == Some(0) {
    ///             *left = None;
    ///             return Err(std::io::Error::other("the service is not available"));
    ///         }
    ///         Ok(())
    ///     }
    /// }
    ///
    /// # fn example(harness: impl Fn() -> Harness<Client>) {
    /// Property::new("shop_item", harness)
    ///     .fail(|client, call| *client.until_failure.lock().unwrap() = call)
    ///     .check();
    /// # }
    /// ```
    #[must_use]
    pub fn fail(mut self, fail: impl Fn(&C, Option<u32>) + 'a) -> Self {
        self.fail = Some(Box::new(fail));
        self
    }

    /// Counts the objects of the type in the service, to find those that Terraform does not know: what a change that
    /// failed has left behind. The function returns their number.
    #[must_use]
    pub fn count(mut self, count: impl Fn(&C) -> usize + 'a) -> Self {
        self.count = Some(Box::new(count));
        self
    }

    /// Creates an object of another type that belongs to the tested one, such as a record of a zone. Each change must
    /// leave it as it is, unless the tested object is replaced.
    ///
    /// The function returns the configuration of the child from the state of the tested object.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::testing::{Harness, Property};
    /// # fn example(harness: impl Fn() -> Harness) {
    /// let record = |zone: &tfvalue::Value| {
    ///     let id = zone.get("id")?.as_str()?;
    ///     Some(format!(r#"{{"zone_id": {id:?}, "name": "www"}}"#))
    /// };
    /// Property::new("dns_zone", harness).child("dns_record", record).check();
    /// # }
    /// ```
    #[must_use]
    pub fn child(
        mut self,
        type_name: &str,
        config: impl Fn(&Value) -> Option<String> + 'a,
    ) -> Self {
        self.children.push((type_name.to_owned(), Box::new(config)));
        self
    }

    /// Reads a data source after each step, twice: both must return the same value, in the same order.
    ///
    /// The function returns the configuration of the data source from the state of the tested object.
    #[must_use]
    pub fn data_source(
        mut self,
        type_name: &str,
        config: impl Fn(&Value) -> Option<String> + 'a,
    ) -> Self {
        self.data_sources
            .push((type_name.to_owned(), Box::new(config)));
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
        let mut source = Source {
            rng,
            hints: &hints,
            fields: object.fields(),
            is_bare: false,
        };
        let config = source.config(block);
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
        let mut uses = Uses::default();
        let mut last = None;
        let numbers = self
            .only
            .map_or(0..self.cases, |number| number..number.saturating_add(1));
        for number in numbers {
            let rng = Rng::new(self.seed, number);
            let mut source = Source {
                rng,
                hints: &hints,
                fields: object.fields(),
                // The first case has the smallest configurations.
                is_bare: number == 0,
            };
            let case = self.random_case(&mut source, &mut object, &mut report);
            let played = self.play(&case, &mut report);
            if !played.findings.is_empty() {
                let smallest = shrink::smallest(case, played.findings, &schema.block, |case| {
                    self.play(case, &mut PropertyReport::default()).findings
                });
                return Err(self.failure(number, schema, smallest));
            }
            if !played.uses.is_empty() {
                last = Some((number, case));
            }
            uses.add(&played.uses);
            report.cases += 1;
        }
        let least = if self.only.is_some() { 1 } else { LEAST_USES };
        let findings = uses.findings(least);
        let findings = findings.filter(|finding| !scratch.core.is_allowed(finding));
        let findings: Vec<_> = findings.collect();
        match last {
            Some((number, case)) if scratch.provider.is_some() && !findings.is_empty() => {
                let smallest = shrink::smallest(case, findings, &schema.block, |case| {
                    let played = self.play(case, &mut PropertyReport::default());
                    played.uses.findings(1).collect()
                });
                Err(self.failure(number, schema, smallest))
            }
            _ => Ok(report),
        }
    }

    fn failure(&self, number: u64, schema: &Schema, smallest: Smallest) -> Failure {
        let (configs, events) = case::shown(schema, &smallest.case);
        Failure {
            case: number,
            seed: self.seed,
            findings: smallest.findings,
            configs,
            events,
            is_smallest: smallest.is_complete,
        }
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
        let mut steps: Vec<CaseStep> = Vec::new();
        for _ in 0..=1 + source.rng.below(self.max_steps) {
            let config = match steps.last() {
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
                continue;
            };
            let unknown = if source.rng.one_in(4) {
                configured(source, &config)
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
fn valid(
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
