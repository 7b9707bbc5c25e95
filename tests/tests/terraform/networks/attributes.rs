//! Null and unknown values in nested attributes.

use super::{ADDRESS, plain};
use crate::harness::{Bench, by_both_protocols};
use serde_json::json;

by_both_protocols! {
    null_required_attributes
    invalid_values_on_the_second_level
    empty_is_not_null
    null_elements
    unknown_members
    unknown_collections
}

fn null_required_attributes(bench: &Bench) {
    let lines = [
        (
            "contact.person.name",
            "contact = { team = \"t\", person = { name = null } }",
        ),
        (
            "routes[0].hops[1].address",
            "routes = [{ to = \"t\", hops = [{ address = \"a\" }, { address = null }] }]",
        ),
        (
            "resolvers[\"m\"].zones[\"z\"].file",
            "resolvers = { m = { address = \"a\", zones = { z = { file = null } } } }",
        ),
        ("peers", "peers = [{ name = null }]"),
    ];
    let attributes = lines.map(|(_, line)| line).join("\n  ");
    bench.configure(&format!(
        r#"
resource "inventory_network" "a" {{
  name = "a"
  {attributes}
  subnet {{ range = null }}
  limits {{
    burst {{ seconds = null }}
  }}
}}
"#
    ));
    let run = bench.run(&["validate", "-json"]).exits(1);
    let mut errors = run.diagnostics();
    errors.retain(|error| error.severity == "error");
    let blocks = [
        ("subnet[0].range", "subnet { range = null }"),
        ("limits.burst.seconds", "burst { seconds = null }"),
    ];
    for (path, code) in lines.into_iter().chain(blocks) {
        let error = errors.iter().find(|error| error.detail.contains(path));
        let error = error.unwrap_or_else(|| panic!("no error for {path}: {errors:#?}"));
        assert!(
            error.detail.contains("a value is required, got null"),
            "{error:?}"
        );
        assert_eq!((error.address.as_str(), error.code.trim()), (ADDRESS, code));
    }
    assert_eq!(errors.len(), lines.len() + blocks.len(), "{errors:#?}");
}

fn invalid_values_on_the_second_level(bench: &Bench) {
    let line = "routes = [{ to = \"t\", hops = [{ address = \"a\", cost = 1.5 }] }]";
    bench.configure(&format!(
        r#"
resource "inventory_network" "a" {{
  name = "a"
  {line}
  subnet {{ range = "r" }}
}}
"#
    ));
    let error = bench.run(&["validate", "-json"]).exits(1).error();
    assert!(error.detail.contains("routes[0].hops[0].cost"), "{error:?}");
    assert!(error.detail.contains("1.5"), "{error:?}");
    assert_eq!(error.code.trim(), line);
}

fn empty_is_not_null(bench: &Bench) {
    let state = bench.converge(
        r#"
resource "inventory_network" "a" {
  name      = "a"
  routes    = [{ to = "t", hops = [] }]
  peers     = []
  resolvers = { m = { address = "a", zones = {} } }
  subnet { range = "r" }
}
resource "inventory_network" "b" {
  name      = "b"
  contact   = { team = "t", person = null }
  routes    = []
  peers     = [{ name = "n", tunnels = [] }]
  resolvers = {}
  subnet { range = "r" }
}
"#,
    );
    let values = state.values(ADDRESS);
    assert_eq!(values["contact"], json!(null));
    assert_eq!(values["routes"], json!([{ "to": "t", "hops": [] }]));
    assert_eq!(values["peers"], json!([]));
    assert_eq!(
        values["resolvers"],
        json!({ "m": { "address": "a", "zones": {} } })
    );
    let values = state.values("inventory_network.b");
    assert_eq!(values["contact"], json!({ "team": "t", "person": null }));
    assert_eq!(values["routes"], json!([]));
    assert_eq!(values["peers"], json!([{ "name": "n", "tunnels": [] }]));
    assert_eq!(values["resolvers"], json!({}));
}

fn null_elements(bench: &Bench) {
    let state = bench.converge(
        r#"
resource "inventory_network" "a" {
  name      = "a"
  routes    = [null, { to = "t", hops = [null] }]
  resolvers = { m = null, n = { address = "a", zones = { z = null } } }
  subnet { range = "r" }
}
"#,
    );
    let values = state.values(ADDRESS);
    assert_eq!(
        values["routes"],
        json!([null, { "to": "t", "hops": [null] }])
    );
    let resolvers = json!({ "m": null, "n": { "address": "a", "zones": { "z": null } } });
    assert_eq!(values["resolvers"], resolvers);
}

fn unknown_members(bench: &Bench) {
    bench.configure(
        r#"
resource "inventory_rack" "r" {
  name = "r"
}
resource "inventory_network" "a" {
  name    = "a"
  contact = { team = "t", person = { name = inventory_rack.r.id } }
  routes  = [{ to = "t", hops = [{ address = inventory_rack.r.id, cost = 1 }] }]
  peers = [
    { name = inventory_rack.r.id },
    { name = "n", tunnels = [{ address = "x", mtu = inventory_rack.r.revision }] },
  ]
  resolvers = { m = { address = "a", zones = { z = { file = "f", serial = inventory_rack.r.revision } } } }
  subnet {
    range = inventory_rack.r.id
    pool {
      first = inventory_rack.r.id
      last  = "l"
    }
  }
  host "h" {
    lease { seconds = inventory_rack.r.revision }
  }
}
"#,
    );
    let plan = bench.plan();
    let change = plan.change(ADDRESS);
    let unknown = &change["after_unknown"];
    assert_eq!(unknown["contact"], json!({ "person": { "name": true } }));
    assert_eq!(
        unknown["routes"],
        json!([{ "hops": [{ "address": true }] }])
    );
    assert_eq!(
        unknown["resolvers"],
        json!({ "m": { "zones": { "z": { "serial": true } } } })
    );
    assert_eq!(change["after"]["contact"]["team"], "t");
    assert_eq!(change["after"]["routes"][0]["hops"][0]["cost"], 1);

    let state = bench.apply();
    let values = plain(state.values(ADDRESS));
    assert_eq!(
        values["contact"]["person"],
        json!({ "name": "rack-1", "phone": null })
    );
    assert_eq!(
        values["routes"][0]["hops"],
        json!([{ "address": "rack-1", "cost": 1 }])
    );
    let tunnels = json!([{ "address": "x", "mtu": 1 }]);
    let peers = json!([{ "name": "n", "tunnels": tunnels }, { "name": "rack-1", "tunnels": null }]);
    assert_eq!(values["peers"], peers);
    assert_eq!(values["resolvers"]["m"]["zones"]["z"]["serial"], 1);
    let pool = json!([{ "first": "rack-1", "last": "l" }]);
    assert_eq!(
        values["subnet"],
        json!([{ "range": "rack-1", "gateway": null, "pool": pool }])
    );
    assert_eq!(values["host"]["h"]["lease"]["seconds"], 1);
    bench.plan().assert_empty();
}

fn unknown_collections(bench: &Bench) {
    bench.configure(
        r#"
resource "inventory_rack" "r" {
  name = "r"
}
locals {
  # Unknown as a whole until there is a rack.
  some = inventory_rack.r.revision > 0
}
resource "inventory_network" "a" {
  name      = "a"
  contact   = local.some ? { team = "t", person = { name = "n" } } : null
  routes    = local.some ? [{ to = "t", hops = [{ address = "a", cost = 1 }] }] : null
  peers     = [{ name = "n", tunnels = local.some ? [{ address = "x" }] : null }]
  resolvers = { m = { address = "a", zones = local.some ? { z = { file = "f" } } : null } }
  subnet { range = "r" }
}
"#,
    );
    let plan = bench.plan();
    let unknown = &plan.change(ADDRESS)["after_unknown"];
    assert_eq!(unknown["contact"], true);
    assert_eq!(unknown["routes"], true);
    assert_eq!(unknown["resolvers"], json!({ "m": { "zones": true } }));

    let state = bench.apply();
    let values = state.values(ADDRESS);
    let contact = json!({ "team": "t", "person": { "name": "n", "phone": null } });
    assert_eq!(values["contact"], contact);
    assert_eq!(
        values["routes"][0]["hops"],
        json!([{ "address": "a", "cost": 1 }])
    );
    assert_eq!(
        values["peers"][0]["tunnels"],
        json!([{ "address": "x", "mtu": null }])
    );
    let zones = json!({ "z": { "file": "f", "serial": null } });
    assert_eq!(values["resolvers"]["m"]["zones"], zones);
    bench.plan().assert_empty();
}
