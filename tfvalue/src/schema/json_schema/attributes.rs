//! Members of objects as attributes.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::choices::{Choices, with_alternatives};
use super::document::{Fragment, Pointer, Schemas};
use super::facts::Facts;
use super::names;
use super::node::{Mapped, Place};
use super::{Reading, Rule};
use crate::error::Error;
use crate::json::plain::Extra;
use crate::json::plain::shape::{Member, Members, Shape};
use crate::json::tree::Tree;
use crate::schema::{Attribute, StringKind};
use crate::value::Value;

impl<'d> Reading<'d> {
    /// Maps the members of an object, and the attributes for its forms.
    pub(super) fn attributes(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        choices: &Choices<'d>,
        place: &Place,
    ) -> Option<(Vec<Attribute>, Shape)> {
        let mut properties = facts.properties.clone();
        for name in facts.required.iter().filter(|name| !choices.have(name)) {
            properties.entry(name).or_default();
        }
        let mut taken = BTreeSet::new();
        let mut names = names::of_members(properties.keys().copied(), place.reserved, &mut taken);
        let (mut attributes, mut shape) = (Vec::new(), Members::default());
        for (json, start) in properties {
            let Some(name) = names.get(json).cloned() else {
                continue;
            };
            let is_required = facts.required.contains(json);
            match self.attribute(&name, start, is_required, place) {
                Some((attribute, form)) => {
                    shape.add(json, &attribute, form);
                    attributes.push(attribute);
                }
                None => _ = names.remove(json),
            }
        }
        let (others, alternatives) =
            self.alternatives(schemas, facts, choices, place, &mut taken)?;
        attributes.extend(others);
        self.relations(facts, choices, &alternatives, &names, place);
        Some((attributes, with_alternatives(shape, alternatives)))
    }

    /// Maps a member. Returns `None` if no value is allowed, or if it has no type.
    fn attribute(
        &mut self,
        name: &str,
        start: Vec<Fragment<'d>>,
        is_required: bool,
        place: &Place,
    ) -> Option<(Attribute, Shape)> {
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
        within.is_computed |= facts.read_only;
        let mapped = self.mapped(&schemas, &facts, None, &within)?;
        let default = self.default(&facts, &mapped, &within);

        let mut attribute = Attribute::new(name.to_owned(), mapped.ty);
        attribute.description = text.to_owned().into();
        attribute.description_kind = StringKind::Markdown;
        attribute.deprecated = facts.is_deprecated;
        attribute.sensitive = facts.is_secret;
        attribute.computed = within.is_computed || default.is_some();
        attribute.write_only = facts.write_only && !within.is_computed;
        attribute.required = is_required && !attribute.computed;
        attribute.optional = !attribute.required && !within.is_computed;
        if !within.is_computed {
            for rule in mapped.rules.into_iter().chain(default) {
                self.rule(&within.path, rule);
            }
        }
        Some((attribute, mapped.shape))
    }

    /// Returns the rule for the default of a member. A constant is its own default.
    fn default(&mut self, facts: &Facts<'d>, mapped: &Mapped, place: &Place) -> Option<Rule> {
        let (json, at) = match (&facts.default, facts.values.as_deref()) {
            (Some((json, at)), _) => (*json, at.clone()),
            (None, Some([only])) if facts.is_constant => (*only, Pointer::root()),
            _ => return None,
        };
        if place.is_computed {
            return None;
        }
        if facts.write_only {
            // Terraform accepts no default for a value that it does not store.
            self.unchecked(&at);
            return None;
        }
        if facts
            .values
            .as_ref()
            .is_some_and(|values| !values.contains(&json))
        {
            self.fault(&at, "the default is not one of the allowed values");
            return None;
        }
        match self.value(json, mapped, &at) {
            Ok(value) => Some(Rule::Default(value)),
            Err(error) => {
                for fault in error.faults() {
                    self.fault(&at, Error::msg(fault));
                }
                None
            }
        }
    }

    fn value(&mut self, json: &'d Json, mapped: &Mapped, at: &Pointer<'d>) -> crate::Result<Value> {
        let tree = Tree::of(json)?;
        if !self.charge(64 * tree.size(), at) {
            return Err(Error::data("the default is too large"));
        }
        let mut reading = crate::json::plain::Reading::new(Extra::Refuse);
        reading.value(tree, &mapped.implied_type(), &mapped.shape)
    }
}

impl Members {
    fn add(&mut self, json: &str, attribute: &Attribute, shape: Shape) {
        let name = attribute.name.clone();
        if json != &*name {
            self.renamed.insert(json.into(), name.clone());
        }
        let member = Member {
            json: json.to_owned().into(),
            shape,
            is_secret: attribute.is_secret(),
            is_computed: attribute.computed && !attribute.optional,
        };
        self.members.insert(name, member);
    }
}
