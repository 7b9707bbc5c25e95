//! Creates the rules for a [`Description`] from the schemas of a value.

use std::collections::BTreeSet;
use std::ops::RangeBounds;

use tfvalue::__internal::json_schema as internal;
use tfvalue::provider::{Description, Rules};
use tfvalue::{Diagnostic, Diagnostics, Number, Result, Value};

use crate::multiple::Step;
use crate::{Mapping, pattern};

/// A check of one value.
type Check = Box<dyn Fn(&Value) -> Result<()> + Send + Sync>;

impl From<&Mapping> for Description {
    /// Creates the description of a resource from a JSON Schema, with its rules.
    ///
    /// All values that only the provider sets become unknown when the object changes, unless [`Rules::keep`] is added.
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
        let description = Description::new(mapping.schema.clone());
        let rules = mapping.rules.iter();
        rules.fold(
            internal::allow_without_effect(description),
            |description, (path, rules)| description.rules(path, rules.clone()),
        )
    }
}

/// The rules for one value. A schema can have several rules of the same kind.
#[derive(Default)]
pub(crate) struct Collected {
    /// Boxed, because the call stack of the reader grows with the depth of the document.
    rules: Option<Box<Rules>>,
    /// The checks that `rules` cannot express.
    checks: Vec<Check>,
    /// Regular expressions, which share the memory that remains at the end.
    patterns: Vec<String>,
    has_values: bool,
    /// Whether numbers must be whole.
    pub(crate) is_integer: bool,
    /// Whether a change requires replacement.
    replaces: bool,
    /// The members that identify an element.
    pairs: Vec<String>,
    conflicts: BTreeSet<String>,
    required: BTreeSet<String>,
    each: Option<Box<Collected>>,
    keys: Option<Box<Collected>>,
    /// The memory that the rules take, which is 0 if there are no rules.
    size: usize,
}

impl Collected {
    fn add(&mut self, size: usize, add: impl FnOnce(Rules) -> Rules) {
        let rules = self.rules.take().unwrap_or_default();
        self.rules = Some(Box::new(add(*rules)));
        self.size += 64 + size;
    }

    fn add_check(
        &mut self,
        size: usize,
        check: impl Fn(&Value) -> Result<()> + Send + Sync + 'static,
    ) {
        self.checks.push(Box::new(check));
        self.size += 128 + size;
    }

    /// Returns the approximate amount of memory that the rules use.
    pub(crate) fn size(&self) -> usize {
        let nested = [&self.each, &self.keys].into_iter().flatten();
        let size = self.size + nested.map(|nested| nested.size()).sum::<usize>();
        match size {
            0 => 0,
            size => size_of::<Self>() + size,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.size() == 0
    }

    pub(crate) fn set_default(&mut self, value: Value) {
        self.add(0, |rules| rules.default(value));
    }

    pub(crate) fn replace(&mut self) {
        self.replaces = true;
        self.size += 64;
    }

    pub(crate) fn pair_by(&mut self, names: Vec<String>) {
        self.size += 64 + size_of_names(&names);
        self.pairs = names;
    }

    /// Allows only the given values, unless the list is empty.
    pub(crate) fn one_of(&mut self, values: Vec<Value>) {
        let sizes = values.iter();
        let size = sizes
            .map(|value| 48 + value.as_str().map_or(0, str::len))
            .sum();
        if values.is_empty() {
            return;
        }
        if !self.has_values && are_of_one_type(&values) {
            self.has_values = true;
            return self.add(size, |rules| rules.one_of(values));
        }
        self.add_check(size, move |value| {
            if values.contains(value) {
                return Ok(());
            }
            let names = values.iter().map(ToString::to_string);
            let expected = internal::one_of_names(values.len(), names);
            Err(internal::mismatch_value(expected, "another value", value))
        });
    }

    pub(crate) fn integer(&mut self) {
        self.is_integer = true;
        self.add_check(0, |value| {
            if value.as_number().is_none_or(Number::is_integer) {
                return Ok(());
            }
            Err(internal::mismatch_value(
                "a whole number",
                "another number",
                value,
            ))
        });
    }

    pub(crate) fn multiple_of(&mut self, step: Number) {
        self.size += 64;
        let Some(exact) = Step::of(&step) else {
            return;
        };
        self.add_check(0, move |value| {
            if value.as_number().is_none_or(|number| exact.divides(number)) {
                return Ok(());
            }
            let expected = format!("a multiple of {step}");
            Err(internal::mismatch_value(expected, "another number", value))
        });
    }

    pub(crate) fn range(&mut self, range: impl RangeBounds<Number>) {
        self.add(0, |rules| rules.range(range));
    }

    pub(crate) fn length(&mut self, range: impl RangeBounds<u64>) {
        self.add(0, |rules| rules.length(range));
    }

    pub(crate) fn pattern(&mut self, text: &str) {
        self.patterns.push(text.to_owned());
        self.size += 64 + text.len();
    }

    /// Sets the rules for each element. Returns `false` if some rules are about changes to an element. Such rules
    /// cannot be kept, because only the whole value can require a replacement.
    pub(crate) fn each(&mut self, mut each: Collected) -> bool {
        let is_complete = !each.replaces && each.pairs.is_empty();
        (each.replaces, each.pairs) = (false, Vec::new());
        self.each = Some(Box::new(each));
        is_complete
    }

    /// Returns the rules for each key.
    pub(crate) fn keys(&mut self) -> &mut Collected {
        self.keys.get_or_insert_default()
    }

    pub(crate) fn exactly_one_of(&mut self, others: Vec<String>) {
        self.add(size_of_names(&others), |rules| rules.exactly_one_of(others));
    }

    pub(crate) fn at_least_one_of(&mut self, others: Vec<String>) {
        self.add(size_of_names(&others), |rules| {
            rules.at_least_one_of(others)
        });
    }

    pub(crate) fn conflicts_with(&mut self, names: Vec<String>) {
        self.size += 64 + size_of_names(&names);
        self.conflicts.extend(names);
    }

    pub(crate) fn required_with(&mut self, names: Vec<String>) {
        self.size += 64 + size_of_names(&names);
        self.required.extend(names);
    }

    /// Returns the completed rules. The size of the patterns is subtracted from `room`.
    pub(crate) fn end(self, room: &mut usize) -> Rules {
        let mut rules = *self.rules.unwrap_or_default();
        let mut checks = Vec::new();
        let mut has_pattern = false;
        for text in self.patterns {
            match pattern::compiled(&text, room) {
                Some(regex) if has_pattern => {
                    checks.push(
                        Box::new(move |value: &_| pattern::check(&regex, &text, value)) as Check,
                    );
                }
                Some(regex) => {
                    has_pattern = true;
                    rules = internal::pattern(rules, text, regex);
                }
                None => {}
            }
        }
        if self.replaces {
            rules = rules.replace();
        }
        if !self.pairs.is_empty() {
            rules = rules.pair_by(self.pairs);
        }
        if !self.conflicts.is_empty() {
            rules = rules.conflicts_with(self.conflicts);
        }
        if !self.required.is_empty() {
            rules = rules.required_with(self.required);
        }
        if let Some(each) = self.each {
            rules = rules.each(each.end(room));
        }
        if let Some(keys) = self.keys {
            rules = rules.keys(keys.end(room));
        }
        checks.extend(self.checks);
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

fn size_of_names(names: &[String]) -> usize {
    names.iter().map(|name| 48 + name.len()).sum()
}

/// Returns `true` if the values are all strings or all numbers.
fn are_of_one_type(values: &[Value]) -> bool {
    let mut all = values.iter();
    all.clone().all(|value| value.as_str().is_some())
        || all.all(|value| value.as_number().is_some())
}
