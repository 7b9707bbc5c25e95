//! The keywords `oneOf`, `anyOf` and `discriminator`.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use crate::Reading;
use crate::choices::not_null;
use crate::document::{Fragment, Pointer, Schemas, only_choice};
use crate::facts::Facts;

/// A `oneOf` or `anyOf`.
pub(crate) struct Group<'d> {
    pub(crate) pointer: Pointer<'d>,
    pub(crate) is_one_of: bool,
    pub(crate) choices: Vec<Fragment<'d>>,
    pub(crate) discriminator: Option<Discriminator<'d>>,
}

/// The property that determines which schema applies, and the names of schemas with their references.
pub(crate) struct Discriminator<'d> {
    pub(crate) property: &'d str,
    pub(crate) names: Vec<(&'d str, &'d str)>,
}

impl<'d> Reading<'d> {
    pub(crate) fn add_groups(&mut self, fragment: &Fragment<'d>, facts: &mut Facts<'d>) {
        for (keyword, is_one_of) in [("oneOf", true), ("anyOf", false)] {
            let Some(choices) = fragment.get(keyword) else {
                continue;
            };
            let pointer = fragment.at(keyword);
            let choices = self.list(choices, &pointer);
            if only_choice(choices).is_some() {
                continue;
            }
            let choices =
                not_null(choices).map(|(at, json)| Fragment::new(json, pointer.element(at)));
            facts.groups.push(Group {
                choices: choices.collect(),
                pointer,
                is_one_of,
                discriminator: self.discriminator(fragment),
            });
        }
    }

    fn discriminator(&mut self, fragment: &Fragment<'d>) -> Option<Discriminator<'d>> {
        let json = fragment.get("discriminator")?;
        let at = fragment.at("discriminator");
        // In OpenAPI 2.0, the keyword contains only the name of the property.
        let property = json.as_str().or_else(|| json.get("propertyName")?.as_str());
        let Some(property) = property else {
            self.wrong(&at, "an object with a propertyName", json);
            return None;
        };
        let mut names = Vec::new();
        if let Some(mapping) = json.get("mapping") {
            for (name, schema) in self.members(mapping, &at.member("mapping")) {
                if let Json::String(schema) = schema {
                    names.push((name, schema.as_str()));
                }
            }
        }
        Some(Discriminator { property, names })
    }

    /// Adds a note that a value can also have the members of schemas that refer to this schema in their `allOf`.
    pub(crate) fn note_heirs(&mut self, schemas: &Schemas<'d>, facts: &Facts<'d>) {
        let is_base = |one: &&Fragment<'d>| {
            one.get("discriminator").is_some()
                && one.get("oneOf").is_none()
                && one.get("anyOf").is_none()
        };
        let mut all = schemas.fragments.iter();
        let Some(base) = all.find(is_base) else {
            return;
        };
        if !facts.groups.is_empty() {
            return;
        }
        // The parts of `base` follow it.
        let parts = all.take_while(|part| part.depth > base.depth);
        let own: BTreeSet<_> = parts.chain([base]).map(Fragment::id).collect();
        if schemas.with_parts().is_subset(&own) {
            let words =
                "the members of the schemas that inherit from this one are not in the schema";
            self.note(&base.at("discriminator"), words.to_owned());
        }
    }
}

impl<'d> Discriminator<'d> {
    /// Returns the property, and the values of the property that select a schema.
    pub(crate) fn tag(&self, choice: &Fragment<'d>) -> Option<(&'d str, Vec<&'d str>)> {
        let schema = choice.get("$ref")?.as_str()?;
        let last = last_token(schema);
        let names = self.names.iter();
        let names = names.filter(|(_, named)| *named == schema || *named == last);
        let mut values: Vec<_> = names.map(|(name, _)| *name).collect();
        if !values.contains(&last) {
            values.push(last);
        }
        Some((self.property, values))
    }
}

pub(crate) fn last_token(reference: &str) -> &str {
    reference.rsplit(['/', '#']).next().unwrap_or(reference)
}
