//! Shows a plan as a page.

use tfvalue::{Result, Value};
use tfvalue_show::{Actions, Change, Plan, ResourceChange};

use super::Sides;
use crate::html::{self, Head, Level, Named, Node, Secrets, Section};

/// Returns a plan as an HTML page.
///
/// # Errors
///
/// If a value in the plan cannot be read.
pub(super) fn page(plan: &Plan) -> Result<String> {
    let mut sections = Vec::new();
    for changed in &plan.resource_drift {
        sections.push(section("Changes outside of Terraform", "drift", changed)?);
    }
    for changed in &plan.resource_changes {
        let actions = &changed.change.actions;
        if !actions.is_no_op() || changed.previous_address.is_some() {
            sections.push(section("Planned changes", action(actions), changed)?);
        }
    }
    for (name, change) in &plan.output_changes {
        if !change.actions.is_no_op() {
            let action = action(&change.actions);
            sections.push(change_section("Outputs", action, name, change)?);
        }
    }
    let version = plan.terraform_version.as_ref().map(ToString::to_string);
    let facts = version.map(|version| ("Terraform".to_owned(), version));
    let head = Head {
        title: "Plan".to_owned(),
        noun: "changes".to_owned(),
        facts: facts.into_iter().collect(),
    };
    Ok(html::page(&head, &sections))
}

fn section(group: &str, action: &str, changed: &ResourceChange) -> Result<Section> {
    let mut section = change_section(group, action, &changed.address, &changed.change)?;
    if let Some(reason) = &changed.action_reason {
        section.notes.push(reason.as_str().replace('_', " "));
    }
    if let Some(previous) = &changed.previous_address {
        section.notes.push(format!("moved from {previous}"));
    }
    Ok(section)
}

fn change_section(group: &str, action: &str, subject: &str, change: &Change) -> Result<Section> {
    let Sides {
        before,
        after,
        sensitive,
        replace,
    } = Sides::of(change)?;
    let secrets = Secrets::at(&sensitive);
    let mut changes = html::changes(&[&before, &after], &[(0, 1)], &secrets);
    for row in &mut changes {
        if replace.iter().any(|path| path.to_string() == row.path) {
            row.note = "forces replacement".into();
        }
    }
    let named = |label: &str, value: &Value| Named {
        label: label.to_owned(),
        node: Node::new(value, &secrets),
    };
    let level = match action {
        "delete" | "replace" | "forget" => Level::Warning,
        _ => Level::Change,
    };
    Ok(Section {
        group: group.to_owned(),
        kind: action.to_owned(),
        subject: subject.to_owned(),
        level,
        columns: ["Before", "After"].map(str::to_owned).into(),
        changes,
        values: vec![named("Before", &before), named("After", &after)],
        ..Section::default()
    })
}

/// Names the actions on a resource in one word.
fn action(actions: &Actions) -> &'static str {
    match actions {
        _ if actions.is_replace() => "replace",
        _ if actions.creates() => "create",
        _ if actions.reads() => "read",
        _ if actions.updates() => "update",
        _ if actions.deletes() => "delete",
        _ if actions.forgets() => "forget",
        _ => "move",
    }
}
