//! Keeps the spelling of values that mean the same.

use std::collections::HashMap;

use super::pair;
use super::same_as::canonical;
use crate::error::Result;
use crate::model::{Field, Flags, SameAs};
use crate::schema::Nesting;
use crate::ty::Type;
use crate::value::{Value, elements};

/// Returns a configured value in the spelling of an old one if both mean the same.
///
/// A collection has the configured spelling. Terraform accepts no mixture of old and configured elements,
/// and plans again when unknown elements are known: the first plan must have the configured elements that
/// are known then, and the second one must not differ from it.
pub(super) fn planned(same_as: Option<SameAs>, old: Option<&Value>, value: &Value) -> Value {
    let is_same =
        |old: &&Value| *old == value || canonical(same_as, old) == canonical(same_as, value);
    let old = old.filter(|_| same_as.is_some_and(SameAs::is_of_strings));
    old.filter(is_same).unwrap_or(value).clone()
}

/// Returns a value in the spelling of an old one, as far as both mean the same.
fn spelled(same_as: SameAs, old: Option<&Value>, value: &Value) -> Value {
    let Some(old) = old.filter(|old| *old != value) else {
        return value.clone();
    };
    let rule = Some(same_as);
    if canonical(rule, old) == canonical(rule, value) {
        return old.clone();
    }
    if !same_as.each || !old.is_present() || !value.is_present() {
        return value.clone();
    }
    let one = SameAs {
        each: false,
        ..same_as
    };
    let spelled = if matches!(value.ty(), Type::Set(_)) {
        let by_canonical: HashMap<Value, &Value> = elements::of(old)
            .into_iter()
            .map(|(_, element)| (canonical(Some(one), element), element))
            .collect();
        elements::map(value, |_, element| {
            let found = by_canonical.get(&canonical(Some(one), element));
            Ok(found.map_or_else(|| element.clone(), |old| (*old).clone()))
        })
    } else {
        elements::map(value, |at, element| Ok(spelled(one, at.of(old), element)))
    };
    spelled.unwrap_or_else(|_| value.clone())
}

/// Returns a new object in which values that mean the same as old ones have their spelling.
pub(super) fn keep(
    fields: &[Field],
    flags: Option<Flags>,
    old: &Value,
    new: &Value,
) -> Result<Value> {
    object(fields, flags, Within::Objects, old, new)
}

/// What is around an object.
#[derive(Clone, Copy, PartialEq)]
enum Within {
    Objects,
    /// All elements must have the same types, so a dynamic value in one of them cannot get another type.
    Collection,
}

fn object(
    fields: &[Field],
    flags: Option<Flags>,
    within: Within,
    old: &Value,
    new: &Value,
) -> Result<Value> {
    if !has_spellings(fields) || !old.is_present() || !new.is_present() {
        return Ok(new.clone());
    }
    let members = fields.iter().map(|field| {
        let name = field.name();
        let (Some(old), Some(new)) = (old.get(name), new.get(name)) else {
            return Ok((name, Value::null(field.wire_type())));
        };
        let member = member(field, flags, within, old, new);
        Ok((name, member.map_err(|error| field.blame(error))?))
    });
    Value::object(members.collect::<Result<Vec<_>>>()?)
}

fn member(
    field: &Field,
    flags: Option<Flags>,
    within: Within,
    old: &Value,
    new: &Value,
) -> Result<Value> {
    if field.has_dynamic() && within == Within::Objects && is_same_json(old, new) {
        return Ok(old.clone());
    }
    let Some(nesting) = field.nesting() else {
        return Ok(match field.same_as() {
            Some(same_as) => spelled(same_as, Some(old), new),
            None => new.clone(),
        });
    };
    if !old.is_present() || !new.is_present() {
        return Ok(new.clone());
    }
    let flags = field.flags_within(flags);
    if let Nesting::Single | Nesting::Group = nesting {
        return object(field.fields(), flags, within, old, new);
    }
    let pairs = pair::states(field, flags, nesting, new, old);
    elements::map(new, |at, element| match pairs.of(at) {
        (Some(old), true) => object(field.fields(), flags, Within::Collection, old, element),
        _ => Ok(element.clone()),
    })
}

/// Returns `true` if two values are the same in JSON, which has no types: a service returns an object for a
/// map, and null without its type.
fn is_same_json(old: &Value, new: &Value) -> bool {
    if !old.is_present() || !new.is_present() {
        return old.is_null() && new.is_null() || old == new;
    }
    let elements = |value| Value::elements(value).map(Vec::from_iter);
    if let (Some(old), Some(new)) = (elements(old), elements(new)) {
        let mut pairs = old.iter().zip(&new);
        return old.len() == new.len() && pairs.all(|(old, new)| is_same_json(old, new));
    }
    if let (Some(old), Some(new)) = (members(old), members(new)) {
        let mut pairs = old.iter().zip(&new);
        return old.len() == new.len()
            && pairs.all(|(old, new)| old.0 == new.0 && is_same_json(old.1, new.1));
    }
    old == new
}

/// Returns the members of an object, or the entries of a map.
fn members(value: &Value) -> Option<Vec<(&str, &Value)>> {
    match value.members() {
        Some(members) => Some(members.collect()),
        None => Some(value.entries()?.collect()),
    }
}

/// Returns `true` if values of a field, or of anything within, can mean the same.
pub(crate) fn has_spellings(fields: &[Field]) -> bool {
    fields.iter().any(|field| {
        field.same_as().is_some() || field.has_dynamic() || has_spellings(field.fields())
    })
}
