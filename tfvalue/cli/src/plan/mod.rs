//! Prints a plan as text: the changes of each resource, without sensitive values.

mod page;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clap::{Args, ValueHint};
use tfvalue::{Path, Result, Step, Type, Value};
use tfvalue_show::{self as show, Actions, Change, Plan, ResourceChange};

use crate::files::{self, Kind};
use crate::terminal::{Failure, Status, Streams, Text};

/// Prints what a plan will do, without sensitive values
#[derive(Args)]
pub(crate) struct Arguments {
    /// The output of `terraform show -json` for a saved plan
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// Write the plan as a page for a browser
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(
    arguments: &Arguments,
    streams: &mut Streams<'_>,
) -> std::result::Result<Status, Failure> {
    let unusable = |error: &dyn std::fmt::Display| Failure::file(&arguments.file, error);
    let bytes = std::fs::read(&arguments.file).map_err(|error| unusable(&error))?;
    match Kind::of(&bytes) {
        Kind::PlanFile => return Err(unusable(&files::PLAN_FILE)),
        Kind::StateFile => return Err(unusable(&files::STATE_FILE)),
        Kind::Other => {}
    }
    let plan: Plan = show::from_slice(&bytes).map_err(|error| unusable(&error))?;
    match &arguments.html {
        Some(path) => {
            let page = page::page(&plan).map_err(|error| unusable(&error))?;
            files::save(path, page.as_bytes()).map_err(Failure::unusable)?;
        }
        None => streams.print(render(&plan).map_err(|error| unusable(&error))?),
    }
    Ok(Status::Fine)
}

/// Returns a plan as text.
fn render(plan: &Plan) -> Result<Text> {
    let mut page = Page {
        text: Text::default(),
        sensitive: Vec::new(),
        replace: Vec::new(),
    };
    for changed in &plan.resource_drift {
        page.resource(changed, "has changed outside of Terraform")?;
    }
    let mut counts = [0; 3];
    for changed in &plan.resource_changes {
        let actions = &changed.change.actions;
        if actions.is_no_op() && changed.previous_address.is_none() {
            continue;
        }
        page.resource(changed, verb(actions))?;
        counts[0] += usize::from(actions.creates());
        counts[1] += usize::from(actions.updates());
        counts[2] += usize::from(actions.deletes());
    }
    let [add, change, destroy] = counts;
    page.line(
        0,
        &format!("Plan: {add} to add, {change} to change, {destroy} to destroy."),
    );
    page.outputs(&plan.output_changes)?;
    Ok(page.text)
}

/// Describes the actions on a resource.
fn verb(actions: &Actions) -> &'static str {
    match actions {
        _ if actions.is_replace() && actions.forgets() => "will be replaced and forgotten",
        _ if actions.is_replace() => "must be replaced",
        _ if actions.creates() => "will be created",
        _ if actions.reads() => "will be read during apply",
        _ if actions.updates() => "will be updated in place",
        _ if actions.deletes() => "will be destroyed",
        _ if actions.forgets() => "will no longer be managed",
        _ => "has moved",
    }
}

/// Returns the symbol for the actions on a resource, such as `+`.
fn sign(actions: &Actions) -> &'static str {
    match actions {
        _ if actions.creates_before_delete() => "+/-",
        _ if actions.is_replace() => "-/+",
        _ if actions.creates() => "+",
        _ if actions.reads() => "<=",
        _ if actions.updates() => "~",
        _ if actions.deletes() => "-",
        _ if actions.forgets() => ".",
        _ => " ",
    }
}

/// Both sides of a change.
struct Sides {
    before: Value,
    after: Value,
    /// The paths that are sensitive on either side.
    sensitive: Vec<Path>,
    /// The paths that force a replacement.
    replace: Vec<Path>,
}

impl Sides {
    fn of(change: &Change) -> Result<Self> {
        let (before, after) = (change.before(), change.after());
        let mut sensitive = before.sensitive_paths(&Type::Dynamic)?;
        sensitive.extend(after.sensitive_paths(&Type::Dynamic)?);
        Ok(Sides {
            before: before.value(&Type::Dynamic)?,
            after: after.value(&Type::Dynamic)?,
            sensitive,
            replace: change.replace_paths(&Type::Dynamic),
        })
    }
}

/// The output so far, and information about the current change.
struct Page {
    text: Text,
    sensitive: Vec<Path>,
    replace: Vec<Path>,
}

impl Page {
    fn line(&mut self, indent: usize, text: &str) {
        self.text.push(&format!("{:indent$}{text}\n", ""));
    }

    /// Writes a line, with a colored symbol before it.
    fn signed(&mut self, indent: usize, sign: &str, text: &str) {
        let color = match sign {
            "+" => AnsiColor::Green,
            "-" => AnsiColor::Red,
            "<=" => AnsiColor::Cyan,
            _ => AnsiColor::Yellow,
        };
        self.text.push(&" ".repeat(indent + 3 - sign.len()));
        self.text
            .styled(Style::new().fg_color(Some(color.into())), sign);
        self.text.push(&format!(" {text}\n"));
    }

    fn resource(&mut self, changed: &ResourceChange, verb: &str) -> Result<()> {
        self.line(4, &format!("# {} {verb}", changed.address));
        if let Some(reason) = &changed.action_reason {
            self.line(4, &format!("# ({})", reason.as_str().replace('_', " ")));
        }
        if let Some(previous) = &changed.previous_address {
            self.line(4, &format!("# (moved from {previous})"));
        }
        let head = format!("resource {:?} {:?} {{", changed.r#type, changed.name);
        self.signed(0, sign(&changed.change.actions), &head);
        let (before, after) = self.turn_to(&changed.change)?;
        self.parts(4, &before, &after, &Path::root());
        self.line(4, "}\n");
        Ok(())
    }

    fn outputs(&mut self, changes: &BTreeMap<String, Change>) -> Result<()> {
        let changes = changes.iter();
        let changes: Vec<_> = changes
            .filter(|(_, change)| !change.actions.is_no_op())
            .collect();
        if !changes.is_empty() {
            self.line(0, "\nChanges to outputs:\n");
        }
        for (name, change) in changes {
            let (before, after) = self.turn_to(change)?;
            self.part(0, &format!("{name} = "), &before, &after, &Path::root());
        }
        Ok(())
    }

    /// Starts a change, and returns the values before and after it.
    fn turn_to(&mut self, change: &Change) -> Result<(Value, Value)> {
        let sides = Sides::of(change)?;
        (self.sensitive, self.replace) = (sides.sensitive, sides.replace);
        Ok((sides.before, sides.after))
    }

    /// Writes the parts that differ between two values, and the number of the others.
    fn parts(&mut self, indent: usize, before: &Value, after: &Value, path: &Path) {
        let (before, after) = (parts_of(before), parts_of(after));
        let steps: BTreeSet<&Step> = before.keys().chain(after.keys()).collect();
        let null = Value::null(Type::Dynamic);
        let mut unchanged = 0;
        for step in steps {
            let label = match step {
                Step::Attribute(name) => format!("{name} = "),
                _ => String::new(),
            };
            let before = before.get(step).copied().unwrap_or(&null);
            let after = after.get(step).copied().unwrap_or(&null);
            if before == after {
                unchanged += usize::from(!before.is_null());
            } else {
                self.part(
                    indent,
                    &label,
                    before,
                    after,
                    &path.clone().step(step.clone()),
                );
            }
        }
        if unchanged > 0 {
            self.line(indent + 4, &format!("# ({unchanged} unchanged)"));
        }
    }

    /// Writes the change of a part.
    fn part(&mut self, indent: usize, label: &str, before: &Value, after: &Value, path: &Path) {
        let sign = match (before.is_null(), after.is_null()) {
            (true, _) => "+",
            (_, true) => "-",
            _ => "~",
        };
        let note = if self.replace.contains(path) {
            " # forces replacement"
        } else {
            ""
        };
        if self.sensitive.contains(path) {
            return self.signed(indent, sign, &format!("{label}(sensitive value){note}"));
        }
        if let Some((open, close)) = common_brackets(before, after) {
            self.signed(indent, sign, &format!("{label}{open}{note}"));
            self.parts(indent + 4, before, after, path);
            return self.line(indent + 4, close);
        }
        // Values that cannot be compared part by part are hidden if a part of them is sensitive.
        let within = |sensitive: &Path| sensitive.steps().starts_with(path.steps());
        let text = match sign {
            _ if self.sensitive.iter().any(within) => "(sensitive value)".to_owned(),
            "+" => after.to_string(),
            "-" => format!("{before} -> null"),
            _ => format!("{before} -> {after}"),
        };
        self.signed(indent, sign, &format!("{label}{text}{note}"));
    }
}

/// Returns the brackets to print around the parts: those that both values have, or those of one value if the
/// other is null. Returns `None` if neither has parts.
fn common_brackets(before: &Value, after: &Value) -> Option<(&'static str, &'static str)> {
    if parts_of(before).is_empty() && parts_of(after).is_empty() {
        return None;
    }
    match (brackets(before), brackets(after)) {
        (Some(brackets), None) if after.is_null() => Some(brackets),
        (None, Some(brackets)) if before.is_null() => Some(brackets),
        (Some(a), Some(b)) if a == b => Some(a),
        _ => None,
    }
}

fn brackets(value: &Value) -> Option<(&'static str, &'static str)> {
    match (value.members(), value.elements()) {
        (Some(_), _) => Some(("{", "}")),
        (_, Some(_)) => Some(("[", "]")),
        _ => None,
    }
}

/// Returns the parts of an object or a tuple.
fn parts_of(value: &Value) -> BTreeMap<Step, &Value> {
    let members = value.members().into_iter().flatten();
    let members = members.map(|(name, member)| (Step::Attribute(name.to_owned().into()), member));
    let elements = value.elements().into_iter().flatten();
    let elements = elements.enumerate();
    members
        .chain(elements.map(|(at, element)| (Step::Index(at as u64), element)))
        .collect()
}

#[cfg(test)]
mod tests {
    use tfvalue_show as show;

    use super::*;

    fn plan(before: &str, after: &str, sensitive: &str) -> Plan {
        let json = format!(
            r#"{{"format_version": "1.2", "resource_changes": [{{
                "address": "x_y.z", "mode": "managed", "type": "x_y", "name": "z",
                "change": {{"actions": ["update"], "before": {{"a": {before}}},
                            "after": {{"a": {after}}}, "after_sensitive": {{"a": {sensitive}}}}}
            }}]}}"#
        );
        show::from_slice::<Plan>(json.as_bytes()).unwrap()
    }

    #[test]
    fn hides_sensitive_values() {
        let sides = [
            r#""secret""#,
            r#"{"b": "secret"}"#,
            r#"["secret"]"#,
            "[]",
            "{}",
            "null",
            "1",
        ];
        for (before, after) in sides.iter().flat_map(|a| sides.map(|b| (a, b))) {
            for sensitive in ["true", r#"{"b": true}"#, "[true]"] {
                // A value that is not marked may be shown.
                let marked = |side: &str| match sensitive {
                    "true" => true,
                    mask => !side.contains("secret") || side.starts_with(&mask[..1]),
                };
                if marked(before) && marked(after) {
                    let text = render(&plan(before, after, sensitive)).unwrap();
                    let text = text.as_str();
                    assert!(
                        !text.contains("secret"),
                        "{before} {after} {sensitive}: {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn signs_are_colored() {
        let plan = plan("1", "2", "false");
        let colored = render(&plan).unwrap();
        let colored = colored.as_str();
        assert!(
            colored.contains("      \x1b[33m~\x1b[0m a = 1 -> 2\n"),
            "{colored}"
        );
    }
}
