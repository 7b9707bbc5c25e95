//! `oneOf` and `anyOf`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value as Json;

use tfvalue::schema::{Attribute, AttributeType, Nesting};
use tfvalue::{Path, Type, Value, paths::Step};

use crate::Reading;
use crate::document::{Fragment, Pointer, Schemas};
use crate::facts::{Facts, general, is_only_required, scalar};
use crate::groups::{Group, last_token};
use crate::names::{self, Names};
use crate::node::{Mapped, Place};
use crate::plain::shape::{Alternative, Kind, Members, Shape, Test, is_secret};
use crate::rules::Collected;
use crate::secrets::Secrecy;

/// The wording of messages about a second choice, which cannot be mapped.
pub(crate) const SECOND_CHOICE: &str = "a second choice between types";

/// The forms of a value.
#[derive(Default)]
pub(crate) struct Choices<'d> {
    list: Vec<Choice<'d>>,
    relations: Vec<Relation<'d>>,
    /// The kind that all forms have, if the forms differ only in their values.
    pub(crate) kind: Option<Kind>,
    /// The values that the forms allow if they differ only in their values.
    pub(crate) allowed: Vec<Allowed<'d>>,
    /// The place of a second choice between types.
    pub(crate) second: Option<Pointer<'d>>,
    /// Whether forms without attributes are secrets.
    pub(crate) secrecy: Secrecy,
    /// The members that are secrets in forms without attributes.
    pub(crate) secret_members: BTreeSet<&'d str>,
}

/// A group of members, of which exactly one or at least one must be set.
struct Relation<'d> {
    at: Pointer<'d>,
    is_one_of: bool,
    members: Vec<&'d str>,
}

/// The allowed values of forms that all have the same kind.
pub(crate) struct Allowed<'d> {
    pub(crate) at: Pointer<'d>,
    pub(crate) kind: Kind,
    pub(crate) values: Vec<Value>,
}

/// One form of a value.
struct Choice<'d> {
    name: String,
    schemas: Schemas<'d>,
    facts: Facts<'d>,
    kind: Option<Kind>,
    test: Test,
}

impl Choices<'_> {
    /// Returns `true` if there is only one form.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.relations.is_empty()
    }

    /// Returns `true` if any form has a member.
    pub(crate) fn have(&self, name: &str) -> bool {
        let mut choices = self.list.iter();
        choices.any(|choice| choice.facts.properties.contains_key(name))
    }

    /// Returns `true` if a form is an object with attributes.
    pub(crate) fn have_members(&self) -> bool {
        let mut choices = self.list.iter();
        choices.any(|choice| !choice.facts.properties.is_empty())
    }
}

/// Returns the schemas of a `oneOf` or `anyOf`, except for schemas that only stand for null.
pub(crate) fn not_null(choices: &[Json]) -> impl Iterator<Item = (usize, &Json)> {
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
    /// Determines the forms of a value.
    pub(crate) fn choices(&mut self, schemas: &Schemas<'d>, facts: &Facts<'d>) -> Choices<'d> {
        let mut choices = Choices::default();
        let base = schemas.ids();
        for group in &facts.groups {
            if let Some(members) = relation(group, facts) {
                choices.relations.push(Relation {
                    at: group.pointer.clone(),
                    is_one_of: group.is_one_of,
                    members,
                });
                continue;
            }
            let found = self.forms(group, facts, &base);
            if found.is_empty() || only_restrict(&found, facts) {
                self.unchecked(&group.pointer);
                self.keep_secrets(&found, &mut choices);
                continue;
            }
            if let Some(kind) = common_scalar(&found, facts) {
                choices.kind = Some(kind);
                match all_values(&found) {
                    Some(values) => choices.allowed.push(Allowed {
                        at: group.pointer.clone(),
                        kind,
                        values,
                    }),
                    None => self.unchecked(&group.pointer),
                }
                self.keep_secrets(&found, &mut choices);
                continue;
            }
            if !choices.list.is_empty() {
                choices.second = Some(group.pointer.clone());
                continue;
            }
            choices.list = found;
        }
        choices
    }

    /// Records the secrets in forms that have no attributes.
    fn keep_secrets(&mut self, forms: &[Choice<'d>], choices: &mut Choices<'d>) {
        for form in forms {
            let (secrecy, members) = self.secrets_of(&form.facts);
            choices.secrecy.add(secrecy);
            choices.secret_members.extend(members);
        }
    }

    /// Collects the schemas of each form, without the schemas that always apply.
    fn forms(
        &mut self,
        group: &Group<'d>,
        whole: &Facts<'d>,
        base: &BTreeSet<usize>,
    ) -> Vec<Choice<'d>> {
        let mut found = Vec::new();
        let mut taken = Names::default();
        for choice in &group.choices {
            let schemas = self.collect(vec![choice.clone()], base);
            if schemas.never.is_some() || schemas.fragments.is_empty() {
                continue;
            }
            let mut facts = self.facts(&schemas);
            let tag = group.discriminator.as_ref().and_then(|one| one.tag(choice));
            if let Some((property, _)) = &tag {
                let has = |facts: &Facts<'_>| facts.properties.contains_key(property);
                if !has(&facts) && !has(whole) {
                    // Without an attribute, the property would be lost.
                    facts.required.insert(property);
                }
            }
            let kind = facts.kind();
            let name = match (&tag, choice.get("$ref")) {
                (Some((_, values)), _) => values[0],
                (None, Some(Json::String(schema))) => last_token(schema),
                _ => facts.title.unwrap_or(kind.map_or("option", word)),
            };
            let name = taken.unique(&names::converted(name), &[]);
            let test = test(&facts, kind, tag);
            if !self.charge(768 + name.len() + test.size(), &choice.pointer) {
                break;
            }
            // A member that this form requires but does not define has its attribute in the enclosing object.
            let has = |facts: &Facts<'d>, name: &&'d str| facts.properties.contains_key(name);
            let mut required = std::mem::take(&mut facts.required);
            required.retain(|name| has(&facts, name) || !has(whole, name));
            facts.required = required;
            found.push(Choice {
                name,
                schemas,
                facts,
                kind,
                test,
            });
        }
        found
    }

    /// Creates an attribute for each form. `taken` contains the names of other attributes.
    pub(crate) fn alternatives(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        choices: &Choices<'d>,
        kind: Option<Kind>,
        place: &Place,
        taken: &mut Names,
    ) -> Option<Found> {
        let mut found = Found::default();
        let kind = facts.kind().or(kind);
        let mut is_complete = true;
        let kinds = is_of_several_kinds(facts, choices, kind);
        for choice in &choices.list {
            let name = taken.unique(&choice.name, place.reserved);
            let within = place.within(Some(&name));
            self.note_read_only(&choice.facts);
            let kind = choice.kind.or(kind);
            let mapped = self.mapped(&choice.schemas, &choice.facts, kind, &within);
            is_complete &= self.alternative(name, choice.test.clone(), mapped, &within, &mut found);
        }
        if kinds {
            for kind in facts.separate_kinds() {
                let name = taken.unique(word(kind), place.reserved);
                let within = place.within(Some(&name));
                let mapped = self.of_kind(kind, schemas, facts, &Choices::default(), &within);
                let test = Test {
                    kinds: vec![kind],
                    ..Test::default()
                };
                is_complete &= self.alternative(name, test, mapped, &within, &mut found);
            }
        }
        is_complete.then_some(found)
    }

    /// Adds the attribute for a form. Returns `false` if the form has no type.
    fn alternative(
        &mut self,
        name: String,
        test: Test,
        mapped: Option<Mapped>,
        place: &Place,
        found: &mut Found,
    ) -> bool {
        let Some(mapped) = mapped else {
            return false;
        };
        let mut attribute = Attribute::new(name.clone(), mapped.ty);
        attribute.computed = place.is_computed;
        attribute.optional = !place.is_computed;
        attribute.sensitive = mapped.secrecy.is_sensitive;
        attribute.write_only = mapped.secrecy.is_write_only && !place.is_computed;
        if !place.is_computed && self.charge(mapped.rules.size(), &Pointer::root()) {
            found.rules.insert(name.clone(), mapped.rules);
        }
        found.alternatives.push(Alternative {
            name: name.into(),
            is_open: is_open(&attribute.ty) || mapped.shape.is_open(),
            is_secret: is_secret(&attribute),
            shape: mapped.shape,
            test,
        });
        found.attributes.push(attribute);
        true
    }

    /// Adds the rules about which members can be set together. `names` contains the attributes that a configuration can
    /// set.
    pub(crate) fn relations(
        &mut self,
        facts: &Facts<'d>,
        choices: &Choices<'d>,
        alternatives: &[Alternative],
        names: &BTreeMap<&'d str, String>,
        rules: &mut ByName,
    ) {
        if let Some((first, others)) = alternatives.split_first() {
            let others = others.iter().map(|one| one.name.to_string()).collect();
            self.relate(rules, &first.name, others, Collected::exactly_one_of);
        }
        self.groups(choices, names, rules);
        for (a, b) in &facts.conflicts {
            if let (Some(a), Some(b)) = (names.get(a), names.get(b)) {
                self.relate(rules, a, vec![b.clone()], Collected::conflicts_with);
            }
        }
        for (name, others) in &facts.requires {
            // Values that only the provider sets exist even if they are not configured.
            let others = others.iter().filter(|other| *other != name);
            let others: Vec<_> = others
                .filter_map(|other| names.get(other))
                .cloned()
                .collect();
            if let (Some(name), false) = (names.get(name), others.is_empty()) {
                self.relate(rules, name, others, Collected::required_with);
            }
        }
    }

    /// Adds the rules about groups of members. No rule is added for a group with a member that only the provider sets.
    /// The first member holds the rule, so no other group can begin with that member.
    fn groups(
        &mut self,
        choices: &Choices<'d>,
        names: &BTreeMap<&'d str, String>,
        rules: &mut ByName,
    ) {
        let mut first = BTreeSet::new();
        for relation in &choices.relations {
            let members = relation.members.iter().map(|name| names.get(name).cloned());
            let mut members: Vec<_> = members.collect::<Option<_>>().unwrap_or_default();
            let mut all = members.iter();
            let free = all.position(|name| first.insert((relation.is_one_of, name.clone())));
            let Some(free) = free else {
                self.unchecked(&relation.at);
                continue;
            };
            let member = members.swap_remove(free);
            let add = if relation.is_one_of {
                Collected::exactly_one_of
            } else {
                Collected::at_least_one_of
            };
            self.relate(rules, &member, members, add);
        }
    }

    /// Adds a rule about a member and other members.
    fn relate(
        &mut self,
        rules: &mut ByName,
        member: &str,
        others: Vec<String>,
        add: fn(&mut Collected, Vec<String>),
    ) {
        let own = rules.entry(member.to_owned()).or_default();
        let size = own.size();
        add(own, others);
        let size = own.size() - size;
        self.charge(size, &Pointer::root());
    }

    /// Adds the rules for the value at a path.
    pub(crate) fn add_rules(&mut self, path: &Path, rules: Collected) {
        let size = |step: &Step| match step {
            Step::Attribute(name) => size_of::<Step>() + name.len(),
            _ => size_of::<Step>(),
        };
        let size = 128 + path.steps().iter().map(size).sum::<usize>();
        if !rules.is_empty() && self.charge(size, &Pointer::root()) {
            self.rules.push((path.to_string(), rules));
        }
    }
}

/// The rules for the members of an object, by the names of the attributes.
pub(crate) type ByName = BTreeMap<String, Collected>;

/// The attributes for the forms of a value.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) rules: ByName,
    pub(crate) alternatives: Vec<Alternative>,
}

/// Returns `true` if a value can have several types, each of which is a form.
pub(crate) fn is_of_several_kinds(
    facts: &Facts<'_>,
    choices: &Choices<'_>,
    kind: Option<Kind>,
) -> bool {
    choices.list.is_empty() && facts.kind().or(kind).is_none()
}

/// Returns `true` if a value of the type can be an object with any members.
fn is_open(ty: &AttributeType) -> bool {
    match ty {
        AttributeType::Type(ty) => matches!(ty, Type::Dynamic | Type::Map(_)),
        AttributeType::Nested(nested) => nested.nesting == Nesting::Map,
        _ => false,
    }
}

/// Returns the members of a group if each of its schemas contains only the requirement that one member is present.
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
        let different: BTreeSet<_> = names.iter().collect();
        names.len() > 1 && different.len() == names.len() && names.iter().all(has)
    })
}

/// Returns `true` if the forms add nothing to the type that results from the other schemas.
fn only_restrict(choices: &[Choice<'_>], base: &Facts<'_>) -> bool {
    let Some(kind) = base.kind() else {
        return false;
    };
    choices.iter().all(|choice| {
        let facts = &choice.facts;
        let adds_members =
            (facts.properties.keys()).any(|name| !base.properties.contains_key(name));
        let adds_elements = !facts.items.is_empty() || !facts.prefix_items.is_empty();
        let has_members =
            !base.properties.is_empty() || !base.additional.is_empty() || kind != Kind::Object;
        choice.kind.is_none_or(|own| own == kind)
            && !adds_members
            && !(adds_elements && base.items.is_empty())
            && facts.additional.is_empty()
            && has_members
            && facts.groups.is_empty()
    })
}

/// Returns the kind of the forms if they are all strings, all numbers or all bools.
fn common_scalar(choices: &[Choice<'_>], base: &Facts<'_>) -> Option<Kind> {
    let is_scalar = |kind: &Kind| !matches!(kind, Kind::Array | Kind::Object | Kind::Null);
    let first = choices.first()?.kind.filter(is_scalar)?;
    let is_same = |kind: Kind| general(kind) == general(first);
    let mut all = choices.iter();
    if !base.properties.is_empty()
        || !all.all(|one| one.kind.is_some_and(is_same) && one.facts.groups.is_empty())
    {
        return None;
    }
    let is_one = choices.iter().all(|one| one.kind == Some(first));
    Some(if is_one { first } else { general(first) })
}

/// Returns the values of the forms, if each form lists its allowed values.
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

/// Creates the test that recognizes a form.
fn test(facts: &Facts<'_>, kind: Option<Kind>, tag: Option<(&str, Vec<&str>)>) -> Test {
    let scalars = |values: &[Json]| -> Option<Vec<Json>> {
        let is_scalar = |value: &Json| !value.is_array() && !value.is_object();
        values.iter().all(is_scalar).then(|| values.to_vec())
    };
    let mut constants: Vec<(Box<str>, Vec<Json>)> = Vec::new();
    for (name, schemas) in &facts.properties {
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
    required.extend(facts.required.iter().map(|name| Box::from(*name)));
    if let Some((property, values)) = tag {
        let values = values.into_iter().map(Json::from).collect();
        constants.push((Box::from(property), values));
    }
    let values = facts.values.iter().flatten();
    let values: Vec<Json> = values.map(|value| (*value).clone()).collect();
    let mut kinds: Vec<Kind> = facts.kinds.iter().flatten().copied().collect();
    if kinds.is_empty() {
        kinds.extend(kind);
    }
    Test {
        kinds,
        required,
        constants,
        values: scalars(&values).unwrap_or_default(),
    }
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
pub(crate) fn with_alternatives(mut members: Members, alternatives: Vec<Alternative>) -> Shape {
    members.alternatives = alternatives;
    Shape::Object(Arc::new(members))
}
