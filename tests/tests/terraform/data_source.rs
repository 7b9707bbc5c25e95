//! The data source.

use crate::harness::{Bench, by_both_protocols};
use serde_json::json;

by_both_protocols!(finds_nothing);

#[test]
fn finds_a_server() {
    let Some(bench) = Bench::new() else { return };
    let state = bench.converge(
        r#"
resource "inventory_server" "all" {
  for_each   = { A = "north", b = "south", c = "north" }
  name       = each.key
  zone       = each.value
  price      = 1 / 3
  labels     = [each.key, "x"]
  interfaces = [{ network = each.value }]
  disk { size = 10 }
}
data "inventory_servers" "north" {
  zone       = "north"
  label      = "x"
  depends_on = [inventory_server.all]
}
data "inventory_servers" "c" {
  label = inventory_server.all["c"].name
}
output "names" {
  value = data.inventory_servers.north.servers[*].name
}
output "exact" {
  value = data.inventory_servers.c.servers[0].price == 1 / 3
}
"#,
    );
    assert_eq!(state.output("names"), &json!(["a", "c"]));
    assert_eq!(state.output("exact"), true);
    let servers = &state.values("data.inventory_servers.c")["servers"];
    assert_eq!(servers.as_array().map(Vec::len), Some(1));
    assert_eq!(servers[0]["labels"], json!(["c", "x"]));
    assert_eq!(servers[0]["interfaces"][0]["network"], "north");
    assert!(servers[0]["interfaces"][0]["mac"].is_string());
}

fn finds_nothing(bench: &Bench) {
    let state = bench.converge("data \"inventory_servers\" \"none\" {\n  zone = \"nowhere\"\n}");
    let values = state.values("data.inventory_servers.none");
    assert_eq!(
        values,
        &json!({ "zone": "nowhere", "label": null, "servers": [] })
    );
}
