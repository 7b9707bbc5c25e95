//! Creates cases with fewer attributes, because an attribute that prevents a step from completing also hides later
//! faults.

use tfvalue::schema::Block;
use tfvalue::{Path, Value};

use super::case::{Case, CaseStep};
use super::edit;
use super::random::Source;
use super::shrink::is_required;

/// Returns a case in which the blocked steps do not configure the attribute at fault. If the attribute is required, it
/// has a different value in these steps. If the attribute is not known, about half of the optional attributes are
/// omitted. Returns `None` if the case would not change.
pub(super) fn thinner(
    source: &mut Source<'_>,
    block: &Block,
    case: &Case,
    blocked: &[(usize, Path)],
) -> Option<Case> {
    let mut thinner = case.clone();
    for (index, path) in blocked {
        let step = thinner.steps.get_mut(*index)?;
        step.config = match edit::root_name(path).filter(|name| is_configured(step, name)) {
            Some(name) if is_required(block, name) => {
                source.change_member(block, &step.config, name).ok()?
            }
            Some(name) => without(block, &step.config, |other| other == name)?,
            None => without(block, &step.config, |name| {
                !is_required(block, name) && source.rng.one_in(2)
            })?,
        };
        let is_there = |path: &Path| step.config.get(path).is_some_and(|part| !part.is_null());
        step.unknown = step.unknown.take().filter(is_there);
    }
    (thinner != *case).then_some(thinner)
}

fn is_configured(step: &CaseStep, name: &str) -> bool {
    step.config.get(name).is_some_and(|value| !value.is_null())
}

/// Returns a configuration without some attributes and blocks.
fn without(
    block: &Block,
    config: &Value,
    mut is_left_out: impl FnMut(&str) -> bool,
) -> Option<Value> {
    let empty = block.empty();
    let members = config.members()?.map(|(name, value)| {
        let none = empty.get(name).filter(|_| is_left_out(name));
        (name, none.unwrap_or(value).clone())
    });
    Value::object(members).ok()
}
