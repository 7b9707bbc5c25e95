//! Pairs the elements of a list or set by the members that identify them.

use std::hash::{BuildHasher, RandomState};

use super::spelling::canonical;
use crate::model::{Field, Flags};
use crate::value::Value;
use crate::value::pairing::{self, Outline, Outlines};

/// The maximum number of prior elements that are tried for the same hash. All these elements are equal in the members
/// that are hashed.
const MOST_TRIES: usize = 4;

/// Pairs each element with the first unused prior element that has the same identity.
pub(super) fn pairs<'a>(
    field: &Field,
    flags: Option<Flags>,
    config: &Value,
    prior: &'a Value,
) -> Vec<Option<&'a Value>> {
    let names = &field.planning().pair_by;
    let fields = field.fields().iter();
    let members = fields.filter(|field| names.contains(field.name()));
    let members = members.map(|field| IdentityMember {
        field,
        default: default_of(field),
        is_computed: field.flags_among(flags).computed,
    });
    let identity = ElementIdentity {
        members: members.collect(),
        state: RandomState::new(),
    };
    pairing::pair(&identity, config, prior)
}

/// Returns `true` if the prior element for an element of a configuration is already known. Without `pair_by`, an
/// element that is not wholly known is paired only with an equal prior element.
pub(super) fn is_decided(field: &Field, element: &Value) -> bool {
    let is_known = |name: &str| element.get(name).is_some_and(Value::is_wholly_known);
    element.is_null() || field.planning().pair_by.iter().all(is_known)
}

fn default_of(field: &Field) -> Option<Value> {
    field.planning().default.as_ref()?.value().ok()
}

/// The members that identify an element.
struct ElementIdentity<'f> {
    members: Vec<IdentityMember<'f>>,
    state: RandomState,
}

struct IdentityMember<'f> {
    field: &'f Field,
    default: Option<Value>,
    is_computed: bool,
}

impl IdentityMember<'_> {
    /// Returns the canonical spelling of the member, or of its default.
    fn of(&self, object: &Value) -> Option<Value> {
        let member = object.get(self.field.name())?;
        let default = self.default.as_ref().filter(|_| member.is_null());
        Some(canonical(self.field, default.unwrap_or(member)))
    }

    /// Returns `true` if the provider sets the member in an element of the configuration. Any prior value of the member
    /// then matches.
    fn is_open(&self, config: &Value) -> bool {
        self.is_computed && self.of(config).is_none_or(|member| member.is_null())
    }
}

impl Outlines for ElementIdentity<'_> {
    fn most_tries(_: usize) -> usize {
        MOST_TRIES
    }

    fn pattern(&self, config: &Value) -> u64 {
        let open: Vec<bool> = self.members.iter().map(|one| one.is_open(config)).collect();
        self.state.hash_one(open)
    }

    fn like(&self, pattern: &Value, object: &Value) -> Outline {
        let members = self.members.iter().filter(|one| !one.is_open(pattern));
        let members = members.map(|one| one.of(object).filter(Value::is_wholly_known));
        match members.collect::<Option<Vec<_>>>() {
            Some(members) if !members.is_empty() => Outline::Hash(self.state.hash_one(members)),
            _ => Outline::None,
        }
    }

    fn is_prior(&self, prior: &Value, config: &Value) -> bool {
        let mut members = self.members.iter().filter(|one| !one.is_open(config));
        members.all(|one| one.of(prior) == one.of(config))
    }
}
