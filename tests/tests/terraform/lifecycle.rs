//! The lifecycle of a resource, with every kind of change.

use crate::harness::Bench;
use serde_json::{Map, Value, json};

/// A server that uses every nested attribute and every nested block.
const EVERYTHING: &str = r#"
resource "inventory_server" "all" {
  name          = "Web-1"
  zone          = "north"
  cpus          = 4
  price         = 0.25
  powered       = false
  console_token = "t0ken"
  labels        = ["b", "a"]
  tags          = { stage = "test", "ключ" = "значение" }
  owner         = { team = "core", contact = "core@example.com" }
  placement     = { building = "A" }
  interfaces = [
    { network = "lan" },
    { network = "wan", address = "192.0.2.7" },
  ]
  volumes = [{ name = "data", size = 100 }, { name = "logs", size = 20 }]
  endpoints = {
    http  = { port = 80 }
    https = { port = 443 }
  }
  disk {
    size = 10
  }
  disk {
    size = 20
    kind = "hdd"
  }
  rule {
    port = 22
    from = ["192.0.2.0/24", "198.51.100.0/24"]
  }
  rule {
    port = 80
  }
  mount "/srv" {
    source = "data"
  }
  mount "/var/log" {
    source    = "logs"
    read_only = true
  }
  boot {
    image = "linux"
  }
  monitoring {
    interval = 30
  }
}
"#;

#[test]
fn every_kind_of_nesting() {
    let Some(bench) = Bench::new() else { return };
    let state = bench.converge(EVERYTHING);
    let values = state.values("inventory_server.all");
    assert_eq!(values["name"], "Web-1");
    assert_eq!(values["price"], json!(0.25));
    assert_eq!(values["powered"], false);
    assert_eq!(values["labels"], json!(["a", "b"]));
    assert_eq!(
        values["tags"],
        json!({ "stage": "test", "ключ": "значение" })
    );
    assert_eq!(
        values["owner"],
        json!({ "team": "core", "contact": "core@example.com" })
    );
    assert_eq!(values["placement"], json!({ "building": "A", "floor": 0 }));

    let interfaces = values["interfaces"]
        .as_array()
        .expect("interfaces is a list");
    assert_eq!(interfaces.len(), 2);
    assert!(interfaces[0]["address"].is_string() && interfaces[0]["mac"].is_string());
    assert_eq!(interfaces[1]["address"], "192.0.2.7");
    assert_eq!(values["volumes"].as_array().map(Vec::len), Some(2));
    assert_eq!(values["endpoints"]["https"]["port"], 443);
    assert!(values["endpoints"]["https"]["url"].is_string());

    assert_eq!(values["disk"][0]["kind"], "ssd");
    assert_eq!(values["disk"][1]["kind"], "hdd");
    assert!(values["disk"][1]["serial"].is_string());
    assert_eq!(values["rule"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        values["mount"],
        json!({
            "/srv": { "source": "data", "read_only": null },
            "/var/log": { "source": "logs", "read_only": true },
        })
    );
    assert_eq!(
        values["boot"],
        json!({ "image": "linux", "unlock_key": null })
    );
    assert_eq!(
        values["monitoring"],
        json!({ "interval": 30, "contact": null })
    );
}

#[test]
fn nested_parts_change_in_place() {
    let Some(bench) = Bench::new() else { return };
    let before = bench
        .converge(EVERYTHING)
        .values("inventory_server.all")
        .clone();

    let changed = EVERYTHING
        .replace("{ network = \"lan\" }", "{ network = \"dmz\" }")
        .replace(
            ", { name = \"logs\", size = 20 }",
            ", { name = \"more\", size = 20 }",
        )
        .replace("http  = { port = 80 }", "")
        .replace("mount \"/srv\"", "mount \"/opt\"")
        .replace("interval = 30", "contact = \"ops\"");
    bench.configure(&changed);
    let plan = bench.plan();
    assert_eq!(plan.actions("inventory_server.all"), "update");
    let state = bench.apply();
    let after = state.values("inventory_server.all");
    bench.plan().assert_empty();

    assert_eq!(after["interfaces"][0]["network"], "dmz");
    assert_eq!(after["interfaces"][1], before["interfaces"][1]);
    let named = |values: &Value, name: &str| {
        let volumes = values["volumes"].as_array().expect("volumes is a set");
        volumes
            .iter()
            .find(|volume| volume["name"] == name)
            .cloned()
    };
    assert_eq!(
        named(after, "data"),
        named(&before, "data"),
        "an unchanged volume keeps its id"
    );
    assert!(named(after, "more").is_some() && named(after, "logs").is_none());
    assert_eq!(after["endpoints"].as_object().map(Map::len), Some(1));
    assert_eq!(after["endpoints"]["https"], before["endpoints"]["https"]);
    assert!(after["mount"]["/opt"].is_object() && after["mount"]["/srv"].is_null());
    assert_eq!(
        after["monitoring"],
        json!({ "interval": null, "contact": "ops" })
    );
}

#[test]
fn every_part_can_be_removed() {
    let Some(bench) = Bench::new() else { return };
    bench.converge(EVERYTHING);
    let state = bench.converge(
        r#"
resource "inventory_server" "all" {
  name = "Web-1"
  zone = "north"
  disk { size = 10 }
}
"#,
    );
    let values = state.values("inventory_server.all");
    for name in [
        "price",
        "powered",
        "labels",
        "tags",
        "owner",
        "placement",
        "interfaces",
    ] {
        assert!(values[name].is_null(), "{name} is {}", values[name]);
    }
    assert_eq!(values["rule"], json!([]));
    assert_eq!(values["mount"], json!({}));
    assert_eq!(values["boot"], json!(null));
    assert_eq!(
        values["monitoring"],
        json!({ "interval": null, "contact": null })
    );
}
