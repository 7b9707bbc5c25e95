//! The messages of a plan. The names and numbers are those of Terraform and OpenTofu, which differ in a few fields.
//!
//! Only what a [`Plan`](crate::show::Plan) needs is here; other fields are skipped. Nothing prints these messages, since
//! they contain sensitive values.

#![allow(
    unreachable_pub,
    reason = "the messages of the macro are public elsewhere"
)]

use std::collections::HashMap;

crate::tfplugin::message! {
    /// What identifies the format, read before anything else.
    pub struct Format {
        /// The version of the format.
        pub version: i64 = 1,
        /// The version of the program that wrote it.
        pub terraform_version: String = 14,
    }

    /// A plan. Messages of lists stay encoded: an empty message has two bytes, but needs hundreds when it is decoded.
    pub struct Plan {
        /// The values of the variables that the user has set.
        pub variables: HashMap<String, DynamicValue> = 2,
        /// The planned changes of resources.
        pub resource_changes: Vec<Vec<u8>> = 3,
        /// The planned changes of outputs.
        pub output_changes: Vec<Vec<u8>> = 4,
        /// The backend with the state.
        pub backend: Option<Backend> = 13,
        /// The version of the program that wrote it.
        pub terraform_version: String = 14,
        /// Attributes that contributed to changes.
        pub relevant_attributes: Vec<Vec<u8>> = 15,
        /// The mode of the plan.
        pub ui_mode: i32 = 17,
        /// The changes that were made outside of Terraform.
        pub resource_drift: Vec<Vec<u8>> = 18,
        /// The results of checks.
        pub check_results: Vec<Vec<u8>> = 19,
        /// Whether planning failed.
        pub errored: bool = 20,
        /// When the plan was made.
        pub timestamp: String = 21,
        /// Whether applying has an effect.
        pub applyable: bool = 25,
        /// Whether no further plan is needed.
        pub complete: bool = 26,
        /// The changes that were deferred.
        pub deferred_changes: Vec<Vec<u8>> = 27,
        /// The actions that are invoked.
        pub action_invocations: Vec<Vec<u8>> = 30,
        /// The actions that were deferred.
        pub deferred_action_invocations: Vec<Vec<u8>> = 31,
    }

    /// Where the state is.
    pub struct Backend {
        /// The type of the backend.
        pub r#type: String = 1,
        /// The workspace.
        pub workspace: String = 3,
    }

    /// An encoded value.
    pub struct DynamicValue {
        /// The only encoding.
        pub msgpack: Vec<u8> = 1,
    }

    /// A path into a value.
    pub struct Path {
        /// The steps from the root.
        pub steps: Vec<Step> = 1,
    }

    /// A step of a path. One of the fields is set.
    pub struct Step {
        /// The name of an attribute.
        pub attribute_name: Option<String> = 1,
        /// The key of an element.
        pub element_key: Option<DynamicValue> = 2,
    }

    /// A change of an object or an output.
    pub struct Change {
        /// The number of the action.
        pub action: i32 = 1,
        /// One value or two, depending on the action.
        pub values: Vec<DynamicValue> = 2,
        /// The sensitive parts of the value before.
        pub before_sensitive_paths: Vec<Path> = 3,
        /// The sensitive parts of the value after.
        pub after_sensitive_paths: Vec<Path> = 4,
        /// The imported object, a message that differs between Terraform and OpenTofu.
        pub importing: Option<Vec<u8>> = 5,
        /// The generated configuration.
        pub generated_config: String = 6,
        /// The identity before.
        pub before_identity: Option<DynamicValue> = 7,
        /// The identity after.
        pub after_identity: Option<DynamicValue> = 8,
    }

    /// The object to import, in Terraform.
    pub struct TerraformImporting {
        /// The ID.
        pub id: String = 1,
        /// Whether the ID is unknown.
        pub unknown: bool = 2,
        /// The identity instead.
        pub identity: Option<DynamicValue> = 3,
    }

    /// The object to import, in OpenTofu.
    pub struct OpenTofuImporting {
        /// The ID.
        pub id: String = 1,
        /// The identity instead.
        pub identity: Option<DynamicValue> = 2,
    }

    /// A change of a resource instance.
    pub struct ResourceChange {
        /// The key of a deposed object.
        pub deposed_key: String = 7,
        /// The configuration of the provider.
        pub provider: String = 8,
        /// The change.
        pub change: Option<Change> = 9,
        /// The paths that require replacement.
        pub required_replace: Vec<Path> = 11,
        /// The number of the reason.
        pub action_reason: i32 = 12,
        /// The address.
        pub addr: String = 13,
        /// The address before this plan, if it differs.
        pub prev_run_addr: String = 14,
    }

    /// The reason for a deferral.
    pub struct Deferred {
        /// Its number.
        pub reason: i32 = 1,
    }

    /// A change that was deferred.
    pub struct DeferredChange {
        /// The reason.
        pub deferred: Option<Deferred> = 1,
        /// The change.
        pub change: Option<ResourceChange> = 2,
    }

    /// An action that was deferred.
    pub struct DeferredActionInvocation {
        /// The reason.
        pub deferred: Option<Deferred> = 1,
        /// The action.
        pub action_invocation: Option<ActionInvocation> = 2,
    }

    /// An action that is invoked.
    pub struct ActionInvocation {
        /// The address.
        pub addr: String = 1,
        /// The configuration of the provider.
        pub provider: String = 2,
        /// The configuration of the action.
        pub config_value: Option<DynamicValue> = 4,
        /// The sensitive parts of the configuration.
        pub sensitive_config_paths: Vec<Path> = 5,
        /// The trigger, if a change invokes the action.
        pub resource_action_trigger: Option<ResourceActionTrigger> = 6,
        /// The trigger, if the user invokes the action.
        pub invoke_action_trigger: Option<InvokeActionTrigger> = 7,
    }

    /// A change that invokes an action.
    pub struct ResourceActionTrigger {
        /// The address of the resource instance.
        pub triggering_resource_addr: String = 1,
        /// The number of the event.
        pub trigger_event: i32 = 2,
        /// The position of the block.
        pub action_trigger_block_index: i64 = 3,
        /// The position in the block.
        pub actions_list_index: i64 = 4,
        /// The number of the behavior.
        pub on_failure: i32 = 5,
    }

    /// A request of the user.
    pub struct InvokeActionTrigger {
        /// The address of the resource instance, if there is one.
        pub calling_resource_addr: String = 1,
    }

    /// A change of an output.
    pub struct OutputChange {
        /// The name.
        pub name: String = 1,
        /// The change.
        pub change: Option<Change> = 2,
        /// Whether a value is sensitive.
        pub sensitive: bool = 3,
    }

    /// The results of the conditions of an object in the configuration.
    pub struct CheckResults {
        /// The number of the kind.
        pub kind: i32 = 1,
        /// The address.
        pub config_addr: String = 2,
        /// The number of the status.
        pub status: i32 = 3,
        /// The results by instance.
        pub objects: Vec<CheckObject> = 4,
    }

    /// The result of the conditions of an instance.
    pub struct CheckObject {
        /// The address.
        pub object_addr: String = 1,
        /// The number of the status.
        pub status: i32 = 2,
        /// The messages of conditions that are not met.
        pub failure_messages: Vec<String> = 3,
    }

    /// An attribute that contributed to a change.
    pub struct RelevantAttribute {
        /// The address of the resource.
        pub resource: String = 1,
        /// The path of the attribute.
        pub attr: Option<Path> = 2,
    }
}
