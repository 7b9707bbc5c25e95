//! Long strings, and strings with several Unicode forms.

use std::fs;

use crate::harness::Bench;
use serde_json::json;

#[test]
fn composed_and_decomposed_letters_are_equal() {
    let Some(bench) = Bench::new() else { return };
    let server = r#"
resource "inventory_server" "a" {
  name   = "caf\u00e9"
  labels = ["cr\u00e8me"]
  tags   = { "caf\u00e9" = "cr\u00e8me" }
  disk { size = 10 }
}
"#;
    let state = bench.converge(server);
    let values = state.values("inventory_server.a");
    assert_eq!(values["tags"], json!({ "café": "crème" }));

    let decomposed = server
        .replace("\\u00e9", "e\\u0301")
        .replace("\\u00e8", "e\\u0300");
    bench.configure(&decomposed);
    bench.plan().assert_empty();
}

#[test]
fn messages_larger_than_the_default_limit() {
    let Some(bench) = Bench::new() else { return };
    // 1000 times 4500 letters, which is more than gRPC's default limit of 4 MiB.
    bench.configure(&format!(
        r#"
resource "inventory_server" "a" {{
  name = "a"
  tags = {{ large = join("", [for _ in range(1000) : "{}"]) }}
  disk {{ size = 10 }}
}}
"#,
        "x".repeat(4500)
    ));
    bench.run(&["apply", "-auto-approve"]).exits(0);
    let state = fs::read_to_string(bench.path("terraform.tfstate")).unwrap();
    assert!(state.contains(&"x".repeat(4_500_000)));
}
