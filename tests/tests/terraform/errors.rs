//! Invalid values, and the errors that Terraform shows for them.

use crate::harness::{Bench, Diagnostic};

/// Returns the error that `validate` reports for a server with the given attribute or block.
fn validate(part: &str) -> Option<Diagnostic> {
    let bench = Bench::new()?;
    bench.configure(&format!(
        r#"
resource "inventory_server" "a" {{
  name = "a"
  disk {{ size = 10 }}
  {part}
}}
"#
    ));
    let error = bench.run(&["validate", "-json"]).exits(1).error();
    assert_eq!(error.address, "inventory_server.a", "{error:?}");
    Some(error)
}

/// Asserts that an error contains the path and the message, and points at the source text.
#[track_caller]
fn assert_error(error: &Diagnostic, path: &str, fault: &str, code: &str) {
    let text = format!("{} {}", error.summary, error.detail);
    assert!(text.contains(path) && text.contains(fault), "{error:?}");
    assert_eq!(error.code.trim(), code, "{error:?}");
}

#[test]
fn at_the_top() {
    let Some(error) = validate("cpus = 1.5") else {
        return;
    };
    assert_error(&error, "cpus", "1.5", "cpus = 1.5");
}

#[test]
fn in_a_nested_attribute() {
    let part = "interfaces = [{ network = \"lan\" }]\n  endpoints = { http = { port = -1 } }";
    let Some(error) = validate(part) else { return };
    assert_error(
        &error,
        "endpoints[\"http\"].port",
        "-1",
        "endpoints = { http = { port = -1 } }",
    );
}

#[test]
fn in_a_list_block() {
    let Some(error) = validate("disk { size = 1e30 }") else {
        return;
    };
    assert_error(
        &error,
        "disk[1].size",
        "1000000000000000000000000000000",
        "disk { size = 1e30 }",
    );
}

#[test]
fn in_a_map_block() {
    let part = "mount \"/a\" { source = \"a\" }\n  mount \"/b\" { source = null }";
    let Some(error) = validate(part) else { return };
    assert_error(
        &error,
        "mount[\"/b\"].source",
        "required",
        "mount \"/b\" { source = null }",
    );
}

#[test]
fn in_a_set_block() {
    let Some(error) = validate("rule { port = -5 }") else {
        return;
    };
    let text = format!("{} {}", error.summary, error.detail);
    assert!(
        text.contains("rule") && text.contains("port") && text.contains("-5"),
        "{error:?}"
    );
}

#[test]
fn null_element() {
    let part = "interfaces = [{ network = \"lan\" }, null]";
    let Some(error) = validate(part) else { return };
    assert_error(&error, "interfaces[1]", "null", part);
}

#[test]
fn several_errors() {
    let Some(bench) = Bench::new() else { return };
    bench.configure(
        r#"
resource "inventory_server" "a" {
  name      = ""
  endpoints = { http = null }
  disk { size = 0 }
}
resource "inventory_rack" "r" {
  name  = "r"
  units = 4294967296
}
"#,
    );
    let errors = bench.run(&["validate", "-json"]).exits(1).diagnostics();
    let mut found: Vec<_> = errors.iter().map(|error| error.code.trim()).collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            "disk { size = 0 }",
            "endpoints = { http = null }",
            "name      = \"\"",
            "units = 4294967296",
        ],
        "{errors:#?}"
    );
}
