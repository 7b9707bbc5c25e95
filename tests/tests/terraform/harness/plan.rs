//! Plans and states from `terraform show -json`.

use serde_json::Value;

/// A saved plan.
pub(crate) struct Plan {
    /// Whether `-detailed-exitcode` reported changes.
    pub(crate) changed: bool,
    pub(crate) json: Value,
}

/// A state.
pub(crate) struct State {
    pub(crate) json: Value,
}

impl Plan {
    /// Returns the planned change of a resource.
    #[track_caller]
    pub(crate) fn change(&self, address: &str) -> &Value {
        let changes = self.json["resource_changes"].as_array().into_iter();
        let found = changes.flatten().find(|found| found["address"] == address);
        match found {
            Some(found) => &found["change"],
            None => panic!("{address} is not in the plan:\n{:#}", self.json),
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
        assert!(!self.changed, "the plan is not empty:\n{:#}", self.json);
        for change in self.json["resource_changes"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let actions = &change["change"]["actions"];
            assert!(
                actions == &serde_json::json!(["no-op"]),
                "{} changes: {actions}",
                change["address"]
            );
        }
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
