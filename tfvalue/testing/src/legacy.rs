//! Finds changes that the legacy type system hides. Terraform tolerates plans from `SDKv2` that differ from the
//! configuration.

use tfvalue::schema::{Attribute, Block};
use tfvalue::{Path, Value};

use super::advice;
use super::change::PLAN;
use super::checks::Seen;
use super::edit::{self, Place};
use super::finding::{Finding, FindingKind};
use super::kinds::is_set;
use super::lint::Lint;

/// The message of `SDKv2`'s panic if an integer in the state has too many digits for a float. `SDKv2` reads numbers in JSON
/// as floats, in every method that reads a state.
///
/// Source: `ReadFieldMerge` of `helper/schema/field_reader_multi.go`, 2.40.
const OVERFLOW: &str = "Error reading level state: strconv.ParseInt";

/// The advice for this panic.
pub(super) const OVERFLOW_HELP: &str = "SDKv2 reads the integers of a state as 64-bit floats: reject integers beyond 2^53, \
    for example with validation.IntBetween";

/// Returns `true` if `SDKv2` has crashed because of a large integer.
pub(super) fn is_overflow(finding: &Finding) -> bool {
    finding.kind == FindingKind::Crash && finding.problem.contains(OVERFLOW)
}

/// A plan, and the values from which it was made.
pub(super) struct Planning<'a> {
    /// The configuration of the existing object.
    pub(super) before: Option<&'a Value>,
    pub(super) config: &'a Value,
    pub(super) prior: &'a Value,
    pub(super) planned: &'a Value,
}

/// Returns findings about changes that a plan leaves out, and remembers the changes that a plan contains.
pub(super) fn hidden(block: &Block, planning: &Planning<'_>, seen: &mut Seen) -> Vec<Finding> {
    let mut found = Vec::new();
    let attributes = block.attributes.iter();
    for one in attributes.filter(|one| (one.required || one.optional) && !one.is_secret()) {
        let path = Path::root().attribute(one.name.clone());
        let (Some(new), Some(planned)) = (
            planning.config.get(&one.name),
            planning.planned.get(&one.name),
        ) else {
            continue;
        };
        let lint = match planning.old(one) {
            Some(old) if planned == old => Lint::ChangeIgnored,
            Some(_) => {
                seen.is_planned(path);
                continue;
            }
            None if loses_element(new, planned) => Lint::ElementsLost,
            None => continue,
        };
        found.push(Finding::lint(PLAN, lint, path).values(block, new, planned));
    }
    found
}

impl<'a> Planning<'a> {
    /// Returns the prior value of a string, number or bool if the new configured value certainly means something else.
    /// A value that the provider stores in another form cannot be compared.
    fn old(&self, attribute: &Attribute) -> Option<&'a Value> {
        let name = &*attribute.name;
        let [before, new] = [self.before?, self.config].map(|config| config.get(name));
        let old = self.prior.get(name)?;
        let is_changed = before == Some(old) && meaning(old)? != meaning(new?)?;
        is_changed.then_some(old)
    }
}

/// Returns `true` if the only changes in a plan are unknown values of attributes that only the provider sets. Other
/// changes of a pretended state show nothing, because `SDKv2` normalizes values while it applies a plan.
pub(super) fn only_recomputes(block: &Block, [prior, planned]: [&Value; 2]) -> bool {
    let is_computed = |path: &Path| match edit::place(block, path) {
        Place::Attribute(one) => one.computed && !one.optional,
        Place::Block(_) => false,
    };
    let parts = edit::differences(prior, planned);
    parts
        .iter()
        .all(|part| part.new.is_unknown() && is_computed(&part.path))
}

/// Returns `true` if a planned set has fewer elements than the configured set, and a missing element is not equivalent
/// to any planned element.
fn loses_element(new: &Value, planned: &Value) -> bool {
    if !is_set(new) || !is_set(planned) {
        return false;
    }
    let meanings = |set: &Value| {
        let elements = set.elements().into_iter().flatten();
        elements.map(meaning).collect::<Option<Vec<_>>>()
    };
    let (Some(new), Some(planned)) = (meanings(new), meanings(planned)) else {
        return false;
    };
    planned.len() < new.len() && new.iter().any(|one| !planned.contains(one))
}

/// Returns a known string, number or bool without the differences that services ignore.
fn meaning(value: &Value) -> Option<String> {
    if value.is_null() || value.is_unknown() || advice::is_zero(value) {
        return None;
    }
    let text = match value.as_str() {
        Some(text) => {
            let letters = text.chars().filter(|letter| letter.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect()
        }
        None if value.as_bool().is_some() || value.as_number().is_some() => value.to_string(),
        None => return None,
    };
    Some(text).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use tfvalue::Type;

    use super::super::finding::Identity;
    use super::*;

    fn set<const N: usize>(elements: [&str; N]) -> Value {
        Value::set(Type::String, elements).unwrap()
    }

    #[test]
    fn elements_that_mean_the_same_can_be_one() {
        assert!(loses_element(&set(["a", "b"]), &set(["a"])));
        assert!(!loses_element(&set(["a", "A "]), &set(["a"])));
        assert!(!loses_element(&set(["a", "b"]), &set(["x", "y"])));
        assert!(!loses_element(&set(["a", ""]), &set(["a"])));
    }

    #[test]
    fn a_change_that_is_left_out_is_found_unless_another_one_is_planned() {
        let name = Attribute::new("name", Type::String).optional();
        let block = Block::new().attributes([name]);
        let [a, b, same] = ["a", "b", "A "].map(|name| {
            let value = Value::object([("name", Value::from(name))]);
            value.unwrap()
        });
        let mut seen = Seen::default();
        let mut found = |before, config, planned| {
            let planning = Planning {
                before,
                config,
                prior: &a,
                planned,
            };
            hidden(&block, &planning, &mut seen).len()
        };
        assert_eq!(found(Some(&a), &b, &a), 1);
        assert_eq!(found(Some(&a), &same, &a), 0);
        // The state has another form of the value, such as a hash.
        assert_eq!(found(Some(&b), &b, &a), 0);
        assert_eq!(found(None, &b, &a), 0);
        assert_eq!(found(Some(&a), &b, &b), 0);
        let path = Path::root().attribute("name");
        assert_eq!(seen.refuted(), [(Lint::ChangeIgnored, path)]);
    }

    #[test]
    fn a_large_integer_is_one_cause_in_all_methods() {
        let crash = |method, problem: &str| {
            Finding::new(method, FindingKind::Crash, Path::root(), problem.to_owned())
        };
        let text = |frame: &str| {
            format!(
                "panic: {OVERFLOW}: parsing \"9223372036854776000\"\n\nsdk.get(0x1)\n{frame}(0x2)\n"
            )
        };
        let read = crash("ReadResource", &text("sdk.read"));
        let apply = crash("ApplyResourceChange", &text("sdk.apply"));
        let other = crash("ReadResource", "panic: other");
        assert!(Identity::of(&read) == Identity::of(&apply));
        assert!(Identity::of(&read) != Identity::of(&other));
        assert!(read.help().unwrap().contains("IntBetween"));
        assert_eq!(other.help(), None);
    }
}
