//! The objects that a provider in another process has created and not deleted.

use std::collections::BTreeMap;

use tfvalue::schema::{Attribute, Block};
use tfvalue::{Path, Value};

use super::edit;

/// The number of attributes that identify an object without an identifier.
const PARTS: usize = 3;

/// An object that exists as far as the harness can tell: see [`Harness::existing`](super::Harness::existing).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Existing {
    /// The resource type.
    pub type_name: String,
    /// The `id` attribute if there is one, otherwise some required attributes, or else any attributes, such as
    /// `name = "a"`. It contains no sensitive value.
    pub name: String,
    /// Whether the provider has returned the object. If not, the provider has not responded to the call that creates
    /// the object, and the object may not exist.
    pub is_certain: bool,
    /// Whether the objects of this type probably exist only in the state: reading an object that does not exist returns
    /// the values in the state.
    pub is_state_only: bool,
}

/// The objects of all harnesses that share a provider.
#[derive(Default)]
pub(super) struct Objects {
    last: u64,
    /// The objects, each with the number of its instance, or 0 if there is no instance.
    all: Vec<(u64, Existing)>,
    /// Whether the objects of a resource type exist only in the state, if that is known.
    pub(super) state_only: BTreeMap<String, bool>,
}

impl Objects {
    /// Returns the number of a new instance.
    pub(super) fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Remembers the objects of an instance.
    pub(super) fn set(&mut self, number: u64, objects: impl IntoIterator<Item = Existing>) {
        self.all.retain(|(other, _)| *other != number);
        self.all
            .extend(objects.into_iter().map(|one| (number, one)));
    }

    /// Remembers an object that may have been created.
    pub(super) fn add_uncertain(&mut self, existing: Existing) {
        let uncertain = (0, existing);
        if !self.all.contains(&uncertain) {
            self.all.push(uncertain);
        }
    }

    pub(super) fn is_state_only(&self, type_name: &str) -> bool {
        self.state_only.get(type_name) == Some(&true)
    }

    pub(super) fn all(&self) -> Vec<Existing> {
        let all = self.all.iter().map(|(_, one)| Existing {
            is_state_only: self.is_state_only(&one.type_name),
            ..one.clone()
        });
        all.collect()
    }
}

/// Returns the identifier of an object, or its required attributes.
pub(super) fn name(block: &Block, value: &Value) -> String {
    let shown = |name: &str| {
        let part = value.get(name)?;
        let is_shown = part.is_wholly_known()
            && !part.is_null()
            && !edit::has_secret(block, &Path::root().attribute(name));
        is_shown.then_some(part)
    };
    if let Some(id) = shown("id") {
        return format!("id = {id}");
    }
    let named = |is_named: fn(&Attribute) -> bool| {
        let all = block.attributes.iter().filter(|one| is_named(one));
        let parts = all.filter_map(|one| Some(format!("{} = {}", one.name, shown(&one.name)?)));
        parts.take(PARTS).collect::<Vec<_>>().join(", ")
    };
    let required = named(|one| one.required);
    if required.is_empty() {
        named(|_| true)
    } else {
        required
    }
}
