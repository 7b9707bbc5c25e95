//! The results of `check` blocks and conditions, and the older format for the results of conditions.

use super::field;
use super::instance_key::Key;
use super::mode::Mode;
use super::object::{self, Other, object};
use super::open_enum::open_enum;

open_enum! {
    /// The result of the conditions for an object or for one of its instances.
    pub enum CheckStatus {
        /// All conditions are met.
        Pass = "pass",
        /// A condition is not met.
        Fail = "fail",
        /// A condition could not be evaluated.
        Error = "error",
        /// A condition depends on unknown values.
        Unknown = "unknown",
    }
}

object! {
    /// The results of the conditions of an object in the configuration.
    pub struct Check {
        /// The address of the object in the configuration.
        pub address: CheckAddress,
        /// The combined status of all instances.
        pub status: CheckStatus,
        /// The result for each instance.
        pub instances: Vec<CheckInstance>,
    }

    /// An object with conditions.
    pub struct CheckAddress {
        /// The address in a form that is suitable for display.
        pub to_display: Option<String>,
        /// The kind of object, such as `resource`, `output_value` or `check`.
        pub kind: Option<String>,
        /// The module; `None` for the root module.
        pub module: Option<String>,
        /// The mode of the resource.
        pub mode: Option<Mode>,
        /// The type of the resource.
        pub r#type: Option<String>,
        /// The name of the block, without the resource type.
        pub name: Option<String>,
    }

    /// The results of the conditions of an instance.
    pub struct CheckInstance {
        /// The address of the instance.
        pub address: CheckInstanceAddress,
        /// The status of the instance.
        pub status: CheckStatus,
        /// The reasons for a failure.
        pub problems: Vec<CheckProblem>,
    }

    /// An instance of an object with conditions.
    pub struct CheckInstanceAddress {
        /// The address in a form that is suitable for display.
        pub to_display: Option<String>,
        /// The module; `None` for the root module.
        pub module: Option<String>,
        /// The key of the instance, if the object has `count` or `for_each`.
        pub instance_key: Option<Key>,
    }

    /// A condition that is not met.
    pub struct CheckProblem {
        /// The error message from the configuration.
        pub message: Option<String>,
    }

    /// The result of a condition, in plans of Terraform 1.2 and 1.3.
    pub struct ConditionResult {
        /// The address of the object.
        pub address: String,
        /// The kind of condition, such as `ResourcePrecondition`.
        pub condition_type: Option<String>,
        /// Whether the condition is met.
        pub result: bool,
        /// Whether the result is unknown.
        pub unknown: bool,
        /// The error message from the configuration.
        pub error_message: Option<String>,
    }
}
