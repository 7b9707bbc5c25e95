//! Random configurations contain every type and nesting mode, and match the schema.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use prost::Message;
use prost::bytes::Bytes;
use tfvalue::provider::CallError;
use tfvalue::schema::{Attribute, Block, NestedBlock, NestedType, Nesting, ProviderSchema, Schema};
use tfvalue::tfplugin6::{
    DynamicValue, apply_resource_change, get_provider_schema, plan_resource_change, read_resource,
    upgrade_resource_state, validate_resource_config,
};
use tfvalue::{Type, Value};
use tfvalue_testing::{Harness, Property};
use tfvalue_tests::random;

const NESTINGS: [(&str, Nesting); 4] = [
    ("single", Nesting::Single),
    ("list", Nesting::List),
    ("set", Nesting::Set),
    ("map", Nesting::Map),
];

/// Returns a schema with every type and nesting mode.
fn schema() -> Schema {
    let types = [
        ("string", Type::String),
        ("number", Type::Number),
        ("bool", Type::Bool),
        ("any", Type::Dynamic),
        ("strings", Type::list(Type::String)),
        ("unique", Type::set(Type::Number)),
        ("labels", Type::map(Type::String)),
        ("pair", Type::tuple([Type::String, Type::Bool])),
        ("deep", Type::list(Type::map(Type::Number))),
        ("places", Type::set(Type::list(Type::String))),
    ];
    let mut attributes: Vec<_> = types
        .into_iter()
        .map(|(name, ty)| Attribute::new(name, ty).optional())
        .collect();
    let members = || {
        [
            Attribute::new("size", Type::Number).required(),
            Attribute::new("label", Type::String).optional(),
        ]
    };
    for (name, nesting) in NESTINGS {
        let ty = NestedType::new(nesting, members());
        attributes.push(Attribute::new(format!("nested_{name}"), ty).optional());
    }
    let inner = || Block::new().attributes(members());
    let mut blocks: Vec<_> = NESTINGS
        .into_iter()
        .map(|(name, nesting)| NestedBlock::new(format!("block_{name}"), nesting, inner()))
        .collect();
    blocks.push(NestedBlock::new("block_group", Nesting::Group, inner()));
    blocks.push(
        NestedBlock::new("limited", Nesting::List, inner())
            .min_items(1)
            .max_items(2),
    );
    let any = Block::new().attributes([Attribute::new("any", Type::Dynamic).optional()]);
    blocks.push(NestedBlock::new("block_any", Nesting::List, any));
    Schema::new(Block::new().attributes(attributes).block_types(blocks))
}

/// Responds to calls for a resource that exists only in the state. Keeps the planned states.
fn answer(
    method: &str,
    request: &[u8],
    seen: &Mutex<Vec<DynamicValue>>,
) -> Result<Bytes, CallError> {
    Ok(match method {
        "GetProviderSchema" => {
            let schema = ProviderSchema::new().resource_schemas([("shapes_all", schema())]);
            encoded(&get_provider_schema::Response::from(&schema))
        }
        "ValidateResourceConfig" => encoded(&validate_resource_config::Response::default()),
        "UpgradeResourceState" => {
            let request = upgrade_resource_state::Request::decode(request).unwrap();
            encoded(&upgrade_resource_state::Response {
                upgraded_state: Some(DynamicValue {
                    json: request.raw_state.unwrap().json,
                    msgpack: Vec::new(),
                }),
                ..Default::default()
            })
        }
        "ReadResource" => {
            let request = read_resource::Request::decode(request).unwrap();
            encoded(&read_resource::Response {
                new_state: request.current_state,
                ..Default::default()
            })
        }
        "PlanResourceChange" => {
            let request = plan_resource_change::Request::decode(request).unwrap();
            encoded(&plan_resource_change::Response {
                planned_state: request.proposed_new_state,
                ..Default::default()
            })
        }
        "ApplyResourceChange" => {
            let request = apply_resource_change::Request::decode(request).unwrap();
            seen.lock().unwrap().extend(request.planned_state.clone());
            encoded(&apply_resource_change::Response {
                new_state: request.planned_state,
                ..Default::default()
            })
        }
        _ => return Err(CallError::unimplemented(method)),
    })
}

fn encoded(message: &impl Message) -> Bytes {
    message.encode_to_vec().into()
}

#[test]
fn every_type_and_nesting_mode_is_generated() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&seen);
    let harness = move || {
        let sink = Arc::clone(&sink);
        let harness = Harness::from_fn(move |method, request| answer(method.name, request, &sink));
        // There is nothing to delete: the object remains readable after being destroyed.
        harness.allow(tfvalue_testing::Lint::NotDeleted, tfvalue::Path::root())
    };
    Property::new("shapes_all", harness)
        .cases(random::cases(30))
        .check();

    let ty = schema().implied_type();
    let mut configured = BTreeSet::new();
    let mut lengths = BTreeSet::new();
    for state in &*seen.lock().unwrap() {
        let state = state.decode_value(&ty).unwrap();
        for (name, value) in state.members().into_iter().flatten() {
            if !value.is_null() && !is_empty(value) {
                configured.insert(name.to_owned());
            }
            if name == "limited" {
                lengths.insert(value.elements().unwrap().len());
            }
        }
    }
    let block = schema().block;
    let attributes = block.attributes.iter().map(|one| one.name.to_string());
    let blocks = block
        .block_types
        .iter()
        .map(|one| one.type_name.to_string());
    assert_eq!(configured, attributes.chain(blocks).collect());
    assert_eq!(lengths, [1, 2].into());
}

#[test]
fn sets_are_sent_in_the_order_of_terraform() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&seen);
    let harness = Harness::from_fn(move |method, bytes| {
        if method.name == "PlanResourceChange" {
            let request = plan_resource_change::Request::decode(bytes).unwrap();
            let values = [request.config, request.proposed_new_state];
            sink.lock().unwrap().extend(values.into_iter().flatten());
        }
        answer(method.name, bytes, &Mutex::default())
    });
    let config = r#"{
        "places": [["b"], ["a"]],
        "block_set": [{ "size": 1, "label": "b" }, { "size": 2, "label": "a" }],
        "limited": [{ "size": 1 }]
    }"#;
    let _ = harness.resource("shapes_all").plan(config);

    let ty = schema().implied_type();
    let values = seen.lock().unwrap();
    assert_eq!(values.len(), 2);
    for value in &*values {
        let value = value.decode_value(&ty).unwrap();
        let first = |name| value.get(name).unwrap().elements().unwrap().next().unwrap();
        assert_eq!(first("places").to_string(), r#"["a"]"#);
        assert_eq!(first("block_set").get("label").unwrap().as_str(), Some("a"));
    }
}

fn is_empty(value: &Value) -> bool {
    value.elements().is_some_and(|elements| elements.len() == 0)
        || value.entries().is_some_and(|entries| entries.len() == 0)
}
