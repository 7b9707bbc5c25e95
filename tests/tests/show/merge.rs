//! Merging `after` and `after_unknown` results in the provider's planned state.

use std::collections::{BTreeMap, HashMap};

use crate::hex;
use tfvalue::{Type, Value, msgpack};
use tfvalue_show::{self as show, Plan, ResourceChange};

const CAPTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/captures/aws");

#[derive(serde::Deserialize)]
struct Payload {
    id: String,
    schema: String,
    msgpack: String,
}

#[derive(serde::Deserialize)]
struct Row {
    case: String,
    address: String,
    planned_state: String,
}

fn lines<T: serde::de::DeserializeOwned>(name: &str) -> Vec<T> {
    let text = std::fs::read_to_string(format!("{CAPTURES}/{name}")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn types() -> BTreeMap<String, Type> {
    let text = std::fs::read_to_string(format!("{CAPTURES}/types.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn plan(case: &str) -> Plan {
    let json = std::fs::read(format!("{CAPTURES}/show/{case}.plan.json")).unwrap();
    show::from_slice::<Plan>(&json).unwrap()
}

/// Removes refinements, which JSON cannot represent.
fn plain(value: Value) -> Value {
    value
        .transform(|_, part| {
            if part.is_unknown() {
                Ok(Value::unknown(part.ty()))
            } else {
                Ok(part)
            }
        })
        .unwrap()
}

#[test]
fn merges_planned_states_of_the_aws_provider() {
    let payloads: HashMap<String, Payload> = lines::<Payload>("dynamic_values.jsonl")
        .into_iter()
        .map(|payload| (payload.id.clone(), payload))
        .collect();
    let types = types();
    let mut plans: HashMap<String, Plan> = HashMap::new();
    let (mut rows, mut unknowns, mut typed_sets) = (0, 0, 0);
    for row in lines::<Row>("show_planned_states.jsonl") {
        let payload = &payloads[&row.planned_state];
        let ty = &types[&payload.schema];
        let planned = msgpack::value_from_slice(&hex::decode(&payload.msgpack), ty).unwrap();
        let plan = plans
            .entry(row.case.clone())
            .or_insert_with(|| plan(&row.case));
        let change = &find(plan, &row.address).change;

        let after = change.after().value(ty).unwrap();
        assert_eq!(after, plain(planned), "{} {}", row.case, row.address);

        rows += 1;
        unknowns += change.after().unknown_paths(ty).unwrap().len();
        after.walk(|_, part| {
            typed_sets += usize::from(matches!(part.ty(), Type::Set(_)));
            true
        });
    }
    assert_eq!(rows, 123);
    assert!(
        unknowns > 500 && typed_sets > 100,
        "{unknowns} {typed_sets}"
    );
}

fn find<'a>(plan: &'a Plan, address: &str) -> &'a ResourceChange {
    let mut found = plan
        .resource_changes
        .iter()
        .filter(|changed| changed.address == address);
    let change = found.next().unwrap();
    assert!(found.next().is_none(), "{address}");
    change
}

/// The test provider's schema has every type. If a type contains no dynamic types, its values have exactly this type.
/// Otherwise, its values conform to the type.
#[test]
fn merges_values_of_every_type() {
    let types = include_str!("../../data/captures/types.json");
    let types: BTreeMap<String, Type> = serde_json::from_str(types).unwrap();
    let ty = &types["probe_thing"];
    let mut read = 0;
    for (path, json) in crate::files::captures("show") {
        if crate::files::is_state(&path) {
            continue;
        }
        for changed in show::from_slice::<Plan>(&json).unwrap().resource_changes {
            if changed.r#type != "probe_thing" {
                continue;
            }
            for snapshot in [changed.change.before(), changed.change.after()] {
                let value = snapshot
                    .value(ty)
                    .unwrap_or_else(|error| panic!("{path:?}: {error}"));
                for (name, member) in value.members().into_iter().flatten() {
                    let Type::Object(object) = ty else { panic!() };
                    let constraint = &object.get(name).unwrap().ty;
                    assert!(
                        constraint.has_dynamic() || member.ty() == *constraint,
                        "{path:?}: {name}"
                    );
                }
                for path in snapshot.unknown_paths(ty).unwrap() {
                    // The elements of sets are in a different order.
                    if value.lookup(&path).is_ok_and(Value::is_unknown) {
                        read += 1;
                    }
                }
            }
        }
    }
    assert!(read > 300, "{read}");
}
