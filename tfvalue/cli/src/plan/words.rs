//! Terraform's terms for the parts of a plan.

use tfvalue_show::{ActionReason, Actions, DeferredReason, Importing, Mode, ResourceChange};

/// Describes the actions on a resource. The description follows the resource's address.
pub(super) fn verb(changed: &ResourceChange) -> &'static str {
    let actions = &changed.change.actions;
    match (&changed.action_reason, actions) {
        (Some(ActionReason::ReplaceBecauseTainted), _) if actions.is_replace() => {
            "is tainted, so it must be replaced"
        }
        (Some(ActionReason::ReplaceByRequest), _) if actions.is_replace() => {
            "will be replaced, as requested"
        }
        (Some(ActionReason::ReplaceByTriggers), _) if actions.is_replace() => {
            "will be replaced due to changes in replace_triggered_by"
        }
        _ if actions.is_replace() && actions.forgets() => {
            "must be replaced, but the existing object will not be destroyed"
        }
        _ if actions.is_replace() => "must be replaced",
        _ if actions.creates() => "will be created",
        _ if actions.reads() => "will be read during apply",
        _ if actions.updates() => "will be updated in place",
        _ if actions.deletes() => "will be destroyed",
        _ if actions.forgets() => {
            "will no longer be managed by Terraform, but will not be destroyed"
        }
        _ if changed.change.importing.is_some() => "will be imported",
        _ => "has moved",
    }
}

/// Describes what happened to a resource outside Terraform.
pub(super) fn drift(actions: &Actions) -> &'static str {
    match actions {
        _ if actions.deletes() => "has been deleted",
        _ if actions.creates() => "has been created",
        _ => "has changed",
    }
}

/// Describes the actions on a resource in one word.
pub(super) fn action(changed: &ResourceChange) -> &'static str {
    let actions = &changed.change.actions;
    match actions {
        _ if actions.is_replace() => "replace",
        _ if actions.creates() => "create",
        _ if actions.reads() => "read",
        _ if actions.updates() => "update",
        _ if actions.deletes() => "delete",
        _ if actions.forgets() => "forget",
        _ if changed.change.importing.is_some() => "import",
        _ if changed.previous_address.is_some() => "move",
        _ => "no-op",
    }
}

/// Returns the symbol for the actions on a resource, such as `+`.
pub(super) fn sign(actions: &Actions) -> &'static str {
    match actions {
        _ if actions.is_replace() && actions.forgets() => "+/.",
        _ if actions.creates_before_delete() => "+/-",
        _ if actions.is_replace() => "-/+",
        _ if actions.creates() => "+",
        _ if actions.reads() => "<=",
        _ if actions.updates() => "~",
        _ if actions.deletes() => "-",
        _ if actions.forgets() => ".",
        _ => "",
    }
}

/// Returns the keyword of the block of a resource.
pub(super) fn keyword(mode: &Mode) -> String {
    match mode {
        Mode::Managed => "resource".to_owned(),
        mode => mode.to_string(),
    }
}

/// Explains the reason for the actions, unless the verb conveys the reason.
pub(super) fn reason(reason: &ActionReason, changed: &ResourceChange) -> Option<String> {
    let address = &changed.address;
    let text = match reason {
        ActionReason::ReplaceBecauseTainted
        | ActionReason::ReplaceByRequest
        | ActionReason::ReplaceByTriggers => return None,
        ActionReason::DeleteBecauseNoResourceConfig => {
            let resource = [changed.r#type.as_str(), &changed.name].join(".");
            format!("because {resource} is not in configuration")
        }
        ActionReason::DeleteBecauseNoModule => {
            let module = changed.module_address.as_deref().unwrap_or("the module");
            format!("because {module} is not in configuration")
        }
        ActionReason::DeleteBecauseWrongRepetition => {
            format!("because {address} does not match the use of count or for_each")
        }
        ActionReason::DeleteBecauseCountIndex => {
            format!("because {address} is out of range for count")
        }
        ActionReason::DeleteBecauseEachKey => {
            format!("because the key of {address} is not in for_each")
        }
        ActionReason::DeleteBecauseNoMoveTarget => {
            format!("because {address} was moved to an address that is not in configuration")
        }
        ActionReason::ReadBecauseConfigUnknown => {
            "config refers to values not yet known".to_owned()
        }
        ActionReason::ReadBecauseDependencyPending => {
            "depends on a resource or a module with changes pending".to_owned()
        }
        ActionReason::ReadBecauseCheckNested => {
            "config will be reloaded to verify a check block".to_owned()
        }
        other => other.as_str().replace('_', " "),
    };
    Some(text)
}

/// Explains why a change is deferred.
pub(super) fn deferred(reason: &DeferredReason) -> String {
    let text = match reason {
        DeferredReason::Unknown => "for an unknown reason",
        DeferredReason::InstanceCountUnknown => {
            "because the number of resource instances is unknown"
        }
        DeferredReason::ResourceConfigUnknown => "because the resource configuration is unknown",
        DeferredReason::ProviderConfigUnknown => "because the provider configuration is unknown",
        DeferredReason::AbsentPrereq => {
            "because a prerequisite for this resource has not yet been created"
        }
        DeferredReason::DeferredPrereq => "because a prerequisite for this resource is deferred",
        DeferredReason::Excluded => "because it is excluded",
        DeferredReason::NotIncluded => "because only other objects are targeted",
        other => return other.as_str().replace('_', " "),
    };
    text.to_owned()
}

/// Names the imported object.
pub(super) fn imported(importing: &Importing) -> tfvalue::Result<String> {
    Ok(match (&importing.id, &importing.identity) {
        (Some(id), _) if !id.is_empty() => format!("imported from {id:?}"),
        (_, Some(identity)) if !identity.is_null() => {
            let identity = identity.to_value(&tfvalue::Type::Dynamic)?;
            format!("imported from {identity}")
        }
        _ if importing.unknown => "imported; the object is known after apply".to_owned(),
        _ => "imported".to_owned(),
    })
}
