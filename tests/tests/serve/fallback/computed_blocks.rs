//! Features that Terraform 1.16 added: computed blocks, and private data from the first plan.

use tfvalue::Type;
use tfvalue::prost::Message as _;
use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting, ProviderSchema, Schema};
use tfvalue::tfplugin6::{ClientCapabilities, DynamicValue, plan_resource_change};
use tfvalue::{tfplugin5, tfplugin6};

use super::{Old, provider, respond};

/// The schemas of the other provider: a resource with computed blocks, and a resource without them.
fn schemas() -> ProviderSchema {
    let size = || [Attribute::new("size", Type::Number).optional().computed()];
    let disk = Block::new().attributes(size()).computed();
    let disk = NestedBlock::new("disk", Nesting::List, disk);
    let server = Schema::new(Block::new().block_types([disk]));
    let network = Schema::new(Block::new().attributes(size()));
    let url = Attribute::new("url", Type::String).required();
    ProviderSchema::new()
        .provider(Schema::new(Block::new().attributes([url])))
        .resource_schemas([("cloud_server", server), ("cloud_network", network)])
}

#[test]
fn computed_blocks_are_announced() {
    let old = Old::default();
    let announced = tfplugin6::get_provider_schema::Response::from(&schemas());
    old.responds("GetProviderSchema", &[&announced.encode_to_vec()]);
    let (_served, client) = old.serve(6);
    let provider = provider().fall_back_to(client);

    let response = respond(&provider, 6, "GetProviderSchema", b"").unwrap();
    let response = tfplugin6::get_provider_schema::Response::decode(response).unwrap();
    assert_eq!(response.diagnostics, []);
    let server = Schema::try_from(&response.resource_schemas["cloud_server"]).unwrap();
    assert!(server.block.block_type("disk").unwrap().block.computed);

    // Version 5 does not support computed blocks.
    let response = respond(&provider, 5, "GetSchema", b"").unwrap();
    let response = tfplugin5::get_provider_schema::Response::decode(response).unwrap();
    assert!(!response.resource_schemas.contains_key("cloud_server"));
    assert!(response.resource_schemas.contains_key("cloud_network"));
    let warnings = response.diagnostics.iter();
    let warnings = warnings.map(|one| (one.severity(), one.detail.as_str()));
    let expected = r#"resource_schemas["cloud_server"].disk: protocol 5 has no computed blocks"#;
    let severity = tfplugin5::diagnostic::Severity::Warning;
    assert_eq!(Vec::from_iter(warnings), [(severity, expected)]);
}

#[test]
fn planned_private_data_is_forwarded() {
    let request = plan_resource_change::Request {
        type_name: "cloud_network".to_owned(),
        config: Some(DynamicValue::encode("config").unwrap()),
        prior_private: b"prior".to_vec(),
        planned_private: b"planned".to_vec(),
        client_capabilities: Some(ClientCapabilities {
            computed_blocks_allowed: true,
            store_planned_private: true,
            ..Default::default()
        }),
        ..Default::default()
    };
    let response = plan_resource_change::Response {
        planned_state: Some(DynamicValue::encode("planned").unwrap()),
        planned_private: b"planned again".to_vec(),
        ..Default::default()
    };
    for theirs in [5, 6] {
        for version in [5, 6] {
            let old = Old::default();
            old.responds("PlanResourceChange", &[&response.encode_to_vec()]);
            let (_served, client) = old.serve(theirs);
            let provider = provider().fall_back_to(client);
            let bytes = request.encode_to_vec();
            let responded = respond(&provider, version, "PlanResourceChange", &bytes).unwrap();
            let responded = plan_resource_change::Response::decode(responded).unwrap();
            assert_eq!(responded, response);
            let sent = old.requests("PlanResourceChange").remove(0);
            assert_eq!(
                plan_resource_change::Request::decode(sent).unwrap(),
                request
            );
        }
    }
}
