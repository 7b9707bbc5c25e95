//! `oneOf` and `anyOf`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value as Json;

use super::document::{Fragment, Schemas};
use super::facts::{Facts, Group, is_only_required, scalar};
use super::names;
use super::node::Place;
use super::{Reading, Rule};
use crate::json::plain::shape::{Alternative, Kind, Shape, Test};
use crate::schema::Attribute;
use crate::value::Value;

/// The forms of a value.
#[derive(Default)]
pub(super) struct Choices<'d> {
    list: Vec<Choice<'d>>,
    /// Groups of members of which one or at least one is set.
    relations: Vec<(bool, Vec<&'d str>)>,
    /// The kind that all forms have, if they differ only in values.
    pub(super) kind: Option<Kind>,
    pub(super) rules: Vec<Rule>,
}

/// One form of a value.
struct Choice<'d> {
    name: String,
    schemas: Schemas<'d>,
    facts: Facts<'d>,
    /// The property and value of the discriminator.
    tag: Option<(&'d str, String)>,
    kind: Option<Kind>,
}

impl Choices<'_> {
    /// Returns `true` if there is only one form.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.relations.is_empty()
    }

    /// Returns `true` if any form has a member.
    pub(super) fn have(&self, name: &str) -> bool {
        let mut choices = self.list.iter();
        choices.any(|choice| choice.facts.properties.contains_key(name))
    }
}

/// Returns the schemas of a `oneOf` or `anyOf` that do not only stand for null.
pub(super) fn not_null(choices: &[Json]) -> impl Iterator<Item = (usize, &Json)> {
    let is_null = |json: &Json| {
        json.get("type").is_some_and(|ty| ty == "null")
            || json.get("const").is_some_and(Json::is_null)
            || json
                .get("enum")
                .and_then(Json::as_array)
                .is_some_and(|all| all.iter().all(Json::is_null))
    };
    choices
        .iter()
        .enumerate()
        .filter(move |(_, json)| !is_null(json))
}

impl<'d> Reading<'d> {
    /// Finds out which forms a value has.
    pub(super) fn choices(&mut self, schemas: &Schemas<'d>, facts: &Facts<'d>) -> Choices<'d> {
        let mut choices = Choices::default();
        let base = schemas.ids();
        for group in &facts.groups {
            if let Some(names) = relation(group, facts) {
                choices.relations.push((group.is_one_of, names));
                continue;
            }
            let found = self.forms(group, &base);
            if found.is_empty() || only_restrict(&found, facts) {
                self.unchecked(&group.pointer);
                continue;
            }
            if let Some(kind) = common_scalar(&found, facts) {
                choices.kind = Some(kind);
                match all_values(&found) {
                    Some(values) => choices.rules.push(Rule::OneOf(values)),
                    None => self.unchecked(&group.pointer),
                }
                continue;
            }
            if !choices.list.is_empty() {
                self.fault(
                    &group.pointer,
                    "a second choice between types cannot be mapped",
                );
                continue;
            }
            choices.list = found;
        }
        choices
    }

    /// Collects the schemas of each form, without those that apply anyway.
    fn forms(&mut self, group: &Group<'d>, base: &BTreeSet<usize>) -> Vec<Choice<'d>> {
        let mut found = Vec::new();
        let mut taken = BTreeSet::new();
        for choice in &group.choices {
            let schemas = self.collect(vec![choice.clone()], base);
            if schemas.never.is_some() || schemas.fragments.is_empty() {
                continue;
            }
            let facts = self.facts(&schemas);
            let tag = group.discriminator.as_ref().and_then(|(property, names)| {
                let schema = choice.get("$ref")?.as_str()?;
                let last = last_token(schema);
                let value = names.get(schema).or_else(|| names.get(last));
                Some((*property, (*value.unwrap_or(&last)).to_owned()))
            });
            let kind = facts.kind();
            let name = names::converted(&match (&tag, choice.get("$ref")) {
                (Some((_, value)), _) => value.clone(),
                (None, Some(Json::String(schema))) => last_token(schema).to_owned(),
                _ => match (facts.title, kind) {
                    (Some(title), _) => title.to_owned(),
                    (None, Some(kind)) => word(kind).to_owned(),
                    (None, None) => "option".to_owned(),
                },
            });
            found.push(Choice {
                name: names::unique(&name, &[], &mut taken),
                schemas,
                facts,
                tag,
                kind,
            });
        }
        found
    }

    /// Creates an attribute for each form. `taken` are the names of other attributes.
    pub(super) fn alternatives(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        choices: &Choices<'d>,
        place: &Place,
        taken: &mut BTreeSet<String>,
    ) -> Option<(Vec<Attribute>, Vec<Alternative>)> {
        let (mut attributes, mut alternatives) = (Vec::new(), Vec::new());
        let kind = facts.kind();
        let mut add = |reading: &mut Self,
                       name: &str,
                       test: Test,
                       mapped: Option<super::node::Mapped>,
                       place: &Place| {
            let mapped = mapped?;
            let attribute = Attribute::new(name.to_owned(), mapped.ty);
            attributes.push(if place.is_computed {
                attribute.computed()
            } else {
                attribute.optional()
            });
            for rule in mapped.rules {
                reading.rule(&place.path, rule);
            }
            alternatives.push(Alternative {
                name: name.to_owned().into(),
                shape: mapped.shape,
                test,
            });
            Some(())
        };
        let mut is_complete = true;
        for choice in &choices.list {
            let name = names::unique(&choice.name, place.reserved, taken);
            let within = place.within(Some(&name));
            let mapped = self.mapped(
                &choice.schemas,
                &choice.facts,
                choice.kind.or(kind),
                &within,
            );
            is_complete &= add(self, &name, test(choice), mapped, &within).is_some();
        }
        if choices.list.is_empty() && kind.is_none() {
            let mut kinds = facts.kinds.clone().unwrap_or_default();
            if kinds.contains(&Kind::Number) {
                kinds.remove(&Kind::Integer);
            }
            for kind in kinds {
                let name = names::unique(word(kind), place.reserved, taken);
                let within = place.within(Some(&name));
                let mapped = self.of_kind(kind, schemas, facts, &within);
                let test = Test {
                    kinds: vec![kind],
                    ..Test::default()
                };
                is_complete &= add(self, &name, test, mapped, &within).is_some();
            }
        }
        is_complete.then_some((attributes, alternatives))
    }

    /// Adds the rules about which members are set together.
    pub(super) fn relations(
        &mut self,
        facts: &Facts<'d>,
        choices: &Choices<'d>,
        alternatives: &[Alternative],
        names: &BTreeMap<&'d str, String>,
        place: &Place,
    ) {
        if place.is_computed {
            return;
        }
        let all = |names_of: &[&str]| -> Vec<String> {
            let found = names_of.iter().filter_map(|name| names.get(name));
            found.cloned().collect()
        };
        if !alternatives.is_empty() {
            let names = alternatives.iter().map(|one| one.name.to_string());
            self.rule(&place.path, Rule::ExactlyOneOf(names.collect()));
        }
        for (is_one_of, members) in &choices.relations {
            let rule = if *is_one_of {
                Rule::ExactlyOneOf(all(members))
            } else {
                Rule::AtLeastOneOf(all(members))
            };
            self.rule(&place.path, rule);
        }
        for (a, b) in &facts.conflicts {
            if let (Some(a), Some(b)) = (names.get(a), names.get(b)) {
                let path = place.path.clone().attribute(a.clone());
                self.rule(&path, Rule::ConflictsWith(vec![b.clone()]));
            }
        }
        for (name, others) in &facts.requires {
            if let Some(name) = names.get(name) {
                let path = place.path.clone().attribute(name.clone());
                self.rule(&path, Rule::RequiredWith(all(others)));
            }
        }
    }

    /// Adds a rule about the value at a path.
    pub(super) fn rule(&mut self, path: &crate::Path, rule: Rule) {
        let size = 128 + rule.size() + path.steps().iter().map(crate::Step::size).sum::<usize>();
        if self.charge(size, &super::document::Pointer::root()) {
            self.rules.push((path.clone(), rule));
        }
    }
}

/// Returns the members of which one is required, if this is all that a group says.
fn relation<'d>(group: &Group<'d>, facts: &Facts<'d>) -> Option<Vec<&'d str>> {
    let required = |choice: &Fragment<'d>| {
        let names = choice.get("required")?.as_array()?;
        match names.as_slice() {
            [Json::String(name)] if is_only_required(choice.json) => Some(name.as_str()),
            _ => None,
        }
    };
    let names: Option<Vec<_>> = group.choices.iter().map(required).collect();
    names.filter(|names| {
        let has = |name: &&str| facts.properties.contains_key(name);
        names.len() > 1 && names.iter().all(has)
    })
}

/// Returns `true` if forms add nothing to what the other schemas say about the type.
fn only_restrict(choices: &[Choice<'_>], base: &Facts<'_>) -> bool {
    let Some(kind) = base.kind() else {
        return false;
    };
    choices.iter().all(|choice| {
        let facts = &choice.facts;
        let adds_members =
            (facts.properties.keys()).any(|name| !base.properties.contains_key(name));
        let adds_elements = !facts.items.is_empty() || !facts.prefix_items.is_empty();
        let has_members = !base.properties.is_empty() || kind != Kind::Object;
        choice.kind.is_none_or(|own| own == kind)
            && !adds_members
            && !(adds_elements && base.items.is_empty())
            && facts.additional.is_empty()
            && has_members
            && facts.groups.is_empty()
    })
}

/// Returns the kind of forms that are all strings, numbers or bools.
fn common_scalar(choices: &[Choice<'_>], base: &Facts<'_>) -> Option<Kind> {
    let is_scalar = |kind: &Kind| !matches!(kind, Kind::Array | Kind::Object | Kind::Null);
    let kind = choices.first()?.kind.filter(is_scalar)?;
    let is_number = |kind: Kind| matches!(kind, Kind::Integer | Kind::Number);
    let same = |other: Kind| other == kind || is_number(other) && is_number(kind);
    let all = choices
        .iter()
        .all(|one| one.kind.is_some_and(same) && one.facts.groups.is_empty());
    (all && base.properties.is_empty()).then_some(if is_number(kind) { Kind::Number } else { kind })
}

/// Returns the values of forms that all have a few values.
fn all_values(choices: &[Choice<'_>]) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    for choice in choices {
        values.extend(
            choice
                .facts
                .values
                .as_ref()?
                .iter()
                .filter_map(|value| scalar(value)),
        );
    }
    Some(values)
}

/// Creates the test by which a form is recognized.
fn test(choice: &Choice<'_>) -> Test {
    let scalars = |values: &[Json]| -> Option<Vec<Json>> {
        let is_scalar = |value: &Json| !value.is_array() && !value.is_object();
        values.iter().all(is_scalar).then(|| values.to_vec())
    };
    let mut constants: Vec<(Box<str>, Vec<Json>)> = Vec::new();
    for (name, schemas) in &choice.facts.properties {
        for schema in schemas {
            let values = match (schema.get("const"), schema.get("enum")) {
                (Some(value), _) => scalars(std::slice::from_ref(value)),
                (None, Some(Json::Array(values))) => scalars(values),
                _ => None,
            };
            constants.extend(values.map(|values| (Box::from(*name), values)));
        }
    }
    let mut required: Vec<Box<str>> = Vec::new();
    required.extend(choice.facts.required.iter().map(|name| Box::from(*name)));
    if let Some((property, value)) = &choice.tag {
        constants.push((Box::from(*property), vec![value.as_str().into()]));
    }
    let values = choice
        .facts
        .values
        .iter()
        .flatten()
        .map(|value| (*value).clone());
    let values: Vec<Json> = values.collect();
    let mut kinds: Vec<Kind> = choice.facts.kinds.iter().flatten().copied().collect();
    if kinds.is_empty() {
        kinds.extend(choice.kind);
    }
    Test {
        kinds,
        required,
        constants,
        values: scalars(&values).unwrap_or_default(),
    }
}

fn last_token(reference: &str) -> &str {
    reference.rsplit(['/', '#']).next().unwrap_or(reference)
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "bool",
        Kind::Integer | Kind::Number => "number",
        Kind::String => "string",
        Kind::Array => "list",
        Kind::Object => "object",
    }
}

/// Creates the shape of an object with alternatives.
pub(super) fn with_alternatives(
    mut members: crate::json::plain::shape::Members,
    alternatives: Vec<Alternative>,
) -> Shape {
    members.alternatives = alternatives;
    Shape::Object(Arc::new(members))
}
