//! Ephemeral resources and write-only attributes.

use crate::harness::Bench;
use serde_json::json;
use std::fs;

/// The first version of both programs that supports ephemeral resources and write-only attributes.
const SINCE: (u64, u64) = (1, 11);

#[test]
fn ephemeral_password() {
    let Some(bench) = Bench::since(SINCE) else {
        return;
    };
    // The holder is unknown during planning, so the password is also unknown.
    let body = r#"
resource "inventory_rack" "r" {
  name = "r"
}
ephemeral "inventory_password" "p" {
  holder = inventory_rack.r.id
}
resource "inventory_server" "a" {
  name                   = "a"
  admin_password         = ephemeral.inventory_password.p.value
  admin_password_version = 1
  disk { size = 10 }
  boot {
    image      = "linux"
    unlock_key = ephemeral.inventory_password.p.value
  }
}
"#;
    bench.configure(body);
    let plan = bench.plan();
    assert_eq!(
        plan.change("inventory_server.a")["after"].get("admin_password"),
        Some(&json!(null))
    );
    let state = bench.apply();
    let password = bench.query("SELECT admin_password FROM secrets");
    assert_eq!(password.len(), 20);
    assert_eq!(password, bench.query("SELECT value FROM passwords"));
    assert_eq!(password, bench.query("SELECT unlock_key FROM secrets"));
    assert_eq!(bench.query("SELECT withdrawn FROM passwords"), "1");
    assert!(!bench.state_file().contains(&password));
    assert_eq!(
        state.values("inventory_server.a")["admin_password"],
        json!(null)
    );
    assert!(state.find("ephemeral.inventory_password.p").is_none());
    bench.plan().assert_empty();

    bench.configure(&body.replace("version = 1", "version = 2"));
    assert_eq!(bench.plan().actions("inventory_server.a"), "update");
    bench.apply();
    let changed = bench.query("SELECT admin_password FROM secrets");
    assert_ne!(changed, password);
    assert!(!bench.state_file().contains(&changed));
    bench.plan().assert_empty();
    assert_eq!(bench.query("SELECT min(withdrawn) FROM passwords"), "1");
}

#[test]
fn secrets_are_not_in_any_file() {
    let Some(bench) = Bench::since(SINCE) else {
        return;
    };
    bench.configure(
        r#"
variable "password" {
  type      = string
  ephemeral = true
}
variable "key" {
  type      = string
  ephemeral = true
}
resource "inventory_server" "a" {
  name                   = "a"
  admin_password         = var.password
  admin_password_version = 1
  disk { size = 10 }
  boot {
    image      = "linux"
    unlock_key = var.key
  }
}
"#,
    );
    // The secrets are assembled here, so that the configuration does not contain them.
    let (password, key) = (
        ["correct", "horse"].join("-"),
        ["battery", "staple"].join("-"),
    );
    let arguments = [
        format!("-var=password={password}"),
        format!("-var=key={key}"),
    ];
    let arguments = arguments.each_ref().map(String::as_str);
    let plan = bench.plan_with(&arguments);
    assert!(plan.is_changed());
    let planned = plan.json().to_string();
    let run = bench
        .run(&[&["apply", "-json"], &arguments[..], &["plan.bin"]].concat())
        .exits(0);
    assert!(!bench.plan_with(&arguments).is_changed());

    let state = bench.state();
    let values = state.values("inventory_server.a");
    assert_eq!(values["admin_password"], json!(null));
    assert_eq!(
        values["boot"],
        json!({ "image": "linux", "unlock_key": null })
    );
    assert_eq!(bench.query("SELECT admin_password FROM secrets"), password);
    assert_eq!(bench.query("SELECT unlock_key FROM secrets"), key);
    for secret in [&password, &key] {
        let secret = secret.as_str();
        assert!(!run.text().contains(secret), "{secret} was printed");
        assert!(!planned.contains(secret), "{secret} is in the plan");
        assert!(
            !bench.state_file().contains(secret),
            "{secret} is in the state"
        );
        let file = fs::read(bench.path("plan.bin")).expect("a plan file");
        let found = file
            .windows(secret.len())
            .any(|window| window == secret.as_bytes());
        assert!(!found, "{secret} is in the plan file");
    }
}
