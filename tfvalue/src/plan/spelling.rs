//! Keeps the spelling of values that mean the same thing.

use std::collections::{HashMap, VecDeque};

use super::pair;
use super::same_as::{self, of_element};
use crate::error::Result;
use crate::model::{Field, Flags, SameAs};
use crate::number::Number;
use crate::schema::Nesting;
use crate::ty::Type;
use crate::value::{At, Value, elements};

/// Returns a configured value, or the old value if both mean the same thing and the annotation hides such edits.
pub(super) fn planned(field: &Field, old: Option<&Value>, value: &Value) -> Value {
    let same_as = field.same_as().filter(|same_as| same_as.hides_edits);
    // Terraform does not accept a planned null for a configured value.
    let old = old.filter(|old| same_as.is_some() && old.is_present());
    let is_same =
        |old: &&Value| same_as::canonical(same_as, old) == same_as::canonical(same_as, value);
    old.filter(is_same).unwrap_or(value).clone()
}

/// Returns the canonical spelling of a value that has no members.
pub(super) fn canonical(field: &Field, value: &Value) -> Value {
    if is_empty(field, value) {
        return Value::null(Type::Dynamic);
    }
    same_as::canonical(field.same_as(), value)
}

/// Returns `true` for null, and for values that mean the same thing as null.
pub(super) fn is_empty(field: &Field, value: &Value) -> bool {
    if !field.is_empty_as_null() || value.is_unknown() {
        return false;
    }
    if let (Some(Nesting::Single), true) = (field.nesting(), value.is_present()) {
        return are_unset(field, value, false);
    }
    value.is_null() || is_zero(&same_as::canonical(field.same_as(), value))
}

/// Returns `true` for an object that counts as not empty only because some of its members are unknown.
fn is_empty_so_far(field: &Field, value: &Value) -> bool {
    matches!(field.nesting(), Some(Nesting::Single))
        && value.is_present()
        && !is_empty(field, value)
        && are_unset(field, value, true)
}

/// Returns `true` if each member of an object is null, empty, or, if allowed, unknown.
fn are_unset(field: &Field, value: &Value, may_be_unknown: bool) -> bool {
    field.fields().iter().all(|member| {
        value.get(member.name()).is_none_or(|value| {
            value.is_null() || may_be_unknown && value.is_unknown() || is_empty(member, value)
        })
    })
}

/// Returns the value, but replaces a null object with an object whose members are null.
fn unset(value: &Value) -> Value {
    match value.ty() {
        Type::Object(object) if value.is_null() => {
            let members = object.iter();
            let members = members.map(|one| (one.name.clone(), Value::null(one.ty.clone())));
            Value::object(members).unwrap_or_else(|_| value.clone())
        }
        _ => value.clone(),
    }
}

/// Returns `true` for an empty string, list, set or map, for zero, and for `false`.
pub(crate) fn is_zero(value: &Value) -> bool {
    value.as_str().is_some_and(str::is_empty)
        || value.as_bool() == Some(false)
        || value
            .as_number()
            .is_some_and(|number| *number == Number::from(0))
        || value.elements().is_some_and(|mut all| all.next().is_none())
        || value.entries().is_some_and(|mut all| all.next().is_none())
}

/// The kind of an old object.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Old {
    /// A plan, in which a null cannot change.
    Planned,
    /// A stored state. After an import, values that the service does not return yet are null in the state.
    Stored,
}

/// The context of an object.
#[derive(Clone, Copy, PartialEq)]
enum Within {
    Objects,
    /// All elements must have the same type, so a dynamic value in an element cannot change its type.
    Collection,
}

/// Returns a new object in which values that mean the same thing as old values have the spelling of the old values. The
/// old object can be null.
pub(super) fn keep(
    fields: &[Field],
    flags: Option<Flags>,
    kind: Old,
    old: &Value,
    new: &Value,
) -> Result<Value> {
    Speller {
        kind,
        within: Within::Objects,
    }
    .object(fields, flags, Some(old), new)
}

#[derive(Clone, Copy)]
struct Speller {
    kind: Old,
    within: Within,
}

impl Speller {
    fn object(
        self,
        fields: &[Field],
        flags: Option<Flags>,
        old: Option<&Value>,
        new: &Value,
    ) -> Result<Value> {
        let old = old.filter(|old| old.is_present());
        let has_any = has_empty(fields) || old.is_some() && has_spellings(fields);
        if !has_any || !new.is_present() {
            return Ok(new.clone());
        }
        let members = fields.iter().map(|field| {
            let name = field.name();
            let Some(new) = new.get(name) else {
                return Ok((name, Value::null(field.wire_type())));
            };
            let member = self.member(field, flags, old.and_then(|old| old.get(name)), new);
            Ok((name, member.map_err(|error| field.blame(error))?))
        });
        Value::object(members.collect::<Result<Vec<_>>>()?)
    }

    fn member(
        self,
        field: &Field,
        flags: Option<Flags>,
        old: Option<&Value>,
        new: &Value,
    ) -> Result<Value> {
        if let (Some(old), Within::Objects) = (old, self.within) {
            if field.has_dynamic() && is_same_json(old, new) {
                return Ok(old.clone());
            }
        }
        if is_empty(field, new) {
            return match old {
                Some(old) if is_empty_so_far(field, old) => {
                    let flags = field.flags_within(flags);
                    self.object(field.fields(), flags, Some(old), &unset(new))
                }
                _ => self.empty(field, flags, old, new),
            };
        }
        let Some(nesting) = field.nesting() else {
            return Ok(match (field.same_as(), old) {
                (Some(same_as), Some(old)) => spelled(same_as, old, new),
                _ => new.clone(),
            });
        };
        if !new.is_present() {
            return Ok(new.clone());
        }
        let flags = field.flags_within(flags);
        if let Nesting::Single | Nesting::Group = nesting {
            return self.object(field.fields(), flags, old, new);
        }
        let within = Within::Collection;
        let this = Speller { within, ..self };
        let old = old.filter(|old| old.is_present());
        let pairs = match old {
            Some(old) => pair::states(field, flags, nesting, new, old),
            None => pair::Pairs::none(),
        };
        let in_any_order = field.is_in_any_order();
        let spelled = elements::map(new, |at, element| {
            let (old, is_in_place) = pairs.of(at);
            let old = old.filter(|_| is_in_place || in_any_order);
            this.object(field.fields(), flags, old, element)
        })?;
        let Some(old) = old.filter(|_| in_any_order) else {
            return Ok(spelled);
        };
        let places = elements::of(old).into_iter().enumerate();
        let places: HashMap<*const Value, usize> = places
            .map(|(at, (_, old))| (std::ptr::from_ref(old), at))
            .collect();
        in_order(&spelled, |at| {
            let old = pairs.of(at).0.map(std::ptr::from_ref)?;
            places.get(&old).copied()
        })
    }

    /// Returns the spelling of a value that means the same thing as null: the old spelling, or else null where null is
    /// allowed.
    fn empty(
        self,
        field: &Field,
        flags: Option<Flags>,
        old: Option<&Value>,
        new: &Value,
    ) -> Result<Value> {
        let is_kept = |old: &&Value| !old.is_null() || self.kind == Old::Planned;
        if let Some(old) = old.filter(|old| is_empty(field, old)).filter(is_kept) {
            return Ok(old.clone());
        }
        if let Some(default) = &field.planning().default {
            let default = default.value()?;
            if is_empty(field, &default) {
                return Ok(default);
            }
        }
        Ok(match (field.is_required(flags), new.is_null()) {
            (true, true) => zero(&field.wire_type()),
            (false, false) => Value::null(new.ty()),
            _ => new.clone(),
        })
    }
}

fn zero(ty: &Type) -> Value {
    match ty {
        Type::String => "".into(),
        Type::Number => 0.into(),
        Type::Bool => false.into(),
        _ => Value::empty(ty),
    }
}

/// Returns a value in which every part that means the same thing as the old value has the spelling of the old value.
fn spelled(same_as: SameAs, old: &Value, new: &Value) -> Value {
    if old == new {
        return new.clone();
    }
    let rule = Some(same_as);
    if same_as::canonical(rule, old) == same_as::canonical(rule, new) {
        return old.clone();
    }
    if !same_as.is_of_elements() || !old.is_present() || !new.is_present() {
        return new.clone();
    }
    let in_any_order = same_as.is_in_any_order();
    let spelled = if in_any_order || matches!(new.ty(), Type::Set(_)) {
        let mut by_canonical: HashMap<Value, VecDeque<(usize, &Value)>> = HashMap::new();
        for (at, (_, element)) in elements::of(old).into_iter().enumerate() {
            let alike = by_canonical.entry(of_element(same_as, element));
            alike.or_default().push_back((at, element));
        }
        let mut places = Vec::new();
        let spelled = elements::map(new, |_, element| {
            let alike = by_canonical.get_mut(&of_element(same_as, element));
            let found = alike.and_then(VecDeque::pop_front);
            places.push(found.map(|(at, _)| at));
            Ok(found.map_or(element, |(_, old)| old).clone())
        });
        match spelled {
            Ok(spelled) if in_any_order => in_order(&spelled, |at| match at {
                At::Index(at) => places[*at],
                At::Key(_) => None,
            }),
            spelled => spelled,
        }
    } else {
        let is_same =
            |old: &&Value, new: &Value| of_element(same_as, old) == of_element(same_as, new);
        elements::map(new, |at, new| {
            let old = at.of(old).filter(|old| is_same(old, new));
            Ok(old.unwrap_or(new).clone())
        })
    };
    spelled.unwrap_or_else(|_| new.clone())
}

/// Sorts the elements of a list by the positions of the old elements that they are paired with. New elements come last.
fn in_order(list: &Value, place: impl Fn(&At<'_>) -> Option<usize>) -> Result<Value> {
    let mut sorted = elements::of(list);
    sorted.sort_by_cached_key(|(at, _)| place(at).unwrap_or(usize::MAX));
    let mut sorted = sorted.into_iter();
    elements::map(list, |_, element| {
        let next = sorted.next();
        Ok(next.map_or(element, |(_, element)| element).clone())
    })
}

/// Returns `true` if two values are the same in JSON, which has no types. For example, a service can return an object
/// for a map, and a null without its type.
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

/// Returns `true` if values of a field, or of a nested field, can mean the same thing.
pub(crate) fn has_spellings(fields: &[Field]) -> bool {
    fields.iter().any(|field| {
        field.same_as().is_some()
            || field.is_empty_as_null()
            || field.has_dynamic()
            || has_spellings(field.fields())
    })
}

/// Returns `true` if null and an empty value mean the same thing for a field or a nested field.
pub(crate) fn has_empty(fields: &[Field]) -> bool {
    let mut fields = fields.iter();
    fields.any(|field| field.is_empty_as_null() || has_empty(field.fields()))
}
