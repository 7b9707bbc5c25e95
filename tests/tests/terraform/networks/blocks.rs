//! Dynamic blocks whose number is unknown, with every nesting mode and at both levels.

use super::ADDRESS;
use crate::harness::{Bench, by_both_protocols};
use serde_json::{Value, json};

by_both_protocols! {
    list
    list_with_static_blocks
    set
    map
    single
    group
    no_blocks_after_all
}

const SUBNET: &str = "subnet { range = \"192.0.2.0/24\" }";

/// Creates a network whose `dynamic` block iterates over a list that is initially unknown. Returns the
/// network's state.
#[track_caller]
fn create(bench: &Bench, blocks: &str) -> Value {
    let state = bench.converge(&format!(
        r#"
resource "inventory_rack" "r" {{
  name = "r"
}}
locals {{
  some = inventory_rack.r.revision > 0 ? ["one"] : []
  none = inventory_rack.r.revision > 0 ? [] : ["one"]
  two  = inventory_rack.r.revision > 0 ? ["one", "two"] : []
}}
resource "inventory_network" "a" {{
  name = "a"
  {blocks}
}}
"#
    ));
    super::plain(state.values(ADDRESS))
}

fn list(bench: &Bench) {
    let block = r#"dynamic "subnet" {
      for_each = local.two
      content {
        range   = subnet.value
        gateway = { address = local.two[0] }
        dynamic "pool" {
          for_each = local.two
          content {
            first = pool.value
            last  = subnet.value
          }
        }
      }
    }"#;
    let subnet = |range: &str| {
        let pool = ["one", "two"].map(|first| json!({ "first": first, "last": range }));
        let gateway = json!({ "address": "one", "cost": null });
        json!({ "range": range, "gateway": gateway, "pool": pool })
    };
    let values = create(bench, block);
    assert_eq!(values["subnet"], json!([subnet("one"), subnet("two")]));
}

fn list_with_static_blocks(bench: &Bench) {
    let block = r#"dynamic "subnet" {
      for_each = local.some
      content {
        range = "dynamic"
      }
    }"#;
    let values = create(bench, &format!("{SUBNET}\n  {block}"));
    assert_eq!(values["subnet"][0]["range"], "192.0.2.0/24");
    assert_eq!(values["subnet"][1]["range"], "dynamic");
}

fn set(bench: &Bench) {
    let block = r#"dynamic "filter" {
      for_each = local.two
      content {
        port = filter.key + 1
        dynamic "source" {
          for_each = local.two
          content {
            range = source.value
          }
        }
      }
    }"#;
    let filter = |port: u32| {
        let source = ["one", "two"].map(|range| json!({ "range": range, "log": null }));
        json!({ "port": port, "source": source })
    };
    let values = create(bench, &format!("{SUBNET}\n  {block}"));
    assert_eq!(values["filter"], json!([filter(1), filter(2)]));
}

fn map(bench: &Bench) {
    // Labels must be known when Terraform plans, even if `for_each` is unknown.
    let block = r#"dynamic "host" {
      for_each = local.some
      labels   = ["web"]
      content {
        address = host.value
        dynamic "lease" {
          for_each = local.some
          content {
            seconds = 7
          }
        }
      }
    }
    dynamic "host" {
      for_each = local.some
      labels   = ["mail"]
      content {}
    }"#;
    let values = create(bench, &format!("{SUBNET}\n  {block}"));
    let expected = json!({
        "mail": { "address": "10.0.0.1", "lease": { "seconds": null } },
        "web": { "address": "one", "lease": { "seconds": 7 } },
    });
    assert_eq!(values["host"], expected);
}

fn single(bench: &Bench) {
    let block = r#"dynamic "uplink" {
      for_each = local.some
      content {
        carrier = uplink.value
        dynamic "circuit" {
          for_each = local.some
          labels   = ["main"]
          content {
            speed = 5
          }
        }
      }
    }"#;
    let values = create(bench, &format!("{SUBNET}\n  {block}"));
    let circuit = json!({ "main": { "speed": 5 } });
    let expected = json!({ "carrier": "one", "key": null, "circuit": circuit });
    assert_eq!(values["uplink"], expected);
}

fn group(bench: &Bench) {
    let block = r#"dynamic "limits" {
      for_each = local.some
      content {
        bandwidth = 5
        dynamic "burst" {
          for_each = local.some
          content {
            seconds = 6
          }
        }
      }
    }"#;
    let values = create(bench, &format!("{SUBNET}\n  {block}"));
    let expected = json!({ "bandwidth": 5, "burst": { "seconds": 6 } });
    assert_eq!(values["limits"], expected);
}

fn no_blocks_after_all(bench: &Bench) {
    let block = r#"dynamic "filter" {
      for_each = local.none
      content {
        port = 1
        source { range = "x" }
      }
    }
    dynamic "host" {
      for_each = local.none
      labels   = ["x"]
      content {}
    }"#;
    let values = create(bench, &format!("{SUBNET}\n  {block}"));
    assert_eq!(values["filter"], json!([]));
    assert_eq!(values["host"], json!({}));
}
