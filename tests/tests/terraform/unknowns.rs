//! Values that are unknown until another resource is created.

use crate::harness::Bench;
use serde_json::json;

const RACK_AND_SERVER: &str = r#"
resource "inventory_rack" "r" {
  name = "r"
}
resource "inventory_server" "a" {
  name       = "a"
  rack_id    = inventory_rack.r.id
  labels     = ["fixed", inventory_rack.r.id]
  tags       = { rack = inventory_rack.r.id, stage = "test" }
  interfaces = [{ network = "net-${inventory_rack.r.id}" }, { network = "lan" }]
  volumes    = [{ name = inventory_rack.r.id, size = 10 }, { name = "data", size = 20 }]
  endpoints  = { http = { port = inventory_rack.r.revision } }
  disk { size = inventory_rack.r.revision }
  rule {
    port = inventory_rack.r.revision
    from = [inventory_rack.r.id]
  }
  mount "/srv" { source = inventory_rack.r.id }
  boot { image = inventory_rack.r.id }
  monitoring { contact = inventory_rack.r.id }
}
output "rack" {
  value = inventory_server.a.rack_id
}
output "url" {
  value = inventory_server.a.endpoints["http"].url
}
"#;

#[test]
fn from_one_resource_to_another() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(RACK_AND_SERVER);
    let plan = bench.plan();
    let change = plan.change("inventory_server.a");
    assert_eq!(change["after_unknown"]["rack_id"], true);
    assert_eq!(change["after_unknown"]["tags"], json!({ "rack": true }));
    assert_eq!(change["after"]["tags"], json!({ "stage": "test" }));
    assert_eq!(change["after"]["interfaces"][1]["network"], "lan");
    assert_eq!(plan.json()["output_changes"]["rack"]["after_unknown"], true);

    let state = bench.apply();
    let values = state.values("inventory_server.a");
    assert_eq!(values["rack_id"], "rack-1");
    assert_eq!(values["labels"], json!(["fixed", "rack-1"]));
    assert_eq!(values["tags"], json!({ "rack": "rack-1", "stage": "test" }));
    assert_eq!(values["interfaces"][0]["network"], "net-rack-1");
    assert_eq!(values["disk"][0]["size"], 1);
    assert_eq!(values["rule"][0]["from"], json!(["rack-1"]));
    assert_eq!(values["mount"]["/srv"]["source"], "rack-1");
    assert_eq!(values["boot"]["image"], "rack-1");
    assert_eq!(values["monitoring"]["contact"], "rack-1");
    assert_eq!(state.output("rack"), "rack-1");
    assert_eq!(state.output("url"), &values["endpoints"]["http"]["url"]);
    bench.plan().assert_empty();
}

#[test]
fn whole_collections() {
    let Some(bench) = Bench::new() else { return };
    let state = bench.converge(
        r#"
resource "inventory_rack" "r" {
  name = "r"
}
locals {
  # Unknown as a whole until there is a rack.
  some = inventory_rack.r.revision > 0
}
resource "inventory_server" "a" {
  name       = "a"
  cpus       = local.some ? 3 : null
  labels     = local.some ? ["x"] : null
  tags       = local.some ? { a = "b" } : null
  owner      = local.some ? { team = "core", contact = "c" } : null
  placement  = local.some ? { building = "B", floor = null } : null
  interfaces = local.some ? [{ network = "lan", address = null }] : null
  volumes    = local.some ? [{ name = "v", size = 1 }] : null
  endpoints  = local.some ? { e = { port = 1 } } : null
  disk { size = 10 }
}
"#,
    );
    let values = state.values("inventory_server.a");
    assert_eq!(values["cpus"], 3);
    assert_eq!(values["labels"], json!(["x"]));
    assert_eq!(values["tags"], json!({ "a": "b" }));
    assert_eq!(values["owner"]["team"], "core");
    assert_eq!(values["placement"], json!({ "building": "B", "floor": 0 }));
    assert_eq!(values["interfaces"][0]["network"], "lan");
    assert_eq!(values["volumes"][0]["name"], "v");
    assert_eq!(values["endpoints"]["e"]["port"], 1);
}

#[test]
fn update_that_makes_other_values_unknown() {
    let Some(bench) = Bench::new() else { return };
    bench.converge(RACK_AND_SERVER);
    bench.configure(&RACK_AND_SERVER.replace("name = \"r\"", "name = \"s\""));
    let plan = bench.plan();
    assert_eq!(plan.actions("inventory_rack.r"), "delete+create");
    assert_eq!(plan.actions("inventory_server.a"), "update");
    let state = bench.apply();
    assert_eq!(state.values("inventory_server.a")["rack_id"], "rack-2");
    assert_eq!(state.values("inventory_server.a")["id"], "srv-1");
    bench.plan().assert_empty();
}
