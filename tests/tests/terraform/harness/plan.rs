//! Plans and states from `terraform show -json`.

use std::cell::OnceCell;

use serde_json::Value;

use super::bench::Bench;
use super::run::Run;

/// The latest saved plan of a bench.
pub(crate) struct Plan<'a> {
    bench: &'a Bench,
    number: u32,
    /// The output of `terraform plan -json`.
    run: Run,
    json: OnceCell<Value>,
}

/// A state.
pub(crate) struct State {
    pub(crate) json: Value,
}

impl<'a> Plan<'a> {
    pub(super) fn new(bench: &'a Bench, number: u32, run: Run) -> Self {
        Self {
            bench,
            number,
            run,
            json: OnceCell::new(),
        }
    }

    /// Returns whether `-detailed-exitcode` reported changes.
    pub(crate) fn is_changed(&self) -> bool {
        self.run.code == 2
    }

    /// Reads the plan with `terraform show -json`.
    #[track_caller]
    pub(crate) fn json(&self) -> &Value {
        self.json.get_or_init(|| self.bench.show_plan(self.number))
    }

    /// Returns the planned change of a resource.
    #[track_caller]
    pub(crate) fn change(&self, address: &str) -> &Value {
        let changes = self.json()["resource_changes"].as_array().into_iter();
        let found = changes.flatten().find(|found| found["address"] == address);
        match found {
            Some(found) => &found["change"],
            None => panic!("{address} is not in the plan:\n{:#}", self.json()),
        }
    }

    /// Returns the planned actions for a resource, such as `create` or `delete+create`.
    #[track_caller]
    pub(crate) fn actions(&self, address: &str) -> String {
        let actions = self.change(address)["actions"].as_array().into_iter();
        let actions: Vec<_> = actions.flatten().filter_map(Value::as_str).collect();
        actions.join("+")
    }

    /// Asserts that neither resources nor outputs change.
    #[track_caller]
    pub(crate) fn assert_empty(&self) {
        let is_change = |line: &Value| line["type"] == "planned_change";
        let has_change = self.run.documents().any(|line| is_change(&line));
        assert!(
            !self.is_changed() && !has_change,
            "the plan is not empty:\n{}",
            self.run.text()
        );
    }
}

impl State {
    /// Returns a resource with its address, mode, schema version, values and so on.
    pub(crate) fn find(&self, address: &str) -> Option<&Value> {
        let resources = self.json["values"]["root_module"]["resources"].as_array();
        resources?.iter().find(|found| found["address"] == address)
    }

    /// Returns the values of a resource.
    #[track_caller]
    pub(crate) fn values(&self, address: &str) -> &Value {
        match self.find(address) {
            Some(resource) => &resource["values"],
            None => panic!("{address} is not in the state:\n{:#}", self.json),
        }
    }

    /// Returns the value of an output.
    pub(crate) fn output(&self, name: &str) -> &Value {
        &self.json["values"]["outputs"][name]["value"]
    }
}
