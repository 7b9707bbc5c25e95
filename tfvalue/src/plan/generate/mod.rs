//! Generates the configuration that describes a state, for `terraform plan -generate-config-out`.

mod choice;
#[cfg(test)]
mod tests;

use self::choice::{Candidate, Wish};
use super::spelling;
use crate::error::Result;
use crate::model::Field;
use crate::path::Step;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting};
use crate::validate;
use crate::value::{Value, elements};

/// Returns the state without the attributes and blocks that a configuration cannot set (computed), should not set
/// (deprecated), or need not set (defaults). If annotations relate members, the result sets the members that the
/// relations allow and require. If several members exclude each other, the result sets a member that is not empty.
/// Members that a configuration must set always stay.
///
/// Terraform itself leaves out some of these members if the provider does not. However, Terraform also removes empty
/// strings and the attribute `id`, because providers that use the older SDK rely on the removal. Here, both have a
/// meaning.
pub(crate) fn generated_config(fields: &[Field], block: &Block, state: &Value) -> Result<Value> {
    object(&block.attributes, &block.block_types, fields, state)
}

/// A member of an object, and how the configuration treats the member.
struct Member<'a> {
    name: &'a str,
    /// The value of the member in a configuration that sets it. The wish indicates whether the configuration should set
    /// the member.
    value: Value,
    wish: Wish,
    /// The value in a configuration that leaves the member out.
    absent: Value,
}

fn object(
    attributes: &[Attribute],
    blocks: &[NestedBlock],
    fields: &[Field],
    state: &Value,
) -> Result<Value> {
    if !state.is_present() {
        return Ok(state.clone());
    }
    let field = |name: &str| fields.iter().find(|field| field.name() == name);
    let mut members = Vec::new();
    for one in attributes {
        if let Some(value) = state.get_named(&one.name) {
            members.push(at(&one.name, attribute(one, field(&one.name), value))?);
        }
    }
    for one in blocks {
        if let Some(value) = state.get_named(&one.type_name) {
            members.push(at(
                &one.type_name,
                nested(one, field(&one.type_name), value),
            )?);
        }
    }
    let is_set = |member: &&Member<'_>| {
        let field = field(member.name);
        field.is_some_and(|field| validate::is_set(field, &member.value))
    };
    let candidates = members.iter().filter(is_set).map(|member| {
        let candidate = Candidate {
            wish: member.wish,
            says_something: says_something(&member.value),
        };
        (member.name, candidate)
    });
    let kept = choice::kept(fields, candidates.collect());
    let members = members.into_iter().map(|member| {
        let is_kept = kept.get(member.name).copied();
        let is_kept = is_kept.unwrap_or(member.wish < Wish::Leave);
        let value = if is_kept { member.value } else { member.absent };
        (member.name, value)
    });
    Value::object(members.collect::<Vec<_>>())
}

/// Adds the name of a member to the path of an error.
fn at<T>(name: &str, result: Result<T>) -> Result<T> {
    result.map_err(|error| error.at_step(Step::Attribute(name.to_owned().into())))
}

fn attribute<'a>(
    attribute: &'a Attribute,
    field: Option<&Field>,
    state: &Value,
) -> Result<Member<'a>> {
    let absent = Value::null(attribute.implied_type());
    let is_written = attribute.required || attribute.optional;
    let value = match &attribute.ty {
        _ if !is_written => absent.clone(),
        AttributeType::Nested(nested) if state.is_present() => {
            map_objects(nested.nesting, state, |element| {
                object(&nested.attributes, &[], fields_in(field), element)
            })?
        }
        _ => state.clone(),
    };
    let has_default = field.is_some_and(|field| field.planning().default.is_some());
    let is_default = || field.is_some_and(|field| is_default(field, state));
    let wish = match &attribute.ty {
        _ if attribute.required => Wish::Must,
        _ if !is_valid(field, &value) => Wish::Never,
        _ if attribute.deprecated || is_default() => Wish::Leave,
        // If the configuration leaves the attribute out, the plan contains its default, and lacks nested attributes
        // that only a configuration can set.
        AttributeType::Type(_) if attribute.computed && !has_default => Wish::MayLeave,
        _ => Wish::Keep,
    };
    Ok(Member {
        name: &attribute.name,
        value,
        wish,
        absent,
    })
}

fn nested<'a>(nested: &'a NestedBlock, field: Option<&Field>, state: &Value) -> Result<Member<'a>> {
    let block = &*nested.block;
    let value = if state.is_present() {
        map_objects(nested.nesting, state, |element| {
            generated_config(fields_in(field), block, element)
        })?
    } else {
        state.clone()
    };
    let wish = match nested.min_items {
        0 if !is_valid(field, &value) => Wish::Never,
        0 if block.deprecated => Wish::Leave,
        0 => Wish::Keep,
        _ => Wish::Must,
    };
    Ok(Member {
        name: &nested.type_name,
        value,
        wish,
        absent: nested.empty(),
    })
}

/// Returns the fields of the struct that the type of a field contains.
fn fields_in(field: Option<&Field>) -> &[Field] {
    field.map_or(&[], |field| field.elements().1)
}

/// Returns `true` if the plan has the value `state` when the configuration has no value.
fn is_default(field: &Field, state: &Value) -> bool {
    let default = field.planning().default.as_ref();
    // A default with the wrong type is reported during planning.
    default.is_some_and(|default| default.value().is_ok_and(|default| default == *state))
}

/// Returns `true` if a value satisfies the constraints of its field. A service can return a value that violates the
/// constraints.
fn is_valid(field: Option<&Field>, value: &Value) -> bool {
    field.is_none_or(|field| validate::breaches(field, value).into_error().is_none())
}

/// Returns `false` for a value that many services return for an attribute that is not set: null, an empty string or
/// collection, zero, false, and an object of such values.
fn says_something(value: &Value) -> bool {
    match value.members() {
        Some(mut members) => members.any(|(_, member)| says_something(member)),
        None => !value.is_null() && !spelling::is_zero(value),
    }
}

/// Creates a value from the results of `change` for each of its objects, that is, for the value itself or for each
/// element.
fn map_objects(
    nesting: Nesting,
    value: &Value,
    change: impl Fn(&Value) -> Result<Value>,
) -> Result<Value> {
    match nesting {
        Nesting::Single | Nesting::Group => change(value),
        _ => elements::map(value, |_, element| change(element)),
    }
}
