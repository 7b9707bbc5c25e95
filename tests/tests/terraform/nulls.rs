//! Null values that are allowed, and null values that are rejected.

use crate::harness::Bench;
use serde_json::json;

#[test]
fn required_attribute() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(
        r#"
resource "inventory_server" "a" {
  name = null
  disk { size = 10 }
}
"#,
    );
    for command in ["validate", "plan"] {
        let error = bench.run(&[command, "-json"]).exits(1).error();
        assert!(
            format!("{} {}", error.summary, error.detail).contains("name"),
            "{error:?}"
        );
        assert_eq!(error.address, "inventory_server.a");
        assert_eq!(error.code.trim(), "name = null");
    }
}

#[test]
fn required_attributes_in_every_kind_of_nesting() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(
        r#"
resource "inventory_server" "a" {
  name       = "a"
  owner      = { team = null, contact = "c" }
  placement  = { building = null }
  interfaces = [{ network = "lan" }, { network = null }]
  volumes    = [{ name = null, size = 1 }]
  endpoints  = { http = { port = null } }
  disk { size = 10 }
  disk { size = null }
  rule { port = null }
  mount "/srv" { source = null }
  boot { image = null }
}
"#,
    );
    let run = bench.run(&["validate", "-json"]).exits(1);
    let errors = run.diagnostics();
    for (path, code) in [
        ("placement.building", "placement  = { building = null }"),
        (
            "interfaces[1].network",
            "interfaces = [{ network = \"lan\" }, { network = null }]",
        ),
        (
            "endpoints[\"http\"].port",
            "endpoints  = { http = { port = null } }",
        ),
        ("disk[1].size", "disk { size = null }"),
        ("mount[\"/srv\"].source", "mount \"/srv\" { source = null }"),
        ("boot.image", "boot { image = null }"),
    ] {
        let error = errors.iter().find(|error| error.detail.contains(path));
        let error = error.unwrap_or_else(|| panic!("no error for {path}: {errors:#?}"));
        assert_eq!(error.address, "inventory_server.a");
        assert_eq!(error.code.trim(), code);
    }
    // Terraform has no paths into sets, so the error refers to the set.
    for attribute in ["volumes", "rule"] {
        assert!(
            errors.iter().any(|error| error.detail.contains(attribute)),
            "{errors:#?}"
        );
    }
}

#[test]
fn elements_of_a_map() {
    let Some(bench) = Bench::new() else { return };
    let state = bench.converge(
        r#"
resource "inventory_server" "a" {
  name = "a"
  tags = { a = null, b = "c" }
  disk { size = 10 }
}
"#,
    );
    let values = state.values("inventory_server.a");
    assert_eq!(values["tags"], json!({ "a": null, "b": "c" }));
}

#[test]
fn empty_is_not_null() {
    let Some(bench) = Bench::new() else { return };
    let state = bench.converge(
        r#"
resource "inventory_server" "a" {
  name       = "a"
  labels     = []
  tags       = {}
  interfaces = []
  volumes    = []
  endpoints  = {}
  disk { size = 10 }
}
resource "inventory_server" "b" {
  name = "b"
  disk { size = 10 }
}
"#,
    );
    for (name, empty) in [
        ("labels", json!([])),
        ("tags", json!({})),
        ("interfaces", json!([])),
        ("volumes", json!([])),
        ("endpoints", json!({})),
    ] {
        assert_eq!(state.values("inventory_server.a")[name], empty, "{name}");
        assert_eq!(
            state.values("inventory_server.b")[name],
            json!(null),
            "{name}"
        );
    }
}
