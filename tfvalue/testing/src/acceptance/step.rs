//! The steps of a case.

use std::collections::BTreeMap;
use std::path;

use serde::Serialize;
use tfvalue::Path;
use tfvalue_show::Actions;

use super::query::Found;
use super::values::{Plan, State};

/// A step of a case. It consists of a configuration, the command that Terraform runs with the configuration, and the
/// expectations of the test.
///
/// A step without a configuration uses the configuration of the previous step.
///
/// # Examples
///
/// ```no_run
/// use tfvalue_testing::acceptance::Step;
///
/// const NOTE: &str = r#"
/// variable "text" {
///   type = string
/// }
/// resource "notes_note" "a" {
///   name = "a"
///   text = var.text
/// }
/// "#;
/// let steps = [
///     Step::apply(NOTE).variable("text", "hi").creates("notes_note.a"),
///     Step::apply(NOTE)
///         .variable("text", "ho")
///         .updates("notes_note.a")
///         .check_state(|state| {
///             state.resource("notes_note.a").has("text", "ho");
///         }),
///     Step::import("notes_note.a", "{name}"),
///     Step::plan(r#"resource "notes_note" "a" { name = "A" }"#)
///         .fails("main.tf:1", "lower case letters are required"),
/// ];
/// # _ = steps;
/// ```
#[must_use = "a step does nothing without a case"]
pub struct Step {
    pub(super) kind: Kind,
    pub(super) config: Option<String>,
    pub(super) variables: BTreeMap<String, serde_json::Value>,
    pub(super) arguments: Vec<String>,
    pub(super) stored: Vec<Stored>,
    pub(super) before: Vec<Check<path::Path>>,
    pub(super) expected: Vec<Expected>,
    pub(super) has_changes_after: bool,
    pub(super) ignored: Vec<Path>,
    pub(super) actions: Vec<(String, PlannedActions)>,
    pub(super) is_empty: bool,
    pub(super) plan_checks: Vec<Check<Plan>>,
    pub(super) state_checks: Vec<Check<State>>,
    pub(super) config_checks: Vec<Check<str>>,
    pub(super) found_checks: Vec<Check<[Found]>>,
}

/// A function that the test provides. It panics if a value is not as expected.
pub(super) type Check<T> = Box<dyn FnOnce(&T) + Send>;

/// The operation that Terraform performs.
pub(super) enum Kind {
    Plan,
    Apply,
    Destroy,
    Refresh,
    Import(Import),
    GenerateConfig(Import),
    Query(String),
}

/// An object to import.
pub(super) struct Import {
    pub(super) address: String,
    /// The ID with placeholders, or `None` to import by identity.
    pub(super) id: Option<String>,
}

/// A resource in the state before the step.
pub(super) struct Stored {
    pub(super) address: String,
    pub(super) version: u64,
    pub(super) attributes: String,
}

/// An expected error or warning.
pub(super) struct Expected {
    pub(super) is_error: bool,
    pub(super) place: String,
    pub(super) text: String,
}

/// A function that returns `true` for the expected actions, and a description of these actions.
pub(super) type PlannedActions = (fn(&Actions) -> bool, &'static str);

impl Step {
    fn new(kind: Kind, config: Option<String>) -> Self {
        Step {
            kind,
            config,
            variables: BTreeMap::new(),
            arguments: Vec::new(),
            stored: Vec::new(),
            before: Vec::new(),
            expected: Vec::new(),
            has_changes_after: false,
            ignored: Vec::new(),
            actions: Vec::new(),
            is_empty: false,
            plan_checks: Vec::new(),
            state_checks: Vec::new(),
            config_checks: Vec::new(),
            found_checks: Vec::new(),
        }
    }

    /// Plans and applies a configuration. After the apply, a second plan must be empty.
    pub fn apply(config: impl Into<String>) -> Self {
        Step::new(Kind::Apply, Some(config.into()))
    }

    /// Plans a configuration without applying it.
    pub fn plan(config: impl Into<String>) -> Self {
        Step::new(Kind::Plan, Some(config.into()))
    }

    /// Destroys all objects. A case always destroys its objects at the end, even without this step.
    pub fn destroy() -> Self {
        Step::new(Kind::Destroy, None)
    }

    /// Refreshes the state without changing objects (`apply -refresh-only`).
    pub fn refresh() -> Self {
        Step::new(Kind::Refresh, None)
    }

    /// Imports an object that is already in the state. The imported values must be equal to the values in the state,
    /// and the plan must be empty, except for attributes that the step is [ignoring](Self::ignoring). The state does
    /// not change.
    ///
    /// As in [`Instance::import`](crate::Instance::import), some values can differ, and the plan can be an update that
    /// sets these values. These values are attributes that are
    /// [`provider_only`](macro@tfvalue::TfSchema#provider_only), the revisions of a
    /// [`fingerprint`](macro@tfvalue::TfSchema#fingerprint), and spellings that mean the same thing according to
    /// `same_as`.
    ///
    /// The ID can contain attributes of the object in braces: `"{zone}/{name}"`.
    ///
    /// The step plans with an `import` block, which requires Terraform 1.5 or OpenTofu 1.5.
    pub fn import(address: impl Into<String>, id: impl Into<String>) -> Self {
        let (address, id) = (address.into(), Some(id.into()));
        Step::new(Kind::Import(Import { address, id }), None)
    }

    /// Like [`import`](Self::import), but imports an object by its identity in the state. This needs Terraform 1.12.
    pub fn import_identity(address: impl Into<String>) -> Self {
        let (address, id) = (address.into(), None);
        Step::new(Kind::Import(Import { address, id }), None)
    }

    /// Like [`import`](Self::import), but imports an object without using its configuration. The configuration that
    /// Terraform generates must be valid, and its plan must be empty.
    ///
    /// The step uses the configuration in [`Case::config`](super::Case::config), but not the configurations of earlier
    /// steps.
    pub fn generate_config(address: impl Into<String>, id: impl Into<String>) -> Self {
        let (address, id) = (address.into(), Some(id.into()));
        Step::new(Kind::GenerateConfig(Import { address, id }), None)
    }

    /// Runs `terraform query` with `list` blocks. This needs Terraform 1.14.
    pub fn query(lists: impl Into<String>) -> Self {
        Step::new(Kind::Query(lists.into()), None)
    }

    /// Sets a variable of the root module to any value that serde can write as JSON.
    ///
    /// # Panics
    ///
    /// Panics if the value cannot be written as JSON.
    #[track_caller]
    pub fn variable(mut self, name: impl Into<String>, value: impl Serialize) -> Self {
        let value = serde_json::to_value(value);
        let value = value.unwrap_or_else(|error| panic!("the value of a variable: {error}"));
        self.variables.insert(name.into(), value);
        self
    }

    /// Adds an argument for `plan` and `apply`, such as `-replace=notes_note.a`.
    pub fn argument(mut self, argument: impl Into<String>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Replaces the state before the step with a state that contains the given resource, in the form in which a version
    /// of the schema stored the resource. Each further call adds a resource to that state. The attributes are JSON.
    ///
    /// Use this method to test upgrades or, with a `moved` block in the configuration, moves between resource types.
    pub fn stored(
        mut self,
        address: impl Into<String>,
        version: u64,
        attributes: impl Into<String>,
    ) -> Self {
        self.stored.push(Stored {
            address: address.into(),
            version,
            attributes: attributes.into(),
        });
        self
    }

    /// Runs a function before the step, for example to change objects outside Terraform. The function receives the
    /// folder in which Terraform runs.
    pub fn before(mut self, run: impl FnOnce(&path::Path) + Send + 'static) -> Self {
        self.before.push(Box::new(run));
        self
    }

    /// Expects an error at the given place. The summary or detail of the error must contain `text`.
    ///
    /// `place` must be part of the place that Terraform prints with the error. The whole place consists of the address,
    /// the file, the line and the source code, such as `notes_note.a, main.tf:3: text = ""`. An empty string matches
    /// any place. A step fails if there are errors that the step does not expect.
    pub fn fails(self, place: impl Into<String>, text: impl Into<String>) -> Self {
        self.expect(true, place.into(), text.into())
    }

    /// Expects a warning, like [`fails`](Self::fails). Other warnings are allowed.
    pub fn warns(self, place: impl Into<String>, text: impl Into<String>) -> Self {
        self.expect(false, place.into(), text.into())
    }

    fn expect(mut self, is_error: bool, place: String, text: String) -> Self {
        self.expected.push(Expected {
            is_error,
            place,
            text,
        });
        self
    }

    /// Expects that the plan after the apply is not empty, for example because the service changes a value.
    pub fn changes_again(mut self) -> Self {
        self.has_changes_after = true;
        self
    }

    /// Ignores differences in an attribute of an imported object, because the service does not return the attribute, or
    /// spells it differently from the configuration. The plan may also update the attribute.
    pub fn ignoring(mut self, path: impl Into<Path>) -> Self {
        self.ignored.push(path.into());
        self
    }

    /// Expects that the plan changes neither resources nor outputs.
    pub fn no_changes(mut self) -> Self {
        self.is_empty = true;
        self
    }

    /// Expects that the plan creates an object, but not as a replacement.
    pub fn creates(self, address: impl Into<String>) -> Self {
        let creates = |actions: &Actions| actions.creates() && !actions.is_replace();
        self.acts(address.into(), (creates, "create"))
    }

    /// Expects that the plan updates an object in place.
    pub fn updates(self, address: impl Into<String>) -> Self {
        self.acts(address.into(), (Actions::updates, "update"))
    }

    /// Expects that the plan replaces an object. The order of deletion and creation does not matter.
    pub fn replaces(self, address: impl Into<String>) -> Self {
        self.acts(address.into(), (Actions::is_replace, "delete and create"))
    }

    /// Expects that the plan destroys an object without replacing it.
    pub fn destroys(self, address: impl Into<String>) -> Self {
        let destroys = |actions: &Actions| actions.deletes() && !actions.creates();
        self.acts(address.into(), (destroys, "delete"))
    }

    /// Expects that the plan does not change an object.
    pub fn keeps(self, address: impl Into<String>) -> Self {
        self.acts(address.into(), (Actions::is_no_op, "no-op"))
    }

    /// Expects that the plan postpones the read of a data source until apply.
    pub fn reads(self, address: impl Into<String>) -> Self {
        self.acts(address.into(), (Actions::reads, "read"))
    }

    fn acts(mut self, address: String, actions: PlannedActions) -> Self {
        self.actions.push((address, actions));
        self
    }

    /// Checks the plan. The function should panic if a value is wrong.
    pub fn check_plan(mut self, check: impl FnOnce(&Plan) + Send + 'static) -> Self {
        self.plan_checks.push(Box::new(check));
        self
    }

    /// Checks the state after the step. The function should panic if a value is wrong.
    pub fn check_state(mut self, check: impl FnOnce(&State) + Send + 'static) -> Self {
        self.state_checks.push(Box::new(check));
        self
    }

    /// Checks the configuration that Terraform has generated.
    pub fn check_config(mut self, check: impl FnOnce(&str) + Send + 'static) -> Self {
        self.config_checks.push(Box::new(check));
        self
    }

    /// Checks the results of a query.
    pub fn check_found(mut self, check: impl FnOnce(&[Found]) + Send + 'static) -> Self {
        self.found_checks.push(Box::new(check));
        self
    }

    /// Returns `true` if the step has expectations about its plan.
    pub(super) fn has_plan_checks(&self) -> bool {
        self.is_empty || !self.actions.is_empty() || !self.plan_checks.is_empty()
    }

    pub(super) fn title(&self) -> String {
        match &self.kind {
            Kind::Plan => "plan".to_owned(),
            Kind::Apply => "apply".to_owned(),
            Kind::Destroy => "destroy".to_owned(),
            Kind::Refresh => "refresh".to_owned(),
            Kind::Import(import) => format!("import of {}", import.address),
            Kind::GenerateConfig(import) => {
                format!("generated configuration of {}", import.address)
            }
            Kind::Query(_) => "query".to_owned(),
        }
    }
}
