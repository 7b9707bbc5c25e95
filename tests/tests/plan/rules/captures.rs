//! The proposed new states that Terraform 1.11.4 sent, byte for byte.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use tfvalue::rules::{PlanRequest, proposed_new_state};
use tfvalue::schema::{Block, ProviderSchema, ProviderSchemas};
use tfvalue::{Value, msgpack};
use tfvalue_tests::hex;

#[derive(Deserialize)]
struct Captured {
    id: String,
    schema: Option<String>,
    field: String,
    msgpack: String,
}

/// Returns the blocks of the captured schemas, by name.
fn blocks(schemas: &ProviderSchemas) -> BTreeMap<&str, &Block> {
    let providers = schemas.provider_schemas.values();
    let blocks = providers.flat_map(ProviderSchema::blocks);
    blocks.map(|(_, name, block)| (name, block)).collect()
}

fn captures() -> Vec<Captured> {
    let captures = include_str!("../../../data/captures/dynamic_values.jsonl").lines();
    captures
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn schemas() -> ProviderSchemas {
    let schemas = include_str!("../../../data/captures/providers_schema.json");
    tfvalue::schema::json::from_str(schemas).unwrap()
}

/// For a new object, the proposed new state is the configuration. This also applies to the order of sets.
#[test]
fn new_objects() {
    let (schemas, mut checked, mut sets) = (schemas(), 0, 0);
    let blocks = blocks(&schemas);
    for one in captures() {
        let block = one.schema.as_deref().and_then(|name| blocks.get(name));
        let Some(block) = block.filter(|_| ["config", "proposed_new_state"].contains(&&*one.field))
        else {
            continue;
        };
        let (ty, bytes) = (block.implied_type(), hex::decode(&one.msgpack));
        let config = msgpack::value_from_slice(&bytes, &ty).unwrap();
        let proposed = proposed_new_state(
            block,
            PlanRequest {
                config: &config,
                prior: &Value::null(ty.clone()),
            },
        )
        .unwrap();
        assert_eq!(
            hex::encode(&msgpack::value_to_vec(&proposed, &ty).unwrap()),
            one.msgpack,
            "{}",
            one.id
        );
        checked += 1;
        for name in ["n_set", "b_set"] {
            sets += usize::from(
                config
                    .get(name)
                    .is_some_and(|set| set.elements().is_some_and(|set| set.len() > 1)),
            );
        }
    }
    assert!(checked > 150 && sets > 5, "{checked} states, {sets} sets");
}

/// Each payload was captured once. Therefore, the captures do not record the request to which a proposed new state
/// belongs. The captures do not contain configurations that were equal to the proposed new state. Each proposed new
/// state must be the result of a captured configuration or proposed new state, together with a prior state or null.
#[test]
fn proposed_new_states() {
    let (schemas, captures) = (schemas(), captures());
    let blocks = blocks(&schemas);
    let mut checked = 0;
    for (name, block) in &blocks {
        let ty = block.implied_type();
        let read = |field: &[&str]| -> Vec<(&str, Vec<u8>, Value)> {
            let of_field = captures
                .iter()
                .filter(|one| one.schema.as_deref() == Some(*name) && field.contains(&&*one.field));
            of_field
                .map(|one| {
                    let bytes = hex::decode(&one.msgpack);
                    let value = msgpack::value_from_slice(&bytes, &ty).unwrap();
                    (&*one.id, bytes, value)
                })
                .collect()
        };
        let mut configs = read(&["config"]);
        configs.extend(read(&["proposed_new_state"]));
        let mut priors = read(&["prior_state", "current_state"]);
        priors.push(("none", Vec::new(), Value::null(ty.clone())));
        let expected = read(&["proposed_new_state"]);
        let mut missing: BTreeMap<&[u8], &str> = expected
            .iter()
            .map(|(id, bytes, _)| (&bytes[..], *id))
            .collect();
        checked += missing.len();
        let mut found = BTreeSet::new();
        for (_, _, config) in &configs {
            for (_, _, prior) in &priors {
                let Ok(proposed) = proposed_new_state(block, PlanRequest { config, prior }) else {
                    continue;
                };
                found.insert(msgpack::value_to_vec(&proposed, &ty).unwrap());
            }
        }
        missing.retain(|bytes, _| !found.contains(*bytes));
        assert!(missing.is_empty(), "{name}: {:?}", missing.values());
    }
    assert!(checked >= 40, "{checked}");
}
