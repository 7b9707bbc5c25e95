//! Importing resources that Terraform did not create.

use crate::harness::Bench;

/// A server that uses every block.
const SERVER: &str = r#"
resource "inventory_server" "a" {
  name       = "a"
  labels     = ["x", "y"]
  tags       = { stage = "test" }
  interfaces = [{ network = "lan" }]
  disk { size = 10 }
  rule { port = 22 }
  mount "/srv" { source = "data" }
  boot { image = "linux" }
  monitoring { interval = 30 }
}
"#;

#[test]
fn import_block() {
    let Some(bench) = Bench::new() else { return };
    let created = bench.converge(SERVER).values("inventory_server.a").clone();
    bench.run(&["state", "rm", "inventory_server.a"]).exits(0);

    let import = "import {\n  to = inventory_server.a\n  id = \"srv-1\"\n}\n";
    bench.configure(&format!("{import}{SERVER}"));
    let plan = bench.plan();
    assert_eq!(plan.actions("inventory_server.a"), "no-op");
    assert_eq!(
        plan.change("inventory_server.a")["importing"]["id"],
        "srv-1"
    );
    let imported = bench.apply();
    assert_eq!(imported.values("inventory_server.a"), &created);
    bench.plan().assert_empty();
}

#[test]
fn import_command() {
    let Some(bench) = Bench::new() else { return };
    let created = bench.converge(SERVER).values("inventory_server.a").clone();
    bench.run(&["state", "rm", "inventory_server.a"]).exits(0);

    bench
        .run(&["import", "inventory_server.a", "srv-1"])
        .exits(0);
    assert_eq!(bench.state().values("inventory_server.a"), &created);
    bench.plan().assert_empty();
}

#[test]
fn missing_resource_cannot_be_imported() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(SERVER);
    let run = bench
        .run(&["import", "inventory_server.a", "srv-9"])
        .exits(1);
    assert!(run.text().contains("srv-9"), "{}", run.text());
    assert!(bench.state().find("inventory_server.a").is_none());
}
