//! The schemas that Terraform has understood are those that the structs describe.

use crate::harness::Bench;
use serde_json::Value;
use terraform_provider_inventory::models::{Password, ProviderConfig, Rack, Server, Servers};
use tfvalue::TfSchema as _;
use tfvalue::schema::{Schema, json};

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

/// A schema as the library writes it.
fn schema_json(schema: &Schema) -> Value {
    serde_json::from_slice(&json::to_vec(schema).unwrap()).unwrap()
}
