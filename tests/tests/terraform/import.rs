//! Imports resources that Terraform did not create.

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
