//! Imports of objects that are in the state.

use serde_json::Value as Json;

use super::expected::{all_met, check_plan, meet};
use super::failure::check;
use super::runner::{Config, PLAN, Runner};
use super::state_file;
use super::step::{Import, Kind, Step};
use super::values::{Object, Plan, State, starts_with};
use crate::path::Path;
use crate::show::Snapshot;
use crate::ty::Type;
use crate::value::Value;

const STATE: &str = "terraform.tfstate";
const BLOCK: &str = "import.tf";
const GENERATED: &str = "generated.tf";

impl Runner {
    /// Imports an object, with its configuration.
    pub(super) fn import(&mut self, mut step: Step) -> Result<(), String> {
        let Kind::Import(import) = &step.kind else {
            return Ok(());
        };
        let state = self.read(STATE);
        let before = self.state()?;
        let (without, identity) = removed(&state, &import.address)?;
        let key = key(import, &before, &identity)?;
        self.write(STATE, &without)?;
        self.write(BLOCK, &block(&import.address, &key, ""))?;
        let result = self.plan_import(&mut step, &before);
        self.write(BLOCK, "")?;
        self.write(STATE, &state)?;
        result
    }

    /// Imports an object, and lets Terraform write its configuration.
    pub(super) fn generate_config(&mut self, mut step: Step) -> Result<(), String> {
        let Kind::GenerateConfig(import) = &step.kind else {
            return Ok(());
        };
        let address = import.address.clone();
        let state = self.read(STATE);
        let before = self.state()?;
        let (_, identity) = removed(&state, &address)?;
        let key = key(import, &before, &identity)?;
        let provider = self.name_of_provider(&address).to_owned();
        self.configure(&Config::default())?;
        self.write(STATE, "")?;
        // Terraform allows the argument only before there is a configuration.
        self.write(
            BLOCK,
            &block(&address, &key, &format!("  provider = {provider}\n")),
        )?;
        let result = self.generate(&mut step).and_then(|()| {
            self.write(BLOCK, &block(&address, &key, ""))?;
            self.plan_import(&mut step, &before)
        });
        for name in [GENERATED, BLOCK] {
            self.write(name, "")?;
        }
        self.write(STATE, &state)?;
        result
    }

    fn generate(&mut self, step: &mut Step) -> Result<(), String> {
        let run = self.plan(&[&format!("-generate-config-out={GENERATED}")])?;
        meet(&run, &mut step.expected)?;
        let text = self.read(GENERATED);
        let checks = std::mem::take(&mut step.config_checks);
        checks.into_iter().try_for_each(|one| check(|| one(&text)))
    }

    /// Plans the import, which must change nothing.
    fn plan_import(&mut self, step: &mut Step, before: &State) -> Result<(), String> {
        let (Kind::Import(Import { address, .. }) | Kind::GenerateConfig(Import { address, .. })) =
            &step.kind
        else {
            return Ok(());
        };
        let address = address.clone();
        let run = self.plan(&[])?;
        meet(&run, &mut step.expected)?;
        all_met(&step.expected)?;
        if !run.succeeded() {
            return Ok(());
        }
        let plan = self.saved_plan()?;
        check_plan(&plan, step)?;
        let compared = compare(&address, before, &plan, &step.ignored);
        if compared.is_err() {
            self.terraform(&["show", PLAN])?;
        }
        compared
    }
}

/// Removes an instance from a state. Returns its identity, too.
fn removed(state: &str, address: &str) -> Result<(String, Json), String> {
    let removed = state_file::without(state, address);
    removed.ok_or_else(|| format!("{address} is not in the state: a step before must create it"))
}

/// Returns the arguments that name the object in an `import` block.
fn key(import: &Import, before: &State, identity: &Json) -> Result<String, String> {
    let address = &import.address;
    let Some(id) = &import.id else {
        return match identity {
            Json::Null => Err(format!("{address} has no identity in the state")),
            identity => Ok(format!("  identity = {}\n", hcl(identity))),
        };
    };
    let found = before
        .document
        .resources()
        .find(|found| found.address == *address);
    let snapshot = found.map(|found| found.snapshot().value(&Type::Dynamic));
    let Some(Ok(object)) = snapshot else {
        return Err(format!("{address} is not in the state"));
    };
    Ok(format!(
        "  id = {}\n",
        hcl(&Json::String(fill(id, &object)?))
    ))
}

/// Replaces attributes in braces by their values.
fn fill(template: &str, object: &Value) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after
            .split_once('}')
            .ok_or(format!("the ID {template:?} has no closing brace"))?;
        let value = name
            .split('.')
            .try_fold(object, |value, name| value.get_named(name));
        let text = value.and_then(|value| match (value.as_str(), value.as_number()) {
            (Some(text), _) => Some(text.to_owned()),
            (_, Some(number)) => Some(number.to_string()),
            _ => None,
        });
        let text = text.ok_or(format!(
            "the ID {template:?}: {name} has no string or number in the state"
        ))?;
        filled += before;
        filled += &text;
        rest = after;
    }
    Ok(filled + rest)
}

/// Returns an `import` block.
fn block(address: &str, key: &str, provider: &str) -> String {
    format!("import {{\n{provider}  to = {address}\n{key}}}\n")
}

/// Returns JSON as an expression of Terraform's language.
fn hcl(json: &Json) -> String {
    json.to_string().replace("${", "$${").replace("%{", "%%{")
}

/// What to do about a difference that is no fault of the provider.
const IGNORING: &str = "if the service does not return an attribute, or spells it in another way: `.ignoring(\"…\")` for this step";

/// Fails if the imported object is not that of the state, or if the plan changes it.
fn compare(address: &str, before: &State, plan: &Plan, ignored: &[Path]) -> Result<(), String> {
    let changes = plan.document.resource_changes.iter();
    let Some(planned) = changes.clone().find(|change| change.address == address) else {
        return Err(format!("{address} is not in the plan, which has {plan}"));
    };
    let change = &planned.change;
    if change.importing.is_none() {
        return Err(format!("{address} is not imported; the plan has {plan}"));
    }
    let stored = before
        .document
        .resources()
        .find(|found| found.address == address);
    let stored = stored.map_or_else(|| change.before(), |found| found.snapshot());
    let all = differences(
        address,
        ("the state", stored),
        ("the import", change.before()),
        ignored,
    )?;
    if !all.is_empty() {
        return Err(format!(
            "the imported object differs from the state\n{}\n{IGNORING}",
            all.join("\n")
        ));
    }
    if change.actions.is_no_op() {
        return Ok(());
    }
    let all = differences(
        address,
        ("the import", change.before()),
        ("the plan", change.after()),
        ignored,
    )?;
    if all.is_empty() && !change.actions.deletes() && !ignored.is_empty() {
        return Ok(());
    }
    Err(format!(
        "the plan changes the imported object: {plan}\n{}\n{IGNORING}",
        all.join("\n")
    ))
}

/// Returns the attributes in which two values differ.
fn differences(
    address: &str,
    (left_name, left): (&str, Snapshot<'_>),
    (right_name, right): (&str, Snapshot<'_>),
    ignored: &[Path],
) -> Result<Vec<String>, String> {
    let read = |snapshot: Snapshot<'_>| {
        snapshot
            .value(&Type::Dynamic)
            .map_err(|error| format!("{address}: {error}"))
    };
    let (left_value, right_value) = (read(left)?, read(right)?);
    let mut paths = Vec::new();
    differ(&left_value, &right_value, Path::root(), &mut paths);
    paths.retain(|path| !ignored.iter().any(|outer| starts_with(path, outer)));
    let text = |object: Object<'_>, value: &Value, path: &Path| match value.get(path) {
        Some(part) => object.shown(path, part),
        None => "nothing".to_owned(),
    };
    let line = |path: &Path| {
        let left = text(Object::new(address, left), &left_value, path);
        let right = text(Object::new(address, right), &right_value, path);
        format!("  {path}: {left_name} has {left}, {right_name} has {right}")
    };
    Ok(paths.iter().map(line).collect())
}

/// Collects the paths of the parts that differ: the innermost ones, but not inside lists and sets.
fn differ(left: &Value, right: &Value, here: Path, paths: &mut Vec<Path>) {
    let (Some(one), Some(other)) = (left.members(), right.members()) else {
        if left != right {
            paths.push(here);
        }
        return;
    };
    let null = Value::null(Type::Dynamic);
    for (name, value) in one {
        let other = right.get_named(name).unwrap_or(&null);
        differ(value, other, here.clone().attribute(name.to_owned()), paths);
    }
    for (name, _) in other.filter(|(name, _)| left.get_named(name).is_none()) {
        paths.push(here.clone().attribute(name.to_owned()));
    }
}
