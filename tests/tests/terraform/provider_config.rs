//! The configuration of the provider.

use crate::harness::{Bench, by_both_protocols};
use serde_json::json;

by_both_protocols! {
    null_path_is_an_error
    invalid_path_is_an_error
}

const RACK: &str = "resource \"inventory_rack\" \"r\" {\n  name = \"r\"\n}\n";

const SERVER: &str = r#"
resource "inventory_server" "a" {
  name = "a"
  tags = { stage = "test" }
  disk { size = 10 }
}
"#;

/// Returns a provider block with the path of the database and other arguments.
fn provider(bench: &Bench, more: &str) -> String {
    format!("path = {:?}\n  {more}", bench.database())
}

#[test]
fn default_tags_are_merged() {
    let Some(bench) = Bench::new() else { return };
    let tags = "default_tags = { stage = \"any\", owner = \"core\" }";
    bench.configure_with(&provider(&bench, tags), SERVER);
    let plan = bench.plan();
    let expected = json!({ "stage": "test", "owner": "core" });
    assert_eq!(
        plan.change("inventory_server.a")["after"]["all_tags"],
        expected
    );
    let state = bench.apply();
    assert_eq!(state.values("inventory_server.a")["all_tags"], expected);
    assert_eq!(
        state.values("inventory_server.a")["tags"],
        json!({ "stage": "test" })
    );
    bench.plan().assert_empty();

    bench.configure_with(
        &provider(&bench, "default_tags = { owner = \"ops\" }"),
        SERVER,
    );
    assert_eq!(bench.plan().actions("inventory_server.a"), "update");
    let state = bench.apply();
    let expected = json!({ "stage": "test", "owner": "ops" });
    assert_eq!(state.values("inventory_server.a")["all_tags"], expected);
    bench.plan().assert_empty();
}

#[test]
fn default_tags_may_be_unknown() {
    let Some(bench) = Bench::new() else { return };
    let body =
        format!("resource \"terraform_data\" \"owner\" {{\n  input = \"core\"\n}}\n{SERVER}");
    let tags = "default_tags = { owner = terraform_data.owner.output }";
    bench.configure_with(&provider(&bench, tags), &body);
    bench.plan();
    let state = bench.apply();
    let expected = json!({ "stage": "test", "owner": "core" });
    assert_eq!(state.values("inventory_server.a")["all_tags"], expected);
    bench.plan().assert_empty();
}

fn null_path_is_an_error(bench: &Bench) {
    bench.configure_with("path = null", RACK);
    let error = bench.plan_fails().error();
    assert!(
        format!("{} {}", error.summary, error.detail).contains("path"),
        "{error:?}"
    );
    assert_eq!(error.code.trim(), "path = null");
}

fn invalid_path_is_an_error(bench: &Bench) {
    bench.configure_with("path = \"no/such/folder/inventory.db\"", RACK);
    let run = bench.plan_fails();
    assert!(
        run.text().contains("no/such/folder/inventory.db"),
        "{}",
        run.text()
    );
}
