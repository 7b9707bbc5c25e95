//! Numbers that cannot be represented exactly as doubles.

use crate::harness::Bench;

#[test]
fn prices_keep_all_digits() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(
        r#"
locals {
  prices = {
    third  = 1 / 3
    tenth  = 0.1
    sum    = 0.1 + 0.2
    double = 0.1234567890123456789
    large  = 123456789012345678901234567890
    huge   = 1e300
    tiny   = 5e-324
    odd    = 9007199254740993
    minus  = -1.5
    zero   = 0
  }
}
resource "inventory_server" "a" {
  for_each = local.prices
  name     = each.key
  price    = each.value
  disk { size = 10 }
}
output "equal" {
  value = { for key, price in local.prices : key => inventory_server.a[key].price == price }
}
"#,
    );
    bench.plan();
    let state = bench.apply();
    bench.plan().assert_empty();
    let equal = state
        .output("equal")
        .as_object()
        .expect("equal is an object");
    assert_eq!(equal.len(), 10);
    assert!(equal.values().all(|equal| equal == true), "{equal:?}");
    let thirds = format!("\"price\": 0.{}", "3".repeat(30));
    assert!(
        bench.state_file().contains(&thirds),
        "{}",
        bench.state_file()
    );
}
