//! Maps the members of objects to attributes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use tfvalue::__internal::json_schema::{self as internal, Extra, Tree};
use tfvalue::schema::{Attribute, StringKind};
use tfvalue::{Result, Value};

use crate::Reading;
use crate::choices::{Choices, is_of_several_kinds, with_alternatives};
use crate::document::{Fragment, Pointer, Schemas};
use crate::facts::Facts;
use crate::names::{self, Names};
use crate::node::{Mapped, Place};
use crate::plain::shape::{Kind, Member, Members, Shape, is_secret};
use crate::rules::Collected;

/// The properties that an object defines for one of its members.
#[derive(Clone, Copy)]
struct OfJson<'d> {
    name: &'d str,
    is_required: bool,
    /// Whether the member is a secret in a form that has no attribute.
    is_secret: bool,
}

impl<'d> Reading<'d> {
    /// Maps the members of an object to attributes, and adds the attributes for the forms of the object.
    pub(crate) fn attributes(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        choices: &Choices<'d>,
        kind: Option<Kind>,
        place: &Place,
    ) -> Option<(Vec<Attribute>, Shape)> {
        let mut properties = BTreeMap::new();
        if !is_of_several_kinds(facts, choices, kind) {
            properties.clone_from(&facts.properties);
            for name in facts.required.iter().filter(|name| !choices.have(name)) {
                properties.entry(name).or_default();
            }
        }
        let mut rules = BTreeMap::new();
        let mut taken = Names::default();
        let mut names = names::of_members(properties.keys().copied(), place.reserved, &mut taken);
        let (mut attributes, mut shape) = (Vec::new(), Members::default());
        for (json, start) in properties {
            let Some(name) = names.get(json).cloned() else {
                continue;
            };
            let is_required = facts.required.contains(json);
            let is_secret = choices.secret_members.contains(json);
            let of_json = OfJson {
                name: json,
                is_required,
                is_secret,
            };
            match self.attribute(&name, start, of_json, place) {
                Some((attribute, member, own)) => {
                    if member.is_computed {
                        names.remove(json);
                    }
                    rules.insert(name, own);
                    shape.add(&attribute, member);
                    attributes.push(attribute);
                }
                None => _ = names.remove(json),
            }
        }
        let mut found = self.alternatives(schemas, facts, choices, kind, place, &mut taken)?;
        let alternatives = found.alternatives;
        attributes.extend(found.attributes);
        rules.append(&mut found.rules);
        if !place.is_computed {
            self.relations(facts, choices, &alternatives, &names, &mut rules);
        }
        for (name, own) in rules {
            self.add_rules(&place.path.clone().attribute(name), own);
        }
        Some((attributes, with_alternatives(shape, alternatives)))
    }

    /// Maps a member. Returns `None` if no value is allowed, or if the member has no type.
    fn attribute(
        &mut self,
        name: &str,
        start: Vec<Fragment<'d>>,
        of_json: OfJson<'d>,
        place: &Place,
    ) -> Option<(Attribute, Member, Collected)> {
        let is_required = of_json.is_required;
        let schemas = self.collect(start, &BTreeSet::new());
        if schemas.never.is_some() {
            return None;
        }
        let facts = self.facts(&schemas);
        let pointer = schemas.pointer();
        let text = facts.description.or(facts.title).unwrap_or_default();
        if !self.charge(768 + 4 * name.len() + text.len(), &pointer) {
            return None;
        }
        let mut within = place.within(Some(name));
        within.is_computed |= facts.read_only.is_some();
        let mapped = self.mapped(&schemas, &facts, None, &within)?;
        let default = self.default(&facts, &mapped, &within);

        let mut attribute = Attribute::new(name.to_owned(), mapped.ty);
        attribute.description = text.to_owned().into();
        attribute.description_kind = StringKind::Markdown;
        attribute.deprecated = facts.is_deprecated;
        attribute.sensitive = mapped.secrecy.is_sensitive || of_json.is_secret;
        attribute.computed = within.is_computed || default.is_some();
        attribute.write_only = mapped.secrecy.is_write_only && !within.is_computed;
        // Terraform does not accept null for a required attribute.
        attribute.required = is_required && !attribute.computed && !facts.is_nullable;
        attribute.optional = !attribute.required && !within.is_computed;
        let mut rules = mapped.rules;
        if let Some(default) = default {
            rules.set_default(default);
        }
        if within.is_computed || !self.charge(rules.size(), &pointer) {
            rules = Collected::default();
        }
        let member = Member {
            json: Cow::Owned(of_json.name.to_owned()),
            shape: mapped.shape,
            is_secret: is_secret(&attribute),
            is_computed: within.is_computed,
            is_required,
            writes_null: is_required && facts.is_nullable,
        };
        Some((attribute, member, rules))
    }

    /// Returns the default of a member. If a constant has no default of its own, returns the constant.
    fn default(&mut self, facts: &Facts<'d>, mapped: &Mapped, place: &Place) -> Option<Value> {
        let (json, at) = match (&facts.default, facts.values.as_deref()) {
            (Some(default), _) => (default.json, default.at.clone()),
            (None, Some([only])) if facts.is_constant => (*only, Pointer::root()),
            _ => return None,
        };
        if place.is_computed {
            return None;
        }
        if mapped.secrecy.is_write_only {
            // Terraform does not accept a default for a value that it does not store.
            self.unchecked(&at);
            return None;
        }
        let values = facts.values.as_ref();
        if values.is_some_and(|values| !values.contains(&json)) {
            let words = "the default is not one of the allowed values";
            self.note(&at, words.to_owned());
            return None;
        }
        match self.value(json, mapped, &at) {
            Ok(value) => Some(value),
            Err(error) => {
                for fault in error.faults() {
                    self.note(&at, format!("the default does not fit: {fault}"));
                }
                None
            }
        }
    }

    fn value(&mut self, json: &'d Json, mapped: &Mapped, at: &Pointer<'d>) -> Result<Value> {
        let tree = Tree::of(json)?;
        if !self.charge(64 * tree.size(), at) {
            return Err(internal::data("the default is too large"));
        }
        let mut reading = internal::Reading::new(Extra::Refuse);
        let value = reading.value(tree, &mapped.implied_type(), &mapped.shape)?;
        if mapped.rules.is_integer && value.as_number().is_some_and(|number| !number.is_integer()) {
            return Err(internal::mismatch("a whole number", "another number"));
        }
        Ok(value)
    }
}

impl Members {
    fn add(&mut self, attribute: &Attribute, member: Member) {
        if member.json != attribute.name {
            self.renamed
                .insert((&*member.json).into(), attribute.name.clone());
        }
        self.members.insert(attribute.name.clone(), member);
    }
}
