//! Determines the paths that require replacement, and the action that follows from a plan.

use std::borrow::Cow;
use std::fmt;

use super::go::Go;
use super::messages::PlanResponse;
use super::report::Report;
use super::rule::Rule;
use crate::path::{Path, Step};
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting};
use crate::ty::Type;
use crate::value::{Repr, Value};

/// Terraform's action on an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlannedAction {
    /// Nothing changes.
    NoOp,
    /// The object does not exist yet.
    Create,
    /// The object changes in place.
    Update,
    /// The object is deleted and created again.
    Replace,
    /// The object is deleted.
    Delete,
}

impl fmt::Display for PlannedAction {
    /// Prints the action as Terraform's errors do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlannedAction::NoOp => "NoOp",
            PlannedAction::Create => "Create",
            PlannedAction::Update => "Update",
            PlannedAction::Replace => "DeleteThenCreate",
            PlannedAction::Delete => "Delete",
        })
    }
}

/// Filters the provider's `requires_replace` paths, and returns the paths that cause a replacement. These are the paths
/// whose values differ between the prior and the planned state, and the paths of write-only attributes.
///
/// When the object is created, no path causes a replacement. [`check_plan`](super::check_plan) reports paths that do
/// not exist in either state.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{PlanResponse, replace_paths};
/// use tfvalue::{Attr, Path, TfSchema, Value};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Server {
///     #[tf(optional)]
///     image: Attr<String>,
///     #[tf(optional)]
///     zone: Attr<String>,
/// }
///
/// let state = |image: &str| Value::object([("image", image), ("zone", "a")]);
/// let (prior, planned) = (state("old")?, state("new")?);
/// let paths = [Path::from("image"), Path::from("zone")];
/// let response = PlanResponse::new(&planned).requires_replace(&paths);
/// assert_eq!(replace_paths(&Server::block(), &prior, response), ["image".into()]);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn replace_paths(block: &Block, prior: &Value, response: PlanResponse<'_>) -> Vec<Path> {
    let counts = |path: &&Path| counts(block, prior, response.planned, path);
    let paths = response.requires_replace.iter();
    paths.filter(counts).cloned().collect()
}

/// Returns the action that follows from a planned state and the provider's `requires_replace` paths.
///
/// If the planned state is null, the plan destroys the object. A provider with the legacy type system can also plan
/// null for a configured object. Terraform treats such a plan as an update.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{PlanResponse, PlannedAction, action};
/// use tfvalue::{Attr, TfSchema, Value};
/// # #[derive(TfSchema)]
/// # #[tf(kind = resource)]
/// # struct Server {
/// #     #[tf(computed)]
/// #     id: Attr<String>,
/// #     #[tf(required)]
/// #     name: Attr<String>,
/// # }
/// #
/// let state = |name: &str| Value::object([("id", "i-1"), ("name", name)]);
/// let (prior, planned) = (state("web")?, state("db")?);
/// assert_eq!(action(&Server::block(), &prior, PlanResponse::new(&planned)), PlannedAction::Update);
/// assert_eq!(action(&Server::block(), &prior, PlanResponse::new(&prior)), PlannedAction::NoOp);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn action(block: &Block, prior: &Value, response: PlanResponse<'_>) -> PlannedAction {
    let planned = response.planned;
    let is_replaced = || {
        let mut paths = response.requires_replace.iter();
        paths.any(|path| counts(block, prior, planned, path))
    };
    match (prior.is_null(), planned.is_null()) {
        (true, true) if !response.legacy_type_system => PlannedAction::NoOp,
        (true, true) => PlannedAction::Create,
        (true, false) => PlannedAction::Create,
        // Terraform accepts null for a configured object from a provider with the legacy type system.
        (false, true) if response.legacy_type_system && is_replaced() => PlannedAction::Replace,
        (false, true) => PlannedAction::Delete,
        (false, false) if is_replaced() => PlannedAction::Replace,
        (false, false) if is_known_equal(prior, planned) => PlannedAction::NoOp,
        (false, false) => PlannedAction::Update,
    }
}

fn counts(block: &Block, prior: &Value, planned: &Value, path: &Path) -> bool {
    if prior.is_null() {
        return false;
    }
    let is_changed = match (find(prior, path), find(planned, path)) {
        (Found::Nothing, Found::Nothing) => return false,
        (Found::Value(prior), Found::Value(planned)) => !is_known_equal(prior, planned),
        // A part of an unknown value can have any value. A value that exists in only one state counts as different,
        // even if the value is null.
        _ => true,
    };
    is_changed || is_write_only(&block.attributes, &block.block_types, planned, path.steps())
}

/// Reports the paths that exist in neither the prior nor the planned state.
pub(super) fn check(prior: &Value, planned: &Value, paths: &[Path], report: &mut Report) {
    if prior.is_null() {
        return;
    }
    for path in paths {
        let is_nowhere = |value| matches!(find(value, path), Found::Nothing);
        if is_nowhere(prior) && is_nowhere(planned) {
            let text = format!("non-existent attribute path {}", Go(path));
            report.plain(Rule::NoSuchReplacePath, [None, None], &text);
        }
    }
}

enum Found<'a> {
    Value(&'a Value),
    /// An unknown value, or a part of an unknown value, with its type.
    Unknown(Type),
    Nothing,
}

/// Finds the value at a path. As in a configuration, keys and indexes are converted to each other, and elements of sets
/// are not accessible.
fn find<'a>(value: &'a Value, path: &Path) -> Found<'a> {
    let mut here = found(value);
    for step in path.steps() {
        here = match here {
            Found::Value(value) => match within(value, step) {
                Some(part) => found(part),
                None => return Found::Nothing,
            },
            Found::Unknown(ty) => match within_unknown(&ty, step) {
                Some(ty) => Found::Unknown(ty),
                None => return Found::Nothing,
            },
            Found::Nothing => return here,
        };
    }
    here
}

fn found(value: &Value) -> Found<'_> {
    if value.is_unknown() {
        Found::Unknown(value.ty())
    } else {
        Found::Value(value)
    }
}

/// Returns the part of a known value.
fn within<'a>(value: &'a Value, step: &Step) -> Option<&'a Value> {
    let is_attribute = matches!(step, Step::Attribute(_));
    match &value.0 {
        Repr::Object(_) | Repr::Map(_) => value.get_named(&name_of(step)),
        Repr::List(_) | Repr::Tuple(_) if !is_attribute => value.parts().get(index_of(step)?),
        _ => None,
    }
}

/// Returns the type of a part of an unknown value.
fn within_unknown(ty: &Type, step: &Step) -> Option<Type> {
    let is_attribute = matches!(step, Step::Attribute(_));
    match ty {
        Type::Dynamic => Some(Type::Dynamic),
        Type::Object(object) => object.get(&name_of(step)).map(|one| one.ty.clone()),
        Type::Map(element) => Some(Type::clone(element)),
        Type::List(element) if !is_attribute => index_of(step).map(|_| Type::clone(element)),
        Type::Tuple(types) if !is_attribute => types.get(index_of(step)?).cloned(),
        _ => None,
    }
}

fn name_of(step: &Step) -> Cow<'_, str> {
    match step {
        Step::Attribute(name) => Cow::Borrowed(name),
        Step::Key(key) => Cow::Borrowed(key),
        Step::Index(index) => Cow::Owned(index.to_string()),
    }
}

fn index_of(step: &Step) -> Option<usize> {
    match step {
        Step::Attribute(_) => None,
        Step::Key(key) => key.parse().ok(),
        Step::Index(index) => usize::try_from(*index).ok(),
    }
}

/// Returns `true` if two values are equal and contain no unknown values.
fn is_known_equal(a: &Value, b: &Value) -> bool {
    (a.is_null() && b.is_null()) || a == b && a.is_wholly_known()
}

/// Returns `true` if `steps` lead to a write-only attribute of a planned object with these attributes and blocks.
///
/// Unlike in [`find`], a key must refer to a map, and an index to a list.
fn is_write_only(
    attributes: &[Attribute],
    blocks: &[NestedBlock],
    planned: &Value,
    steps: &[Step],
) -> bool {
    let [Step::Attribute(name), rest @ ..] = steps else {
        return false;
    };
    let Some(value) = planned.get_named(name) else {
        return false;
    };
    if let Some(attribute) = attributes.iter().find(|one| one.name == *name) {
        return match &attribute.ty {
            _ if attribute.write_only => rest.is_empty(),
            AttributeType::Nested(nested) => {
                let part = part_of(nested.nesting, value, rest);
                part.is_some_and(|(part, rest)| is_write_only(&nested.attributes, &[], part, rest))
            }
            AttributeType::Type(_) => false,
        };
    }
    let nested = blocks.iter().find(|one| one.type_name == *name);
    nested.is_some_and(|nested| {
        let Block {
            attributes,
            block_types,
            ..
        } = &*nested.block;
        let part = part_of(nested.nesting, value, rest);
        part.is_some_and(|(part, rest)| is_write_only(attributes, block_types, part, rest))
    })
}

/// Returns the object to which the first steps lead, and the remaining steps.
fn part_of<'v, 's>(
    nesting: Nesting,
    value: &'v Value,
    steps: &'s [Step],
) -> Option<(&'v Value, &'s [Step])> {
    match (nesting, steps) {
        (Nesting::Single | Nesting::Group, _) => Some((value, steps)),
        (Nesting::List, [Step::Index(index), rest @ ..]) => {
            let index = usize::try_from(*index).ok()?;
            Some((value.get_element(index)?, rest))
        }
        (Nesting::Map, [Step::Key(key), rest @ ..]) => Some((value.get_named(key)?, rest)),
        _ => None,
    }
}
