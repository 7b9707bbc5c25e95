//! Reads the output of `show -json` (plans and states) into the provider's structs.

use terraform_provider_inventory::models::{Rack, Server};
use tfvalue::{Path, TfSchema, Type, Value};
use tfvalue_show::{self as show, Change, Plan, ResourceChanges, State};

use crate::harness::Bench;

const CONFIGURATION: &str = r#"
resource "inventory_rack" "r" {
  name = "r"
}
resource "inventory_server" "a" {
  name          = "a"
  rack_id       = inventory_rack.r.id
  price         = 0.3333333333333333333333333
  console_token = "open-sesame"
  labels        = ["x", inventory_rack.r.id]
  tags          = { rack = inventory_rack.r.id, stage = "test" }
  interfaces    = [{ network = "lan" }, { network = "dmz", address = "192.0.2.7" }]
  volumes       = [{ name = "data", size = 100 }]
  disk { size = 20 }
  mount "/srv" { source = inventory_rack.r.id }
}
output "rack" {
  value = inventory_rack.r.id
}
"#;

/// Prints a saved plan or the state, and asserts that the library writes the same JSON.
fn show<T>(
    bench: &Bench,
    file: &[&str],
    read: impl Fn(&[u8]) -> tfvalue::Result<T>,
    write: impl Fn(&T) -> tfvalue::Result<String>,
) -> T {
    let printed = bench
        .run(&[&["show", "-json"], file].concat())
        .exits(0)
        .stdout;
    let document = read(printed.as_bytes()).expect("reading the document");
    let written = write(&document).expect("JSON");
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    assert_eq!(json(&written), json(&printed));
    document
}

fn plan(bench: &Bench) -> Plan {
    bench.plan();
    show(
        bench,
        &["plan.bin"],
        show::from_slice::<Plan>,
        show::to_string,
    )
}

fn state(bench: &Bench) -> State {
    bench.apply();
    show(bench, &[], show::from_slice::<State>, show::to_string)
}

#[track_caller]
fn change<'a>(plan: &'a Plan, address: &str) -> &'a Change {
    let mut changes = plan.resource_changes.iter();
    &changes
        .find(|changed| changed.address == address)
        .expect("reading the change")
        .change
}

#[test]
fn reads_plans_and_states() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(CONFIGURATION);
    let plan = plan(&bench);
    let created = change(&plan, "inventory_server.a");
    assert!(created.actions.creates() && !created.actions.is_replace());
    assert!(created.before().is_null());

    let server: Server = created.after().read().expect("reading the server");
    assert_eq!(server.name.as_deref(), Some("a"));
    assert_eq!(
        server.price.value().map(ToString::to_string).as_deref(),
        Some("0.3333333333333333333333333")
    );
    assert!(server.id.is_unknown() && server.rack_id.is_unknown());
    let tags = server.tags.value().expect("tags");
    assert!(tags["rack"].is_unknown());
    assert_eq!(tags["stage"].as_deref(), Some("test"));
    let labels = server.labels.value().expect("labels");
    assert_eq!(labels.iter().filter(|label| label.is_unknown()).count(), 1);
    let disks = server.disk.known().expect("disks");
    assert_eq!(disks[0].size.value(), Some(&20));
    assert!(disks[0].serial.is_unknown());
    let mounts = server.mount.known().expect("mounts");
    assert!(mounts["/srv"].source.is_unknown());

    let ty = Server::schema().implied_type();
    assert_eq!(
        created.after().value(&ty).expect("reading the value").ty(),
        ty
    );
    let sensitive = created.after().sensitive_paths(&ty).expect("paths");
    assert!(sensitive.contains(&Path::from("console_token")));
    let output = plan.output_changes["rack"].after();
    assert_eq!(
        output.value(&Type::String).expect("reading the value"),
        Value::unknown(Type::String)
    );

    let state = state(&bench);
    let mut resources = state.resources();
    let found = resources.find(|found| found.address == "inventory_server.a");
    let applied: Server = found
        .expect("finding the server")
        .snapshot()
        .read()
        .expect("reading the server");
    assert_eq!(applied.rack_id.as_deref(), Some("rack-1"));
    assert_eq!(applied.price, server.price);
    assert!(
        applied
            .volumes
            .value()
            .expect("volumes")
            .iter()
            .all(|volume| !volume.is_unknown())
    );
    let output = &state.values.as_ref().expect("values").outputs["rack"];
    assert_eq!(
        output.value.as_ref().expect("reading the value").get(),
        "\"rack-1\""
    );
}

#[test]
fn reads_replacements_and_drift() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(CONFIGURATION);
    bench.plan();
    bench.apply();
    bench.sql("UPDATE racks SET units = 40");
    let changed = CONFIGURATION.replace("name = \"r\"", "name = \"s\"");
    let changed = changed.replace("open-sesame", "sesame-open");
    bench.configure(&changed.replace("size = 20", "size = 30"));
    let plan = plan(&bench);

    let replaced = change(&plan, "inventory_rack.r");
    assert!(replaced.actions.is_replace() && !replaced.actions.creates_before_delete());
    let ty = Rack::schema().implied_type();
    assert_eq!(replaced.replace_paths(&ty), [Path::from("name")]);
    let (before, after): (Rack, Rack) = (
        replaced.before().read().expect("reading the rack"),
        replaced.after().read().expect("reading the rack"),
    );
    assert_eq!(before.units.value(), Some(&40));
    assert!(before.id.as_deref() == Some("rack-1") && after.id.is_unknown());
    let updated = change(&plan, "inventory_server.a");
    assert!(updated.actions.updates());

    assert!(
        plan.resource_drift
            .iter()
            .any(|drift| drift.address == "inventory_rack.r")
    );
    let printed = bench.run(&["show", "-json", "plan.bin"]).exits(0).stdout;
    let drift: Vec<_> = ResourceChanges::drift_from_reader(printed.as_bytes())
        .map(|drift| drift.expect("reading the change").address)
        .collect();
    assert!(drift.contains(&"inventory_rack.r".to_owned()));
}
