//! Terraform prints the schemas that the structs describe.

use crate::harness::{Bench, Protocol, by_both_protocols};
use serde_json::Value;
use terraform_provider_inventory::models::{Config, Network, Password, Rack, Server, Servers};
use tfvalue::schema::{Schema, json};
use tfvalue::{TfSchema as _, tfplugin5};

by_both_protocols!(terraform_prints_the_same_schemas);

fn terraform_prints_the_same_schemas(bench: &Bench) {
    bench.configure("");
    let printed = bench.run(&["providers", "schema", "-json"]).exits(0).json();
    let printed = &printed["provider_schemas"][bench.source()];
    for (printed, schema) in [
        (&printed["provider"], Config::schema()),
        (
            &printed["resource_schemas"]["inventory_network"],
            Network::schema(),
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
        assert_same(printed, schema, bench.protocol());
    }
    let server = &printed["resource_schemas"]["inventory_server"];
    match bench.protocol() {
        Protocol::V5 => assert_eq!(server, &Value::Null),
        Protocol::V6 => assert_same(server, Server::schema(), Protocol::V6),
    }
    // Terraform before 1.10 and OpenTofu before 1.11 do not support ephemeral resources.
    if let Some(printed) = printed.get("ephemeral_resource_schemas") {
        let password = &printed["inventory_password"];
        assert_same(password, Password::schema(), bench.protocol());
    }
}

#[track_caller]
fn assert_same(printed: &Value, schema: Schema, protocol: Protocol) {
    let told = match protocol {
        Protocol::V5 => through_protocol_5(&schema),
        Protocol::V6 => schema,
    };
    let expected = schema_json(&told);
    assert!(
        printed == &expected,
        "printed:\n{printed:#}\nexpected:\n{expected:#}"
    );
}

/// Returns the schema after a conversion to protocol 5, which replaces nested attributes with types.
fn through_protocol_5(schema: &Schema) -> Schema {
    let message = tfplugin5::Schema::try_from(schema).unwrap();
    Schema::try_from(&message).unwrap()
}

/// Returns the JSON that the library writes for a schema.
fn schema_json(schema: &Schema) -> Value {
    serde_json::from_slice(&json::to_vec(schema).unwrap()).unwrap()
}
