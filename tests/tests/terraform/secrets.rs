//! Secrets in the log and in diagnostics, and the preference for write-only attributes.

use std::env::consts::EXE_SUFFIX;
use std::fs;

use tfvalue_tests::vault;

use crate::harness::{Bench, Protocol};

const SAFE: &str = r#"
resource "inventory_safe" "a" {
  name        = "main"
  password    = "hunter-42"
  password_wo = "open-sesame"
  pin         = 271828
  keys        = [{ texts = ["quiet-1"] }]
}
"#;

const SECRETS: [&str; 7] = [
    "hunter-42",
    "open-sesame",
    "271828",
    "quiet-1",
    "top-token",
    vault::SESSION,
    "renewed-2718",
];

#[test]
fn the_log_shows_no_secrets() {
    let Some(mut bench) = Bench::since((1, 11)) else {
        return;
    };
    let folder = bench.path("bin");
    fs::create_dir(&folder).unwrap();
    let program = folder.join(format!("terraform-provider-inventory{EXE_SUFFIX}"));
    fs::copy(env!("CARGO_BIN_EXE_serve_vault"), program).unwrap();
    bench.launch_with(&format!(
        "provider_installation {{\n  dev_overrides {{\n    {:?} = {folder:?}\n  }}\n}}\n",
        bench.source()
    ));
    bench.configure_with("token = \"top-token\"", SAFE);
    bench.run(&["apply", "-auto-approve"]).exits(0);
    let log = fs::read_to_string(bench.path("terraform.log")).unwrap();
    // Terraform may show the configuration in its own log lines.
    let lines: Vec<_> = log
        .lines()
        .filter(|line| line.contains("tfvalue_tests::vault"))
        .collect();
    for verb in [
        "configured with",
        "checking",
        "planning",
        "creating",
        " for ",
    ] {
        let line = lines.iter().find(|line| line.contains(verb));
        let line = line.unwrap_or_else(|| panic!("no line about {verb:?} in {log}"));
        assert!(line.contains("(sensitive value)"), "{line}");
    }
    for line in lines {
        for secret in SECRETS {
            assert!(!line.contains(secret), "{secret} is in {line}");
        }
    }
}

#[test]
fn diagnostics_show_no_secrets() {
    let Some(bench) = Bench::serving(Protocol::V6, vault::provider()) else {
        return;
    };
    if !bench.is_since((1, 11)) {
        return;
    }
    let body = SAFE.replace("\"main\"", "\"main\"\n  end = \"panic\"");
    bench.configure_with("token = \"top-token\"", &body);
    bench.plan();
    let error = bench.try_apply().exits(1).error();
    assert!(error.detail.contains("panicked"), "{error:?}");
    assert!(error.detail.contains("(sensitive value)"), "{error:?}");
    for secret in SECRETS {
        assert!(!error.detail.contains(secret), "{error:?}");
    }
}

#[test]
fn a_write_only_attribute_is_preferred() {
    let Some(bench) = Bench::serving(Protocol::V6, vault::provider()) else {
        return;
    };
    if !bench.is_since((1, 11)) {
        return;
    }
    let headline = "A write-only attribute is available";
    let warnings = |body: &str| -> Vec<_> {
        bench.configure_with("", body);
        let run = bench.run(&["validate", "-json"]).exits(0);
        let warnings = run.diagnostics().into_iter();
        warnings.filter(|one| one.summary == headline).collect()
    };
    assert!(warnings(SAFE).is_empty());
    let found = warnings(&SAFE.replace("password_wo", "# "));
    assert_eq!(found.len(), 1, "{found:?}");
    let warning = &found[0];
    assert_eq!(warning.severity, "warning");
    assert!(warning.detail.contains("`password_wo`"), "{warning:?}");
    assert!(warning.code.contains("hunter-42"), "{warning:?}");
}
