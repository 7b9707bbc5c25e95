//! The objects that `terraform query` finds.

use serde_json::Value;
use tfvalue_show::{Change, Raw};

use super::output::Run;
use super::values::Object;

/// An object that `terraform query` has found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found {
    /// The address of the `list` block, such as `list.notes_note.all`.
    pub list: String,
    /// The name that Terraform shows to the user.
    pub display_name: String,
    identity: Change,
    object: Change,
}

impl Found {
    /// Returns the identity.
    #[must_use]
    pub fn identity(&self) -> Object<'_> {
        Object::new(
            &format!("the identity of {}", self.display_name),
            self.identity.after(),
        )
    }

    /// Returns the values of the object, if the `list` block has `include_resource = true`.
    #[must_use]
    pub fn object(&self) -> Object<'_> {
        Object::new(&self.display_name, self.object.after())
    }

    /// Returns the objects that a query has printed.
    pub(super) fn all(run: &Run) -> Vec<Self> {
        let lines = run.of_type("list_resource_found");
        lines
            .map(|line| Found::new(&line["list_resource_found"]))
            .collect()
    }

    fn new(json: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let value = |value: &Value| {
            let mut change = Change::default();
            change.after = Raw::from_json(&value.to_string()).ok();
            change
        };
        Found {
            list: text(&json["address"]),
            display_name: text(&json["display_name"]),
            identity: value(&json["identity"]),
            object: value(&json["resource_object"]),
        }
    }
}
