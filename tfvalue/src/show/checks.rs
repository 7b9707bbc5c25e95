//! What became of checks, and of conditions before there were checks.

use super::field;
use super::instance_key::Key;
use super::mode::Mode;
use super::object::{self, Other, object};
use super::open_enum::words;

words! {
    /// What became of a check.
    pub enum CheckStatus {
        /// All conditions hold.
        Pass = "pass",
        /// A condition does not hold.
        Fail = "fail",
        /// A condition could not be evaluated.
        Error = "error",
        /// It is not known yet whether the conditions hold.
        Unknown = "unknown",
    }
}

object! {
    /// What became of the conditions of an object in the configuration.
    pub struct Check {
        /// The object.
        pub address: CheckAddress,
        /// What became of all instances together.
        pub status: CheckStatus,
        /// What became of each instance.
        pub instances: Vec<CheckInstance>,
    }

    /// An object with conditions.
    pub struct CheckAddress {
        /// The address, to be shown.
        pub to_display: Option<String>,
        /// What it is, such as `resource`, `output_value` or `check`.
        pub kind: Option<String>,
        /// The module; none for the root module.
        pub module: Option<String>,
        /// What kind of resource it is.
        pub mode: Option<Mode>,
        /// The type of the resource.
        pub r#type: Option<String>,
        /// The name.
        pub name: Option<String>,
    }

    /// What became of the conditions of an instance.
    pub struct CheckInstance {
        /// The instance.
        pub address: CheckInstanceAddress,
        /// What became of it.
        pub status: CheckStatus,
        /// Why it failed.
        pub problems: Vec<CheckProblem>,
    }

    /// An instance of an object with conditions.
    pub struct CheckInstanceAddress {
        /// The address, to be shown.
        pub to_display: Option<String>,
        /// The module; none for the root module.
        pub module: Option<String>,
        /// The key of the instance, where there is `count` or `for_each`.
        pub instance_key: Option<Key>,
    }

    /// A condition that does not hold.
    pub struct CheckProblem {
        /// The message of the configuration's author.
        pub message: Option<String>,
    }

    /// What became of a condition, in plans of Terraform 1.2 and 1.3.
    pub struct ConditionResult {
        /// The address of the object.
        pub address: String,
        /// The kind of condition, such as `ResourcePrecondition`.
        pub condition_type: Option<String>,
        /// Whether it holds.
        pub result: bool,
        /// Whether that is not known yet.
        pub unknown: bool,
        /// The message of the configuration's author.
        pub error_message: Option<String>,
    }
}
