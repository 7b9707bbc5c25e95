//! Descriptions from JSON Schemas.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::multiple::Step;
use super::{Description, Rules};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::number::Number;
use crate::schema::json_schema::{Mapping, Rule};
use crate::validate::alternatives;
use crate::value::Value;

/// The memory that patterns can take in addition to 64 times their length.
const ROOM: usize = 1 << 20;

/// A check of one value.
type Check = Box<dyn Fn(&Value) -> Result<(), Error> + Send + Sync>;

impl From<&Mapping> for Description {
    /// Creates the description of a resource from a JSON Schema, with its rules.
    ///
    /// Patterns need the feature `regex`. The service checks those that the crate `regex` cannot read, those that would
    /// take much memory, and formats.
    /// Everything that only the provider sets becomes unknown when the object changes, unless
    /// [`Rules::keep`] is added.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tfvalue::provider::{Description, Rules};
    /// use tfvalue::schema::from_json_schema;
    ///
    /// let mapping = from_json_schema(&json!({
    ///     "type": "object",
    ///     "properties": {
    ///         "id": {"type": "string", "readOnly": true},
    ///         "size": {"type": "integer", "minimum": 1, "default": 20},
    ///     },
    /// }))?;
    /// let description = Description::from(&mapping)
    ///     .rules("id", Rules::new().keep())
    ///     .import_id("id");
    /// assert!(description.schema().block.attribute("size").unwrap().computed);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    fn from(mapping: &Mapping) -> Self {
        let mut by_path: BTreeMap<String, Vec<Rule>> = BTreeMap::new();
        for (path, rule) in &mapping.rules {
            let path = match rule {
                Rule::ExactlyOneOf(names) | Rule::AtLeastOneOf(names) => match names.first() {
                    Some(first) => path.clone().attribute(first.clone()),
                    None => continue,
                },
                _ => path.clone(),
            };
            by_path
                .entry(path.to_string())
                .or_default()
                .push(rule.clone());
        }
        let lengths = mapping.rules.iter().map(|(_, rule)| patterns(rule));
        let mut room = ROOM + 64 * lengths.sum::<usize>();
        let mut description = Description::new(mapping.schema.clone());
        description.is_generated = true;
        by_path
            .into_iter()
            .fold(description, |description, (path, rules)| {
                description.rules(path, joined(rules, &mut room))
            })
    }
}

/// Returns the length of the patterns in a rule.
fn patterns(rule: &Rule) -> usize {
    match rule {
        Rule::Pattern(pattern) => pattern.len(),
        Rule::Each(rules) | Rule::Keys(rules) => rules.iter().map(patterns).sum(),
        _ => 0,
    }
}

/// Joins the rules for one value. Patterns take their size from `room`.
fn joined(all: Vec<Rule>, room: &mut usize) -> Rules {
    let mut checks: Vec<Check> = Vec::new();
    let mut rules = Rules::new();
    for rule in all {
        rules = with(rules, rule, &mut checks, room);
    }
    if checks.is_empty() {
        return rules;
    }
    rules.check(move |value| {
        let faults = checks.iter().filter_map(|check| check(value).err());
        let faults = faults.map(Diagnostic::from);
        let faults: Diagnostics = faults.collect();
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults)
        }
    })
}

fn with(rules: Rules, rule: Rule, checks: &mut Vec<Check>, room: &mut usize) -> Rules {
    match rule {
        Rule::Default(value) => rules.default(value),
        Rule::OneOf(values) if are_of_one_type(&values) => rules.one_of(values),
        Rule::OneOf(values) => {
            checks.push(Box::new(move |value| {
                let words = || format!("only {} is allowed", listed(&values));
                let is_allowed = values.contains(value);
                is_allowed.then_some(()).ok_or_else(|| Error::msg(words()))
            }));
            rules
        }
        Rule::Integer => {
            checks.push(Box::new(|value| {
                let is_whole = value.as_number().is_none_or(Number::is_integer);
                let words = || Error::mismatch_value("a whole number", "another number", value);
                is_whole.then_some(()).ok_or_else(words)
            }));
            rules
        }
        Rule::MultipleOf(step) => {
            let Some(exact) = Step::of(&step) else {
                return rules;
            };
            checks.push(Box::new(move |value| {
                if value.as_number().is_none_or(|number| exact.divides(number)) {
                    return Ok(());
                }
                let expected = format!("a multiple of {step}");
                Err(Error::mismatch_value(expected, "another number", value))
            }));
            rules
        }
        Rule::Range { min, max } => rules.range((bound(min), bound(max))),
        Rule::Length { min, max } => {
            let max = max.map_or(Bound::Unbounded, Bound::Included);
            rules.length((Bound::Included(min), max))
        }
        #[cfg(feature = "regex")]
        Rule::Pattern(pattern) => match crate::validate::Pattern::of_document(pattern, room) {
            Some(pattern) => rules.pattern(pattern),
            None => rules,
        },
        #[cfg(not(feature = "regex"))]
        Rule::Pattern(_) => rules,
        Rule::Format(_) => rules,
        Rule::Each(each) => rules.each(joined(each, room)),
        Rule::Keys(keys) => rules.keys(joined(keys, room)),
        Rule::Immutable => rules.replace(),
        Rule::PairBy(names) => rules.pair_by(names),
        Rule::ExactlyOneOf(names) => rules.exactly_one_of(names.into_iter().skip(1)),
        Rule::AtLeastOneOf(names) => rules.at_least_one_of(names.into_iter().skip(1)),
        Rule::ConflictsWith(names) => rules.conflicts_with(names),
        Rule::RequiredWith(names) => rules.required_with(names),
    }
}

/// Returns `true` if these are all strings or all numbers.
fn are_of_one_type(values: &[Value]) -> bool {
    let mut all = values.iter();
    all.clone().all(|value| value.as_str().is_some())
        || all.all(|value| value.as_number().is_some())
}

/// Lists values: `a`, `b` or `c`.
fn listed(values: &[Value]) -> String {
    let names = values.iter().map(ToString::to_string);
    alternatives(values.len(), names)
}

fn bound(bound: Option<(Number, bool)>) -> Bound<Number> {
    match bound {
        None => Bound::Unbounded,
        Some((number, true)) => Bound::Included(number),
        Some((number, false)) => Bound::Excluded(number),
    }
}
