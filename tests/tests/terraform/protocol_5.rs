//! Differences between protocol 5 and protocol 6.

use crate::harness::{Bench, Protocol, by_both_protocols};
use serde_json::json;

by_both_protocols!(rack_lifecycle);

fn rack_lifecycle(bench: &Bench) {
    let rack = "resource \"inventory_rack\" \"r\" {\n  name = \"R\"\n}\n";
    let state = bench.converge(rack);
    let values = state.values("inventory_rack.r");
    assert_eq!(
        values,
        &json!({ "id": "rack-1", "name": "R", "units": 42, "revision": 1 })
    );
    bench.run(&["destroy", "-auto-approve"]).exits(0);
    assert_eq!(bench.query("SELECT count(*) FROM racks"), "0");
}

#[test]
fn write_only_key_from_an_ephemeral_password() {
    for protocol in [Protocol::V5, Protocol::V6] {
        // Both programs have supported ephemeral resources and write-only attributes since 1.11.
        let Some(bench) = Bench::speaking(protocol).filter(|bench| bench.is_since((1, 11))) else {
            return;
        };
        pass_a_key(&bench);
        let calls = bench.calls();
        for call in ["OpenEphemeralResource", "CloseEphemeralResource"] {
            let call = format!("/tfplugin{protocol}.Provider/{call}");
            assert!(calls.contains(&call), "{call} is missing in {calls:?}");
        }
    }
}

fn pass_a_key(bench: &Bench) {
    let body = r#"
ephemeral "inventory_password" "p" {
  holder = "carrier"
}
resource "inventory_network" "a" {
  name = "a"
  subnet { range = "r" }
  uplink {
    carrier = "c"
    key     = ephemeral.inventory_password.p.value
  }
}
"#;
    let state = bench.converge(body);
    let key = bench.query("SELECT carrier_key FROM networks");
    assert_eq!(key.len(), 20);
    let issued = format!("SELECT count(*) FROM passwords WHERE value = '{key}'");
    assert_eq!(bench.query(&issued), "1");
    assert_eq!(bench.query("SELECT min(withdrawn) FROM passwords"), "1");
    assert!(!bench.state_file().contains(&key));
    let uplink = &state.values("inventory_network.a")["uplink"];
    assert_eq!(
        uplink,
        &json!({ "carrier": "c", "key": null, "circuit": {} })
    );
}

#[test]
fn nested_attributes_of_a_data_source_may_be_computed() {
    let Some(mut bench) = Bench::new() else {
        return;
    };
    bench.converge(
        r#"
resource "inventory_server" "a" {
  name       = "a"
  labels     = ["x"]
  interfaces = [{ network = "lan" }]
  disk { size = 10 }
}
"#,
    );
    bench.run(&["state", "rm", "inventory_server.a"]).exits(0);
    let body = "data \"inventory_servers\" \"all\" {}";
    let by_6 = bench
        .converge(body)
        .values("data.inventory_servers.all")
        .clone();
    bench.speak(Protocol::V5);
    let state = bench.converge(body);
    let by_5 = state.values("data.inventory_servers.all");
    assert_eq!(by_5, &by_6);
    assert_eq!(by_5["servers"][0]["interfaces"][0]["network"], "lan");
    assert!(by_5["servers"][0]["interfaces"][0]["mac"].is_string());
    let call = "/tfplugin5.Provider/ReadDataSource".to_owned();
    assert!(bench.calls().contains(&call));
}

#[test]
fn omits_resources_without_a_form_in_protocol_5() {
    let Some(bench) = Bench::speaking(Protocol::V5) else {
        return;
    };
    bench.configure("resource \"inventory_server\" \"a\" {\n  name = \"a\"\n}");
    let error = bench.run(&["validate", "-json"]).exits(1).error();
    assert_eq!(error.summary, "Invalid resource type");
    assert!(error.detail.contains("inventory_server"), "{error:?}");

    bench.configure("resource \"inventory_rack\" \"r\" {\n  name = \"r\"\n}");
    let run = bench.run(&["plan", "-json"]).exits(0);
    // Terraform prints the warning each time it reads the schemas.
    let mut warnings = run.diagnostics();
    warnings.dedup_by(|one, other| one.detail == other.detail);
    assert_eq!(warnings.len(), 1, "{warnings:#?}");
    assert_eq!(warnings[0].severity, "warning");
    assert_eq!(warnings[0].summary, "Not available in protocol 5");
    assert_eq!(
        warnings[0].detail,
        "resource_schemas[\"inventory_server\"].endpoints.url: protocol 5 has no nested attributes, \
         and an attribute of an object type cannot be computed"
    );
}
