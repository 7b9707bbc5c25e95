//! Attributes of stored states that the schema no longer has.

use crate::error::{Error, Result};
use crate::json::tree::{Tree, check_depth};
use crate::ty::Type;

/// Removes the attributes that a type does not have from the JSON of a state. Terraform does this before it calls the
/// provider, if the state has the current version of the schema.
///
/// Returns `None` if there is nothing to remove, or if the text is not JSON. In the latter case, the provider reports it.
///
/// Source: `stripRemovedStateAttributes` in `internal/terraform/upgrade_resource_state.go`.
pub(super) fn without_removed(json: &str, ty: &Type) -> Option<String> {
    let mut tree = parse(json).ok()?;
    remove(&mut tree, ty).then(|| {
        let mut text = String::new();
        write(&tree, &mut text);
        text
    })
}

fn parse(json: &str) -> Result<Tree<'_>> {
    check_depth(json)?;
    let valid = serde_json::from_str::<serde::de::IgnoredAny>(json);
    valid.map_err(|error| Error::syntax(error.to_string()))?;
    Tree::parse(json)
}

/// Returns `true` if something was removed.
fn remove(tree: &mut Tree<'_>, ty: &Type) -> bool {
    let mut has_removed = false;
    match (tree, ty) {
        (Tree::Object(members), Type::Object(object)) => {
            members.retain(|name, value| {
                let member = object.get(name);
                has_removed |= member.is_none_or(|member| remove(value, &member.ty));
                member.is_some()
            });
        }
        (Tree::Object(members), Type::Map(element)) => {
            for value in members.values_mut() {
                has_removed |= remove(value, element);
            }
        }
        (Tree::List(elements), Type::List(element) | Type::Set(element)) => {
            for value in elements {
                has_removed |= remove(value, element);
            }
        }
        _ => {}
    }
    has_removed
}

/// Writes a tree as JSON, with its numbers as they were.
fn write(tree: &Tree<'_>, text: &mut String) {
    match tree {
        Tree::Null | Tree::Unknown => text.push_str("null"),
        Tree::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Tree::Number(digits) => text.push_str(digits),
        Tree::String(value) => text.push_str(&quoted(value)),
        Tree::List(elements) => {
            within(text, ['[', ']'], elements, |value, text| write(value, text));
        }
        Tree::Object(members) => within(text, ['{', '}'], members, |(name, value), text| {
            text.push_str(&quoted(name));
            text.push(':');
            write(value, text);
        }),
    }
}

fn within<T>(
    text: &mut String,
    [open, close]: [char; 2],
    parts: impl IntoIterator<Item = T>,
    write: impl Fn(T, &mut String),
) {
    text.push(open);
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write(part, text);
    }
    text.push(close);
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ty::ObjectType;

    #[test]
    fn only_surplus_attributes_are_removed() {
        let disk = Type::Object(ObjectType::new([("size", Type::Number)]));
        let ty = Type::Object(ObjectType::new([
            ("any", Type::Dynamic),
            ("disks", Type::List(disk.clone().into())),
            ("tags", Type::Map(disk.into())),
        ]));
        let stored = r#"{"old":[1],"any":{"value":{"x":1},"type":["object",{"x":"number"}]},"disks":[{"size":12345678901234567890.50,"old":{}}],"tags":{"a\"b":{"old":"x"}}}"#;
        let expected = r#"{"any":{"type":["object",{"x":"number"}],"value":{"x":1}},"disks":[{"size":12345678901234567890.50}],"tags":{"a\"b":{}}}"#;
        assert_eq!(without_removed(stored, &ty).as_deref(), Some(expected));
        assert_eq!(without_removed(expected, &ty), None);
        for other in ["", "{", "[1]", r#"{"disks": 1}"#] {
            assert_eq!(without_removed(other, &ty), None, "{other}");
        }
    }
}
