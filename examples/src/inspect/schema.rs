//! Schemas as `terraform providers schema -json` prints them.

use serde_json::{Map, Value as Json};
use tfvalue::Type;
use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting, Object};

/// Reads the schema of a resource from a file.
pub(super) fn load(file: &str, name: &str) -> Result<Block, String> {
    let text = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let json: Json = serde_json::from_slice(&text).map_err(|error| format!("{file}: {error}"))?;
    let schema = find(&json, name).map_err(|error| format!("{file}: {error}"))?;
    // Terraform leaves out a block in which there is nothing.
    let block = schema.get("block").unwrap_or(&Json::Null);
    block_from_json(block).map_err(|error| format!("{file}: {name}: {error}"))
}

fn find<'a>(json: &'a Json, name: &str) -> Result<&'a Json, String> {
    let providers = json.get("provider_schemas").and_then(Json::as_object);
    let providers =
        providers.ok_or("this is not what `terraform providers schema -json` prints")?;
    let (section, short) = match name.split_once('.') {
        Some(("data", short)) => ("data_source_schemas", short),
        Some(("ephemeral", short)) => ("ephemeral_resource_schemas", short),
        Some(("provider", short)) => ("provider", short),
        _ => ("resource_schemas", name),
    };
    let mut found = providers.iter().filter_map(|(address, schemas)| {
        let part = schemas.get(section)?;
        match section {
            "provider" => (address.rsplit('/').next() == Some(short)).then_some(part),
            _ => part.get(short),
        }
    });
    match (found.next(), found.next()) {
        (Some(schema), None) => Ok(schema),
        (None, _) => Err(format!("there is no schema of {name}")),
        (Some(_), Some(_)) => Err(format!("several providers have a schema of {name}")),
    }
}

/// Reads a block; of what it says, the parts that tell of values.
///
/// # Errors
///
/// If the JSON is not that of a block.
pub fn block_from_json(json: &Json) -> Result<Block, String> {
    let nested = |(name, json): (&String, &Json)| {
        let nesting = nesting(json).map_err(|error| format!("{name}: {error}"))?;
        let block = json.get("block").unwrap_or(&Json::Null);
        let block = block_from_json(block).map_err(|error| format!("{name}: {error}"))?;
        Ok(nesting.map(|nesting| NestedBlock {
            type_name: name.clone().into(),
            block,
            nesting,
            min_items: 0,
            max_items: 0,
        }))
    };
    let block_types = members(json, "block_types").map(nested);
    Ok(Block {
        attributes: attributes(json)?,
        block_types: block_types
            .filter_map(Result::transpose)
            .collect::<Result<_, String>>()?,
        ..Block::default()
    })
}

fn attributes(json: &Json) -> Result<Vec<Attribute>, String> {
    let read = |(name, json): (&String, &Json)| {
        let ty = attribute_type(json).map_err(|error| format!("{name}: {error}"))?;
        let flag = |flag: &str| json.get(flag) == Some(&Json::Bool(true));
        Ok(ty.map(|ty| Attribute {
            ty,
            sensitive: flag("sensitive"),
            write_only: flag("write_only"),
            ..Attribute::new(name.clone(), Type::Dynamic)
        }))
    };
    let attributes = members(json, "attributes").map(read);
    attributes.filter_map(Result::transpose).collect()
}

fn attribute_type(json: &Json) -> Result<Option<AttributeType>, String> {
    if let Some(nested) = json.get("nested_type") {
        return Ok(match nesting(nested)? {
            Some(nesting) => Some(AttributeType::Nested(Object {
                attributes: attributes(nested)?,
                nesting,
            })),
            None => None,
        });
    }
    let ty = json.get("type").ok_or("a type is required")?;
    let ty = Type::from_json(ty.to_string().as_bytes()).map_err(|error| error.to_string())?;
    Ok(Some(AttributeType::Type(ty)))
}

/// Reads how blocks are collected. What is nested in an unfamiliar way is left out, as Terraform
/// does it.
fn nesting(json: &Json) -> Result<Option<Nesting>, String> {
    let mode = json.get("nesting_mode").and_then(Json::as_str);
    Ok(match mode.ok_or("a nesting mode is required")? {
        "single" => Some(Nesting::Single),
        "group" => Some(Nesting::Group),
        "list" => Some(Nesting::List),
        "set" => Some(Nesting::Set),
        "map" => Some(Nesting::Map),
        _ => None,
    })
}

fn members<'a>(json: &'a Json, name: &str) -> impl Iterator<Item = (&'a String, &'a Json)> {
    let members = json.get(name).and_then(Json::as_object);
    members.into_iter().flat_map(Map::iter)
}
