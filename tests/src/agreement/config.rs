//! Configurations and state files in JSON.

use serde_json::{Map, Value as Json, json};
use tfvalue::schema::{Attribute, AttributeType, Block, Nesting};
use tfvalue::{
    Result, Type, Value,
    types::{ObjectAttribute, Refinements},
};

/// The unknown values in a configuration. A resource named `source` returns these values.
#[derive(Default)]
pub(super) struct Sources(Vec<(String, Value)>, u64, u64);

impl Sources {
    /// Starts numbering the unknown values of a case. Their names are the same in each batch.
    pub(super) fn start(&mut self, number: u64) {
        (self.1, self.2) = (number, 0);
    }

    fn reference(&mut self, value: Value) -> Json {
        let name = format!("c{}_{}", self.1, self.2);
        self.2 += 1;
        let text = format!("${{agree_source.u.v.{name}}}");
        self.0.push((name, value));
        text.into()
    }

    /// Returns the object that contains all unknown values.
    pub(super) fn object(&self) -> Result<Value> {
        Value::object(self.0.iter().map(|(name, value)| (name, value.clone())))
    }
}

/// Writes the body of a block.
pub(super) fn body(block: &Block, value: &Value, sources: &mut Sources) -> Json {
    let mut body = Map::new();
    for attribute in &block.attributes {
        let name = attribute.name.to_string();
        let member = value.get(&*name).filter(|member| !member.is_null());
        if attribute.required || member.is_some() {
            let ty = config_type(attribute);
            let text = member.map_or(Json::Null, |member| expression(member, Some(&ty), sources));
            body.insert(name, text);
        }
    }
    let mut dynamic = Map::new();
    for nested in &block.block_types {
        let name = nested.type_name.to_string();
        let Some(blocks) = value.get(&*name) else {
            continue;
        };
        if blocks.is_unknown() {
            let required = nested.block.attributes.iter().filter(|one| one.required);
            let content: Map<_, _> = required
                .map(|one| (one.name.to_string(), Json::Null))
                .collect();
            // Additional elements would have duplicate labels.
            let one = Refinements::new()
                .not_null()
                .min_length(1)
                .and_then(|it| it.max_length(1));
            let ty = Type::map(Type::String);
            let each = match nested.nesting {
                Nesting::Map => one
                    .and_then(|one| Value::refined(ty, one))
                    .expect("lengths"),
                _ => Value::unknown(ty),
            };
            let mut text = json!({ "for_each": sources.reference(each), "content": content });
            if nested.nesting == Nesting::Map {
                text["labels"] = json!(["k"]);
            }
            dynamic.insert(name, text);
            continue;
        }
        let is_absent =
            blocks.is_null() || nested.nesting == Nesting::Group && *blocks == nested.block.empty();
        if is_absent {
            continue;
        }
        let mut one = |value: &Value| self::body(&nested.block, value, sources);
        let text = match nested.nesting {
            Nesting::Single | Nesting::Group => one(blocks),
            Nesting::Map if super::parts::parts(blocks).is_empty() => continue,
            Nesting::Map => {
                let keys = super::parts::keys(blocks);
                let parts = super::parts::parts(blocks);
                let entries = keys.into_iter().zip(parts.iter().map(one));
                Json::Object(entries.collect())
            }
            _ => super::parts::parts(blocks).iter().map(one).collect(),
        };
        body.insert(name, text);
    }
    if !dynamic.is_empty() {
        body.insert("dynamic".to_owned(), dynamic.into());
    }
    body.into()
}

/// Writes a value of an attribute. If the type is given, null members are omitted if they are optional.
pub(super) fn expression(value: &Value, ty: Option<&Type>, sources: &mut Sources) -> Json {
    if value.is_unknown() {
        return sources.reference(value.clone());
    }
    if value.is_null() {
        return Json::Null;
    }
    if let Some(text) = value.as_str() {
        return template(text).into();
    }
    if let Some(value) = value.as_bool() {
        return value.into();
    }
    if let Some(number) = value.as_number() {
        let text = number.to_string();
        // Some numbers would change if they were read as doubles, so these numbers are written as expressions.
        return match serde_json::from_str::<serde_json::Number>(&text) {
            Ok(number) if number.to_string() == text => number.into(),
            _ => format!("${{{text}}}").into(),
        };
    }
    let keys = super::parts::keys(value);
    let parts = super::parts::parts(value);
    let is_absent = |key: &str, part: &Value| match ty {
        Some(Type::Object(object)) => {
            part.is_null() && object.get(key).is_some_and(|member| member.optional)
        }
        _ => false,
    };
    if matches!(value.ty(), Type::Map(_) | Type::Object(_)) {
        let entries = keys.into_iter().zip(&parts);
        let entries = entries.filter(|(key, part)| !is_absent(key, part));
        let entries = entries.map(|(key, part)| {
            let part = expression(part, type_within(ty, Some(&key), 0), sources);
            (template(&key), part)
        });
        return Json::Object(entries.collect());
    }
    let parts = parts.iter().enumerate();
    parts
        .map(|(index, part)| expression(part, type_within(ty, None, index), sources))
        .collect()
}

/// Returns the type of an attribute in a configuration, in which members can be optional.
fn config_type(attribute: &Attribute) -> Type {
    let AttributeType::Nested(nested) = &attribute.ty else {
        return attribute.implied_type();
    };
    let members = nested.attributes.iter();
    let members = members.map(|one| ObjectAttribute::new(one.name.clone(), config_type(one)));
    let object = Type::Object(members.collect());
    match nested.nesting {
        Nesting::List => Type::list(object),
        Nesting::Set => Type::set(object),
        Nesting::Map => Type::map(object),
        _ => object,
    }
}

/// Returns the type of a part.
fn type_within<'t>(ty: Option<&'t Type>, name: Option<&str>, index: usize) -> Option<&'t Type> {
    match ty? {
        Type::List(element) | Type::Set(element) | Type::Map(element) => Some(element),
        Type::Tuple(types) => types.get(index),
        Type::Object(object) => Some(&object.get(name?)?.ty),
        _ => None,
    }
}

/// Escapes a string so that Terraform evaluates nothing in it.
fn template(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}

/// Returns the entry for an object in a state file.
pub(super) fn in_state(provider: &str, ty: &str, name: &str, state: &Value, block: &Block) -> Json {
    let text = tfvalue::json::value_to_string(state, &block.implied_type()).expect("a state");
    let attributes: Json = serde_json::from_str(&text).expect("JSON");
    json!({
        "mode": "managed",
        "type": ty,
        "name": name,
        "provider": format!("provider[{provider:?}]"),
        "instances": [{ "schema_version": 0, "attributes": attributes, "sensitive_attributes": [] }],
    })
}
