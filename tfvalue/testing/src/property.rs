//! Contains `Property`, which tests random configurations and reports the smallest failing cases.

use tfvalue::Value;
use tfvalue::tfplugin6::Diagnostic;

use super::config::Config;
use super::failure::Failure;
use super::harness::Harness;
use super::outcome::diagnostic_text;
use super::part::PartKind;

/// A test that applies random configurations to a resource.
///
/// Each case is a sequence of steps, each of which [applies](super::Instance::apply) a configuration. Each
/// configuration differs from the previous configuration in some attributes, has an unknown value, or is applied after
/// the object has been destroyed. Some cases delete the object outside Terraform between the steps, cancel handlers,
/// create a second object, or make the configuration of the provider unknown. Some run all steps twice. The last steps
/// import the object and destroy it. If the provider rejects a configuration during validation or planning, the
/// configuration is changed or left out. A case that fails is reduced until no smaller case has the same finding.
///
/// The [guide](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tasks/testing/index.html#random-configurations) lists
/// the values, the events, and the conditions that must hold after the events.
///
/// # Reproducing a failure
///
/// A case depends only on the schema, the hints, the seed and the number of the case, as long as the provider returns
/// the same responses. Without [`seed`](Property::seed), the seed is 1, so the same test fails in the same way each
/// time. The report begins with the method calls that run only the failing case again:
///
/// ```text
/// case 4 of seed 1 fails; run it again with `.seed(1).case(4)`
/// ```
///
/// After these calls, the report lists the configurations of the smallest case that fails. Each configuration can be
/// copied into a test with [`Instance::apply`](super::Instance::apply), except for sensitive values.
///
/// # Examples
///
/// ```
/// # use tfvalue_testing::Harness;
/// use tfvalue_testing::Property;
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
    pub(super) kind: PartKind,
    pub(super) harness: Box<dyn Fn() -> Harness<C> + 'a>,
    pub(super) seed: u64,
    pub(super) cases: u64,
    pub(super) only: Option<u64>,
    pub(super) max_steps: usize,
    pub(super) hints: Vec<(String, String)>,
    pub(super) known: Vec<Config>,
    pub(super) plans_only: bool,
    pub(super) tolerates_errors: bool,
    pub(super) has_logged: bool,
    pub(super) before_case: Option<Box<dyn Fn(u64) + 'a>>,
    pub(super) until: Option<Box<dyn Fn() -> bool + 'a>>,
    pub(super) on_refusal: Option<OnRefusal<'a>>,
    pub(super) import: Option<OfState<'a>>,
    pub(super) guesses_import: bool,
    pub(super) drifts: bool,
    pub(super) fail: Option<Fail<'a, C>>,
    pub(super) count: Option<Count<'a, C>>,
    pub(super) children: Vec<(String, OfState<'a>)>,
    pub(super) data_sources: Vec<(String, OfState<'a>)>,
}

/// A function that returns a string from the state of an object, such as its identifier or the configuration of another
/// object.
pub(super) type OfState<'a> = Box<dyn Fn(&Value) -> Option<String> + 'a>;

/// A function that receives the error with which a configuration was rejected.
type OnRefusal<'a> = Box<dyn Fn(&str) + 'a>;

/// A function that makes a client call fail.
type Fail<'a, C> = Box<dyn Fn(&C, Option<u32>) + 'a>;

/// A function that returns the number of objects in the service.
type Count<'a, C> = Box<dyn Fn(&C) -> usize + 'a>;

/// The statistics of a test that has passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropertyReport {
    /// The number of cases.
    pub cases: u64,
    /// The number of configurations that were applied, or planned in a test that [only plans](Property::plan_only).
    pub applied: u64,
    /// The number of configurations that the provider rejected.
    pub rejected: u64,
    /// The number of findings that [`Harness::allow`] turns off, where each combination of a lint and an attribute
    /// counts once.
    pub allowed: u64,
}

impl<'a, C: Send + Sync + 'static> Property<'a, C> {
    /// Creates a test for a resource type. The function returns a configured harness with a service that contains no
    /// objects. The test calls the function once at the beginning, and then for each run of a case. Some cases run
    /// twice, and after a failure, smaller cases run.
    #[must_use]
    pub fn new(type_name: &str, harness: impl Fn() -> Harness<C> + 'a) -> Self {
        Property::of(PartKind::Resource, type_name, harness)
    }

    /// Creates a test for any part of a provider.
    ///
    /// A part that is not a resource type has no objects. Each step of a case calls the part as Terraform does during a
    /// plan, first with an unknown value. The step reads a data source; opens, renews and closes an ephemeral resource;
    /// validates the configuration of a list resource; plans an action; calls a function; or configures the provider.
    /// Afterwards, all data sources are read once more in a different order and must return the same results. The
    /// errors of these calls are findings only if they report a bug in the provider, or if a value is accepted when it
    /// is known but refused while it is unknown. List resources are not queried, and actions are not invoked.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue_testing::Harness;
    /// use tfvalue_testing::{PartKind, Property};
    ///
    /// # fn example(harness: impl Fn() -> Harness) {
    /// Property::of(PartKind::Function, "divide", harness).check();
    /// # }
    /// ```
    #[must_use]
    pub fn of(kind: PartKind, name: &str, harness: impl Fn() -> Harness<C> + 'a) -> Self {
        Property {
            type_name: name.to_owned(),
            kind,
            harness: Box::new(harness),
            seed: 1,
            cases: 100,
            only: None,
            max_steps: 7,
            hints: Vec::new(),
            known: Vec::new(),
            plans_only: false,
            tolerates_errors: false,
            has_logged: false,
            before_case: None,
            until: None,
            on_refusal: None,
            import: None,
            guesses_import: false,
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

    /// Runs only the case with the given number. The report of a failure contains the number.
    #[must_use]
    pub fn case(mut self, number: u64) -> Self {
        self.only = Some(number);
        self
    }

    /// Sets the possible values of an attribute as a JSON array. They replace the random values. Use this method if the
    /// service, or a function in `check`, accepts only a few values. The path has no indexes or keys, for example
    /// `disk.size`.
    #[must_use]
    pub fn hint(mut self, path: &str, values: &str) -> Self {
        self.hints.push((path.to_owned(), values.to_owned()));
        self
    }

    /// Adds a configuration that the provider accepts. The first cases and half of the other cases begin with these
    /// configurations.
    #[must_use]
    pub fn known(mut self, config: impl Into<Config>) -> Self {
        self.known.push(config.into());
        self
    }

    /// Only validates and plans configurations, and never creates an object.
    ///
    /// If a value is unknown in the plan, the test plans a second time with the known value, and the second plan must
    /// agree with the first, as in an apply. The test then pretends that the plan was applied, and each unknown value
    /// becomes an arbitrary value of its type. A second plan of the same configuration must change nothing. The next
    /// configuration changes the same object. The object is not read, as with `terraform plan -refresh=false`. The test
    /// also upgrades the planned state, imports and reads an object that does not exist, and plans to destroy an object.
    /// An error from the provider means that the provider rejects the configuration.
    #[must_use]
    pub fn plan_only(mut self) -> Self {
        self.plans_only = true;
        self
    }

    /// Ignores errors in calls, because a service may refuse values that the provider accepts during validation.
    #[must_use]
    pub fn tolerate_errors(mut self) -> Self {
        self.tolerates_errors = true;
        self
    }

    /// Also reports findings that Terraform only [logs](crate::Finding::is_logged).
    #[must_use]
    pub fn logged(mut self) -> Self {
        self.has_logged = true;
        self
    }

    /// Calls a function with the number of each case before the case runs.
    #[must_use]
    pub fn before_case(mut self, before: impl Fn(u64) + 'a) -> Self {
        self.before_case = Some(Box::new(before));
        self
    }

    /// Ends the test as soon as a function returns `true`. After the current step, all objects are destroyed. The
    /// function is called before each step.
    ///
    /// The test returns the findings up to that point.
    #[must_use]
    pub fn until(mut self, is_over: impl Fn() -> bool + 'a) -> Self {
        self.until = Some(Box::new(is_over));
        self
    }

    /// Calls a function with the first error whenever the provider rejects a configuration. The message contains no
    /// sensitive value.
    #[must_use]
    pub fn on_refusal(mut self, on_refusal: impl Fn(&str) + 'a) -> Self {
        self.on_refusal = Some(Box::new(on_refusal));
        self
    }

    pub(super) fn is_over(&self) -> bool {
        self.until.as_ref().is_some_and(|is_over| is_over())
    }

    /// Passes on the error with which a configuration was rejected.
    pub(super) fn refused(&self, error: Option<&Diagnostic>) {
        if let (Some(on_refusal), Some(error)) = (&self.on_refusal, error) {
            on_refusal(&diagnostic_text(error));
        }
    }

    /// Imports the object at the end of each case. The function receives a state and returns the import ID.
    #[must_use]
    pub fn import(mut self, id: impl Fn(&Value) -> Option<String> + 'a) -> Self {
        self.import = Some(Box::new(id));
        self
    }

    /// Imports the object at the end of each case by the `id` attribute, unless another [ID](Property::import) is given.
    ///
    /// The ID is a guess, so errors during the import do not count. If the provider imports an object for an ID that
    /// does not exist, the ID has another meaning (for example, it is the password itself), and nothing is compared.
    #[must_use]
    pub fn guess_import(mut self) -> Self {
        self.guesses_import = true;
        self
    }

    /// At the end of each case, also checks that a refresh detects changes outside Terraform. See
    /// [`Instance::drift`](super::Instance::drift).
    #[must_use]
    pub fn drift(mut self) -> Self {
        self.drifts = true;
        self
    }

    /// Makes client calls fail one after another, so that handlers fail at each of their steps. Afterwards, the
    /// same configuration must succeed.
    ///
    /// The function receives the client and the number of the call that is to fail, where 1 is the next call. `None`
    /// means that all calls succeed again. Without this function, only
    /// [`until_cancelled`](tfvalue::provider::Context::until_cancelled) fails, as if the user had interrupted
    /// Terraform.
    ///
    /// # Examples
    ///
    /// ```
    /// # use std::sync::Mutex;
    /// # use tfvalue_testing::{Harness, Property};
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

    /// Counts the objects of the type in the service, to find objects that a failed change has left behind and that
    /// Terraform does not know about. The function returns the number of objects of the type.
    #[must_use]
    pub fn count(mut self, count: impl Fn(&C) -> usize + 'a) -> Self {
        self.count = Some(Box::new(count));
        self
    }

    /// Creates an object of another type that belongs to the tested object, such as a record in a zone. No step may
    /// change the child, unless the tested object is replaced.
    ///
    /// The function receives the state of the tested object and returns the configuration of the child.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue_testing::{Harness, Property};
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

    /// Reads a data source twice after each step, and checks that both reads return the same value in the same order.
    ///
    /// The function receives the state of the tested object and returns the configuration of the data source.
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
    /// Panics with the smallest failing case. Also panics if a hint is not a JSON array of valid values for the
    /// attribute, or if the provider rejects all configurations. In the latter case, the message contains the errors
    /// for one of the configurations.
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

    /// Runs all cases, and returns their number.
    ///
    /// # Errors
    ///
    /// Fails if a case fails. The error describes the smallest failing case.
    ///
    /// # Panics
    ///
    /// Panics if a hint is not a JSON array of valid values for the attribute, or if a known configuration does not
    /// match the schema.
    #[track_caller]
    pub fn run(&self) -> Result<PropertyReport, Failure> {
        let (report, failures) = self.search(1);
        match failures.into_iter().next() {
            Some(failure) => Err(failure),
            None => Ok(report),
        }
    }

    /// Runs all cases, and continues after failing cases. Groups the failed cases by their first finding, which is a
    /// rule, lint or error for one attribute, and returns the smallest case of each group.
    ///
    /// # Panics
    ///
    /// Panics like [`Property::run`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue_testing::{Harness, Property};
    /// # fn example(harness: impl Fn() -> Harness) {
    /// let (report, failures) = Property::new("shop_item", harness).failures();
    /// println!("{} configurations, {} findings", report.applied, failures.len());
    /// for failure in failures {
    ///     println!("{}", failure.hcl.join("\n"));
    /// }
    /// # }
    /// ```
    #[must_use]
    #[track_caller]
    pub fn failures(&self) -> (PropertyReport, Vec<Failure>) {
        self.search(usize::MAX)
    }
}
