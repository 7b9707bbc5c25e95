//! Removes attributes of stored states that the schema no longer has.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use tfvalue::Type;

/// Removes from the JSON of a state the attributes that a type does not have. Terraform removes these attributes before
/// it calls the provider, if the state has the current version of the schema.
///
/// Returns `None` if there is nothing to remove, or if the string is not JSON. In the latter case, the provider reports
/// the error.
///
/// Source: `stripRemovedStateAttributes` in `internal/terraform/upgrade_resource_state.go`.
pub(super) fn without_removed(json: &str, ty: &Type) -> Option<String> {
    let mut has_removed = false;
    let text = kept(json.trim_start(), ty, &mut has_removed)?;
    has_removed.then_some(text)
}

/// Returns the JSON without the attributes that the type does not have. A part for which the type has no attribute
/// names stays as it is.
fn kept(json: &str, ty: &Type, has_removed: &mut bool) -> Option<String> {
    match (json.as_bytes().first(), ty) {
        (Some(b'{'), Type::Object(object)) => {
            let mut members: BTreeMap<String, &RawValue> = serde_json::from_str(json).ok()?;
            members.retain(|name, _| {
                let is_kept = object.get(name).is_some();
                *has_removed |= !is_kept;
                is_kept
            });
            let types = |name: &str| object.get(name).map(|member| &member.ty);
            written(&members, types, has_removed)
        }
        (Some(b'{'), Type::Map(element)) => {
            let entries: BTreeMap<String, &RawValue> = serde_json::from_str(json).ok()?;
            written(&entries, |_| Some(element), has_removed)
        }
        (Some(b'['), Type::List(element) | Type::Set(element)) => {
            let elements: Vec<&RawValue> = serde_json::from_str(json).ok()?;
            let elements = elements.iter();
            let elements = elements.map(|one| kept(one.get(), element, has_removed));
            let elements = elements.collect::<Option<Vec<_>>>()?;
            Some(format!("[{}]", elements.join(",")))
        }
        _ => Some(json.to_owned()),
    }
}

fn written<'t>(
    members: &BTreeMap<String, &RawValue>,
    ty: impl Fn(&str) -> Option<&'t Type>,
    has_removed: &mut bool,
) -> Option<String> {
    let members = members.iter().map(|(name, value)| {
        let value = kept(value.get(), ty(name)?, has_removed)?;
        Some(format!("{}:{value}", serde_json::Value::from(&**name)))
    });
    let members = members.collect::<Option<Vec<_>>>()?;
    Some(format!("{{{}}}", members.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfvalue::types::ObjectType;

    #[test]
    fn only_surplus_attributes_are_removed() {
        let disk = Type::Object(ObjectType::new([("size", Type::Number)]));
        let ty = Type::Object(ObjectType::new([
            ("any", Type::Dynamic),
            ("disks", Type::List(disk.clone().into())),
            ("tags", Type::Map(disk.into())),
        ]));
        let stored = r#" {"old":[1],"any":{"value":{"x":1},"type":["object",{"x":"number"}]},"disks":[{"size":12345678901234567890.50,"old":{}}],"tags":{"a\"b":{"old":"x"}}}"#;
        let expected = r#"{"any":{"value":{"x":1},"type":["object",{"x":"number"}]},"disks":[{"size":12345678901234567890.50}],"tags":{"a\"b":{}}}"#;
        assert_eq!(without_removed(stored, &ty).as_deref(), Some(expected));
        assert_eq!(without_removed(expected, &ty), None);
        for other in ["", "{", "[1]", r#"{"disks": 1}"#, r#"{"old": 1"#] {
            assert_eq!(without_removed(other, &ty), None, "{other}");
        }
    }
}
