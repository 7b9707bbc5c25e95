//! Imports objects that are already in the state.

use serde_json::Value as Json;
use tfvalue::__internal::testing::Annotations;
use tfvalue::{Path, Type, Value};
use tfvalue_show::Snapshot;

use super::expected::{all_met, check_plan, meet};
use super::failure::check;
use super::runner::{Config, PLAN, Runner};
use super::state_file;
use super::step::{Import, Kind, Step};
use super::values::{Object, Plan, State, starts_with};

const STATE: &str = "terraform.tfstate";
const BLOCK: &str = "import.tf";
const GENERATED: &str = "generated.tf";

impl Runner {
    /// Imports an object, using its configuration.
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
        // Terraform allows the argument only if no configuration exists yet.
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
        let annotated = |kind: &str| {
            let mut providers = self.providers.iter();
            providers.find_map(|one| one.annotations(kind))
        };
        let compared = compare(&address, before, &plan, (&step.ignored, &annotated));
        if compared.is_err() {
            self.terraform(&["show", PLAN])?;
        }
        compared
    }
}

/// Removes a resource instance from a state. Returns the new state, and the identity of the instance.
fn removed(state: &str, address: &str) -> Result<(String, Json), String> {
    let removed = state_file::without(state, address);
    removed.ok_or_else(|| format!("{address} is not in the state: a step before must create it"))
}

/// Returns the arguments that identify the object in an `import` block.
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

/// Replaces attribute names in braces with the values of the attributes.
fn fill(template: &str, object: &Value) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after
            .split_once('}')
            .ok_or(format!("the ID {template:?} has no closing brace"))?;
        let value = name
            .split('.')
            .try_fold(object, |value, name| value.get(name));
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

/// Returns JSON as an expression in the Terraform language.
fn hcl(json: &Json) -> String {
    json.to_string().replace("${", "$${").replace("%{", "%%{")
}

/// A hint for a difference that is not a fault in the provider.
const IGNORING: &str = "if the service does not return an attribute, or spells it in another way: `.ignoring(\"…\")` for this step";

/// Returns the annotations of a resource type, if they are known.
type Annotated<'f, 'a> = &'f dyn Fn(&str) -> Option<Annotations<'a>>;

/// Returns `true` if a difference at the given path concerns only the provider.
fn allow(annotations: Annotations<'_>, [left, right]: [Snapshot<'_>; 2], path: &Path) -> bool {
    let [Ok(left), Ok(right)] = [left, right].map(|one| one.value(annotations.ty())) else {
        return false;
    };
    let other = right.lookup(path);
    other.is_ok_and(|other| annotations.concern_only_provider(&left, path, other))
}

/// Fails if the imported object differs from the object in the state, or if the plan changes the object. Values that
/// concern only the provider may differ, because the service does not return them.
fn compare<'a>(
    address: &str,
    before: &State,
    plan: &Plan,
    (ignored, annotated): (&[Path], Annotated<'_, 'a>),
) -> Result<(), String> {
    let changes = plan.document.resource_changes.iter();
    let Some(planned) = changes.clone().find(|change| change.address == address) else {
        return Err(format!("{address} is not in the plan, which has {plan}"));
    };
    let annotated = annotated(&planned.r#type);
    let change = &planned.change;
    if change.importing.is_none() {
        return Err(format!("{address} is not imported; the plan has {plan}"));
    }
    let stored = before
        .document
        .resources()
        .find(|found| found.address == address);
    let stored = stored.map_or_else(|| change.before(), |found| found.snapshot());
    let sides = [("the state", stored), ("the import", change.before())];
    let parts = [stored, change.before()];
    let differing = differences_between(address, parts)?;
    let all = differences(address, sides, differing, |path, _| {
        is_in(path, ignored) || annotated.is_some_and(|one| allow(one, parts, path))
    });
    if !all.is_empty() {
        return Err(format!(
            "the imported object differs from the state\n{}\n{IGNORING}",
            all.join("\n")
        ));
    }
    if change.actions.is_no_op() {
        return Ok(());
    }
    let parts = [change.before(), change.after()];
    let is_own = |path: &Path| annotated.is_some_and(|one| allow(one, parts, path));
    let sides = [("the import", parts[0]), ("the plan", parts[1])];
    let changed = differences_between(address, parts)?;
    let has_own = changed.iter().any(|(path, _)| is_own(path));
    let all = differences(address, sides, changed, |path, new| {
        // In an update that sets such values, other values are unknown.
        is_in(path, ignored) || is_own(path) || has_own && !new.is_wholly_known()
    });
    let is_explained = has_own || !ignored.is_empty();
    if all.is_empty() && !change.actions.deletes() && is_explained {
        return Ok(());
    }
    Err(format!(
        "the plan changes the imported object: {plan}\n{}\n{IGNORING}",
        all.join("\n")
    ))
}

fn is_in(path: &Path, outer: &[Path]) -> bool {
    outer.iter().any(|outer| starts_with(path, outer))
}

/// Returns a line for each part that differs between two values. Parts for which the function returns `true` are left
/// out. The function receives the path of a part and the part in the second value.
fn differences(
    address: &str,
    sides: [(&str, Snapshot<'_>); 2],
    differing: Vec<(Path, Value)>,
    is_left_out: impl Fn(&Path, &Value) -> bool,
) -> Vec<String> {
    let values = sides.map(|(_, snapshot)| snapshot.value(&Type::Dynamic).ok());
    let text = |side: usize, path: &Path| {
        let ((name, snapshot), value) = (sides[side], &values[side]);
        match value.as_ref().and_then(|value| value.get(path)) {
            Some(part) => format!(
                "{name} has {}",
                Object::new(address, snapshot).shown(path, part)
            ),
            None => format!("{name} has nothing"),
        }
    };
    let differing = differing.into_iter();
    let shown = differing.filter(|(path, new)| !is_left_out(path, new));
    let line = |(path, _)| format!("  {path}: {}, {}", text(0, &path), text(1, &path));
    shown.map(line).collect()
}

/// Returns the paths of the parts that differ, together with the parts in the second value.
fn differences_between(
    address: &str,
    sides: [Snapshot<'_>; 2],
) -> Result<Vec<(Path, Value)>, String> {
    let read = |snapshot: Snapshot<'_>| {
        snapshot
            .value(&Type::Dynamic)
            .map_err(|error| format!("{address}: {error}"))
    };
    let [left, right] = sides.map(read);
    let (left, right) = (left?, right?);
    let mut paths = Vec::new();
    differ(&left, &right, Path::root(), &mut paths);
    let null = Value::null(Type::Dynamic);
    let part = |path: &Path| right.get(path).unwrap_or(&null).clone();
    Ok(paths
        .into_iter()
        .map(|path| (path.clone(), part(&path)))
        .collect())
}

/// Collects the paths of the innermost parts that differ, but does not descend into lists and sets.
fn differ(left: &Value, right: &Value, here: Path, paths: &mut Vec<Path>) {
    let (Some(one), Some(other)) = (left.members(), right.members()) else {
        if left != right {
            paths.push(here);
        }
        return;
    };
    let null = Value::null(Type::Dynamic);
    for (name, value) in one {
        let other = right.get(name).unwrap_or(&null);
        differ(value, other, here.clone().attribute(name), paths);
    }
    for (name, _) in other.filter(|(name, _)| left.get(name).is_none()) {
        paths.push(here.clone().attribute(name));
    }
}
