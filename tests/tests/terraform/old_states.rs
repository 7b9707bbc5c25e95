//! States that were written by an earlier version of the provider.

use crate::harness::Bench;
use serde_json::json;

const SERVER: &str = r#"
resource "inventory_server" "a" {
  name = "a"
  tags = { stage = "prod", team = "core" }
  disk { size = 10 }
  disk { size = 20 }
}
"#;

#[test]
fn missing_attributes_and_blocks_in_the_same_version() {
    let Some(bench) = Bench::new() else { return };
    let created = bench.converge(SERVER).values("inventory_server.a").clone();
    // A required attribute, several computed attributes, and a block of each mode are missing. One attribute no longer
    // exists in the schema.
    bench.write_state(
        "inventory_server.a",
        2,
        &json!({ "id": "srv-1", "cpus": 2, "retired": "value" }),
    );
    let refreshed = bench.plan_with(&["-refresh=false"]);
    assert_eq!(refreshed.actions("inventory_server.a"), "update");
    bench.plan_with(&["-refresh-only"]);
    assert_eq!(bench.apply().values("inventory_server.a"), &created);
    bench.plan().assert_empty();
}

#[test]
fn upgrades_an_older_version() {
    let Some(bench) = Bench::new() else { return };
    let created = bench.converge(SERVER).values("inventory_server.a").clone();
    bench.write_state(
        "inventory_server.a",
        1,
        &json!({
            "id": "srv-1",
            "name": "a",
            "zone": "main",
            "cpu": "2",
            "tags": ["stage=prod", "team=core"],
            "disk_sizes": [10, 20],
        }),
    );
    bench.plan().assert_empty();
    bench.plan_with(&["-refresh-only"]);
    let state = bench.apply();
    assert_eq!(state.values("inventory_server.a"), &created);
    assert_eq!(
        state
            .find("inventory_server.a")
            .expect("the state contains the server")["schema_version"],
        2
    );
}

#[test]
fn upgrades_an_older_version_without_refresh() {
    let Some(bench) = Bench::new() else { return };
    bench.converge(SERVER);
    bench.write_state(
        "inventory_server.a",
        1,
        &json!({
            "id": "srv-1",
            "name": "a",
            "zone": null,
            "cpu": null,
            "tags": null,
            "disk_sizes": [10],
        }),
    );
    bench.configure(&SERVER.replace("disk { size = 20 }", ""));
    let plan = bench.plan_with(&["-refresh=false"]);
    let before = &plan.change("inventory_server.a")["before"];
    assert_eq!(before["name"], "a");
    assert_eq!(before["disk"][0]["size"], 10);
    assert_eq!(before["tags"], json!(null));
}

#[test]
fn invalid_state_of_an_older_version_is_an_error() {
    let Some(bench) = Bench::new() else { return };
    bench.converge(SERVER);
    bench.write_state(
        "inventory_server.a",
        1,
        &json!({ "id": "srv-1", "name": "a", "zone": "main", "cpu": "2", "tags": "text" }),
    );
    let error = bench.plan_fails().error();
    assert!(error.detail.contains("tags"), "{error:?}");
    assert!(error.detail.contains("list"), "{error:?}");
}

#[test]
fn newer_version_is_an_error() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(SERVER);
    bench.write_state("inventory_server.a", 3, &json!({ "id": "srv-1" }));
    let error = bench.plan_fails().error();
    assert!(
        error.summary.contains("newer provider version"),
        "{error:?}"
    );
}
