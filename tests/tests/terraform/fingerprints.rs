//! Fingerprints of write-only values.

use std::panic::{self, AssertUnwindSafe};

use serde_json::json;
use tfvalue_testing::acceptance::{Case, Program, Step};
use tfvalue_tests::accounts;

use crate::harness::{Bench, Protocol};

const ADDRESS: &str = "inventory_account.a";

fn bench() -> Option<Bench> {
    let bench = Bench::serving(Protocol::V6, accounts::provider())?;
    bench.is_since((1, 11)).then_some(bench)
}

fn configure(bench: &Bench, members: &str) {
    let body = format!("resource \"inventory_account\" \"a\" {{\n  name = \"a\"\n{members}\n}}\n");
    write(bench, &body);
}

fn write(bench: &Bench, body: &str) {
    bench.configure_with(&format!("service = {:?}", bench.database()), body);
}

#[test]
fn another_value_is_an_update() {
    let Some(bench) = bench() else {
        return;
    };
    configure(&bench, "password = \"hush-1\"");
    assert_eq!(
        bench.plan().change(ADDRESS)["after"]["password_revision"],
        1
    );
    bench.apply();
    bench.plan().assert_empty();

    // The update fails, so it is planned again.
    configure(&bench, "password = \"hush-2\"\nnote = \"fail\"");
    bench.plan();
    bench.try_apply().exits(1);
    configure(&bench, "password = \"hush-2\"");
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "update");
    let change = plan.change(ADDRESS);
    assert_eq!(change["after"]["password_revision"], 2);
    assert_eq!(change["after_unknown"]["token"], true);
    let state = bench.apply();
    assert_eq!(state.values(ADDRESS)["token"], "a-2");
    bench.plan().assert_empty();
    for secret in ["hush-1", "hush-2"] {
        assert!(!bench.state_file().contains(secret));
    }
}

#[test]
fn an_unknown_value_is_compared_during_apply() {
    let Some(bench) = bench() else {
        return;
    };
    configure(&bench, "password = \"hush-1\"\nold_key = 1");
    bench.plan();
    bench.apply();
    let body = r#"
resource "terraform_data" "p" {
  input = "hush-2"
}
resource "inventory_account" "a" {
  name     = "a"
  password = terraform_data.p.output
  old_key  = 1
}
"#;
    write(&bench, body);
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "update");
    assert_eq!(
        plan.change(ADDRESS)["after_unknown"]["password_revision"],
        true
    );
    assert_eq!(bench.apply().values(ADDRESS)["password_revision"], 2);
    bench.plan().assert_empty();

    // A different key requires a different account, whose revisions start from the beginning.
    write(&bench, &body.replace("= 1", "= 2"));
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "delete+create");
    assert_eq!(
        plan.change(ADDRESS)["replace_paths"],
        json!([["keys_revision"]])
    );
    assert_eq!(bench.apply().values(ADDRESS)["password_revision"], 1);
    bench.plan().assert_empty();
}

/// The provider cannot know whether an imported object has the configured password, so it sends the password.
#[test]
fn an_import_in_the_kit_may_set_a_revision() {
    if Program::find().is_none_or(|program| program.version < (1, 11)) {
        return;
    }
    let account = |body: &str| {
        format!("resource \"inventory_account\" \"a\" {{\n  name = \"kit\"\n{body}\n}}\n")
    };
    let case = || {
        Case::new("a fingerprint", accounts::provider())
            .config(r#"provider "inventory" { service = "kit" }"#)
            .step(Step::apply(account("  password = \"hush-1\"")))
    };
    case().step(Step::import(ADDRESS, "{name}")).run();
    // All other values must be the same.
    let other = Step::apply(account("  password = \"hush-1\"\n  note = \"n\""));
    let import = case().step(other).step(Step::import(ADDRESS, "{name}"));
    let panic = panic::catch_unwind(AssertUnwindSafe(|| import.run())).expect_err("a failure");
    let text = panic.downcast_ref::<String>().expect("a text");
    assert!(
        text.contains("\n  note: the state has \"n\", the import has null\nif the service"),
        "{text}"
    );
}
