//! Provides access to the parts of a value by number.

use tfvalue::schema::{Attribute, AttributeType, Block, NestedType, Nesting};
use tfvalue::{Result, Type, Value};

/// Returns the elements or members of a value.
pub(super) fn parts(value: &Value) -> Vec<Value> {
    if let Some(elements) = value.elements() {
        return elements.cloned().collect();
    }
    if let Some(entries) = value.entries() {
        return entries.map(|(_, element)| element.clone()).collect();
    }
    let members = value.members().into_iter().flatten();
    members.map(|(_, member)| member.clone()).collect()
}

/// Returns the keys of a map or the names of an object.
pub(super) fn keys(value: &Value) -> Vec<String> {
    let entries = value.entries().into_iter().flatten().map(|(key, _)| key);
    let members = value.members().into_iter().flatten().map(|(name, _)| name);
    entries.chain(members).map(str::to_owned).collect()
}

/// Returns the value with different parts; the number of parts must stay the same unless the value is a list, set or
/// tuple.
pub(super) fn with_parts(value: &Value, parts: Vec<Value>) -> Result<Value> {
    match value.ty() {
        Type::List(element) => Value::list(Type::clone(&element), parts),
        Type::Set(element) => Value::set(Type::clone(&element), parts),
        Type::Map(element) => Value::map(Type::clone(&element), keys(value).into_iter().zip(parts)),
        Type::Object(_) => Value::object(keys(value).into_iter().zip(parts)),
        _ => Ok(Value::tuple(parts)),
    }
}

/// Returns the paths of all parts, as part numbers.
pub(super) fn paths(value: &Value) -> Vec<Vec<usize>> {
    fn add(value: &Value, path: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        all.push(path.clone());
        for (index, part) in parts(value).iter().enumerate() {
            path.push(index);
            add(part, path, all);
            path.pop();
        }
    }
    let mut all = Vec::new();
    add(value, &mut Vec::new(), &mut all);
    all
}

/// Returns the part at a path.
pub(super) fn at(value: &Value, path: &[usize]) -> Option<Value> {
    match path {
        [] => Some(value.clone()),
        [first, rest @ ..] => at(parts(value).get(*first)?, rest),
    }
}

/// Returns the value with a different part at a path.
pub(super) fn replace(value: &Value, path: &[usize], new: Value) -> Result<Value> {
    let [first, rest @ ..] = path else {
        return Ok(new);
    };
    let mut parts = parts(value);
    parts[*first] = replace(&parts[*first], rest, new)?;
    with_parts(value, parts)
}

/// Replaces attributes at every depth. `change` receives the attribute, its value and its path without the elements of
/// sets, and returns `None` to keep the value and visit the nested attributes.
pub(super) fn map_attributes(
    block: &Block,
    value: &Value,
    path: &str,
    change: &mut impl FnMut(&Attribute, &Value, &str) -> Option<Value>,
) -> Result<Value> {
    if value.members().is_none() {
        return Ok(value.clone());
    }
    let mut new = members(&block.attributes, value, path, change)?;
    for nested in &block.block_types {
        let name = nested.type_name.to_string();
        let blocks = value.get(&*name).cloned();
        let Some(blocks) = blocks else { continue };
        let path = format!("{path}.{name}");
        let new_blocks = each(
            &blocks,
            is_object(nested.nesting),
            &path,
            &mut |value, path| map_attributes(&nested.block, value, path, change),
        )?;
        new.push((name, new_blocks));
    }
    Value::object(new)
}

pub(super) fn is_object(nesting: Nesting) -> bool {
    matches!(nesting, Nesting::Single | Nesting::Group)
}

fn members(
    attributes: &[Attribute],
    value: &Value,
    path: &str,
    change: &mut impl FnMut(&Attribute, &Value, &str) -> Option<Value>,
) -> Result<Vec<(String, Value)>> {
    let mut all = Vec::new();
    for attribute in attributes {
        let name = attribute.name.to_string();
        let Some(member) = value.get(&*name) else {
            continue;
        };
        let path = format!("{path}.{name}");
        let new = match (change(attribute, member, &path), &attribute.ty) {
            (Some(new), _) => new,
            (None, AttributeType::Nested(nested)) => objects(nested, member, &path, change)?,
            (None, _) => member.clone(),
        };
        all.push((name, new));
    }
    Ok(all)
}

fn objects(
    nested: &NestedType,
    value: &Value,
    path: &str,
    change: &mut impl FnMut(&Attribute, &Value, &str) -> Option<Value>,
) -> Result<Value> {
    each(
        value,
        is_object(nested.nesting),
        path,
        &mut |value, path| {
            if value.members().is_none() {
                return Ok(value.clone());
            }
            Value::object(members(&nested.attributes, value, path, change)?)
        },
    )
}

/// Replaces an object, or each element of a collection of objects.
pub(super) fn each(
    value: &Value,
    is_object: bool,
    path: &str,
    change: &mut dyn FnMut(&Value, &str) -> Result<Value>,
) -> Result<Value> {
    if is_object {
        return change(value, path);
    }
    if value.is_null() || value.is_unknown() {
        return Ok(value.clone());
    }
    let is_set = matches!(value.ty(), Type::Set(_));
    let mut new = Vec::new();
    for (index, part) in parts(value).iter().enumerate() {
        let path = if is_set {
            path.to_owned()
        } else {
            format!("{path}[{index}]")
        };
        new.push(change(part, &path)?);
    }
    with_parts(value, new)
}
