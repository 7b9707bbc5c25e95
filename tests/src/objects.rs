//! Values for tests, written as JSON.
//!
//! `"?"` is unknown; `"?web-"` is unknown, is not null, and begins with `web-`. For blocks, `"null"` is null.

use serde_json::Value as Json;
use tfvalue::schema::{Block, Nesting};
use tfvalue::{Number, Type, Value, types::Refinements};

/// Reads the value of a block. Missing attributes are null, and missing blocks are absent.
///
/// # Panics
///
/// Panics if the string does not match the block.
#[must_use]
pub fn object_of(block: &Block, json: &Json) -> Value {
    let Type::Object(ty) = block.implied_type() else {
        unreachable!("blocks are objects");
    };
    let members = json.as_object().unwrap();
    for name in members.keys() {
        assert!(ty.get(name).is_some(), "there is no attribute {name}");
    }
    let attributes = block.attributes.iter().map(|attribute| {
        let name = attribute.name.to_string();
        let member = typed(&ty.get(&name).unwrap().ty, &json[&name]);
        (name, member)
    });
    let blocks = block.block_types.iter().map(|nested| {
        let name = nested.type_name.to_string();
        let ty = &ty.get(&name).unwrap().ty;
        let json = &json[&name];
        if json == "?" {
            return (name, Value::unknown(ty.clone()));
        }
        if json == "null" {
            return (name, Value::null(ty.clone()));
        }
        let element = nested.block.implied_type();
        let object = |json: &Json| {
            if json.is_object() {
                object_of(&nested.block, json)
            } else {
                typed(&element, json)
            }
        };
        let elements = json.as_array().into_iter().flatten().map(object);
        let value = match nested.nesting {
            Nesting::Single if json.is_null() => Value::null(element.clone()),
            Nesting::Single => object(json),
            Nesting::Group if json.is_null() => object(&Json::Object(serde_json::Map::new())),
            Nesting::Group => object(json),
            Nesting::List if *ty == Type::Dynamic => Value::tuple(elements),
            Nesting::List => Value::list(element.clone(), elements).unwrap(),
            Nesting::Set => Value::set(element.clone(), elements).unwrap(),
            _ => {
                let entries = json.as_object().into_iter().flatten();
                let entries = entries.map(|(key, json)| (key, object(json)));
                match ty {
                    Type::Dynamic => Value::object(entries).unwrap(),
                    _ => Value::map(element.clone(), entries).unwrap(),
                }
            }
        };
        (name, value)
    });
    Value::object(attributes.chain(blocks).collect::<Vec<_>>()).unwrap()
}

/// Reads a value of an attribute.
///
/// # Panics
///
/// Panics if the string does not match the type.
#[must_use]
pub fn typed(ty: &Type, json: &Json) -> Value {
    match (ty, json) {
        (_, Json::Null) => Value::null(ty.clone()),
        (_, Json::String(text)) if text == "?" => Value::unknown(ty.clone()),
        (_, Json::String(text)) if text.starts_with('?') => {
            let promise = Refinements::new()
                .not_null()
                .full_prefix(&text[1..])
                .unwrap();
            Value::refined(ty.clone(), promise).unwrap()
        }
        (Type::String | Type::Dynamic, Json::String(text)) => Value::from(text.as_str()),
        (Type::Bool | Type::Dynamic, Json::Bool(value)) => Value::from(*value),
        (Type::Number | Type::Dynamic, Json::Number(number)) => {
            Value::from(number.to_string().parse::<Number>().unwrap())
        }
        (Type::List(element), Json::Array(elements)) => Value::list(
            Type::clone(element),
            elements.iter().map(|json| typed(element, json)),
        )
        .unwrap(),
        (Type::Set(element), Json::Array(elements)) => Value::set(
            Type::clone(element),
            elements.iter().map(|json| typed(element, json)),
        )
        .unwrap(),
        (Type::Map(element), Json::Object(entries)) => {
            let entries = entries
                .iter()
                .map(|(key, json)| (key, typed(element, json)));
            Value::map(Type::clone(element), entries).unwrap()
        }
        (Type::Object(ty), Json::Object(members)) => {
            for name in members.keys() {
                assert!(ty.get(name).is_some(), "there is no attribute {name}");
            }
            Value::object(ty.iter().map(|attribute| {
                let member = members.get(&*attribute.name).unwrap_or(&Json::Null);
                (attribute.name.to_string(), typed(&attribute.ty, member))
            }))
            .unwrap()
        }
        _ => panic!("{json} is no {ty}"),
    }
}
