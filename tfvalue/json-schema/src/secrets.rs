//! Secrets in a document.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use crate::Reading;
use crate::document::{Fragment, Schemas, id};
use crate::facts::Facts;

/// Whether a value is a secret.
#[derive(Clone, Copy, Default)]
pub(crate) struct Secrecy {
    pub(crate) is_sensitive: bool,
    pub(crate) is_write_only: bool,
}

impl Secrecy {
    pub(crate) fn of(facts: &Facts<'_>) -> Self {
        Secrecy {
            is_sensitive: facts.is_secret,
            is_write_only: facts.write_only,
        }
    }

    /// Adds the secrecy of a part, or of another schema that applies to the value.
    pub(crate) fn add(&mut self, other: Self) {
        self.is_sensitive |= other.is_sensitive;
        self.is_write_only |= other.is_write_only;
    }
}

impl<'d> Reading<'d> {
    /// Returns `true` if a value to which the schemas apply can contain a secret, at any depth.
    pub(crate) fn contain_secret(&mut self, schemas: &Schemas<'d>) -> bool {
        schemas
            .fragments
            .iter()
            .any(|one| self.contains_secret(one))
    }

    /// Returns `true` if a value to which the schema applies can contain a secret, at any depth.
    pub(crate) fn contains_secret(&mut self, schema: &Fragment<'d>) -> bool {
        if self.secrets.is_none() {
            self.secrets = Some(self.find_secrets());
        }
        let secrets = self.secrets.as_ref();
        secrets.is_some_and(|secrets| secrets.contains(&schema.id()))
    }

    /// Finds all parts of the document that contain a secret or refer to a part that contains a secret.
    fn find_secrets(&mut self) -> BTreeSet<usize> {
        let mut found = Vec::new();
        // Each part is paired with a part that contains it.
        let mut owners = Vec::new();
        let mut open = vec![self.document];
        while let Some(next) = open.pop() {
            let owner = id(next);
            if is_secret(next) {
                found.push(owner);
            }
            if let Some(Json::String(reference)) = next.get("$ref") {
                let target = self.find(reference);
                owners.extend(target.map(|target| (target.id(), owner)));
            }
            let members = next.as_object().into_iter().flat_map(Map::values);
            for part in members.chain(next.as_array().into_iter().flatten()) {
                if part.is_object() || part.is_array() {
                    owners.push((id(part), owner));
                    open.push(part);
                }
            }
        }
        let mut secrets = BTreeSet::new();
        if found.is_empty() {
            return secrets;
        }
        owners.sort_unstable();
        while let Some(next) = found.pop() {
            if secrets.insert(next) {
                let first = owners.partition_point(|(part, _)| *part < next);
                let of_next = owners[first..].iter().take_while(|(part, _)| *part == next);
                found.extend(of_next.map(|(_, owner)| *owner));
            }
        }
        secrets
    }

    /// Returns the members that are secrets in the forms of a value, together with the secrecy of the forms.
    pub(crate) fn secrets_of(&mut self, facts: &Facts<'d>) -> (Secrecy, Vec<&'d str>) {
        let mut secrecy = Secrecy::of(facts);
        let elements = facts.items.iter().chain(&facts.prefix_items);
        let by_pattern = facts.patterns.iter().map(|(_, schema)| schema);
        let elements = elements.chain(&facts.additional).chain(by_pattern);
        for element in elements {
            secrecy.is_sensitive |= self.contains_secret(element);
        }
        let mut members = Vec::new();
        for (name, schemas) in &facts.properties {
            if schemas.iter().any(|schema| self.contains_secret(schema)) {
                members.push(*name);
            }
        }
        (secrecy, members)
    }

    /// Adds a note that only the provider can set a certain form of a value, because no attribute expresses this
    /// restriction.
    pub(crate) fn note_read_only(&mut self, facts: &Facts<'d>) {
        if let Some(read_only) = &facts.read_only {
            self.unchecked(read_only);
        }
    }
}

fn is_secret(schema: &Json) -> bool {
    schema
        .get("format")
        .is_some_and(|format| format == "password")
        || schema.get("writeOnly") == Some(&Json::Bool(true))
}
