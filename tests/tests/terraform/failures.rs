//! Operations that fail halfway.

use crate::harness::Bench;
use serde_json::json;

const SERVER: &str = r#"
resource "inventory_server" "a" {
  name = "a"
  cpus = 4
  disk { size = 10 }
}
"#;

/// Makes the provider create its tables, which it creates on first use.
fn prepare(bench: &Bench) {
    bench.configure("data \"inventory_servers\" \"all\" {}");
    bench.plan();
}

fn fail(bench: &Bench, operation: &str) {
    bench.sql(&format!(
        "INSERT INTO faults (operation, name) VALUES ('{operation}', 'a')"
    ));
}

#[test]
fn failed_creation_is_tainted_and_then_replaced() {
    let Some(bench) = Bench::new() else { return };
    prepare(&bench);
    fail(&bench, "create");
    bench.configure(SERVER);
    bench.plan();
    let error = bench.try_apply().exits(1).error();
    assert_eq!(error.address, "inventory_server.a");
    let state = bench.state();
    let created = state
        .find("inventory_server.a")
        .expect("the state contains the part that was created");
    assert_eq!(created["tainted"], true);
    assert_eq!(created["values"]["id"], "srv-1");

    bench.sql("DELETE FROM faults");
    let plan = bench.plan();
    assert_eq!(plan.actions("inventory_server.a"), "delete+create");
    let state = bench.apply();
    let created = state
        .find("inventory_server.a")
        .expect("the state contains the server");
    assert_eq!(created["tainted"], json!(null));
    assert_eq!(created["values"]["id"], "srv-2");
    bench.plan().assert_empty();
}

#[test]
fn broken_resource_is_tainted() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(&SERVER.replace("name = \"a\"", "name = \"a-broken\""));
    bench.plan();
    bench.try_apply().exits(1).error();
    let state = bench.state();
    assert_eq!(
        state
            .find("inventory_server.a")
            .expect("the state contains the server")["tainted"],
        true
    );
    let plan = bench.plan();
    assert_eq!(plan.actions("inventory_server.a"), "delete+create");
}

#[test]
fn next_apply_completes_a_failed_update() {
    let Some(bench) = Bench::new() else { return };
    bench.converge(SERVER);
    fail(&bench, "update");
    let changed = SERVER
        .replace("cpus = 4", "cpus = 8")
        .replace("size = 10", "size = 20");
    bench.configure(&changed);
    bench.plan();
    bench.try_apply().exits(1).error();
    let state = bench.state();
    let values = state.values("inventory_server.a");
    assert_eq!(
        values["cpus"], 8,
        "the state contains the part that was updated"
    );
    assert_eq!(
        values["disk"][0]["size"], 10,
        "the state does not contain the part that was not updated"
    );

    bench.sql("DELETE FROM faults");
    let plan = bench.plan();
    assert_eq!(plan.actions("inventory_server.a"), "update");
    assert_eq!(
        bench.apply().values("inventory_server.a")["disk"][0]["size"],
        20
    );
    bench.plan().assert_empty();
}

#[test]
fn failed_deletion_keeps_the_state() {
    let Some(bench) = Bench::new() else { return };
    let before = bench.converge(SERVER).values("inventory_server.a").clone();
    fail(&bench, "delete");
    bench.plan_with(&["-destroy"]);
    bench.try_apply().exits(1).error();
    assert_eq!(bench.state().values("inventory_server.a"), &before);

    bench.sql("DELETE FROM faults");
    bench.plan_with(&["-destroy"]);
    assert!(bench.apply().find("inventory_server.a").is_none());
}
