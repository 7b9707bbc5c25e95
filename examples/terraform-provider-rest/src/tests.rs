//! Tests which collections in a document are served.

use serde_json::{Value as Json, json};

use super::of_document;

/// Returns the names of the resource types with their attributes, and the parts that are omitted.
fn served(document: Json) -> (Vec<String>, Vec<String>) {
    let (provider, left_out) = of_document(document);
    let resources = provider.schemas().unwrap().resource_schemas;
    let resources = resources.iter().map(|(name, schema)| {
        let names = schema.block.attributes.iter().map(|one| &*one.name);
        format!("{name}: {}", names.collect::<Vec<_>>().join(" "))
    });
    let left_out = left_out.iter();
    (
        resources.collect(),
        left_out
            .map(|one| format!("{}: {}", one.summary(), one.detail()))
            .collect(),
    )
}

fn disk() -> Json {
    json!({"type": "object", "properties": {"id": {"type": "string", "readOnly": true}, "size": {"type": "integer"}}})
}

fn content(schema: &Json) -> Json {
    json!({"content": {"application/json": {"schema": schema}}})
}

fn post(schema: &Json) -> Json {
    json!({"post": {"requestBody": content(schema)}})
}

fn item() -> Json {
    json!({"get": {}, "put": {}, "delete": {}})
}

#[test]
fn one_schema_for_two_paths() {
    let reference = json!({"$ref": "#/components/schemas/Disk"});
    let (served, left_out) = served(json!({
        "paths": {
            "/disks": post(&reference),
            "/disks/{id}": item(),
            "/disks/validate": post(&reference),
            "/old/disks": post(&reference),
            "/old/disks/{id}": item(),
        },
        "components": {"schemas": {"Disk": disk()}},
    }));
    assert_eq!(served, ["rest_disk: id size", "rest_old_disks: id size"]);
    assert_eq!(
        left_out,
        ["/disks/validate is left out: There is no path for one object."]
    );
}

#[test]
fn names_that_terraform_cannot_parse() {
    for (name, expected) in [
        ("acme.v1.Disk", "rest_acme_v1_disk"),
        ("My Disk", "rest_my_disk"),
        ("名", "rest_object"),
        ("2nd-Disk", "rest_2nd_disk"),
    ] {
        let (served, left_out) = served(json!({
            "paths": {
                "/disks": post(&json!({"$ref": format!("#/components/schemas/{name}")})),
                "/disks/{id}": item(),
            },
            "components": {"schemas": {name: disk()}},
        }));
        assert_eq!(served, [format!("{expected}: id size")]);
        assert!(left_out.is_empty());
    }
}

#[test]
fn inline_bodies_and_ids_of_responses() {
    let response = json!({"200": content(&disk())});
    let size = json!({"type": "object", "properties": {"size": {"type": "integer"}}});
    let (served, left_out) = served(json!({
        "paths": {
            "/disks": post(&disk()),
            "/disks/{id}": item(),
            "/big disks": post(&size),
            "/big disks/{id}": {"get": {"responses": response}, "put": {}, "delete": {}},
            "/shared": {"post": {"requestBody": {"$ref": "#/components/requestBodies/Disk"}}},
            "/shared/{id}/": item(),
            "/without": post(&size),
            "/without/{id}": item(),
        },
        "components": {"requestBodies": {"Disk": content(&disk())}},
    }));
    assert_eq!(
        served,
        [
            "rest_big_disks: id size",
            "rest_disks: id size",
            "rest_shared: id size"
        ]
    );
    assert_eq!(
        left_out,
        ["/without is left out: Neither the request nor the response has a member `id`."]
    );
}

/// A reference can contain percent-encoded characters, such as `%20`.
#[test]
fn references_with_encoded_letters() {
    let (served, left_out) = served(json!({
        "paths": {
            "/big disks": post(&json!({"$ref": "#/components/schemas/Big%20Disk"})),
            "/big disks/{id}": item(),
            "/old": {"$ref": "#/paths/~1big%20disks"},
            "/old/{id}": {"$ref": "#/paths/~1big%20disks~1%7Bid%7D"},
            "/broken": {"post": {"$ref": "#/paths/~1big%2"}},
        },
        "components": {"schemas": {"Big Disk": disk()}},
    }));
    assert_eq!(served, ["rest_big_disk: id size", "rest_old: id size"]);
    assert!(left_out.is_empty(), "{left_out:?}");
}

#[test]
fn open_api_2() {
    let (served, left_out) = served(json!({
        "swagger": "2.0",
        "paths": {
            "/disks": {"post": {"parameters": [
                {"in": "query", "name": "dry"},
                {"in": "body", "name": "disk", "schema": {"$ref": "#/definitions/Disk"}},
            ]}},
            "/disks/{id}": item(),
        },
        "definitions": {"Disk": disk()},
    }));
    assert_eq!(
        (served, left_out),
        (vec!["rest_disk: id size".to_owned()], vec![])
    );
}

#[test]
fn what_is_left_out_has_a_reason() {
    let broken = json!({"type": "object", "properties": {"id": {"type": "word"}}});
    let tree = json!({"type": "object", "properties": {"id": {"type": "string"}, "next": {"$ref": "#/components/schemas/Tree"}}});
    let (served, left_out) = served(json!({
        "paths": {
            "/trees": post(&json!({"$ref": "#/components/schemas/Tree"})),
            "/trees/{id}": item(),
            "/broken": post(&broken),
            "/broken/{id}": {"get": {"responses": {"200": content(&disk())}}, "put": {}, "delete": {}},
            "/text": {"post": {"requestBody": {"content": {"text/plain": {}}}}},
            "/text/{id}": item(),
            "/orgs/{org}/disks": post(&disk()),
            "/fixed": post(&disk()),
            "/fixed/{id}": {"get": {}, "delete": {}},
            "/circle": {"$ref": "#/paths/~1circle"},
        },
        "components": {"schemas": {"Tree": tree}},
    }));
    assert_eq!(served, ["rest_tree: id next"]);
    let expected = [
        "/broken is left out: #/paths/~1broken/post/requestBody/content/application~1json/schema/properties/id/type: a type of JSON Schema is required, got a string",
        "/fixed is left out: /fixed/{id} has no `put`.",
        "/orgs/{org}/disks is left out: The path has parameters.",
        "/text is left out: The request has no body in JSON.",
    ];
    let mut left_out = left_out;
    left_out.sort();
    assert_eq!(left_out, expected);
    assert_eq!(of_document(json!([1])).1.len(), 1);
}

/// Tries the documents in a folder: `REST_DOCUMENTS=FOLDER cargo test -p terraform-provider-rest -- --ignored`.
#[test]
#[ignore = "needs documents"]
fn documents() {
    for file in std::fs::read_dir(std::env::var("REST_DOCUMENTS").unwrap()).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let (served, left_out) = served(serde_json::from_str(&text).unwrap());
        println!(
            "{}: {} served, {} left out",
            path.display(),
            served.len(),
            left_out.len()
        );
        for line in served.iter().chain(&left_out) {
            println!("  {line:.200}");
        }
    }
}
