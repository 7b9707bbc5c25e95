//! The proposed new state and the checks of plans agree with the values that Terraform and real providers exchanged.
//!
//! The captures contain each payload only once, without the call to which it belongs. Therefore, a proposed new state
//! agrees if it consists of exactly the bytes that are computed from a configuration and a prior state of the same
//! resource type.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;

use flate2::read::GzDecoder;
use serde_json::Value as Json;
use tfvalue::rules::{PlanRequest, PlanResponse, check_plan, may_be_legacy, proposed_new_state};
use tfvalue::schema::{Attribute, AttributeType, Block, ProviderSchema, ProviderSchemas, json};
use tfvalue::{Value, msgpack};
use tfvalue_tests::{corpus, hex};

/// The payloads for a resource type.
#[derive(Default)]
struct Payloads {
    /// All payloads. Some calls send the same payload.
    all: BTreeSet<Vec<u8>>,
    proposed: BTreeSet<Vec<u8>>,
    planned: BTreeSet<Vec<u8>>,
}

fn payloads(lines: &str, prefix: &str) -> BTreeMap<String, Payloads> {
    let mut found: BTreeMap<String, Payloads> = BTreeMap::new();
    for line in lines.lines() {
        let row: Json = serde_json::from_str(line).unwrap();
        let text = |key: &str| row[key].as_str().unwrap_or_default();
        let Some(name) = text("schema").strip_prefix(prefix) else {
            continue;
        };
        let bytes = hex::decode(text("msgpack"));
        let payloads = found.entry(name.to_owned()).or_default();
        match (text("rpc"), text("field")) {
            ("PlanResourceChange", "proposed_new_state") => {
                payloads.proposed.insert(bytes.clone());
            }
            ("PlanResourceChange" | "ApplyResourceChange", "planned_state") => {
                payloads.planned.insert(bytes.clone());
            }
            _ => {}
        }
        payloads.all.insert(bytes);
    }
    found
}

/// What was found.
#[derive(Debug, Default, PartialEq)]
struct Found {
    proposed: usize,
    /// Plans in which Terraform finds no faults for at least one pair of a configuration and a prior value.
    planned: usize,
    /// Plans in which Terraform finds faults that it tolerates for the legacy SDK.
    tolerated: usize,
}

/// Searches for the configuration and the prior value from which each proposed or planned state was computed. Returns
/// the payloads that agree, and adds the names of the other payloads.
fn agree(name: &str, block: &Block, payloads: &Payloads, others: &mut Vec<String>) -> Found {
    let ty = block.implied_type();
    let read = |bytes: &Vec<u8>| msgpack::value_from_slice(bytes, &ty);
    // Payloads with a different shape, such as a null plan, are not configurations.
    let values = payloads.all.iter().filter_map(|bytes| read(bytes).ok());
    let values: Vec<Value> = values.filter(|value| !value.is_null()).collect();
    let none = Value::null(ty.clone());
    let members = |value: &Value, is_own: fn(&Attribute) -> bool| -> Vec<Value> {
        let own = block.attributes.iter().filter(|one| is_own(one));
        own.filter_map(|one| value.get(&one.name).cloned())
            .collect()
    };
    let set_by_provider = |value: &Value| members(value, |one| one.computed && !one.optional);
    let set_by_user = |value: &Value| {
        members(value, |one| {
            !one.computed && matches!(one.ty, AttributeType::Type(_))
        })
    };
    // A configuration contains no values that only the provider sets.
    let configs: Vec<_> = values
        .iter()
        .filter(|value| set_by_provider(value).iter().all(Value::is_null))
        .map(|value| (value, set_by_user(value)))
        .collect();
    let known = values.iter().filter(|one| one.is_wholly_known());
    let priors: Vec<_> = known
        .chain([&none])
        .map(|value| (value, set_by_provider(value)))
        .collect();
    let mut found = Found::default();
    for bytes in &payloads.proposed {
        // For an object that is to be destroyed, Terraform proposes null, without a configuration.
        if bytes[..] == [0xc0] {
            found.proposed += 1;
            continue;
        }
        // The proposed new state has the values of the user, and those that the provider set in the prior state.
        let proposed = read(bytes).unwrap();
        let (by_user, by_provider) = (set_by_user(&proposed), set_by_provider(&proposed));
        let mut configs = configs.iter().filter(|(_, own)| *own == by_user);
        let is_computed = configs.any(|(config, _)| {
            let mut priors = priors
                .iter()
                .filter(|(prior, own)| prior.is_null() || *own == by_provider);
            priors.any(|(prior, _)| {
                let proposed = proposed_new_state(block, PlanRequest { config, prior }).unwrap();
                msgpack::value_to_vec(&proposed, &ty).unwrap() == *bytes
            })
        });
        if is_computed {
            found.proposed += 1;
        } else {
            let size = bytes.len();
            others.push(format!("{name}: a proposed new state of {size} bytes"));
        }
    }
    for bytes in payloads.planned.iter().filter(|bytes| bytes[..] != [0xc0]) {
        let planned = read(bytes).unwrap();
        // Most plans have the values of the user, and those that the provider set in the prior state.
        let (by_user, by_provider) = (set_by_user(&planned), set_by_provider(&planned));
        let mut configs: Vec<_> = configs.iter().collect();
        configs.sort_by_key(|(_, own)| *own != by_user);
        let mut priors: Vec<_> = priors.iter().collect();
        priors.sort_by_key(|(prior, own)| *own != by_provider && !prior.is_null());
        let pairs: Vec<(&Value, &Value)> = configs
            .iter()
            .flat_map(|(config, _)| priors.iter().map(|(prior, _)| (*config, *prior)))
            .collect();
        let faults = |legacy: bool| {
            let response = PlanResponse::new(&planned).legacy_type_system(legacy);
            move |&(config, prior): &(&Value, &Value)| {
                check_plan(block, PlanRequest { config, prior }, response)
            }
        };
        if pairs
            .iter()
            .map(faults(false))
            .any(|faults| faults.is_empty())
        {
            found.planned += 1;
        } else if may_be_legacy(block)
            && pairs
                .iter()
                .map(faults(true))
                .any(|faults| faults.iter().all(|fault| !fault.is_fatal()))
        {
            found.tolerated += 1;
        } else {
            others.push(format!("{name}: a planned state of {} bytes", bytes.len()));
        }
    }
    found
}

fn agreement(schema: &ProviderSchema, payloads: &BTreeMap<String, Payloads>) -> Found {
    let (mut sum, mut others) = (Found::default(), Vec::new());
    for (name, payloads) in payloads {
        let block = &schema.resource_schemas[name].block;
        let found = agree(name, block, payloads, &mut others);
        sum.proposed += found.proposed;
        sum.planned += found.planned;
        sum.tolerated += found.tolerated;
    }
    assert!(others.is_empty(), "{sum:?} {others:#?}");
    sum
}

fn first(schemas: ProviderSchemas) -> ProviderSchema {
    schemas.provider_schemas.into_values().next().unwrap()
}

#[test]
fn every_plan_of_a_probe() {
    let schemas = include_str!("../../data/captures/providers_schema.json");
    let lines = include_str!("../../data/captures/dynamic_values.jsonl");
    let mut payloads = payloads(lines, "");
    payloads.retain(|name, _| name == "probe_thing");
    let found = agreement(&first(json::from_str(schemas).unwrap()), &payloads);
    let expected = Found {
        proposed: 49,
        planned: 49,
        tolerated: 0,
    };
    assert_eq!(found, expected);
}

#[test]
fn every_plan_of_the_aws_provider() {
    let Some(folder) = corpus::folder("schema") else {
        return;
    };
    let file = File::open(folder.join("aws-5.100.0.json.gz")).unwrap();
    let schemas = json::from_reader(GzDecoder::new(file)).unwrap();
    let lines = include_str!("../../data/captures/aws/dynamic_values.jsonl");
    let found = agreement(&first(schemas), &payloads(lines, "resource/"));
    let expected = Found {
        proposed: 101,
        planned: 129,
        tolerated: 155,
    };
    assert_eq!(found, expected);
}
