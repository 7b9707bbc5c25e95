//! The plan.

use std::collections::BTreeMap;

use super::change::Change;
use super::checks::{Check, ConditionResult};
use super::config::Configuration;
use super::document;
use super::field;
use super::instance_key::{self, Key};
use super::mode::Mode;
use super::object::{self, Other, object};
use super::open_enum::words;
use super::raw::Raw;
use super::snapshot::Snapshot;
use super::values::{State, Values};
use super::version::FormatVersion;
use crate::path::Path;
use crate::ty::Type;

/// What happens to an output value of the root module: a [`Change`] of a value of any type.
pub type OutputChange = Change;

words! {
    /// Why an action was chosen.
    pub enum ActionReason {
        /// The object is tainted.
        ReplaceBecauseTainted = "replace_because_tainted",
        /// A change needs another object.
        ReplaceBecauseCannotUpdate = "replace_because_cannot_update",
        /// The user asked for it.
        ReplaceByRequest = "replace_by_request",
        /// What `replace_triggered_by` names has changed.
        ReplaceByTriggers = "replace_by_triggers",
        /// The resource is no longer in the configuration.
        DeleteBecauseNoResourceConfig = "delete_because_no_resource_config",
        /// The module instance is no longer declared.
        DeleteBecauseNoModule = "delete_because_no_module",
        /// The key of the instance does not go with `count` or `for_each`.
        DeleteBecauseWrongRepetition = "delete_because_wrong_repetition",
        /// The index is beyond `count`.
        DeleteBecauseCountIndex = "delete_because_count_index",
        /// The key is no longer among those of `for_each`.
        DeleteBecauseEachKey = "delete_because_each_key",
        /// `enabled` is false, in OpenTofu.
        DeleteBecauseEnabledFalse = "delete_because_enabled_false",
        /// The object was moved to where nothing is configured.
        DeleteBecauseNoMoveTarget = "delete_because_no_move_target",
        /// The configuration of the data source holds unknown values.
        ReadBecauseConfigUnknown = "read_because_config_unknown",
        /// The data source depends on something that changes.
        ReadBecauseDependencyPending = "read_because_dependency_pending",
        /// The data source is a part of a check.
        ReadBecauseCheckNested = "read_because_check_nested",
        /// The state says that the object is not to be destroyed, in OpenTofu.
        ForgotBecauseLifecycleDestroyInState = "forgot_because_lifecycle_destroy_in_state",
        /// The configuration says that the object is not to be destroyed, in OpenTofu.
        ForgotBecauseLifecycleDestroyInConfig = "forgot_because_lifecycle_destroy_in_config",
    }

    /// Why a change was put off.
    pub enum DeferredReason {
        /// No reason that has a word.
        Unknown = "unknown",
        /// `count` or `for_each` is not known.
        InstanceCountUnknown = "instance_count_unknown",
        /// The configuration of the resource is not known.
        ResourceConfigUnknown = "resource_config_unknown",
        /// The configuration of the provider is not known.
        ProviderConfigUnknown = "provider_config_unknown",
        /// Something that must be there is not.
        AbsentPrereq = "absent_prereq",
        /// Something that it depends on was put off.
        DeferredPrereq = "deferred_prereq",
        /// It was left out by request.
        Excluded = "excluded",
        /// It was not among what was requested.
        NotIncluded = "not_included",
    }
}

object! {
    /// A plan: what `terraform show -json` prints of a saved plan.
    ///
    /// Other documents are refused. A document with nothing but a `format_version` is an empty state:
    /// Terraform prints it if there is no state, and every plan holds more.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::show::Plan;
    ///
    /// let json = r#"{"format_version":"1.2","planned_values":{"root_module":{}},"errored":false}"#;
    /// let plan = Plan::from_slice(json.as_bytes())?;
    /// assert_eq!(plan.errored, Some(false));
    /// assert_eq!(plan.resource_changes.len(), 0);
    /// assert_eq!(plan.to_json()?, json);
    ///
    /// let error = Plan::from_slice(br#"{"format_version": "1.2", "resource_changes": [{"address": 1}]}"#);
    /// assert_eq!(
    ///     error.unwrap_err().to_string(),
    ///     "resource_changes[0].address: a string is required, got a number at line 1 column 60"
    /// );
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub struct Plan, checked by check {
        /// The version of the format. Every plan has one, unless it is redacted.
        pub format_version: Option<FormatVersion>,
        /// The version of the format of a redacted plan, which HCP Terraform returns to those who
        /// may not read the values: changes, and the schemas to print them with, but no values of
        /// variables or resources and no configuration.
        pub plan_format_version: Option<FormatVersion>,
        /// The version of Terraform that made the plan.
        pub terraform_version: Option<String>,
        /// The values of the root module's variables.
        pub variables: BTreeMap<String, Variable>,
        /// What is known of the values after apply.
        pub planned_values: Option<Values>,
        /// Whether values are unknown, in the same shape; of early versions.
        pub proposed_unknown: Option<Values>,
        /// What changed outside of Terraform.
        pub resource_drift: Vec<ResourceChange>,
        /// What happens to each instance of a resource.
        pub resource_changes: Vec<ResourceChange>,
        /// Changes that were put off.
        pub deferred_changes: Vec<DeferredChange>,
        /// Actions whose invocation was put off.
        pub deferred_action_invocations: Vec<DeferredActionInvocation>,
        /// What happens to the outputs of the root module.
        pub output_changes: BTreeMap<String, OutputChange>,
        /// Actions that are invoked.
        pub action_invocations: Vec<ActionInvocation>,
        /// The state that the plan starts from.
        pub prior_state: Option<State>,
        /// The configuration.
        pub configuration: Option<Configuration>,
        /// What values contributed to the changes.
        pub relevant_attributes: Vec<RelevantAttribute>,
        /// What became of the checks.
        pub checks: Vec<Check>,
        /// What became of the conditions, in Terraform 1.2 and 1.3.
        pub condition_results: Vec<ConditionResult>,
        /// When the plan was made, as in RFC 3339.
        pub timestamp: Option<String>,
        /// Whether applying the plan would do anything.
        pub applyable: Option<bool>,
        /// Whether all is done once the plan is applied.
        pub complete: Option<bool>,
        /// Whether planning failed half-way.
        pub errored: Option<bool>,
        /// The version of the format of `provider_schemas`, in redacted plans.
        pub provider_format_version: Option<FormatVersion>,
        /// The schemas by the addresses of their providers, in redacted plans.
        pub provider_schemas: Option<Raw>,
    }

    /// The value of a variable.
    pub struct Variable {
        /// The value.
        pub value: Option<Raw>,
    }

    /// What happens to an instance of a resource.
    pub struct ResourceChange {
        /// The absolute address.
        pub address: String,
        /// The address before this plan, if it is another.
        pub previous_address: Option<String>,
        /// The address of the module; none for the root module.
        pub module_address: Option<String>,
        /// What kind of resource it is.
        pub mode: Mode,
        /// The type, such as `aws_instance`.
        pub r#type: String,
        /// The name.
        pub name: String,
        /// The key of the instance, where there is `count` or `for_each`.
        pub index: Option<Key>,
        /// Whether that key is not known yet.
        pub index_unknown: bool,
        /// The address of the provider.
        pub provider_name: Option<String>,
        /// The key of an object that is to be destroyed, and has another in its place.
        pub deposed: Option<String>,
        /// What happens.
        pub change: Change,
        /// Why.
        pub action_reason: Option<ActionReason>,
    }

    /// A change that was put off.
    pub struct DeferredChange {
        /// Why.
        pub reason: DeferredReason,
        /// What is known of the change.
        pub resource_change: ResourceChange,
    }

    /// An action that was put off.
    pub struct DeferredActionInvocation {
        /// Why.
        pub reason: DeferredReason,
        /// What is known of the action.
        pub action_invocation: ActionInvocation,
    }

    /// An action that is invoked.
    pub struct ActionInvocation {
        /// The absolute address.
        pub address: String,
        /// The type.
        pub r#type: String,
        /// The name.
        pub name: String,
        /// The configuration; see [`ActionInvocation::config`].
        pub config_values: Option<Raw>,
        /// True wherever the configuration is sensitive.
        pub config_sensitive: Option<Raw>,
        /// True wherever the configuration is not known yet.
        pub config_unknown: Option<Raw>,
        /// The address of the provider.
        pub provider_name: Option<String>,
        /// Told if the change of a resource triggers the action.
        pub lifecycle_action_trigger: Option<LifecycleActionTrigger>,
        /// Told if the user asked for the action.
        pub invoke_action_trigger: Option<InvokeActionTrigger>,
    }

    /// The change of a resource that triggers an action.
    pub struct LifecycleActionTrigger {
        /// The address of the resource.
        pub triggering_resource_address: Option<String>,
        /// The event, such as `BeforeCreate`.
        pub action_trigger_event: Option<String>,
        /// Which block of triggers it is.
        pub action_trigger_block_index: Option<u64>,
        /// Which action of the block it is.
        pub actions_list_index: Option<u64>,
        /// What is done if the action fails.
        pub on_failure: Option<String>,
    }

    /// The user's request for an action.
    pub struct InvokeActionTrigger {
        /// The address of the resource that the action is invoked for.
        pub calling_resource_address: Option<String>,
    }

    /// An attribute whose value contributed to a change.
    pub struct RelevantAttribute {
        /// The address of the resource.
        pub resource: String,
        /// The steps to the attribute; see [`RelevantAttribute::path`].
        pub attribute: Vec<Key>,
    }
}

impl ActionInvocation {
    /// Returns the configuration, with what is unknown and sensitive.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue::show::ActionInvocation;
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
    /// Returns the path of the attribute, given the type of the resource or dynamic.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue::show::RelevantAttribute;
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

/// Fails if a plan is another document, which as a plan would do nothing, or has no version.
fn check(plan: &Plan) -> crate::Result<()> {
    if plan.plan_format_version.is_some() {
        return Ok(());
    }
    if plan.planned_values.is_none() {
        let schemas = plan.provider_schemas.as_ref();
        let schemas = schemas.and_then(|_| document::kind("provider_schemas"));
        // An empty list of changes is among the other fields.
        let another = document::another(&plan.other).filter(|kind| *kind != document::PLAN);
        document::refuse(document::PLAN, schemas.or(another))?;
        document::refuse(
            document::PLAN,
            is_empty(plan)?.then_some(document::EMPTY_STATE),
        )?;
    }
    match plan.format_version {
        Some(_) => Ok(()),
        None => Err(crate::Error::missing("format_version")),
    }
}

/// Returns `true` if a document holds nothing but a version.
fn is_empty(plan: &Plan) -> crate::Result<bool> {
    let Some(version) = plan.format_version else {
        return Ok(false);
    };
    let has_more = !plan.resource_changes.is_empty() || !plan.other.is_empty();
    Ok(!has_more && plan.to_json()? == format!(r#"{{"format_version":"{version}"}}"#))
}
