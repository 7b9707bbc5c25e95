//! Sensitive values.

use crate::harness::Bench;

const SECRET: &str = "open-sesame";

#[test]
fn sensitive_values_are_hidden() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(&format!(
        r#"
resource "inventory_server" "a" {{
  name          = "a"
  console_token = "{SECRET}"
  disk {{ size = 10 }}
}}
"#
    ));
    let plan = bench.plan();
    assert_eq!(
        plan.change("inventory_server.a")["after_sensitive"]["console_token"],
        true
    );
    let shown = bench.run(&["show", "plan.bin"]).exits(0).text();
    assert!(
        shown.contains("(sensitive value)") && !shown.contains(SECRET),
        "{shown}"
    );

    let applied = bench.try_apply().exits(0).text();
    assert!(!applied.contains(SECRET), "{applied}");
    let shown = bench.run(&["show"]).exits(0).text();
    assert!(
        shown.contains("(sensitive value)") && !shown.contains(SECRET),
        "{shown}"
    );

    let state = bench.state();
    let server = state
        .find("inventory_server.a")
        .expect("the state contains the server");
    assert_eq!(server["sensitive_values"]["console_token"], true);
    assert_eq!(server["values"]["console_token"], SECRET);
}

#[test]
fn sensitive_outputs_must_be_marked() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(
        r#"
resource "inventory_server" "a" {
  name          = "a"
  console_token = "open-sesame"
  disk { size = 10 }
}
output "token" {
  value = inventory_server.a.console_token
}
"#,
    );
    let error = bench.plan_fails().error();
    assert_eq!(error.summary, "Output refers to sensitive values");
}
