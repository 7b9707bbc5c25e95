//! The example provider passes, both in steps and with random configurations.

use std::sync::atomic::{AtomicU32, Ordering};

use terraform_provider_inventory::{Session, provider};
use tfvalue::Value;
use tfvalue_testing::{Config, Harness, Lint, Property};
use tfvalue_tests::random;

/// Returns a provider with an empty inventory in memory.
fn harness() -> Harness<Session> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let harness = Harness::new(provider());
    let path = format!("file:harness{number}?mode=memory&cache=shared");
    let config = serde_json::json!({ "path": path }).to_string();
    harness.configure(config).succeeds();
    harness
}

fn id(state: &Value) -> Option<String> {
    Some(state.get("id")?.as_str()?.to_owned())
}

#[test]
fn the_server_of_the_example_from_its_creation_to_its_end() {
    let harness = harness();
    let mut rack = harness.resource("inventory_rack");
    rack.apply(r#"{"name": "r1", "units": 42}"#).created();
    let mut server = harness.resource("inventory_server");
    let config =
        r#"{"name": "web", "tags": {"a": "b"}, "labels": ["x", "y"], "disk": [{"size": 1}]}"#;
    server.apply(Config::from(config).unknown("name")).created();
    server.apply(config).unchanged();
    server
        .apply(r#"{"name": "web", "tags": {}, "price": 0.1, "disk": [{"size": 1}]}"#)
        .updated();
    server
        .apply(r#"{"name": "web", "zone": "north", "disk": [{"size": 1}]}"#)
        .replaced();
    server
        .apply("{\"name\": \"\"}")
        .fails("name", "at least 1 character");
    server.destroy().destroyed();
    rack.destroy().destroyed();
}

#[test]
fn the_servers_of_the_example_pass_with_random_configurations() {
    let harness = || {
        harness()
            // The service chooses these values, so the plan cannot show them.
            .allow(Lint::DefaultNotPlanned, "cpus")
            .allow(Lint::DefaultNotPlanned, "zone")
            // The service does not store the version.
            .allow(Lint::ImportDiffers, "admin_password_version")
            .allow(Lint::DriftUnseen, "admin_password_version")
    };
    Property::new("inventory_server", harness)
        .hint("name", r#"["web", "WEB", "db"]"#)
        .hint("rack_id", "[null]")
        .import(id)
        .drift()
        .cases(random::cases(12))
        .check();
}

#[test]
fn the_racks_and_networks_of_the_example_pass_with_random_configurations() {
    for name in ["inventory_rack", "inventory_network"] {
        let property = Property::new(name, harness).import(id).drift();
        property.cases(random::cases(12)).check();
    }
}
