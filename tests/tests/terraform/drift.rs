//! Changes that were made outside Terraform.

use crate::harness::Bench;

const SERVER: &str = r#"
resource "inventory_server" "a" {
  name = "a"
  cpus = 4
  disk { size = 10 }
}
"#;

#[test]
fn finds_and_reverts_a_change() {
    let Some(bench) = Bench::new() else { return };
    bench.converge(SERVER);
    bench.sql("UPDATE servers SET cpus = 16");

    let plan = bench.plan();
    assert_eq!(plan.actions("inventory_server.a"), "update");
    assert_eq!(plan.change("inventory_server.a")["before"]["cpus"], 16);
    assert_eq!(plan.change("inventory_server.a")["after"]["cpus"], 4);
    let drift = &plan.json["resource_drift"][0];
    assert_eq!(drift["address"], "inventory_server.a");
    assert_eq!(drift["change"]["before"]["cpus"], 4);
    assert_eq!(drift["change"]["after"]["cpus"], 16);

    assert_eq!(bench.apply().values("inventory_server.a")["cpus"], 4);
    bench.plan().assert_empty();
}

#[test]
fn accepts_a_change() {
    let Some(bench) = Bench::new() else { return };
    bench.converge(SERVER);
    bench.sql("UPDATE servers SET cpus = 16");
    bench.plan_with(&["-refresh-only"]);
    assert_eq!(bench.apply().values("inventory_server.a")["cpus"], 16);
}

#[test]
fn recreates_a_deleted_resource() {
    let Some(bench) = Bench::new() else { return };
    bench.converge(SERVER);
    bench.sql("DELETE FROM servers WHERE name = 'a'");

    let plan = bench.plan();
    assert_eq!(plan.actions("inventory_server.a"), "create");
    assert_eq!(bench.apply().values("inventory_server.a")["cpus"], 4);
    bench.plan().assert_empty();
}
