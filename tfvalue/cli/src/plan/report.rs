//! The contents of a plan, for text and pages.

use tfvalue::{Result, Type};
use tfvalue_show::{ActionInvocation, Change, Check, CheckStatus, Plan, ResourceChange};

use super::sides::Sides;
use super::words;
use crate::html::Level;

/// The contents of a plan.
pub(super) struct Report {
    /// Warnings about the whole plan, for example that planning failed.
    pub(super) warnings: Vec<String>,
    pub(super) items: Vec<Item>,
    /// The numbers of changes.
    pub(super) summary: String,
    /// The version of Terraform that made the plan.
    pub(super) version: Option<String>,
}

/// A change, a deferred change, an action, a check or an output.
pub(super) struct Item {
    pub(super) group: Group,
    /// The action in one word, such as `create`.
    pub(super) action: String,
    /// The address, or the name of an output.
    pub(super) subject: String,
    /// A description of the action, which follows the subject in the output.
    pub(super) verb: String,
    pub(super) notes: Vec<String>,
    pub(super) level: Level,
    /// The symbol, and the beginning of the block.
    pub(super) head: Option<(&'static str, String)>,
    pub(super) sides: Option<Sides>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Drift,
    Changes,
    Deferred,
    Actions,
    Checks,
    Outputs,
}

impl Group {
    pub(super) fn title(self) -> &'static str {
        match self {
            Group::Drift => "Changes outside of Terraform",
            Group::Changes => "Planned changes",
            Group::Deferred => "Deferred changes",
            Group::Actions => "Actions",
            Group::Checks => "Checks",
            Group::Outputs => "Changes to outputs",
        }
    }
}

impl Report {
    pub(super) fn new(plan: &Plan) -> Result<Self> {
        let mut items = Vec::new();
        for changed in &plan.resource_drift {
            items.push(resource(Group::Drift, changed)?);
        }
        for changed in plan.resource_changes.iter().filter(|one| is_shown(one)) {
            items.push(resource(Group::Changes, changed)?);
        }
        for deferred in &plan.deferred_changes {
            let mut item = resource(Group::Deferred, &deferred.resource_change)?;
            item.notes.insert(0, words::deferred(&deferred.reason));
            items.push(item);
        }
        for invocation in &plan.action_invocations {
            items.push(action(invocation, None)?);
        }
        for deferred in &plan.deferred_action_invocations {
            let reason = words::deferred(&deferred.reason);
            items.push(action(&deferred.action_invocation, Some(reason))?);
        }
        items.extend(plan.checks.iter().filter_map(check));
        items.extend(conditions(plan));
        for (name, change) in &plan.output_changes {
            if !change.actions.is_no_op() {
                items.push(output(name, change)?);
            }
        }
        let version = plan.terraform_version.clone();
        Ok(Report {
            warnings: warnings(plan),
            summary: summary(plan, items.is_empty()),
            items,
            version,
        })
    }
}

/// Returns `false` only if nothing happens to the object.
fn is_shown(changed: &ResourceChange) -> bool {
    let change = &changed.change;
    !change.actions.is_no_op() || changed.previous_address.is_some() || change.importing.is_some()
}

fn warnings(plan: &Plan) -> Vec<String> {
    let mut warnings = Vec::new();
    if plan.errored == Some(true) {
        warnings.push(
            "Planning failed. Terraform encountered an error while generating this plan, so it lacks changes."
                .to_owned(),
        );
    }
    if plan.complete == Some(false) || !plan.deferred_changes.is_empty() {
        warnings.push(
            "This is an incomplete plan: after it is applied, more changes have to be planned."
                .to_owned(),
        );
    }
    warnings
}

fn summary(plan: &Plan, is_empty: bool) -> String {
    let [mut import, mut add, mut change, mut destroy, mut forget] = [0_usize; 5];
    for changed in &plan.resource_changes {
        let actions = &changed.change.actions;
        import += usize::from(changed.change.importing.is_some());
        add += usize::from(actions.creates());
        change += usize::from(actions.updates());
        destroy += usize::from(actions.deletes());
        forget += usize::from(actions.forgets());
    }
    let import = match import {
        0 => String::new(),
        import => format!("{import} to import, "),
    };
    let forget = match forget {
        0 => String::new(),
        forget => format!(", {forget} to forget"),
    };
    let actions = match plan.action_invocations.len() {
        0 => String::new(),
        actions => format!(" Actions: {actions} to invoke."),
    };
    let numbers = format!(
        "Plan: {import}{add} to add, {change} to change, {destroy} to destroy{forget}.{actions}"
    );
    if is_empty && plan.errored != Some(true) {
        format!("No changes. {numbers}")
    } else {
        numbers
    }
}

fn resource(group: Group, changed: &ResourceChange) -> Result<Item> {
    let change = &changed.change;
    let actions = &change.actions;
    let deposed = changed.deposed.as_ref();
    let deposed = deposed.map_or_else(String::new, |key| format!(" (deposed object {key})"));
    let mut notes = Vec::new();
    if changed.deposed.is_some() && actions.deletes() {
        notes.push("left over from a partially-failed replacement of this instance".to_owned());
    }
    let reason = changed.action_reason.as_ref();
    notes.extend(reason.and_then(|reason| words::reason(reason, changed)));
    if let Some(previous) = &changed.previous_address {
        notes.push(format!("moved from {previous}"));
    }
    if let Some(importing) = &change.importing {
        notes.push(words::imported(importing)?);
    }
    if change.generated_config.is_some() {
        notes.push("config will be generated".to_owned());
    }
    if changed.index_unknown {
        notes.push("the key of the instance is unknown".to_owned());
    }
    notes.extend(identity(change)?);
    let verb = match group {
        Group::Drift => words::drift(actions),
        _ => words::verb(changed),
    };
    let keyword = words::keyword(&changed.mode);
    let head = format!("{keyword} {:?} {:?}", changed.r#type, changed.name);
    Ok(Item {
        group,
        action: match group {
            Group::Drift => "drift",
            Group::Deferred => "deferred",
            _ => words::action(changed),
        }
        .to_owned(),
        subject: format!("{}{deposed}", changed.address),
        verb: match group {
            Group::Deferred => format!("was deferred: it {verb}"),
            _ => verb.to_owned(),
        },
        notes,
        level: if actions.deletes() || actions.forgets() || group == Group::Deferred {
            Level::Warning
        } else {
            Level::Change
        },
        head: Some((words::sign(actions), head)),
        sides: Some(Sides::of(change)?),
    })
}

/// Describes how the identity changes.
fn identity(change: &Change) -> Result<Option<String>> {
    let value = |raw: &Option<tfvalue_show::Raw>| {
        let raw = raw.as_ref().filter(|raw| !raw.is_null());
        raw.map(|raw| raw.to_value(&Type::Dynamic)).transpose()
    };
    let (was, is) = (
        value(&change.before_identity)?,
        value(&change.after_identity)?,
    );
    Ok(match (was, is) {
        (Some(was), Some(is)) if was != is => Some(format!("identity: {was} -> {is}")),
        _ => None,
    })
}

fn action(invocation: &ActionInvocation, deferred: Option<String>) -> Result<Item> {
    let mut notes = Vec::new();
    if let Some(trigger) = &invocation.lifecycle_action_trigger {
        let event = trigger.action_trigger_event.as_deref().unwrap_or("change");
        let by = trigger.triggering_resource_address.as_deref();
        notes.push(format!(
            "triggered by {}: {event}",
            by.unwrap_or("a resource")
        ));
        if let Some(behavior) = &trigger.on_failure {
            notes.push(format!("on failure: {behavior}"));
        }
    }
    if invocation.invoke_action_trigger.is_some() {
        notes.push("requested with -invoke".to_owned());
    }
    let verb = if deferred.is_some() {
        "was deferred"
    } else {
        "will be invoked"
    };
    notes.extend(deferred);
    let sensitive = invocation.config_sensitive.as_ref();
    Ok(Item {
        group: Group::Actions,
        action: "invoke".to_owned(),
        subject: invocation.address.clone(),
        verb: verb.to_owned(),
        notes,
        level: Level::Change,
        head: Some((
            "",
            format!("action {:?} {:?}", invocation.r#type, invocation.name),
        )),
        sides: Some(Sides::of_new(invocation.config(), sensitive)?),
    })
}

/// Returns a check that did not pass.
fn check(check: &Check) -> Option<Item> {
    let level = match check.status {
        CheckStatus::Pass => return None,
        CheckStatus::Unknown => Level::Warning,
        _ => Level::Error,
    };
    let subject = check
        .address
        .to_display
        .clone()
        .or(check.address.name.clone());
    let mut notes = Vec::new();
    for instance in &check.instances {
        let address = instance.address.to_display.as_ref();
        let other = address.filter(|address| Some(*address) != subject.as_ref());
        let other = other.map_or_else(String::new, |address| format!("{address}: "));
        let messages = instance.problems.iter();
        let messages = messages.filter_map(|problem| problem.message.as_ref());
        notes.extend(messages.map(|message| format!("{other}{message}")));
    }
    Some(condition(
        subject.unwrap_or_else(|| "a check".to_owned()),
        &check.status,
        level,
        notes,
    ))
}

/// Returns the conditions that are not met, in the format of Terraform 1.2 and 1.3.
fn conditions(plan: &Plan) -> impl Iterator<Item = Item> {
    let failed = plan.condition_results.iter().filter(|one| !one.result);
    failed.map(|one| {
        let (status, level) = if one.unknown {
            (CheckStatus::Unknown, Level::Warning)
        } else {
            (CheckStatus::Fail, Level::Error)
        };
        let notes = one.error_message.iter().cloned().collect();
        condition(one.address.clone(), &status, level, notes)
    })
}

fn condition(subject: String, status: &CheckStatus, level: Level, notes: Vec<String>) -> Item {
    let verb = match status {
        CheckStatus::Fail => "has failed",
        CheckStatus::Error => "could not be evaluated",
        _ => "is known after apply",
    };
    Item {
        group: Group::Checks,
        action: status.as_str().to_owned(),
        subject,
        verb: verb.to_owned(),
        notes,
        level,
        head: None,
        sides: None,
    }
}

fn output(name: &str, change: &Change) -> Result<Item> {
    let actions = &change.actions;
    let (action, level) = match () {
        () if actions.creates() && !actions.deletes() => ("create", Level::Change),
        () if actions.deletes() && !actions.creates() => ("delete", Level::Warning),
        () => ("update", Level::Change),
    };
    Ok(Item {
        group: Group::Outputs,
        action: action.to_owned(),
        subject: name.to_owned(),
        verb: String::new(),
        notes: Vec::new(),
        level,
        head: None,
        sides: Some(Sides::of(change)?),
    })
}
