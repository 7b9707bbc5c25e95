//! Tests that run Terraform or OpenTofu.

use std::process::ExitCode;

use terraform_provider_motd::provider;
use tfvalue_testing::acceptance::{self, Case, Step};

const HELLO: &str = "motd_message.hello";

fn main() -> ExitCode {
    acceptance::main([a_message()])
}

/// Applies the example from the registry page, and then changes that users typically make to it.
fn a_message() -> Case {
    let example = include_str!("../examples/resources/motd_message/resource.tf");
    let with = |text: &str| {
        let provider = "provider \"motd\" {\n  folder = \"${path.cwd}/messages\"\n}\n\n";
        format!("{provider}{}", example.replace("Good morning!", text))
    };
    Case::new("a message", provider())
        .step(
            Step::apply(with("Good morning!"))
                .creates(HELLO)
                .check_state(|state| {
                    state.resource(HELLO).has("text", "Good morning!");
                }),
        )
        .step(Step::apply(with("Good evening!")).updates(HELLO))
        .step(Step::import(HELLO, "{name}"))
        .step(Step::plan(with("")).fails("text = \"\"", "1 to 200 characters"))
        .check_destroyed(|folder| {
            let left = std::fs::read_dir(folder.join("messages")).unwrap();
            assert_eq!(left.count(), 0);
        })
}
