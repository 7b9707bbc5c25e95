//! The cases that make up a test.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use tfvalue::__internal::testing::Handler;
use tfvalue::serve::Service;

use super::failure::{self, Failure};
use super::interrupt;
use super::program::{Product, Program};
use super::runner;
use super::step::{Check, Step};

const NO_PROGRAM: &str = "neither terraform nor tofu is on PATH, and TFVALUE_TERRAFORM is not set";

/// A test case, which consists of a provider and the steps that Terraform runs with the provider.
///
/// The steps run in a separate folder, which is `path.cwd` in the configuration. The case ends at the first step
/// that fails. The case always destroys all objects that it has created.
///
/// # Examples
///
/// ```no_run
/// use tfvalue::serve::Service;
/// use tfvalue_testing::acceptance::{Case, Step};
///
/// fn a_note_is_renamed(provider: impl Service) -> Case {
///     Case::new("a note is renamed", provider)
///         .config(r#"provider "notes" { directory = path.cwd }"#)
///         .step(Step::apply(r#"resource "notes_note" "a" { name = "a" }"#))
///         .step(Step::apply(r#"resource "notes_note" "a" { name = "b" }"#).replaces("notes_note.a"))
/// }
/// ```
#[must_use = "a case does nothing until it runs"]
pub struct Case {
    pub(super) name: String,
    pub(super) providers: Vec<Handler>,
    pub(super) protocol: u32,
    pub(super) config: String,
    pub(super) files: Vec<(String, String)>,
    pub(super) steps: Vec<Step>,
    pub(super) after_destroy: Vec<Check<Path>>,
    since: Vec<(Product, (u64, u64))>,
}

impl Case {
    /// Creates a case with a provider. The provider runs in the process of the test.
    ///
    /// If a configuration has no `required_providers`, the case adds one with the [name](Service::name) of the provider.
    pub fn new(name: impl Into<String>, provider: impl Service) -> Self {
        Case {
            name: name.into(),
            providers: vec![provider.into_handler()],
            protocol: 6,
            config: String::new(),
            files: Vec::new(),
            steps: Vec::new(),
            after_destroy: Vec::new(),
            since: Vec::new(),
        }
    }

    /// Adds another provider, for example to test moves between providers.
    pub fn provider(mut self, provider: impl Service) -> Self {
        self.providers.push(provider.into_handler());
        self
    }

    /// Selects the protocol version, which is 5 or 6. The default is 6.
    pub fn protocol(mut self, version: u32) -> Self {
        self.protocol = version;
        self
    }

    /// Adds configuration to all steps, such as the `provider` block.
    pub fn config(mut self, config: impl Into<String>) -> Self {
        self.config.push_str(&config.into());
        self.config.push('\n');
        self
    }

    /// Adds a file, such as `part/main.tf` for a module that the configuration calls.
    pub fn file(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.files.push((name.into(), text.into()));
        self
    }

    /// Requires at least the given version of Terraform or OpenTofu. If a case requires a version of only one of the
    /// two products, the case does not run with the other product.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # use tfvalue::serve::Service;
    /// use tfvalue_testing::acceptance::{Case, Product};
    ///
    /// # fn functions(provider: impl Service) -> Case {
    /// Case::new("functions", provider)
    ///     .since(Product::Terraform, 1, 8)
    ///     .since(Product::OpenTofu, 1, 7)
    /// # }
    /// ```
    pub fn since(mut self, product: Product, major: u64, minor: u64) -> Self {
        self.since.push((product, (major, minor)));
        self
    }

    /// Adds a step.
    pub fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Checks the service after all objects have been destroyed. The function receives the folder of the case. The
    /// function should panic if any objects are left.
    pub fn check_destroyed(mut self, check: impl FnOnce(&Path) + Send + 'static) -> Self {
        self.after_destroy.push(Box::new(check));
        self
    }

    /// Runs the case in an ordinary test.
    ///
    /// An ordinary test cannot be reported as ignored, so it fails if no program is found. To report tests as ignored,
    /// use [`main`].
    ///
    /// # Panics
    ///
    /// Panics if a step fails, if there is no [program](Program::find), or if the program does not have the required
    /// version. After a signal, the process ends when the last running case has ended.
    #[track_caller]
    pub fn run(self) {
        if let Err(failure) = self.result() {
            interrupt::end(&failure);
            panic!("{failure}");
        }
    }

    fn result(self) -> Result<(), Box<Failure>> {
        match (Program::find(), self.lack()) {
            (Some(program), None) => runner::run(self, program),
            (Some(program), Some(lack)) => {
                Err(Failure::early(self.name, format!("{lack}, got {program}")))
            }
            (None, _) => Err(Failure::early(self.name, NO_PROGRAM.to_owned())),
        }
    }

    /// Returns a description of the program or version that the case needs, if that program or version is missing.
    fn lack(&self) -> Option<String> {
        let Some(program) = Program::find() else {
            return Some("needs terraform or tofu".to_owned());
        };
        let is_met = |(product, version): &(Product, (u64, u64))| {
            program.product == *product && program.version >= *version
        };
        if self.since.is_empty() || self.since.iter().any(is_met) {
            return None;
        }
        let all = self.since.iter();
        let all = all.map(|(product, (major, minor))| format!("{product} {major}.{minor}"));
        Some(format!("needs {}", all.collect::<Vec<_>>().join(" or ")))
    }
}

/// Runs cases. Call this function in the `main` function of a test that does not use Rust's test harness
/// (`harness = false`).
///
/// The program has the same options as other tests, such as a filter for test names. If the program or version that a
/// case needs is missing, the case is reported as ignored, together with the reason. Cases run in parallel.
///
/// ```toml
/// [[test]]
/// name = "acceptance"
/// harness = false
/// ```
///
/// # Examples
///
/// ```no_run
/// use std::process::ExitCode;
/// use tfvalue_testing::acceptance;
/// # fn a_note() -> acceptance::Case { unimplemented!() }
/// # fn an_import() -> acceptance::Case { unimplemented!() }
///
/// fn main() -> ExitCode {
///     acceptance::main([a_note(), an_import()])
/// }
/// ```
///
/// # Panics
///
/// Panics if `TFVALUE_TERRAFORM` is set to a program that does not run.
pub fn main(cases: impl IntoIterator<Item = Case>) -> ExitCode {
    let arguments = Arguments::from_args();
    let program = match Program::find() {
        Some(program) => format!("testing with {program}, {}", program.path.display()),
        None => format!("{NO_PROGRAM}: all cases are ignored"),
    };
    if !arguments.list {
        // If standard error is closed, nothing can be reported.
        _ = writeln!(io::stderr(), "{program}");
    }
    failure::keep_places();
    let trials = cases.into_iter().map(|case| {
        let lack = case.lack();
        let name = case.name.clone();
        let run = move || {
            case.result()
                .map_err(|failure| Failed::from(failure.to_string()))
        };
        Trial::test(name, run)
            .with_ignored_flag(lack.is_some())
            .with_kind(lack.unwrap_or_default())
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}
