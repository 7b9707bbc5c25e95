//! The harness for provider tests sends the same requests as Terraform, in the same order.

mod both;
mod marked;
mod sent;

use std::fs;
use std::sync::atomic::Ordering;

use tfvalue::Path;
use tfvalue::state::MoveSource;
use tfvalue_testing::Config;

use self::both::Both;
use self::sent::MOVE;

const SERVER: &str = r#"
resource "inventory_server" "a" {
  name = "a"
  disk { size = 10 }
}
"#;

fn lifecycle(plans_destroy: bool) {
    let Some(both) = Both::new("inventory_server", plans_destroy) else {
        return;
    };
    let mut server = both.harness.resource("inventory_server");
    let hcl = |more: &str| SERVER.replace("name = \"a\"", &format!("name = \"a\"\n{more}"));
    let json = |more: &str| format!(r#"{{"name": "a", "disk": [{{"size": 10}}]{more}}}"#);
    let apply = &["apply", "-auto-approve"];

    both.bench.configure(SERVER);
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(json("")).created();
    both.compare("create");

    both.terraform(apply);
    server.apply(json("")).unchanged();
    both.compare("no change");

    both.bench.configure(&hcl("cpus = 8"));
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(json(r#", "cpus": 8"#)).updated();
    both.compare("update");

    both.bench.configure(&hcl("cpus = 8\nzone = \"south\""));
    both.terraform(apply);
    both.terraform(&["plan"]);
    let last = json(r#", "cpus": 8, "zone": "south""#);
    server.apply(&*last).replaced();
    both.compare("replacement");

    both.bench.sql("UPDATE servers SET cpus = 16");
    let database = rusqlite::Connection::open(both.bench.path("harness.db")).unwrap();
    database
        .execute_batch("UPDATE servers SET cpus = 16")
        .unwrap();
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(&*last).updated();
    both.compare("drift");

    both.terraform(&["apply", "-refresh-only", "-auto-approve"]);
    server.refresh().succeeds();
    both.compare("refresh");

    both.terraform(&["state", "rm", "inventory_server.a"]);
    both.terraform(&["import", "inventory_server.a", "srv-2"]);
    server.forget();
    server.import("srv-2").succeeds();
    both.compare("import");

    both.terraform(&["destroy", "-auto-approve"]);
    server.destroy().destroyed();
    both.compare("destroy");
}

#[test]
fn of_a_server_from_its_creation_to_its_end() {
    lifecycle(false);
}

#[test]
fn of_a_provider_that_plans_destroying() {
    lifecycle(true);
}

#[test]
fn of_a_server_with_unknown_values() {
    let Some(both) = Both::new("inventory_server", false) else {
        return;
    };
    let rack = "resource \"inventory_rack\" \"r\" {\n  name = \"r\"\n}\n";
    let server = SERVER.replace(
        "name = \"a\"",
        "name = \"a\"\nrack_id = inventory_rack.r.id",
    );
    both.bench.configure(&format!("{rack}{server}"));
    both.terraform(&["apply", "-auto-approve"]);
    both.terraform(&["plan"]);
    let harness = &both.harness;
    harness
        .resource("inventory_rack")
        .apply(r#"{"name": "r"}"#)
        .created();
    let config = Config::from(r#"{"name": "a", "rack_id": "rack-1", "disk": [{"size": 10}]}"#);
    harness
        .resource("inventory_server")
        .apply(config.unknown("rack_id"))
        .created();
    both.compare("create");
}

#[test]
fn of_changes_that_fail() {
    let Some(both) = Both::new("inventory_server", false) else {
        return;
    };
    let mut server = both.harness.resource("inventory_server");
    let apply = &["apply", "-auto-approve"];
    let config = r#"{"name": "a", "disk": [{"size": 10}]}"#;
    let larger = r#"{"name": "a", "cpus": 8, "disk": [{"size": 10}]}"#;

    both.fails.store(true, Ordering::SeqCst);
    both.bench.configure(SERVER);
    both.bench.run(apply).exits(1);
    server.apply(config).fails(Path::root(), "Out of order");
    both.compare("failed create");

    both.fails.store(false, Ordering::SeqCst);
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(config).replaced();
    both.compare("replacement of a tainted object");

    both.fails.store(true, Ordering::SeqCst);
    both.bench
        .configure(&SERVER.replace("name = \"a\"", "name = \"a\"\ncpus = 8"));
    both.bench.run(apply).exits(1);
    server.apply(larger).fails(Path::root(), "Out of order");
    both.compare("failed update");

    both.fails.store(false, Ordering::SeqCst);
    both.terraform(apply);
    server.apply(larger).unchanged();
    both.compare("after the failed update");
}

#[test]
fn of_replacements_that_create_the_new_object_first() {
    let Some(both) = Both::new("inventory_server", false) else {
        return;
    };
    let mut server = { both.harness.resource("inventory_server") }.create_before_destroy();
    let hcl = |name: &str, zone: &str| {
        let more = format!(
            "name = {name:?}\nzone = {zone:?}\nlifecycle {{\n  create_before_destroy = true\n}}"
        );
        SERVER.replace("name = \"a\"", &more)
    };
    let json = |name: &str, zone: &str| {
        format!(r#"{{"name": "{name}", "zone": "{zone}", "disk": [{{"size": 10}}]}}"#)
    };
    let apply = &["apply", "-auto-approve"];

    both.bench.configure(&hcl("a", "north"));
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(json("a", "north")).created();
    both.compare("create");

    both.bench.configure(&hcl("b", "south"));
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(json("b", "south")).replaced();
    both.compare("replacement");

    both.fails.store(true, Ordering::SeqCst);
    both.bench.configure(&hcl("c", "north"));
    both.bench.run(apply).exits(1);
    server
        .apply(json("c", "north"))
        .fails(Path::root(), "Out of order");
    both.compare("failed replacement");

    both.fails.store(false, Ordering::SeqCst);
    both.bench.configure(&hcl("d", "south"));
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(json("d", "south")).replaced();
    // Terraform deletes the two old objects in either order.
    both.compare_by("replacement after a failed one", |mut calls| {
        calls.sort();
        calls
    });
    assert_eq!(both.bench.query("SELECT count(*) FROM servers"), "1");
}

#[test]
fn of_a_state_that_is_moved() {
    let Some(both) = Both::new("inventory_server", false) else {
        return;
    };
    let mut server = both.harness.resource("inventory_server");
    let config = r#"{"name": "a", "disk": [{"size": 10}]}"#;
    both.bench.configure(SERVER);
    both.terraform(&["apply", "-auto-approve"]);
    both.terraform(&["plan"]);
    server.apply(config).created();
    both.compare("create");

    let old = serde_json::json!({
        "id": "srv-1",
        "input": null,
        "output": null,
        "triggers_replace": null,
    });
    both.bench.write_state("terraform_data.old", 0, &old);
    let builtin = "terraform.io/builtin/terraform";
    let state = both
        .bench
        .state_file()
        .replace(&both.bench.source(), builtin);
    fs::write(both.bench.path("terraform.tfstate"), state).unwrap();
    let moved = "moved {\n  from = terraform_data.old\n  to   = inventory_server.a\n}\n";
    both.bench.configure(&format!("{SERVER}{moved}"));
    both.terraform(&["apply", "-auto-approve"]);
    let source = MoveSource::new("terraform_data", 0, builtin);
    server.move_from(&source, &old.to_string()).succeeds();
    server.apply(config).unchanged();
    // Terraform validates the configuration first. The harness moves the state in a separate step.
    let is_tofu = both.bench.source().starts_with("registry.opentofu.org");
    let step = if is_tofu { "move in OpenTofu" } else { "move" };
    both.compare_by(step, |mut calls| {
        calls.sort_by_key(|(name, _)| name != MOVE);
        calls
    });
}

#[test]
fn of_a_data_source() {
    let Some(both) = Both::new("inventory_servers", false) else {
        return;
    };
    let config = "data \"inventory_servers\" \"d\" {\n  label = \"x\"\n}\n";
    both.bench.configure(config);
    both.terraform(&["plan"]);
    let read = both
        .harness
        .data_source("inventory_servers", r#"{"label": "x"}"#);
    read.succeeds();
    both.compare("data source");

    let rack = "resource \"inventory_rack\" \"r\" {\n  name = \"r\"\n}\n";
    let config = config.replace("\"x\"", "inventory_rack.r.id");
    both.bench.configure(&format!("{rack}{config}"));
    both.terraform(&["apply", "-auto-approve"]);
    let config = Config::from(r#"{"label": "rack-1"}"#).unknown("label");
    let read = both.harness.data_source("inventory_servers", config);
    read.succeeds();
    both.compare("data source that is read during apply");
}

#[test]
fn of_an_ephemeral_resource() {
    let Some(both) = Both::new("inventory_password", false) else {
        return;
    };
    if !both.bench.is_since((1, 11)) {
        return;
    }
    let config = "ephemeral \"inventory_password\" \"p\" {\n  holder = \"me\"\n}\n";
    both.bench.configure(config);
    both.terraform(&["plan"]);
    let opened = both
        .harness
        .ephemeral_resource("inventory_password", r#"{"holder": "me"}"#);
    opened.succeeds();
    both.compare("ephemeral resource");
}
