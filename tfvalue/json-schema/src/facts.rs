//! The combined facts about all schemas of one value.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use std::ops::Bound::{Excluded, Included, Unbounded};

use tfvalue::{Number, Type, Value};

use crate::Reading;
use crate::choices::not_null;
use crate::document::{Fragment, Pointer, Schemas};
use crate::groups::Group;
use crate::plain::Plain;
use crate::plain::shape::Kind;
use crate::rules::Collected;

/// The keywords of all schemas that apply to one value.
#[derive(Default)]
pub(crate) struct Facts<'d> {
    /// The allowed kinds of JSON, without null. `None` for any.
    pub(crate) kinds: Option<BTreeSet<Kind>>,
    pub(crate) properties: BTreeMap<&'d str, Vec<Fragment<'d>>>,
    pub(crate) required: BTreeSet<&'d str>,
    /// The schemas of members that are not in `properties`.
    pub(crate) additional: Vec<Fragment<'d>>,
    /// The place where a schema allows any other members.
    pub(crate) allows_others: Option<Pointer<'d>>,
    pub(crate) patterns: Vec<(&'d str, Fragment<'d>)>,
    pub(crate) items: Vec<Fragment<'d>>,
    pub(crate) prefix_items: Vec<Fragment<'d>>,
    pub(crate) is_closed: bool,
    /// The allowed values, without null.
    pub(crate) values: Option<Vec<&'d Json>>,
    pub(crate) is_constant: bool,
    pub(crate) default: Option<Preset<'d>>,
    pub(crate) groups: Vec<Group<'d>>,
    /// Pairs of members that cannot both be set.
    pub(crate) conflicts: Vec<(&'d str, &'d str)>,
    pub(crate) requires: Vec<(&'d str, Vec<&'d str>)>,
    /// The requirements that the schemas impose on the names of members.
    pub(crate) keys: Vec<Facts<'d>>,
    /// Whether the value cannot change once the object exists.
    pub(crate) is_immutable: bool,
    /// The regular expressions that a string must match.
    pub(crate) expressions: Vec<&'d str>,
    /// The steps; a number must be a multiple of each step.
    pub(crate) steps: Vec<Number>,
    pub(crate) range: (Option<Bound>, Option<Bound>),
    /// The bounds on the numbers of characters, elements and entries.
    pub(crate) lengths: [(Option<u64>, Option<u64>); 3],
    pub(crate) list_keys: Vec<&'d str>,
    pub(crate) description: Option<&'d str>,
    pub(crate) title: Option<&'d str>,
    /// The place where a schema specifies that only the provider sets the value.
    pub(crate) read_only: Option<Pointer<'d>>,
    pub(crate) write_only: bool,
    pub(crate) is_secret: bool,
    pub(crate) is_deprecated: bool,
    /// The place where a schema requires the elements to be unique.
    pub(crate) is_unique: Option<Pointer<'d>>,
    pub(crate) number_or_text: bool,
    /// Whether the schemas allow no value at all. A note reports such a contradiction.
    pub(crate) is_contradictory: bool,
    /// Whether null is allowed, too.
    pub(crate) is_nullable: bool,
    /// The place where the schema specifies that there are unlisted members.
    pub(crate) is_open: Option<Pointer<'d>>,
}

/// The default that applies, and its place.
pub(crate) struct Preset<'d> {
    pub(crate) json: &'d Json,
    pub(crate) at: Pointer<'d>,
    /// The depth of the schema that contains the default.
    pub(crate) depth: usize,
    /// The smallest depth of the schemas that follow this schema. Schemas with a greater depth are parts of this schema.
    pub(crate) since: usize,
}

/// A bound on a number, and whether the number may equal the bound.
#[derive(Clone)]
pub(crate) struct Bound(pub(crate) Number, pub(crate) bool);

/// Keywords that only restrict values and have no equivalent in Terraform.
const UNCHECKED: &[&str] = &[
    "contains",
    "dependencies",
    "dependentSchemas",
    "if",
    "unevaluatedItems",
];

impl<'d> Reading<'d> {
    pub(crate) fn facts(&mut self, schemas: &Schemas<'d>) -> Facts<'d> {
        let mut facts = Facts::default();
        for fragment in &schemas.fragments {
            self.add_kinds(fragment, &mut facts);
            self.add_members(fragment, &mut facts);
            self.add_elements(fragment, &mut facts);
            self.add_values(fragment, &mut facts);
            self.add_bounds(fragment, &mut facts);
            self.add_groups(fragment, &mut facts);
            self.add_notes(fragment, &mut facts);
            for keyword in UNCHECKED.iter().filter(|one| fragment.get(one).is_some()) {
                self.unchecked(&fragment.at(keyword));
            }
        }
        facts.is_nullable = self.is_nullable(schemas);
        let pointer = schemas.pointer();
        if facts.excludes_all() && !facts.is_nullable {
            self.contradiction(&pointer, "the types of the schemas exclude each other");
            facts.is_contradictory = true;
        }
        self.note_heirs(schemas, &facts);
        if facts.read_only.is_some() && facts.write_only {
            self.fault(&pointer, "readOnly and writeOnly exclude each other");
        }
        self.end_values(&pointer, &mut facts);
        self.end_bounds(&pointer, &mut facts);
        facts
    }

    fn add_kinds(&mut self, fragment: &Fragment<'d>, facts: &mut Facts<'d>) {
        let Some(ty) = fragment.get("type") else {
            return;
        };
        let at = fragment.at("type");
        let words = match ty {
            Json::Array(words) => words.iter().collect(),
            word => vec![word],
        };
        let mut kinds = BTreeSet::new();
        for word in words {
            match word.as_str().and_then(kind_of_word) {
                Some(Kind::Null) => {}
                Some(Kind::Number) => kinds.extend([Kind::Integer, Kind::Number]),
                Some(kind) => _ = kinds.insert(kind),
                None => return self.wrong(&at, "a type of JSON Schema", word),
            }
        }
        facts.kinds = Some(match facts.kinds.take() {
            Some(others) => others.intersection(&kinds).copied().collect(),
            None => kinds,
        });
    }

    fn add_members(&mut self, fragment: &Fragment<'d>, facts: &mut Facts<'d>) {
        if let Some(properties) = fragment.get("properties") {
            let at = fragment.at("properties");
            for (name, json) in self.members(properties, &at) {
                let schema = Fragment::new(json, at.member(name));
                facts.properties.entry(name).or_default().push(schema);
            }
        }
        if let Some(required) = fragment.get("required") {
            // In draft 3 of JSON Schema, `required` is a bool in the schema of each property.
            facts
                .required
                .extend(self.names(required, &fragment.at("required")));
        }
        for keyword in ["additionalProperties", "unevaluatedProperties"] {
            match fragment.get(keyword) {
                Some(Json::Bool(false)) => facts.is_closed = true,
                Some(json) if allows_all(json) => facts.allows_others = Some(fragment.at(keyword)),
                Some(json) => {
                    let at = fragment.at(keyword);
                    facts.additional.push(Fragment::new(json, at));
                }
                None => {}
            }
        }
        if let Some(patterns) = fragment.get("patternProperties") {
            let at = fragment.at("patternProperties");
            for (pattern, json) in self.members(patterns, &at) {
                let schema = Fragment::new(json, at.member(pattern));
                facts.patterns.push((pattern, schema));
            }
        }
        if let Some(names) = fragment.get("propertyNames") {
            let start = vec![Fragment::new(names, fragment.at("propertyNames"))];
            let mut keys = Facts::default();
            for schema in self.collect(start, &BTreeSet::new()).fragments {
                self.add_values(&schema, &mut keys);
                self.add_bounds(&schema, &mut keys);
            }
            facts.is_secret |= keys.is_secret;
            facts.keys.push(keys);
        }
        if let Some(requires) = fragment.get("dependentRequired") {
            let at = fragment.at("dependentRequired");
            for (name, others) in self.members(requires, &at) {
                let others = self.names(others, &at.member(name));
                facts.requires.push((name, others));
            }
        }
        if let Some(not) = fragment.get("not") {
            match not
                .get("required")
                .and_then(Json::as_array)
                .map(Vec::as_slice)
            {
                Some([Json::String(a), Json::String(b)]) if a != b && is_only_required(not) => {
                    facts.conflicts.push((a, b));
                }
                _ => self.unchecked(&fragment.at("not")),
            }
        }
    }

    fn add_elements(&mut self, fragment: &Fragment<'d>, facts: &mut Facts<'d>) {
        // Before 2020-12, `items` could have the meaning of `prefixItems` and be used with `additionalItems`.
        let (first, rest) = match fragment.get("items") {
            Some(Json::Array(_)) => ("items", "additionalItems"),
            _ => ("prefixItems", "items"),
        };
        if let Some(items) = fragment.get(rest) {
            facts.items.push(Fragment::new(items, fragment.at(rest)));
        }
        if let Some(items) = fragment.get(first) {
            let at = fragment.at(first);
            let items = self.list(items, &at).iter().enumerate();
            let items = items.map(|(index, json)| Fragment::new(json, at.element(index)));
            facts.prefix_items = items.collect();
        }
        if self.flag(fragment, "uniqueItems") {
            facts.is_unique = Some(fragment.at("uniqueItems"));
        }
        match fragment
            .get("x-kubernetes-list-type")
            .and_then(Json::as_str)
        {
            Some("set") => facts.is_unique = Some(fragment.at("x-kubernetes-list-type")),
            Some("map") => {
                if let Some(keys) = fragment.get("x-kubernetes-list-map-keys") {
                    facts.list_keys = self.names(keys, &fragment.at("x-kubernetes-list-map-keys"));
                }
            }
            _ => {}
        }
    }

    fn is_nullable(&mut self, schemas: &Schemas<'d>) -> bool {
        let mut all = schemas.fragments.iter();
        if all.any(|one| self.flag(one, "nullable")) {
            return true;
        }
        // If null is one choice, the other choice does not have to allow null.
        let all = schemas.fragments.iter().filter(|one| !one.is_next_to_null);
        all.filter_map(allows_null).reduce(|a, b| a && b) == Some(true)
    }

    /// Reports schemas that contradict each other, either as an error or in a note.
    pub(crate) fn contradiction(&mut self, pointer: &Pointer<'d>, words: &'static str) {
        if self.maps_to_dynamic {
            self.note(pointer, words.to_owned());
        } else {
            self.fault(pointer, words);
        }
    }

    fn add_notes(&mut self, fragment: &Fragment<'d>, facts: &mut Facts<'d>) {
        if self.flag(fragment, "readOnly") {
            facts.read_only = Some(fragment.at("readOnly"));
        }
        facts.write_only |= self.flag(fragment, "writeOnly");
        facts.is_deprecated |= self.flag(fragment, "deprecated");
        facts.number_or_text |= self.flag(fragment, "x-kubernetes-int-or-string");
        for keyword in [
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-embedded-resource",
        ] {
            if self.flag(fragment, keyword) {
                facts.is_open = Some(fragment.at(keyword));
            }
        }
        if let Some(Json::Array(all)) = fragment.get("x-kubernetes-validations") {
            let rules = all.iter().map(|one| one.get("rule").and_then(Json::as_str));
            let is_kept = |rule: &Option<&str>| *rule == Some("self == oldSelf");
            facts.is_immutable |= rules.clone().any(|rule| is_kept(&rule));
            if !rules.clone().all(|rule| is_kept(&rule)) {
                self.unchecked(&fragment.at("x-kubernetes-validations"));
            }
        }
        let (description, title) = (
            self.text(fragment, "description"),
            self.text(fragment, "title"),
        );
        facts.description = facts.description.or(description);
        facts.title = facts.title.or(title);
    }
}

impl<'d> Facts<'d> {
    /// Returns `true` if no type is allowed by all schemas.
    pub(crate) fn excludes_all(&self) -> bool {
        self.kinds.as_ref().is_some_and(BTreeSet::is_empty)
    }

    /// Returns `true` if only null is allowed.
    pub(crate) fn is_only_null(&self) -> bool {
        self.is_nullable && (self.excludes_all() || self.values.as_ref().is_some_and(Vec::is_empty))
    }

    /// Returns the only kind of JSON that is allowed. For numbers, this is the more general kind.
    pub(crate) fn kind(&self) -> Option<Kind> {
        let kinds = self.kinds.clone().or_else(|| self.implied_kinds())?;
        let mut kinds = kinds.into_iter();
        match (kinds.next(), kinds.next(), kinds.next()) {
            (Some(kind), None, None) => Some(kind),
            (Some(Kind::Integer), Some(Kind::Number), None) => Some(Kind::Number),
            _ => None,
        }
    }

    /// Returns the allowed kinds, without integers if all numbers are allowed.
    pub(crate) fn separate_kinds(&self) -> BTreeSet<Kind> {
        let mut kinds = self.kinds.clone().unwrap_or_default();
        if kinds.contains(&Kind::Number) {
            kinds.remove(&Kind::Integer);
        }
        kinds
    }

    /// Returns the kinds that other keywords imply.
    fn implied_kinds(&self) -> Option<BTreeSet<Kind>> {
        if let Some(values) = &self.values {
            return Some(values.iter().map(|value| kind_of_value(value)).collect());
        }
        let has_members = !self.properties.is_empty()
            || !self.additional.is_empty()
            || !self.patterns.is_empty()
            || !self.required.is_empty()
            || self.is_closed;
        let has_elements = !self.items.is_empty() || !self.prefix_items.is_empty();
        match (has_members, has_elements) {
            (true, false) => Some(BTreeSet::from([Kind::Object])),
            (false, true) => Some(BTreeSet::from([Kind::Array])),
            _ => None,
        }
    }

    /// Returns the allowed values that match the schemas.
    pub(crate) fn values(&self, fits: impl Fn(&Json) -> bool) -> Vec<Value> {
        let values = self.values.iter().flatten().filter(|value| fits(value));
        values.filter_map(|value| scalar(value)).collect()
    }

    /// Returns the rules for a string that is a number in JSON if the string is a whole number.
    pub(crate) fn rules_of_number_or_text(&self) -> Collected {
        let mut rules = Collected::default();
        self.add_limits(Kind::String, &mut rules);
        let values = self.values(|value| !value.is_boolean()).into_iter();
        let text = |value: Value| match value.as_number() {
            Some(number) => Value::from(number.to_string()),
            None => value,
        };
        rules.one_of(values.map(text).collect());
        rules
    }

    /// Returns the rules for the value itself, without the rules for its parts. Keywords for other kinds of values have no
    /// effect.
    pub(crate) fn own_rules(&self, kind: Kind) -> Collected {
        let mut rules = Collected::default();
        self.add_rules(kind, &mut rules);
        rules
    }

    fn add_rules(&self, kind: Kind, rules: &mut Collected) {
        self.add_limits(kind, rules);
        rules.one_of(self.values(|value| fits(kind, value)));
    }

    /// Adds all rules except the rules for the allowed values.
    fn add_limits(&self, kind: Kind, rules: &mut Collected) {
        if self.is_immutable {
            rules.replace();
        }
        if matches!(kind, Kind::Integer | Kind::Number) {
            for step in &self.steps {
                rules.multiple_of(step.clone());
            }
            if self.range.0.is_some() || self.range.1.is_some() {
                let side = |bound: &Option<Bound>| match bound.clone() {
                    None => Unbounded,
                    Some(Bound(number, true)) => Included(number),
                    Some(Bound(number, false)) => Excluded(number),
                };
                rules.range((side(&self.range.0), side(&self.range.1)));
            }
        }
        if kind == Kind::Integer {
            rules.integer();
        }
        if kind == Kind::String {
            for expression in &self.expressions {
                rules.pattern(expression);
            }
        }
        let [characters, elements, entries] = self.lengths;
        let (min, max) = match kind {
            Kind::String => characters,
            Kind::Array => elements,
            Kind::Object => entries,
            _ => (None, None),
        };
        if min.is_some_and(|min| min > 0) || max.is_some() {
            let max = max.map_or(Unbounded, Included);
            rules.length((Included(min.unwrap_or(0)), max));
        }
        if kind == Kind::Object {
            for keys in &self.keys {
                keys.add_rules(Kind::String, rules.keys());
            }
        }
    }
}

/// Returns `true` for `true`, `{}` and schemas that only contain descriptions.
pub(crate) fn allows_all(json: &Json) -> bool {
    let is_note = |name: &String| {
        matches!(
            &**name,
            "title" | "description" | "nullable" | "$comment" | "example" | "examples"
        ) || name.starts_with("x-") && !name.starts_with("x-kubernetes-")
    };
    match json {
        Json::Object(members) => members.keys().all(is_note),
        other => *other == true,
    }
}

/// Returns whether a schema allows null, or `None` if the schema does not specify that.
fn allows_null(fragment: &Fragment<'_>) -> Option<bool> {
    let is_listed = |keyword: &str, is: &dyn Fn(&Json) -> bool| match fragment.get(keyword) {
        Some(Json::Array(all)) => Some(all.iter().any(is)),
        other => other.map(is),
    };
    let has_null = |choices: &Json| {
        let choices = choices.as_array().map_or(&[][..], Vec::as_slice);
        not_null(choices).count() < choices.len()
    };
    let all = [
        is_listed("type", &|one| *one == "null"),
        is_listed("enum", &Json::is_null),
        fragment.get("const").map(Json::is_null),
        fragment.get("oneOf").map(has_null),
        fragment.get("anyOf").map(has_null),
    ];
    all.into_iter().flatten().reduce(|a, b| a && b)
}

/// Returns `true` if a schema contains only the requirement that members are present.
pub(crate) fn is_only_required(json: &Json) -> bool {
    let members = json.as_object().into_iter().flatten();
    let is_note = |name: &str| matches!(name, "type" | "title" | "description" | "required");
    json.get("required").is_some() && members.map(|(name, _)| name).all(|name| is_note(name))
}

/// Converts a string, number or bool.
pub(crate) fn scalar(json: &Json) -> Option<Value> {
    Plain::from(&Type::Dynamic).read(json).ok()
}

fn kind_of_word(word: &str) -> Option<Kind> {
    Some(match word {
        "null" => Kind::Null,
        "boolean" => Kind::Bool,
        "integer" => Kind::Integer,
        "number" => Kind::Number,
        "string" => Kind::String,
        "array" => Kind::Array,
        "object" => Kind::Object,
        _ => return None,
    })
}

/// Returns `true` if a value can be of the given kind. Whole numbers can be of both kinds of numbers.
pub(crate) fn fits(kind: Kind, value: &Json) -> bool {
    general(kind_of_value(value)) == general(kind)
}

/// Returns the kind. For integers, returns the kind of all numbers.
pub(crate) fn general(kind: Kind) -> Kind {
    match kind {
        Kind::Integer => Kind::Number,
        kind => kind,
    }
}

pub(crate) fn kind_of_value(json: &Json) -> Kind {
    match json {
        Json::Null => Kind::Null,
        Json::Bool(_) => Kind::Bool,
        Json::Number(number) => match number.to_string().parse::<Number>() {
            Ok(number) if number.is_integer() => Kind::Integer,
            _ => Kind::Number,
        },
        Json::String(_) => Kind::String,
        Json::Array(_) => Kind::Array,
        Json::Object(_) => Kind::Object,
    }
}
