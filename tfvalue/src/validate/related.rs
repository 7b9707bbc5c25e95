//! Checks the constraints between the members of an object.

use std::iter;

use super::value::headed;
use super::words;
#[cfg(feature = "provider")]
use crate::diagnostics::Diagnostic;
use crate::error::Error;
use crate::model::{Field, Names};
use crate::schema::{Faults, Nesting};
#[cfg(feature = "provider")]
use crate::tfplugin::client::ClientCapabilities;
use crate::value::Value;

/// Whether the configuration sets a member.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Presence {
    Set,
    NotSet,
    /// The result depends on an unknown value, which may turn out to be null.
    Undecided,
}

/// Checks the constraints of a field that concern other members of the object.
pub(super) fn check(field: &Field, fields: &[Field], object: &Value, faults: &mut Faults) {
    let presence = |name: &str| {
        let field = fields.iter().find(|field| field.name() == name);
        match (field, object.get(name)) {
            (Some(field), Some(value)) => presence(field, value),
            _ => Presence::NotSet,
        }
    };
    broken_relations(
        field,
        &presence,
        &mut |relation, fault| match field.constraints() {
            Some(constraints) => headed(constraints, relation, faults, |faults| faults.add(fault)),
            None => faults.add(fault),
        },
    );
    #[cfg(feature = "provider")]
    storage(field, &presence, faults);
}

/// Warns about an attribute that need not be stored.
#[cfg(feature = "provider")]
fn storage(field: &Field, presence: &dyn Fn(&str) -> Presence, faults: &mut Faults) {
    let name = field.name();
    let Some(preferred) = field.constraints().map(|own| &own.prefer_write_only) else {
        return;
    };
    let is_unused = |name: &str| presence(name) == Presence::NotSet;
    if preferred.is_empty()
        || presence(name) != Presence::Set
        || !preferred.iter().all(is_unused)
        || !ClientCapabilities::current().write_only_attributes_allowed
    {
        return;
    }
    let preferred = words::or(&quoted(preferred.iter()));
    faults.add(Diagnostic::warning(
        "A write-only attribute is available",
        format_args!(
            "Terraform stores the value of `{name}` in plans and states. Set {preferred} instead, which is never \
             stored."
        ),
    ));
}

/// Finds the constraints of a field that are violated when the given members are set, together with the names of the
/// members.
pub(crate) fn broken_relations(
    field: &Field,
    presence: &dyn Fn(&str) -> Presence,
    found: &mut dyn FnMut(&str, Error),
) {
    let Some(constraints) = field.constraints() else {
        return;
    };
    let with = |names: &Names, wanted: Presence| {
        let names = names.iter().filter(|name| presence(name) == wanted);
        quoted(names)
    };
    if presence(field.name()) == Presence::Set {
        let conflicting = with(&constraints.conflicts_with, Presence::Set);
        if !conflicting.is_empty() {
            let conflicting = words::and(&conflicting);
            let words = format!("conflicts with {conflicting}: only one of them can be set");
            found("conflicts_with", Error::names(words));
        }
        let missing = with(&constraints.required_with, Presence::NotSet);
        if !missing.is_empty() {
            let missing = words::and(&missing);
            let words = format!("requires {missing}, which must be set");
            found("required_with", Error::names(words));
        }
    }
    let groups = [
        ("exactly_one_of", &constraints.exactly_one_of, "exactly", 1),
        (
            "at_least_one_of",
            &constraints.at_least_one_of,
            "at least",
            usize::MAX,
        ),
    ];
    for (relation, others, word, most) in groups {
        if others.is_empty() {
            continue;
        }
        let all = || iter::once(field.name()).chain(others.iter());
        let set = quoted(all().filter(|name| presence(name) == Presence::Set));
        let is_undecided = all().any(|name| presence(name) == Presence::Undecided);
        if set.len() > most || (set.is_empty() && !is_undecided) {
            let expected = format!("{word} one of {}", words::or(&quoted(all())));
            let got = if set.is_empty() {
                "none".to_owned()
            } else {
                words::and(&set)
            };
            found(relation, Error::mismatch(expected, got));
        }
    }
}

/// Returns `true` if the constraints of a field concern other members.
pub(crate) fn is_related(field: &Field) -> bool {
    relations(field).any(|names| !names.is_empty())
}

/// Returns `true` if the constraints of a field concern the given member and other members.
pub(crate) fn relates(field: &Field, name: &str) -> bool {
    is_related(field)
        && (field.name() == name || relations(field).any(|names| names.contains(name)))
}

fn relations(field: &Field) -> impl Iterator<Item = &Names> {
    let constraints = field.constraints().into_iter();
    constraints.flat_map(|one| one.relations().map(|(_, names)| names))
}

/// Returns `true` if a known value of a field counts as set.
pub(crate) fn is_set(field: &Field, value: &Value) -> bool {
    presence(field, value) == Presence::Set
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.map(|name| format!("`{name}`")).collect()
}

fn presence(field: &Field, value: &Value) -> Presence {
    let is_set = if value.is_unknown() {
        // Unknown blocks may turn out not to exist.
        let is_not_null = value
            .refinements()
            .is_some_and(|refinements| refinements.is_not_null());
        if field.is_block() || !is_not_null {
            return Presence::Undecided;
        }
        true
    } else if value.is_null() {
        false
    } else {
        match field.object_nesting() {
            Some(Nesting::List | Nesting::Set | Nesting::Map) if field.is_block() => {
                !is_empty(value)
            }
            Some(Nesting::Group) => !is_omitted(field.any_model().fields, value),
            _ => true,
        }
    };
    if is_set {
        Presence::Set
    } else {
        Presence::NotSet
    }
}

/// Returns `true` if the configuration omits the group, that is, if none of its members is set.
pub(super) fn is_omitted(fields: &[Field], group: &Value) -> bool {
    fields.iter().all(|field| {
        let member = group.get(field.name());
        member.is_none_or(|member| presence(field, member) == Presence::NotSet)
    })
}

fn is_empty(blocks: &Value) -> bool {
    let elements = blocks.elements().map(|elements| elements.len());
    let entries = blocks.entries().map(|entries| entries.len());
    let members = blocks.members().map(|members| members.len());
    elements.or(entries).or(members) == Some(0)
}
