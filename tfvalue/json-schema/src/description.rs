//! Descriptions from JSON Schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use tfvalue::__internal::json_schema as internal;
use tfvalue::provider::{Description, Rules};
use tfvalue::{Diagnostic, Diagnostics, Error, Number, Value};

use crate::multiple::Step;
use crate::pattern;
use crate::{Mapping, Rule};

/// The memory that patterns can take in addition to 64 times their length.
const ROOM: usize = 1 << 20;

/// A check of one value.
type Check = Box<dyn Fn(&Value) -> Result<(), Error> + Send + Sync>;

impl From<&Mapping> for Description {
    /// Creates the description of a resource from a JSON Schema, with its rules.
    ///
    /// The service checks patterns that the crate `regex` cannot read, those that would take much memory, and formats. Everything that only the provider sets becomes unknown when the object changes,
    /// unless [`Rules::keep`] is added.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tfvalue::provider::{Description, Rules};
    /// use tfvalue_json_schema::JsonSchema;
    ///
    /// let document = json!({
    ///     "type": "object",
    ///     "properties": {
    ///         "id": {"type": "string", "readOnly": true},
    ///         "size": {"type": "integer", "minimum": 1, "default": 20},
    ///     },
    /// });
    /// let mapping = JsonSchema::new(&document).read()?;
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
        let description = internal::allow_without_effect(Description::new(mapping.schema.clone()));
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
    let mut joined = Joined {
        room,
        rules: Rules::new(),
        checks: Vec::new(),
        has_values: false,
        has_pattern: false,
        conflicts: Vec::new(),
        required: Vec::new(),
        keys: Vec::new(),
    };
    for rule in all {
        joined.add(rule);
    }
    joined.end()
}

/// The rules for one value. [`Rules`] have only one of each kind.
struct Joined<'r> {
    room: &'r mut usize,
    rules: Rules,
    /// What `rules` cannot express.
    checks: Vec<Check>,
    has_values: bool,
    has_pattern: bool,
    conflicts: Vec<String>,
    required: Vec<String>,
    keys: Vec<Rule>,
}

impl Joined<'_> {
    fn add(&mut self, rule: Rule) {
        let rules = std::mem::take(&mut self.rules);
        self.rules = match rule {
            Rule::Default(value) => rules.default(value),
            Rule::OneOf(values) if !self.has_values && are_of_one_type(&values) => {
                self.has_values = true;
                rules.one_of(values)
            }
            Rule::Range { min, max } => rules.range((bound(min), bound(max))),
            Rule::Length { min, max } => {
                let max = max.map_or(Bound::Unbounded, Bound::Included);
                rules.length((Bound::Included(min), max))
            }
            Rule::Pattern(pattern) => self.pattern(rules, pattern),
            Rule::Format(_) => rules,
            Rule::Each(each) => rules.each(joined(each, self.room)),
            Rule::Immutable => rules.replace(),
            Rule::PairBy(names) => rules.pair_by(names),
            Rule::ExactlyOneOf(names) => rules.exactly_one_of(names.into_iter().skip(1)),
            Rule::AtLeastOneOf(names) => rules.at_least_one_of(names.into_iter().skip(1)),
            rule => {
                self.add_to_others(rule);
                rules
            }
        };
    }

    /// Adds a rule of which there can be several.
    fn add_to_others(&mut self, rule: Rule) {
        match rule {
            Rule::ConflictsWith(names) => self.conflicts.extend(names),
            Rule::RequiredWith(names) => self.required.extend(names),
            Rule::Keys(keys) => self.keys.extend(keys),
            rule => self.checks.extend(check(rule)),
        }
    }

    /// Adds a pattern to these rules.
    fn pattern(&mut self, rules: Rules, text: String) -> Rules {
        match pattern::compiled(&text, self.room) {
            Some(regex) if self.has_pattern => {
                self.checks
                    .push(Box::new(move |value| pattern::check(&regex, &text, value)));
                rules
            }
            Some(regex) => {
                self.has_pattern = true;
                internal::pattern(rules, text, regex)
            }
            None => rules,
        }
    }

    fn end(self) -> Rules {
        let Joined {
            mut rules, checks, ..
        } = self;
        if !self.conflicts.is_empty() {
            rules = rules.conflicts_with(unique(self.conflicts));
        }
        if !self.required.is_empty() {
            rules = rules.required_with(unique(self.required));
        }
        if !self.keys.is_empty() {
            rules = rules.keys(joined(self.keys, self.room));
        }
        if checks.is_empty() {
            return rules;
        }
        rules.check(move |value| {
            let faults = checks.iter().filter_map(|check| check(value).err());
            let faults = faults.map(Diagnostic::from);
            faults.collect::<Diagnostics>().into_result().map(drop)
        })
    }
}

fn unique(names: Vec<String>) -> BTreeSet<String> {
    names.into_iter().collect()
}

/// Returns the check of a rule about a value.
fn check(rule: Rule) -> Option<Check> {
    match rule {
        Rule::OneOf(values) => Some(Box::new(move |value| {
            if values.contains(value) {
                return Ok(());
            }
            let expected =
                internal::one_of_names(values.len(), values.iter().map(ToString::to_string));
            Err(internal::mismatch_value(expected, "another value", value))
        })),
        Rule::Integer => Some(Box::new(|value| {
            let is_whole = value.as_number().is_none_or(Number::is_integer);
            let words = || internal::mismatch_value("a whole number", "another number", value);
            is_whole.then_some(()).ok_or_else(words)
        })),
        Rule::MultipleOf(step) => {
            let exact = Step::of(&step)?;
            Some(Box::new(move |value| {
                if value.as_number().is_none_or(|number| exact.divides(number)) {
                    return Ok(());
                }
                let expected = format!("a multiple of {step}");
                Err(internal::mismatch_value(expected, "another number", value))
            }))
        }
        _ => None,
    }
}

/// Returns `true` if these are all strings or all numbers.
fn are_of_one_type(values: &[Value]) -> bool {
    let mut all = values.iter();
    all.clone().all(|value| value.as_str().is_some())
        || all.all(|value| value.as_number().is_some())
}

fn bound(bound: Option<(Number, bool)>) -> Bound<Number> {
    match bound {
        None => Bound::Unbounded,
        Some((number, true)) => Bound::Included(number),
        Some((number, false)) => Bound::Excluded(number),
    }
}
