//! Compares planned values with prior values.
//!
//! The spelling of a value never counts as a change. A planned value that means the same thing as the prior value can
//! have the configured spelling where Terraform does not allow any other spelling.
//!
//! Each comparison is symmetric, so the order of the two values does not matter.

use super::spelling::{canonical, is_empty};
use crate::error::Result;
use crate::model::Field;
use crate::schema::Nesting;
use crate::value::{At, Value, elements};

/// What counts as a change.
#[derive(Clone, Copy, PartialEq)]
enum Count {
    All,
    /// Ignores members that concern only the provider.
    NotProviderOnly,
}

impl Count {
    fn leaves_out(self, field: &Field) -> bool {
        self == Count::NotProviderOnly && field.planning().provider_only
    }

    /// Returns `true` if some differences between values of these fields do not count as changes.
    fn ignores_any(self, fields: &[Field]) -> bool {
        fields.iter().any(|field| self.ignores_any_of(field))
    }

    fn ignores_any_of(self, field: &Field) -> bool {
        self.leaves_out(field)
            || field.same_as().is_some()
            || field.is_empty_as_null()
            || self.ignores_any(field.fields())
    }
}

/// Returns `true` if a planned object differs from the prior object, apart from spelling and from members that concern
/// only the provider.
pub(crate) fn is_changed(fields: &[Field], prior: &Value, planned: &Value) -> Result<bool> {
    differ(fields, Count::NotProviderOnly, prior, planned)
}

/// Like [`is_changed`], for a member of an object.
pub(super) fn is_changed_member(field: &Field, prior: &Value, planned: &Value) -> Result<bool> {
    let count = Count::NotProviderOnly;
    Ok(!count.leaves_out(field) && !are_same(field, count, prior, planned)?)
}

/// Returns `true` if different values of these fields can mean the same thing.
pub(crate) fn has_same_as(fields: &[Field]) -> bool {
    Count::All.ignores_any(fields)
}

/// Returns `true` if a planned object differs from the prior object, but only in spelling.
pub(crate) fn is_respelled(fields: &[Field], prior: &Value, planned: &Value) -> Result<bool> {
    Ok(prior != planned && !differ(fields, Count::All, prior, planned)?)
}

fn differ(fields: &[Field], count: Count, a: &Value, b: &Value) -> Result<bool> {
    let [mut near_a, mut near_b] = [0; 2];
    for field in fields.iter().filter(|field| !count.leaves_out(field)) {
        let name = field.name();
        let is_same = match (a.get_near(name, &mut near_a), b.get_near(name, &mut near_b)) {
            (Some(a), Some(b)) => are_same(field, count, a, b)?,
            (a, b) => a == b,
        };
        if !is_same {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns `true` if two values of a field are equal, apart from spelling.
pub(super) fn mean_the_same(field: &Field, a: &Value, b: &Value) -> Result<bool> {
    are_same(field, Count::All, a, b)
}

fn are_same(field: &Field, count: Count, a: &Value, b: &Value) -> Result<bool> {
    Ok(a == b
        || count.ignores_any_of(field) && reduced(field, count, a)? == reduced(field, count, b)?)
}

/// Returns `true` if a value means the same thing as null. An object with a write-only member never means the same
/// thing as null, because the configuration may set the member.
fn is_nothing(field: &Field, value: &Value) -> bool {
    is_empty(field, value) && (value.is_null() || !field.has_write_only())
}

/// Returns the relevant parts of a value. The result does not have the type of the field.
fn reduced(field: &Field, count: Count, value: &Value) -> Result<Value> {
    let nesting = match field.pairing() {
        Some(nesting) if !is_nothing(field, value) => nesting,
        _ => return Ok(canonical(field, value)),
    };
    let fields = field.fields();
    if !value.is_present() || !(count.ignores_any(fields) || field.is_in_any_order()) {
        return Ok(value.clone());
    }
    let is_single = matches!(nesting, Nesting::Single | Nesting::Group);
    // Adding or removing an object that concerns only the provider is not a change either.
    if is_single && fields.iter().all(|field| count.leaves_out(field)) {
        return Ok(Value::null(field.wire_type()));
    }
    if is_single {
        return object(fields, count, value);
    }
    let mut elements = Vec::new();
    let mut keys = Vec::new();
    for (at, element) in elements::of(value) {
        elements.push(object(fields, count, element)?);
        if let At::Key(key) = at {
            keys.push(key);
        }
    }
    if nesting == Nesting::Map {
        return Value::object(keys.into_iter().zip(elements));
    }
    if nesting == Nesting::Set {
        elements.sort_by_cached_key(Value::to_string);
    }
    Ok(Value::tuple(elements))
}

fn object(fields: &[Field], count: Count, object: &Value) -> Result<Value> {
    if !object.is_present() {
        return Ok(object.clone());
    }
    let mut members = Vec::new();
    for field in fields.iter().filter(|field| !count.leaves_out(field)) {
        if let Some(member) = object.get(field.name()) {
            members.push((field.name(), reduced(field, count, member)?));
        }
    }
    Value::object(members)
}
