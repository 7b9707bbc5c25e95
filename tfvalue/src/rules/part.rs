//! Returns the parts of values, even below parents that are null or unknown.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::error::Result;
use crate::schema::{Attribute, Block, NestedBlock};
use crate::ty::Type;
use crate::value::{Repr, Value};

/// A null without a type, for parts that do not exist.
pub(super) static NULL: LazyLock<Value> = LazyLock::new(|| Value::null(Type::Dynamic));

/// Returns a member of an object. The member is null if the object is null, and unknown if the object is unknown.
fn member<'a>(object: &'a Value, name: &str, ty: impl FnOnce() -> Type) -> Cow<'a, Value> {
    #[cfg(test)]
    crate::value::work::add();
    if let Some(value) = object.get_named(name) {
        return Cow::Borrowed(value);
    }
    // In an object whose type is known, a dynamic attribute has a concrete type.
    let own = match object.ty() {
        Type::Object(object) => object.get(name).map(|member| member.ty.clone()),
        _ => None,
    };
    let ty = own.unwrap_or_else(ty);
    Cow::Owned(if object.is_unknown() {
        Value::unknown(ty)
    } else {
        Value::null(ty)
    })
}

pub(super) fn attribute<'a>(object: &'a Value, attribute: &Attribute) -> Cow<'a, Value> {
    member(object, &attribute.name, || attribute.implied_type())
}

pub(super) fn block<'a>(object: &'a Value, block: &NestedBlock) -> Cow<'a, Value> {
    member(object, &block.type_name, || block.implied_type())
}

/// Converts an unknown object to an object with unknown members, because Terraform compares the keys in the type of the
/// object.
pub(super) fn with_members(value: &Value) -> Cow<'_, Value> {
    let (Type::Object(ty), true) = (value.ty(), value.is_unknown()) else {
        return Cow::Borrowed(value);
    };
    let members = ty.iter();
    let members = members.map(|one| (one.name.to_string(), Value::unknown(one.ty.clone())));
    Value::object(members).map_or(Cow::Borrowed(value), Cow::Owned)
}

/// Returns `true` if all known elements have all members of a block. Only blocks that are dynamic on the wire, and
/// blocks nested in them, can lack members.
pub(super) fn are_blocks(elements: &Value, nested: &NestedBlock) -> bool {
    let has_one_type = matches!(elements.0, Repr::List(_) | Repr::Set(_) | Repr::Map(_));
    let all = elements.placed_elements().map(|(_, one)| one);
    let mut known = all.filter(|one| one.is_present());
    if has_one_type {
        return known.next().is_none_or(|one| is_block(one, &nested.block));
    }
    known.all(|one| is_block(one, &nested.block))
}

/// Returns `true` if a value has all members of a block. A value within a block that is dynamic on the wire can lack
/// any of the members.
pub(super) fn is_block(value: &Value, block: &Block) -> bool {
    let has = |name: &str| value.get_named(name).is_some();
    value.members().is_some()
        && block.attributes.iter().all(|one| has(&one.name))
        && block.block_types.iter().all(|one| has(&one.type_name))
}

/// Returns a member of a prior object. If the member is null, its type does not matter.
pub(super) fn prior<'a>(object: &'a Value, name: &str) -> &'a Value {
    object.get_named(name).unwrap_or(&NULL)
}

/// Returns the number of elements of a known value.
pub(super) fn count(value: &Value) -> usize {
    value
        .entries()
        .map_or_else(|| value.parts().len(), |entries| entries.len())
}

/// Returns the number of values inside a value, including the value itself.
pub(super) fn size(value: &Value) -> u64 {
    1 + value.parts().iter().map(size).sum::<u64>()
}

/// Creates an object. The object shares the type of a similar object if the names and types are the same.
pub(super) fn object<N: AsRef<str>>(like: &Value, mut members: Vec<(N, Value)>) -> Result<Value> {
    members.sort_by(|(a, _), (b, _)| a.as_ref().cmp(b.as_ref()));
    let names = || members.iter().map(|(name, _)| name.as_ref());
    match like.object_type() {
        Some(shape) if shape.has_names(names()) => {
            let values = members.into_iter().map(|(_, value)| value);
            Ok(Value::object_of_shape(shape, values))
        }
        _ => Value::object(members),
    }
}

/// Returns `true` if two values are equal, ignoring the refinements of their unknown parts.
pub(super) fn is_same_unrefined(a: &Value, b: &Value) -> bool {
    if a == b {
        return true;
    }
    match (has_refinements(a), has_refinements(b)) {
        (false, false) => false,
        (_, _) => unrefined(a) == unrefined(b),
    }
}

fn has_refinements(value: &Value) -> bool {
    value
        .refinements()
        .is_some_and(|refinements| !refinements.is_empty())
        || value.parts().iter().any(has_refinements)
}

/// Returns the value without the refinements of its unknown parts.
pub(super) fn unrefined(value: &Value) -> Cow<'_, Value> {
    if !has_refinements(value) {
        return Cow::Borrowed(value);
    }
    let plain = value.clone().transform(|_, part| {
        Ok(if part.is_unknown() {
            Value::unknown(part.ty())
        } else {
            part
        })
    });
    plain.map_or(Cow::Borrowed(value), Cow::Owned)
}
