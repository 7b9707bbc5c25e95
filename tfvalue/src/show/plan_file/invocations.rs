//! The actions of a plan.

use super::address::Address;
use super::change::{deferred_reason, some, unknown_number};
use super::kind::Kinds;
use super::mask::{Mask, Part, Paths, known};
use super::proto;
use crate::error::{Error, Result};
use crate::msgpack;
use crate::path::Step;
use crate::schema::config;
use crate::show::plan::{
    ActionInvocation, DeferredActionInvocation, InvokeActionTrigger, LifecycleActionTrigger,
};

/// Returns an action as `terraform show -json` prints it.
pub(super) fn invocation(
    source: &proto::ActionInvocation,
    kinds: &Kinds<'_>,
) -> Result<ActionInvocation> {
    let at = |error: Error| error.at_step(Step::Key(source.addr.as_str().into()));
    let address = Address::parse(&source.addr)?;
    let [_, kind, name] = address.labels.as_slice() else {
        return Err(Error::mismatch(
            "the address of an action",
            format!("{:?}", source.addr),
        ));
    };
    let (provider, schema) = kinds.action(kind, &source.provider).map_err(at)?;
    let mut shown = ActionInvocation {
        address: source.addr.clone(),
        r#type: kind.clone(),
        name: name.clone(),
        provider_name: Some(provider.to_owned()),
        ..ActionInvocation::default()
    };
    match (
        &source.resource_action_trigger,
        &source.invoke_action_trigger,
    ) {
        (Some(trigger), _) => shown.lifecycle_action_trigger = Some(lifecycle(trigger, kinds)?),
        (None, Some(trigger)) => {
            shown.invoke_action_trigger = Some(InvokeActionTrigger {
                calling_resource_address: some(&trigger.calling_resource_addr),
                ..InvokeActionTrigger::default()
            });
        }
        (None, None) => {
            return Err(at(Error::data(
                "the action has a trigger of an unknown kind",
            )));
        }
    }
    if let Some(encoded) = &source.config_value {
        let value = msgpack::value_from_slice(&encoded.msgpack, &schema.block.implied_type());
        let value =
            value.map_err(|error| at(config::hide_secrets(&schema.block, error).unquoted()))?;
        let paths = Paths::of_plan(&source.sensitive_config_paths);
        let mask = kinds
            .sensitive
            .mask(&value, Some(&paths), Part::Block(&schema.block));
        shown.config_values = known(&value)?;
        shown.config_sensitive = Some(mask.to_raw()?);
        shown.config_unknown = Some(Mask::of_unknown(&value).to_raw()?);
    }
    Ok(shown)
}

/// Returns a deferred action.
pub(super) fn deferred(source: &[u8], kinds: &Kinds<'_>) -> Result<DeferredActionInvocation> {
    let source: proto::DeferredActionInvocation = super::message(source)?;
    let invoked = source
        .action_invocation
        .as_ref()
        .ok_or_else(|| Error::missing("action_invocation"))?;
    Ok(DeferredActionInvocation {
        reason: deferred_reason(source.deferred.as_ref()),
        action_invocation: invocation(invoked, kinds)?,
        ..DeferredActionInvocation::default()
    })
}

fn lifecycle(
    trigger: &proto::ResourceActionTrigger,
    kinds: &Kinds<'_>,
) -> Result<LifecycleActionTrigger> {
    let event = match trigger.trigger_event {
        1 => "BeforeCreate",
        2 => "AfterCreate",
        3 => "BeforeUpdate",
        4 => "AfterUpdate",
        5 => "BeforeDestroy",
        6 => "AfterDestroy",
        other => return Err(unknown_number("event of an action", other)),
    };
    let on_failure = match trigger.on_failure {
        0 => "ActionOnFailureHalt",
        1 => "ActionOnFailureTaint",
        2 => "ActionOnFailureContinue",
        other => return Err(unknown_number("behavior of a failed action", other)),
    };
    Ok(LifecycleActionTrigger {
        triggering_resource_address: some(&trigger.triggering_resource_addr),
        action_trigger_event: some(event),
        action_trigger_block_index: u64::try_from(trigger.action_trigger_block_index).ok(),
        actions_list_index: u64::try_from(trigger.actions_list_index).ok(),
        on_failure: some(on_failure).filter(|_| kinds.release.has_on_failure()),
        ..LifecycleActionTrigger::default()
    })
}
