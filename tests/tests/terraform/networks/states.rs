//! Networks that Terraform did not create, networks that were changed outside Terraform, and networks that are stored
//! in an older form.

use super::{ADDRESS, EVERYTHING, SMALL, plain};
use crate::harness::{Bench, Protocol, by_both_protocols};
use serde_json::json;

by_both_protocols! {
    import_block
    import_command
    missing_network_cannot_be_imported
    drift_on_the_second_level
    recreates_a_deleted_network
    missing_attributes_and_blocks_in_the_same_version
    upgrades_an_older_version
    newer_version_is_an_error
    failed_update_keeps_the_state
}

fn import_block(bench: &Bench) {
    let everything = EVERYTHING.replace("\"Lan\"", "\"lan\"");
    let created = bench.converge(&everything).values(ADDRESS).clone();
    bench.run(&["state", "rm", ADDRESS]).exits(0);
    let import = format!("import {{\n  to = {ADDRESS}\n  id = \"net-1\"\n}}\n");
    bench.configure(&format!("{import}{everything}"));
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "no-op");
    assert_eq!(plan.change(ADDRESS)["importing"]["id"], "net-1");
    assert_eq!(bench.apply().values(ADDRESS), &created);
    bench.plan().assert_empty();
}

fn import_command(bench: &Bench) {
    let everything = EVERYTHING.replace("\"Lan\"", "\"lan\"");
    let created = bench.converge(&everything).values(ADDRESS).clone();
    bench.run(&["state", "rm", ADDRESS]).exits(0);
    bench.run(&["import", ADDRESS, "net-1"]).exits(0);
    assert_eq!(bench.state().values(ADDRESS), &created);
    bench.plan().assert_empty();
}

fn missing_network_cannot_be_imported(bench: &Bench) {
    bench.configure(SMALL);
    let run = bench.run(&["import", ADDRESS, "net-9"]).exits(1);
    assert!(
        run.text()
            .contains("Cannot import non-existent remote object"),
        "{}",
        run.text()
    );
}

fn drift_on_the_second_level(bench: &Bench) {
    let created = bench.converge(EVERYTHING).values(ADDRESS).clone();
    bench.sql(
        "UPDATE networks SET document = json_remove(
            json_set(document, '$.contact.person.phone', '9', '$.limits.burst', NULL),
            '$.subnet[0].pool[1]')",
    );
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "update");
    let drift = &plan.json()["resource_drift"][0]["change"];
    assert_eq!(drift["before"]["contact"]["person"]["phone"], "1");
    assert_eq!(drift["after"]["contact"]["person"]["phone"], "9");
    assert_eq!(drift["after"]["limits"]["burst"], json!(null));
    assert_eq!(
        drift["after"]["subnet"][0]["pool"].as_array().map(Vec::len),
        Some(1)
    );
    let state = bench.apply();
    let values = state.values(ADDRESS);
    assert_eq!(values["contact"], created["contact"]);
    assert_eq!(plain(&values["subnet"]), plain(&created["subnet"]));
    bench.plan().assert_empty();
}

fn recreates_a_deleted_network(bench: &Bench) {
    bench.converge(SMALL);
    bench.sql("DELETE FROM networks");
    assert_eq!(bench.plan().actions(ADDRESS), "create");
    assert_eq!(bench.apply().values(ADDRESS)["id"], "net-2");
    bench.plan().assert_empty();
}

fn missing_attributes_and_blocks_in_the_same_version(bench: &Bench) {
    let created = bench.converge(EVERYTHING).values(ADDRESS).clone();
    // Attributes, and a block of each mode, are missing at both levels. One attribute no longer exists in the schema,
    // and another attribute no longer exists in a nested attribute.
    let old = json!({
        "id": "net-1",
        "name": "Lan",
        "retired": true,
        "contact": { "team": "core" },
        "routes": [{ "to": "198.51.100.0/24" }],
        "subnet": [{ "range": "192.0.2.0/25" }],
    });
    bench.write_state(ADDRESS, 1, &old);
    let plan = bench.plan_with(&["-refresh=false"]);
    let before = &plan.change(ADDRESS)["before"];
    assert_eq!(before["contact"], json!({ "team": "core", "person": null }));
    assert_eq!(
        before["routes"],
        json!([{ "to": "198.51.100.0/24", "hops": null }])
    );
    assert_eq!(
        before["limits"],
        json!({ "bandwidth": null, "burst": null })
    );
    bench.plan_with(&["-refresh-only"]);
    assert_eq!(bench.apply().values(ADDRESS), &created);
    bench.plan().assert_empty();
}

fn upgrades_an_older_version(bench: &Bench) {
    let created = bench.converge(SMALL).values(ADDRESS).clone();
    let old = json!({ "id": "net-1", "name": "Lan", "ranges": ["192.0.2.0/24"] });
    bench.write_state(ADDRESS, 0, &old);
    bench.plan().assert_empty();
    bench.plan_with(&["-refresh-only"]);
    let state = bench.apply();
    assert_eq!(state.values(ADDRESS), &created);
    assert_eq!(
        state.find(ADDRESS).expect("the state contains the network")["schema_version"],
        1
    );
}

fn newer_version_is_an_error(bench: &Bench) {
    bench.configure(SMALL);
    bench.write_state(ADDRESS, 2, &json!({ "id": "net-1" }));
    let error = bench.plan_fails().error();
    assert!(
        error.summary.contains("newer provider version"),
        "{error:?}"
    );
}

fn failed_update_keeps_the_state(bench: &Bench) {
    let before = bench.converge(EVERYTHING).values(ADDRESS).clone();
    bench.sql("INSERT INTO faults (operation, name) VALUES ('update', 'lan')");
    bench.configure(&EVERYTHING.replace("phone = \"1\"", "phone = \"2\""));
    bench.plan();
    let error = bench.try_apply().exits(1).error();
    assert_eq!(error.address, ADDRESS);
    assert_eq!(bench.state().values(ADDRESS), &before);
    bench.sql("DELETE FROM faults");
    bench.plan();
    assert_eq!(
        bench.apply().values(ADDRESS)["contact"]["person"]["phone"],
        "2"
    );
    bench.plan().assert_empty();
}

#[test]
fn both_protocols_share_the_state() {
    let Some(mut bench) = Bench::new() else {
        return;
    };
    let created = bench.converge(EVERYTHING).values(ADDRESS).clone();
    bench.speak(Protocol::V5);
    bench.plan().assert_empty();
    assert_eq!(bench.state().values(ADDRESS), &created);
    let changed = EVERYTHING.replace("phone = \"1\"", "phone = null");
    let changed = bench.converge(&changed).values(ADDRESS).clone();
    assert_eq!(
        changed["contact"]["person"],
        json!({ "name": "Ann", "phone": null })
    );
    bench.speak(Protocol::V6);
    bench.plan().assert_empty();
    assert_eq!(bench.state().values(ADDRESS), &changed);
    let calls = bench.calls();
    for service in ["tfplugin5", "tfplugin6"] {
        let call = format!("/{service}.Provider/ReadResource");
        assert!(calls.contains(&call), "{calls:?}");
    }
}
