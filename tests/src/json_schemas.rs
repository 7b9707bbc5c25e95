//! JSON Schemas from files, and generated JSON Schemas.

pub mod pairs;

use serde_json::{Map, Value as Json, json};

use crate::random::Rng;

/// A document, and the JSON Pointer to a schema in it.
#[derive(Clone, Debug)]
pub struct Document {
    /// The name, which can be the name of a resource.
    pub name: String,
    /// The document.
    pub json: Json,
    /// The pointer.
    pub pointer: String,
}

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../data/json_schema/", $name, ".json"))
    };
}

fn document(name: &str, text: &str, pointer: &str) -> Document {
    Document {
        name: name.to_owned(),
        json: serde_json::from_str(text).expect("a JSON document"),
        pointer: pointer.to_owned(),
    }
}

/// Resource definitions in the style of Kubernetes. The last two definitions have parts for which Terraform has no type.
#[must_use]
pub fn definitions() -> Vec<Document> {
    let at = |version: usize| format!("/spec/versions/{version}/schema/openAPIV3Schema");
    vec![
        document("deployment", file!("deployment"), &at(0)),
        document("ingress", file!("ingress"), &at(0)),
        document("cron_job", file!("cron_job"), &at(0)),
        document("definition", file!("definition"), &at(1)),
        document("definition_v2", file!("definition"), &at(2)),
    ]
}

/// Three OpenAPI documents: a small document, a document that uses `allOf` and `oneOf` throughout, and a document with
/// 300 schemas.
#[must_use]
pub fn open_api() -> Vec<Document> {
    let mut all = vec![
        document("note", file!("small"), "#/components/schemas/Note"),
        document(
            "enclosure",
            file!("choices"),
            "#/components/schemas/Enclosure",
        ),
    ];
    let large = large();
    all.extend((0..300).step_by(30).map(|at| Document {
        name: format!("large_{at}"),
        json: large.clone(),
        pointer: format!("#/components/schemas/Type{at}"),
    }));
    all
}

/// Returns an OpenAPI document with 300 schemas, which refer to schemas with smaller numbers.
#[must_use]
pub fn large() -> Json {
    let schemas = (0..300).map(|at| {
        let mut rng = Rng::new(27, at);
        let mut properties = Map::new();
        for index in 0..=rng.below(8) {
            let part = match at {
                0 => json!({"type": "string"}),
                at => {
                    let other = at - 1 - rng.below(at.min(40) as usize) as u64;
                    match rng.below(20) {
                        0 => json!({"$ref": format!("#/components/schemas/Type{other}")}),
                        1 if at % 3 == 0 => json!({
                            "type": "array",
                            "items": {"$ref": format!("#/components/schemas/Type{other}")},
                        }),
                        2..8 => json!({"type": "integer", "minimum": index}),
                        8 => json!({"type": "object", "additionalProperties": {"type": "number"}}),
                        9 => json!({"type": "boolean", "default": true}),
                        _ => json!({"type": "string", "maxLength": 10 + index}),
                    }
                }
            };
            properties.insert(format!("someField{index}"), part);
        }
        (
            format!("Type{at}"),
            json!({"type": "object", "properties": properties}),
        )
    });
    json!({"openapi": "3.1.0", "components": {"schemas": schemas.collect::<Map<_, _>>()}})
}

/// Returns a random JSON Schema of an object; the schema can contain contradictions, and parts for which Terraform has
/// no type.
#[must_use]
pub fn generated(seed: u64) -> Document {
    let mut rng = Rng::new(2020, seed);
    let mut root = object(&mut rng, 3);
    let definitions: Map<_, _> = (0..4)
        .map(|at| (format!("D{at}"), schema(&mut rng, 2)))
        .collect();
    root.insert("$defs".to_owned(), definitions.into());
    Document {
        name: format!("generated_{seed}"),
        json: root.into(),
        pointer: String::new(),
    }
}

const NAMES: &[&str] = &[
    "name",
    "apiVersion",
    "$ref",
    "podIPs",
    "count",
    "x-y",
    "2nd",
    "type",
    "URL",
    "foo_bar",
    "fooBar",
    "größe",
    "for_each",
];

fn object(rng: &mut Rng, depth: usize) -> Map<String, Json> {
    let mut properties = Map::new();
    for _ in 0..=rng.below(5) {
        properties.insert(rng.pick(NAMES).to_owned(), schema(rng, depth - 1));
    }
    let names: Vec<String> = properties.keys().cloned().collect();
    let some = |rng: &mut Rng| {
        let mut names = names.clone();
        names.retain(|_| rng.one_in(2));
        names
    };
    let mut object = Map::new();
    object.insert("type".to_owned(), "object".into());
    object.insert("required".to_owned(), some(rng).into());
    match rng.below(16) {
        0 => {
            _ = object.insert(
                "oneOf".to_owned(),
                names.iter().map(|one| json!({"required": [one]})).collect(),
            );
        }
        1 => {
            _ = object.insert(
                "anyOf".to_owned(),
                names.iter().map(|one| json!({"required": [one]})).collect(),
            );
        }
        2 => {
            _ = object.insert(
                "dependentRequired".to_owned(),
                json!({names[0].clone(): some(rng)}),
            );
        }
        3 => _ = object.insert("additionalProperties".to_owned(), schema(rng, depth - 1)),
        4 => _ = object.insert("not".to_owned(), json!({"required": some(rng)})),
        5 => {
            _ = object.insert(
                "allOf".to_owned(),
                json!([schema(rng, depth - 1), {"$ref": "#/$defs/D0"}]),
            );
        }
        6 => {
            _ = object.insert(
                "x-kubernetes-preserve-unknown-fields".to_owned(),
                true.into(),
            );
        }
        7 => {
            _ = object.insert(
                "oneOf".to_owned(),
                json!([{"$ref": "#/$defs/D1"}, {"$ref": "#/$defs/D2"}]),
            );
        }
        _ => {}
    }
    object.insert("properties".to_owned(), properties.into());
    object
}

fn schema(rng: &mut Rng, depth: usize) -> Json {
    let mut schema = match rng.below(if depth == 0 { 8 } else { 18 }) {
        0 => json!({"type": "string", "minLength": rng.below(3), "maxLength": rng.below(9)}),
        1 => json!({"type": "integer", "minimum": rng.below(5), "exclusiveMaximum": rng.below(90)}),
        2 => json!({"type": "number", "maximum": 1.5}),
        3 => json!({"type": ["boolean", "null"]}),
        4 => json!({"enum": ["a", "b", null]}),
        5 => json!({"type": "string", "const": "fixed"}),
        6 => json!({"x-kubernetes-int-or-string": true}),
        7 => json!({"type": "string", "format": *rng.pick(&[&"password", &"date-time"])}),
        8 | 9 => object(rng, depth).into(),
        10 => {
            json!({"type": "array", "items": schema(rng, depth - 1), "uniqueItems": rng.one_in(2)})
        }
        11 => json!({"type": "object", "additionalProperties": schema(rng, depth - 1)}),
        12 => json!({"$ref": format!("#/$defs/D{}", rng.below(4))}),
        13 => json!({"oneOf": [schema(rng, depth - 1), schema(rng, depth - 1), {"type": "null"}]}),
        14 => json!({"allOf": [schema(rng, depth - 1), {"description": "More."}]}),
        15 => {
            json!({"type": "array", "prefixItems": [schema(rng, depth - 1), schema(rng, 0)], "items": rng.one_in(9)})
        }
        16 => json!({"type": ["string", "integer", "array"], "items": schema(rng, depth - 1)}),
        _ => rng.one_in(2).into(),
    };
    if let Json::Object(members) = &mut schema {
        for keyword in ["readOnly", "writeOnly", "nullable", "deprecated"] {
            if rng.one_in(12) {
                members.insert(keyword.to_owned(), true.into());
            }
        }
        if rng.one_in(25) {
            members.insert("default".to_owned(), json!("a"));
        }
    }
    schema
}
