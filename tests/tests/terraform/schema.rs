//! The schemas that Terraform has understood are those that the structs describe.

use crate::harness::Bench;
use serde_json::{Map, Value, json};
use terraform_provider_inventory::models::{Password, ProviderConfig, Rack, Server, Servers};
use tfvalue::TfSchema as _;
use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting, Schema, StringKind};

#[test]
fn terraform_prints_what_the_structs_say() {
    let Some(bench) = Bench::new() else { return };
    bench.configure("");
    let printed = bench.run(&["providers", "schema", "-json"]).exits(0).json();
    let printed = &printed["provider_schemas"][bench.source()];
    for (printed, schema) in [
        (&printed["provider"], ProviderConfig::schema()),
        (
            &printed["resource_schemas"]["inventory_server"],
            Server::schema(),
        ),
        (
            &printed["resource_schemas"]["inventory_rack"],
            Rack::schema(),
        ),
        (
            &printed["data_source_schemas"]["inventory_servers"],
            Servers::schema(),
        ),
    ] {
        assert_same(printed, &schema_json(&schema));
    }
    // Versions before 1.10 of Terraform and 1.11 of OpenTofu know no ephemeral resources.
    if let Some(printed) = printed.get("ephemeral_resource_schemas") {
        assert_same(
            &printed["inventory_password"],
            &schema_json(&Password::schema()),
        );
    }
}

#[track_caller]
fn assert_same(printed: &Value, expected: &Value) {
    assert!(
        printed == expected,
        "printed:\n{printed:#}\nexpected:\n{expected:#}"
    );
}

/// A schema as `terraform providers schema -json` prints it.
fn schema_json(schema: &Schema) -> Value {
    json!({ "version": schema.version, "block": block_json(&schema.block) })
}

fn block_json(block: &Block) -> Value {
    let attributes = block.attributes.iter();
    let attributes = attributes
        .map(|one| (one.name.to_string(), attribute_json(one)))
        .collect();
    let blocks = block.block_types.iter();
    let blocks = blocks
        .map(|one| (one.type_name.to_string(), nested_json(one)))
        .collect();
    without_empty([
        ("attributes", Value::Object(attributes)),
        ("block_types", Value::Object(blocks)),
        ("description", json!(block.description)),
        ("description_kind", kind_json(block.description_kind)),
        ("deprecated", json!(block.deprecated)),
    ])
}

fn nested_json(block: &NestedBlock) -> Value {
    let mut json = without_empty([
        ("nesting_mode", nesting_json(block.nesting)),
        ("min_items", json!(block.min_items)),
        ("max_items", json!(block.max_items)),
    ]);
    json["block"] = block_json(&block.block);
    json
}

fn attribute_json(attribute: &Attribute) -> Value {
    let (name, ty) = match &attribute.ty {
        AttributeType::Type(ty) => ("type", json!(ty)),
        AttributeType::Nested(object) => {
            let members = object.attributes.iter();
            let members: Map<_, _> = members
                .map(|one| (one.name.to_string(), attribute_json(one)))
                .collect();
            let nesting = nesting_json(object.nesting);
            (
                "nested_type",
                json!({ "attributes": members, "nesting_mode": nesting }),
            )
        }
    };
    without_empty([
        (name, ty),
        ("description", json!(attribute.description)),
        ("description_kind", kind_json(attribute.description_kind)),
        ("deprecated", json!(attribute.deprecated)),
        ("required", json!(attribute.required)),
        ("optional", json!(attribute.optional)),
        ("computed", json!(attribute.computed)),
        ("sensitive", json!(attribute.sensitive)),
        ("write_only", json!(attribute.write_only)),
    ])
}

fn nesting_json(nesting: Nesting) -> Value {
    json!(match nesting {
        Nesting::Single => "single",
        Nesting::Group => "group",
        Nesting::List => "list",
        Nesting::Set => "set",
        Nesting::Map => "map",
    })
}

fn kind_json(kind: StringKind) -> Value {
    json!(match kind {
        StringKind::Plain => "plain",
        StringKind::Markdown => "markdown",
    })
}

/// An object without the members that Terraform leaves out: false, zero and everything empty.
fn without_empty<const N: usize>(members: [(&str, Value); N]) -> Value {
    let empty = [json!(false), json!(0), json!(""), json!({})];
    let members = members
        .into_iter()
        .filter(|(_, value)| !empty.contains(value));
    members
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}
