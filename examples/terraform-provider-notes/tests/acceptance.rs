//! Tests notes with Terraform or OpenTofu.

use std::fs;
use std::process::ExitCode;

use tfvalue_testing::acceptance::{self, Case, Product, Step};

#[allow(dead_code, unused_imports)] // only the provider is used
#[path = "../src/main.rs"]
mod notes;

const FIRST: &str = "notes_note.first";

fn main() -> ExitCode {
    acceptance::main([a_note()])
}

/// Returns the configuration in the README with one string replaced.
fn with(old: &str, new: &str) -> String {
    let configuration = include_str!("../example/main.tf").replace("path.module", "path.cwd");
    configuration.replace(old, new)
}

fn a_note() -> Case {
    let old = r#"{"id": "my-first-note", "name": "my-first-note", "body": "Buy milk ", "tags": ["shopping"],
        "revision": 2, "meta": {"author": "Ada", "words": 2}}"#;
    let invalid = with("\"shopping\"", "").replace("provider::notes::slug", "");
    Case::new("a note from its creation to its end", notes::provider())
        .since(Product::Terraform, 1, 8)
        .since(Product::OpenTofu, 1, 7)
        .step(
            Step::apply(with("", ""))
                .creates(FIRST)
                .check_state(|state| {
                    state.output("names").is(["my-first-note"]);
                }),
        )
        .step(
            Step::apply(with("and bread", ""))
                .updates(FIRST)
                .check_state(|state| {
                    state
                        .resource(FIRST)
                        .has("revision", 2)
                        .has("meta.words", 2);
                }),
        )
        .step(Step::import(FIRST, "{name}"))
        .step(
            Step::apply(with("and bread", ""))
                .stored(FIRST, 0, old)
                .keeps(FIRST),
        )
        .step(
            Step::plan(invalid)
                .fails("name = (\"My first note!\")", "lower case letters")
                .fails("tags = []", "at least 1 element"),
        )
        .step(Step::apply(with("My first", "My next")).replaces(FIRST))
        .check_destroyed(|folder| {
            assert_eq!(fs::read_dir(folder.join("notes")).unwrap().count(), 0);
        })
}
