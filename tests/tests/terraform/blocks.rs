//! Dynamic blocks of which it is unknown how many there will be, in each mode of nesting.

use crate::harness::Bench;
use serde_json::{Value, json};

/// Creates a server whose `dynamic` block repeats over a list that is unknown at first, and
/// answers with the server's state.
fn create(block: &str, disk: &str) -> Option<Value> {
    let bench = Bench::new()?;
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
resource "inventory_server" "a" {{
  name = "a"
  {disk}
  {block}
}}
"#
    ));
    Some(state.values("inventory_server.a").clone())
}

const DISK: &str = "disk { size = 10 }";

#[test]
fn list() {
    let block = r#"dynamic "disk" {
      for_each = local.two
      content {
        size = 7
      }
    }"#;
    let Some(values) = create(block, "") else {
        return;
    };
    let sizes: Vec<_> = values["disk"].as_array().into_iter().flatten().collect();
    assert_eq!(sizes.len(), 2);
    assert!(
        sizes
            .iter()
            .all(|disk| disk["size"] == 7 && disk["kind"] == "ssd")
    );
}

#[test]
fn list_beside_fixed_blocks() {
    let block = r#"dynamic "disk" {
      for_each = local.some
      content {
        size = 7
      }
    }"#;
    let Some(values) = create(block, DISK) else {
        return;
    };
    assert_eq!(values["disk"][0]["size"], 10);
    assert_eq!(values["disk"][1]["size"], 7);
}

#[test]
fn set() {
    let block = r#"dynamic "rule" {
      for_each = local.two
      content {
        port = rule.key + 1
        from = [rule.value]
      }
    }"#;
    let Some(values) = create(block, DISK) else {
        return;
    };
    let mut ports: Vec<_> = values["rule"].as_array().into_iter().flatten().collect();
    ports.sort_by_key(|rule| rule["port"].as_u64());
    assert_eq!(ports[0]["from"], json!(["one"]));
    assert_eq!(ports[1]["from"], json!(["two"]));
}

#[test]
fn map() {
    // Labels must be known when Terraform plans, whatever for_each is.
    let block = r#"dynamic "mount" {
      for_each = local.some
      labels   = ["/srv"]
      content {
        source = mount.value
      }
    }"#;
    let Some(values) = create(block, DISK) else {
        return;
    };
    assert_eq!(
        values["mount"],
        json!({ "/srv": { "source": "one", "read_only": null } })
    );
}

#[test]
fn single() {
    let block = r#"dynamic "boot" {
      for_each = local.some
      content {
        image = "linux"
      }
    }"#;
    let Some(values) = create(block, DISK) else {
        return;
    };
    assert_eq!(values["boot"]["image"], "linux");
}

#[test]
fn group() {
    let block = r#"dynamic "monitoring" {
      for_each = local.some
      content {
        interval = 5
        contact  = monitoring.value
      }
    }"#;
    let Some(values) = create(block, DISK) else {
        return;
    };
    assert_eq!(
        values["monitoring"],
        json!({ "interval": 5, "contact": "one" })
    );
}

#[test]
fn none_in_the_end() {
    let block = r#"dynamic "rule" {
      for_each = local.none
      content {
        port = 1
      }
    }
    dynamic "mount" {
      for_each = local.none
      labels   = ["/x"]
      content {
        source = "x"
      }
    }"#;
    let Some(values) = create(block, DISK) else {
        return;
    };
    assert_eq!(values["rule"], json!([]));
    assert_eq!(values["mount"], json!({}));
}
