//! Tests servers with Terraform or OpenTofu.

use std::path::Path;
use std::process::ExitCode;

use terraform_provider_inventory::provider;
use tfvalue_testing::acceptance::{self, Case, Step};

const SERVER: &str = "inventory_server.a";

const SMALL: &str = r#"
resource "inventory_server" "a" {
  name = "a"
  cpus = 4
  disk { size = 10 }
}
"#;

/// A server that uses every block.
const LARGE: &str = r#"
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

fn main() -> ExitCode {
    acceptance::main([life(), import(), changes_outside_of_terraform()])
}

fn case(name: &str) -> Case {
    Case::new(name, provider())
        .config(r#"provider "inventory" { path = "${path.cwd}/inventory.db" }"#)
}

/// Changes the database, outside Terraform.
fn sql(statement: &'static str) -> impl FnOnce(&Path) + Send {
    move |folder| {
        let database = rusqlite::Connection::open(folder.join("inventory.db")).unwrap();
        database.execute_batch(statement).unwrap();
    }
}

fn life() -> Case {
    let larger = SMALL.replace("cpus = 4", "cpus = 8\n  labels = [\"x\"]");
    let elsewhere = SMALL.replace("cpus = 4", "zone = \"south\"");
    case("a server from its creation to its end")
        .step(
            Step::apply(SMALL)
                .creates(SERVER)
                .check_plan(|plan| {
                    let server = plan.resource(SERVER);
                    server.is_unknown("id").is_unknown("disk[0].serial");
                })
                .check_state(|state| {
                    let server = state.resource(SERVER);
                    server
                        .has("id", "srv-1")
                        .has("zone", "main")
                        .has("revision", 1)
                        .is_null("tags");
                }),
        )
        .step(Step::apply(SMALL.replace("name = \"a\"", "name = \"A\"")).no_changes())
        .step(
            Step::apply(larger)
                .updates(SERVER)
                .check_plan(|plan| {
                    plan.resource(SERVER).has("id", "srv-1").has("cpus", 8);
                })
                .check_state(|state| {
                    let server = state.resource(SERVER);
                    server
                        .has("cpus", 8)
                        .has("labels", ["x"])
                        .has("id", "srv-1")
                        .has("revision", 2);
                }),
        )
        .step(
            Step::apply(elsewhere)
                .replaces(SERVER)
                .check_plan(|plan| {
                    let paths = &plan.change(SERVER).change.replace_paths;
                    assert_eq!(serde_json::json!(paths), serde_json::json!([["zone"]]));
                })
                .check_state(|state| {
                    state
                        .resource(SERVER)
                        .has("id", "srv-2")
                        .has("zone", "south");
                }),
        )
        .step(
            Step::destroy()
                .destroys(SERVER)
                .check_state(|state| assert!(!state.contains(SERVER))),
        )
}

fn import() -> Case {
    case("a server is imported, also without its configuration")
        .step(Step::apply(LARGE))
        .step(Step::import(SERVER, "{id}"))
        .step(Step::import(SERVER, "srv-9").fails("", "non-existent"))
        .step(
            Step::generate_config(SERVER, "{id}").check_config(|config| {
                assert!(config.contains("mount \"/srv\""), "{config}");
            }),
        )
}

fn changes_outside_of_terraform() -> Case {
    case("changes outside Terraform")
        .step(Step::apply(SMALL))
        .step(
            Step::apply(SMALL)
                .before(sql("UPDATE servers SET cpus = 16"))
                .updates(SERVER)
                .check_plan(|plan| {
                    let drift = &plan.document.resource_drift[0];
                    assert_eq!(drift.address, SERVER);
                    plan.resource(SERVER).has("cpus", 4);
                })
                .check_state(|state| {
                    state.resource(SERVER).has("cpus", 4);
                }),
        )
        .step(
            Step::refresh()
                .before(sql("UPDATE servers SET cpus = 16"))
                .check_state(|state| {
                    state.resource(SERVER).has("cpus", 16);
                }),
        )
        .step(
            Step::apply(SMALL)
                .before(sql("DELETE FROM servers WHERE name = 'a'"))
                .creates(SERVER),
        )
}
