//! A plan: changes, deferred changes and actions.

use std::collections::BTreeMap;

use tfvalue::{Path, Result, Type};

use super::change::Change;
use super::checks::{Check, ConditionResult};
use super::config::Configuration;
use super::document;
use super::field;
use super::instance_key::{self, Key};
use super::mode::Mode;
use super::object::{self, Other, object};
use super::open_enum::open_enum;
use super::raw::Raw;
use super::snapshot::Snapshot;
use super::values::{State, Values};
use super::version::FormatVersion;
use crate::error;

/// The change to an output value of the root module, as a [`Change`] to a value of any type.
pub type OutputChange = Change;

open_enum! {
    /// The reason for a planned action, as a hint for users. Newer versions of Terraform may add reasons.
    pub enum ActionReason {
        /// The object is tainted.
        ReplaceBecauseTainted = "replace_because_tainted",
        /// An attribute cannot be updated in place.
        ReplaceBecauseCannotUpdate = "replace_because_cannot_update",
        /// The user requested the replacement.
        ReplaceByRequest = "replace_by_request",
        /// A reference in `replace_triggered_by` has changed.
        ReplaceByTriggers = "replace_by_triggers",
        /// The resource is no longer in the configuration.
        DeleteBecauseNoResourceConfig = "delete_because_no_resource_config",
        /// The module instance is no longer declared.
        DeleteBecauseNoModule = "delete_because_no_module",
        /// The instance key does not match the use of `count` or `for_each`.
        DeleteBecauseWrongRepetition = "delete_because_wrong_repetition",
        /// The index is out of range for `count`.
        DeleteBecauseCountIndex = "delete_because_count_index",
        /// The key is no longer in `for_each`.
        DeleteBecauseEachKey = "delete_because_each_key",
        /// `enabled` is false (OpenTofu).
        DeleteBecauseEnabledFalse = "delete_because_enabled_false",
        /// The object was moved to an address that is not configured.
        DeleteBecauseNoMoveTarget = "delete_because_no_move_target",
        /// The configuration of the data source has unknown values.
        ReadBecauseConfigUnknown = "read_because_config_unknown",
        /// A dependency of the data source has changes.
        ReadBecauseDependencyPending = "read_because_dependency_pending",
        /// The data source is nested in a check.
        ReadBecauseCheckNested = "read_because_check_nested",
        /// `destroy` is false in the state (OpenTofu).
        ForgotBecauseLifecycleDestroyInState = "forgot_because_lifecycle_destroy_in_state",
        /// `destroy` is false in the configuration (OpenTofu).
        ForgotBecauseLifecycleDestroyInConfig = "forgot_because_lifecycle_destroy_in_config",
    }

    /// The reason for deferring a change.
    pub enum DeferredReason {
        /// A reason that Terraform does not report.
        Unknown = "unknown",
        /// `count` or `for_each` is unknown.
        InstanceCountUnknown = "instance_count_unknown",
        /// The configuration of the resource has unknown values.
        ResourceConfigUnknown = "resource_config_unknown",
        /// The configuration of the provider has unknown values.
        ProviderConfigUnknown = "provider_config_unknown",
        /// A prerequisite does not exist yet.
        AbsentPrereq = "absent_prereq",
        /// A dependency was deferred.
        DeferredPrereq = "deferred_prereq",
        /// The user excluded the object.
        Excluded = "excluded",
        /// The user targeted only other objects.
        NotIncluded = "not_included",
    }
}

object! {
    /// A plan: the output of `terraform show -json` for a saved plan.
    ///
    /// Reading a document of another kind as a plan is an error. A document that contains only a `format_version` is an
    /// empty state: Terraform prints this document if there is no state, whereas every plan has more members.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue_show::Plan;
    ///
    /// let json = r#"{"format_version":"1.2","planned_values":{"root_module":{}},"errored":false}"#;
    /// let plan: Plan = tfvalue_show::from_str(json)?;
    /// assert_eq!(plan.errored, Some(false));
    /// assert_eq!(plan.resource_changes.len(), 0);
    /// assert_eq!(tfvalue_show::to_string(&plan)?, json);
    ///
    /// let json = r#"{"format_version": "1.2", "resource_changes": [{"address": 1}]}"#;
    /// let error = tfvalue_show::from_str::<Plan>(json).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "resource_changes[0].address: a string is required, got a number at line 1 column 60"
    /// );
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub struct Plan, checked by check {
        /// The version of the format; `None` only in a redacted plan.
        pub format_version: Option<FormatVersion>,
        /// The version of the format of a redacted plan. HCP Terraform returns such a plan to users
        /// without permission to read the values. It contains changes and the schemas that are needed to print them,
        /// but no configuration and no values of variables or resources.
        pub plan_format_version: Option<FormatVersion>,
        /// The version of Terraform that created the plan.
        pub terraform_version: Option<String>,
        /// The values of the root module's variables.
        pub variables: BTreeMap<String, Variable>,
        /// The known parts of the values after the apply.
        pub planned_values: Option<Values>,
        /// The unknown parts of the values, in the same shape. Only early versions have this member.
        pub proposed_unknown: Option<Values>,
        /// Changes that were made outside Terraform.
        pub resource_drift: Vec<ResourceChange>,
        /// The change to each resource instance.
        pub resource_changes: Vec<ResourceChange>,
        /// Changes that were deferred.
        pub deferred_changes: Vec<DeferredChange>,
        /// Actions that were deferred.
        pub deferred_action_invocations: Vec<DeferredActionInvocation>,
        /// The changes to the root module's outputs.
        pub output_changes: BTreeMap<String, OutputChange>,
        /// Actions that are invoked.
        pub action_invocations: Vec<ActionInvocation>,
        /// The state before the plan.
        pub prior_state: Option<State>,
        /// The configuration for which the plan was created; `None` in a redacted plan.
        pub configuration: Option<Configuration>,
        /// The attributes whose values contributed to the changes.
        pub relevant_attributes: Vec<RelevantAttribute>,
        /// The results of the checks.
        pub checks: Vec<Check>,
        /// The results of conditions, in plans of Terraform 1.2 and 1.3.
        pub condition_results: Vec<ConditionResult>,
        /// The time at which the plan was created, in the format of RFC 3339.
        pub timestamp: Option<String>,
        /// Whether an apply of the plan would have an effect.
        pub applyable: Option<bool>,
        /// Whether no further plan is needed after the apply.
        pub complete: Option<bool>,
        /// Whether planning failed, in which case the plan is incomplete.
        pub errored: Option<bool>,
        /// The version of the format of `provider_schemas`, in redacted plans.
        pub provider_format_version: Option<FormatVersion>,
        /// The schemas, by the address of the provider, in redacted plans.
        pub provider_schemas: Option<Raw>,
    }

    /// A variable of the root module, in the plan.
    pub struct Variable {
        /// The value that the user has set, or the default value.
        pub value: Option<Raw>,
    }

    /// The change to a resource instance.
    pub struct ResourceChange {
        /// The absolute address, which begins with the address of the module.
        pub address: String,
        /// The address before this plan, if the address has changed.
        pub previous_address: Option<String>,
        /// The address of the module; `None` for the root module.
        pub module_address: Option<String>,
        /// The mode of the resource.
        pub mode: Mode,
        /// The type, such as `aws_instance`.
        pub r#type: String,
        /// The second label of the block in the configuration.
        pub name: String,
        /// The key of the instance, if the resource has `count` or `for_each`.
        pub index: Option<Key>,
        /// Whether the key is unknown.
        pub index_unknown: bool,
        /// The address of the provider.
        pub provider_name: Option<String>,
        /// The key of a deposed object, which has been replaced but not yet destroyed.
        pub deposed: Option<String>,
        /// The change to the object, with its values before and after the change.
        pub change: Change,
        /// The reason for the actions; `None` if there is no special reason.
        pub action_reason: Option<ActionReason>,
    }

    /// A change that was deferred.
    pub struct DeferredChange {
        /// The reason for deferring the change.
        pub reason: DeferredReason,
        /// The known part of the change.
        pub resource_change: ResourceChange,
    }

    /// An action that was deferred.
    pub struct DeferredActionInvocation {
        /// The reason for deferring the action.
        pub reason: DeferredReason,
        /// The known part of the action.
        pub action_invocation: ActionInvocation,
    }

    /// An action that is invoked.
    pub struct ActionInvocation {
        /// The absolute address, which begins with the address of the module.
        pub address: String,
        /// The type, which is the first label of the `action` block.
        pub r#type: String,
        /// The second label of the `action` block.
        pub name: String,
        /// The configuration. It can be read with [`ActionInvocation::config`].
        pub config_values: Option<Raw>,
        /// The sensitive parts of the configuration, each marked with `true`.
        pub config_sensitive: Option<Raw>,
        /// The unknown parts of the configuration, each marked with `true`.
        pub config_unknown: Option<Raw>,
        /// The address of the provider.
        pub provider_name: Option<String>,
        /// The trigger, if a change to a resource triggers the action.
        pub lifecycle_action_trigger: Option<LifecycleActionTrigger>,
        /// The trigger, if the user requested the action.
        pub invoke_action_trigger: Option<InvokeActionTrigger>,
    }

    /// The change to a resource that triggers an action.
    pub struct LifecycleActionTrigger {
        /// The resource instance whose change invokes the action.
        pub triggering_resource_address: Option<String>,
        /// The event, such as `BeforeCreate`.
        pub action_trigger_event: Option<String>,
        /// The position of the `action_trigger` block in the resource.
        pub action_trigger_block_index: Option<u64>,
        /// The index of the action in the block.
        pub actions_list_index: Option<u64>,
        /// The behavior when the action fails.
        pub on_failure: Option<String>,
    }

    /// The user's request for an action.
    pub struct InvokeActionTrigger {
        /// The address of the resource for which the action is invoked.
        pub calling_resource_address: Option<String>,
    }

    /// An attribute whose value contributed to a change.
    pub struct RelevantAttribute {
        /// The address of the resource.
        pub resource: String,
        /// The steps to the attribute. They can be converted with [`RelevantAttribute::path`].
        pub attribute: Vec<Key>,
    }
}

impl ActionInvocation {
    /// Returns the configuration, with its unknown and sensitive parts.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue_show::ActionInvocation;
    ///
    /// let invocation: ActionInvocation = serde_json::from_str(r#"{
    ///     "address": "action.x_mail.m", "type": "x_mail", "name": "m",
    ///     "config_values": {"to": "a@example.com"}, "config_unknown": {"body": true}
    /// }"#).unwrap();
    /// let config = invocation.config().value(&Type::Dynamic)?;
    /// assert!(config.get("body").unwrap().is_unknown());
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    pub fn config(&self) -> Snapshot<'_> {
        Snapshot {
            values: self.config_values.as_ref(),
            unknown: self.config_unknown.as_ref(),
            sensitive: self.config_sensitive.as_ref(),
        }
    }
}

impl RelevantAttribute {
    /// Returns the path to the attribute, according to the type of the resource or [`Type::Dynamic`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue_show::RelevantAttribute;
    ///
    /// let json = r#"{"resource": "x_y.z", "attribute": ["tags", "Name"]}"#;
    /// let relevant: RelevantAttribute = serde_json::from_str(json).unwrap();
    /// assert_eq!(relevant.path(&Type::Dynamic).to_string(), "tags.Name");
    /// ```
    #[must_use]
    pub fn path(&self, ty: &Type) -> Path {
        instance_key::path(&self.attribute, ty)
    }
}

/// Fails if the document has no version, or is of another kind and would be read as a plan without changes.
fn check(plan: &Plan) -> Result<()> {
    if plan.plan_format_version.is_some() {
        return Ok(());
    }
    if plan.planned_values.is_none() {
        let schemas = plan.provider_schemas.as_ref();
        let schemas = schemas.and_then(|_| document::kind("provider_schemas"));
        // An empty `resource_changes` is also stored in `other`.
        let another = document::another(&plan.other).filter(|kind| *kind != document::PLAN);
        document::refuse(document::PLAN, schemas.or(another))?;
        document::refuse(
            document::PLAN,
            is_empty(plan)?.then_some(document::EMPTY_STATE),
        )?;
    }
    match plan.format_version {
        Some(_) => Ok(()),
        None => Err(error::missing("format_version")),
    }
}

/// Returns `true` if a document has only a version.
fn is_empty(plan: &Plan) -> Result<bool> {
    let Some(version) = plan.format_version else {
        return Ok(false);
    };
    let has_more = !plan.resource_changes.is_empty() || !plan.other.is_empty();
    Ok(!has_more && super::to_string(plan)? == format!(r#"{{"format_version":"{version}"}}"#))
}
