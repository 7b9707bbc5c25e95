//! The lifecycle of a network, with every kind of change.

use super::{ADDRESS, EVERYTHING, SMALL, plain};
use crate::harness::{Bench, Protocol, by_both_protocols};
use serde_json::{Value, json};

by_both_protocols! {
    create_change_replace_destroy
    every_kind_of_nesting
    nested_parts_change_in_place
    every_part_can_be_removed
    equivalent_values_change_only_the_state
}

fn create_change_replace_destroy(bench: &Bench) {
    bench.configure(SMALL);
    let valid = &bench.run(&["validate", "-json"]).exits(0).json()["valid"];
    assert_eq!(valid, true);
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "create");
    let unknown = &plan.change(ADDRESS)["after_unknown"];
    assert_eq!(unknown["id"], true);
    assert_eq!(unknown["subnet"], json!([{ "id": true, "pool": [] }]));
    let created = bench.apply();
    assert_eq!(created.values(ADDRESS)["id"], "net-1");
    assert_eq!(created.values(ADDRESS)["name"], "Lan");
    bench.plan().assert_empty();

    let contact = "subnet { range = \"192.0.2.0/24\" }\n  contact = { team = \"ops\" }";
    bench.configure(&SMALL.replace("subnet { range = \"192.0.2.0/24\" }", contact));
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "update");
    assert_eq!(plan.change(ADDRESS)["after"]["id"], "net-1");
    let expected = json!({ "team": "ops", "person": null });
    assert_eq!(plan.change(ADDRESS)["after"]["contact"], expected);
    let state = bench.apply();
    let values = state.values(ADDRESS);
    assert_eq!(
        (&values["contact"], &values["revision"]),
        (&expected, &json!(2))
    );
    assert_eq!(values["subnet"], created.values(ADDRESS)["subnet"]);
    bench.plan().assert_empty();

    bench.configure(&SMALL.replace("\"Lan\"", "\"Dmz\""));
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "delete+create");
    assert_eq!(plan.change(ADDRESS)["replace_paths"], json!([["name"]]));
    assert_eq!(bench.apply().values(ADDRESS)["id"], "net-2");
    bench.plan().assert_empty();

    assert_eq!(bench.plan_with(&["-destroy"]).actions(ADDRESS), "delete");
    assert!(bench.apply().find(ADDRESS).is_none());
    assert_eq!(bench.query("SELECT count(*) FROM networks"), "0");
    assert_calls(bench);
}

/// Asserts that every operation on a resource uses the name that the call has in this protocol version.
fn assert_calls(bench: &Bench) {
    let (service, names) = match bench.protocol() {
        Protocol::V5 => (
            "tfplugin5",
            [
                "PrepareProviderConfig",
                "ValidateResourceTypeConfig",
                "Configure",
            ],
        ),
        Protocol::V6 => (
            "tfplugin6",
            [
                "ValidateProviderConfig",
                "ValidateResourceConfig",
                "ConfigureProvider",
            ],
        ),
    };
    let life = [
        "UpgradeResourceState",
        "ReadResource",
        "PlanResourceChange",
        "ApplyResourceChange",
    ];
    let calls = bench.calls();
    for name in names.iter().chain(&life) {
        let call = format!("/{service}.Provider/{name}");
        assert!(calls.contains(&call), "{call} is missing in {calls:?}");
    }
}

fn every_kind_of_nesting(bench: &Bench) {
    let state = bench.converge(EVERYTHING);
    let expected = json!({
        "name": "Lan",
        "revision": 1,
        "contact": { "team": "core", "person": { "name": "Ann", "phone": "1" } },
        "routes": [
            {
                "to": "198.51.100.0/24",
                "hops": [
                    { "address": "192.0.2.1", "cost": 10 },
                    { "address": "192.0.2.2", "cost": null },
                ],
            },
            { "to": "0.0.0.0/0", "hops": null },
        ],
        "peers": [
            {
                "name": "dmz",
                "tunnels": [
                    { "address": "203.0.113.1", "mtu": 1400 },
                    { "address": "203.0.113.2", "mtu": null },
                ],
            },
            { "name": "lab", "tunnels": null },
        ],
        "resolvers": {
            "main": {
                "address": "192.0.2.53",
                "zones": {
                    "a.example": { "file": "a", "serial": 7 },
                    "b": { "file": "b", "serial": null },
                },
            },
            "запас": { "address": "192.0.2.54", "zones": null },
        },
        "subnet": [
            {
                "range": "192.0.2.0/25",
                "gateway": { "address": "192.0.2.1", "cost": 3 },
                "pool": [
                    { "first": "192.0.2.20", "last": "192.0.2.29" },
                    { "first": "192.0.2.30", "last": "192.0.2.39" },
                ],
            },
            { "range": "192.0.2.128/25", "gateway": null, "pool": [] },
        ],
        "filter": [
            {
                "port": 22,
                "source": [
                    { "range": "192.0.2.0/24", "log": null },
                    { "range": "198.51.100.0/24", "log": true },
                ],
            },
            { "port": 80, "source": [{ "range": "0.0.0.0/0", "log": null }] },
        ],
        "host": {
            "mail": { "address": "10.0.0.1", "lease": { "seconds": null } },
            "web": { "address": "192.0.2.10", "lease": { "seconds": 60 } },
        },
        "uplink": {
            "carrier": "c",
            "key": null,
            "circuit": { "one": { "speed": 100 }, "two": { "speed": 10 } },
        },
        "limits": { "bandwidth": 100, "burst": { "seconds": 5 } },
    });
    let values = plain(state.values(ADDRESS));
    assert!(values == expected, "{values:#}");
}

fn nested_parts_change_in_place(bench: &Bench) {
    let before = bench.converge(EVERYTHING).values(ADDRESS).clone();
    let changed = EVERYTHING
        .replace("phone = \"1\"", "phone = \"2\"")
        .replace("cost = 10", "cost = 11")
        .replace("cost = 3", "cost = 4")
        .replace("mtu = 1400", "mtu = 1300")
        .replace("serial = 7", "serial = 8")
        .replace("\"192.0.2.39\"", "\"192.0.2.40\"")
        .replace("log   = true", "log   = false")
        .replace("seconds = 60", "seconds = 61")
        .replace("circuit \"two\"", "circuit \"three\"")
        .replace("burst { seconds = 5 }", "burst { seconds = 6 }");
    bench.configure(&changed);
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "update");
    let unknown = &plan.change(ADDRESS)["after_unknown"];
    assert_eq!(unknown["uplink"]["circuit"]["three"], json!({ "id": true }));
    let state = bench.apply();
    let after = state.values(ADDRESS);
    bench.plan().assert_empty();

    assert_eq!(after["contact"]["person"]["phone"], "2");
    assert_eq!(after["routes"][0]["hops"][0]["cost"], 11);
    assert_eq!(after["routes"][1], before["routes"][1]);
    assert_eq!(plain(after)["peers"][0]["tunnels"][0]["mtu"], 1300);
    assert_eq!(
        after["resolvers"]["main"]["zones"]["a.example"]["serial"],
        8
    );

    // Unchanged parts keep their identifiers, even in sets.
    assert_eq!(after["subnet"][1], before["subnet"][1]);
    let pool = |values: &Value, first: &str| one(&values["subnet"][0]["pool"], "first", first);
    assert_eq!(pool(after, "192.0.2.20"), pool(&before, "192.0.2.20"));
    assert_eq!(after["subnet"][0]["gateway"]["cost"], 4);
    assert_eq!(after["subnet"][0]["id"], before["subnet"][0]["id"]);
    assert_eq!(pool(after, "192.0.2.30")["last"], "192.0.2.40");
    assert_ne!(
        pool(after, "192.0.2.30")["id"],
        pool(&before, "192.0.2.30")["id"]
    );
    let filter = |values: &Value, port: u64| one(&values["filter"], "port", port);
    assert_eq!(filter(after, 80), filter(&before, 80));
    assert_eq!(filter(after, 22)["source"][1]["log"], false);

    assert_eq!(after["host"]["web"]["lease"]["seconds"], 61);
    assert_eq!(after["host"]["mail"], before["host"]["mail"]);
    assert_eq!(
        after["uplink"]["circuit"]["one"],
        before["uplink"]["circuit"]["one"]
    );
    assert_eq!(after["uplink"]["circuit"]["two"], json!(null));
    assert_eq!(after["limits"]["burst"]["seconds"], 6);
}

/// Returns the only set element in which a member has the given value.
#[track_caller]
fn one(set: &Value, name: &str, value: impl Into<Value>) -> Value {
    let value = value.into();
    let elements = set.as_array().into_iter().flatten();
    let found: Vec<_> = elements.filter(|element| element[name] == value).collect();
    assert_eq!(found.len(), 1, "{name} {value} in {set:#}");
    found[0].clone()
}

fn every_part_can_be_removed(bench: &Bench) {
    bench.converge(EVERYTHING);
    let state = bench.converge(SMALL);
    let expected = json!({
        "name": "Lan",
        "revision": 2,
        "contact": null,
        "routes": null,
        "peers": null,
        "resolvers": null,
        "subnet": [{ "range": "192.0.2.0/24", "gateway": null, "pool": [] }],
        "filter": [],
        "host": {},
        "uplink": null,
        "limits": { "bandwidth": null, "burst": null },
    });
    let values = plain(state.values(ADDRESS));
    assert!(values == expected, "{values:#}");
}

fn equivalent_values_change_only_the_state(bench: &Bench) {
    let before = bench.converge(EVERYTHING).values(ADDRESS).clone();
    bench.configure(&EVERYTHING.replace("\"Lan\"", "\"LAN\""));
    assert_eq!(bench.plan().actions(ADDRESS), "update");
    let mut after = bench.apply().values(ADDRESS).clone();
    assert_eq!(after["name"], "LAN");
    after["name"] = before["name"].clone();
    assert_eq!(after, before);
    bench.plan().assert_empty();
}
