//! Tests of `tfvalue_testing::acceptance`: the provider from the guide, and a provider with every kind of part.

mod functions;
mod motd;
mod states;
mod types;
mod values;

use std::process::ExitCode;

use tfvalue_testing::acceptance::{self, Case, Step};

fn main() -> ExitCode {
    let corners = [
        functions::cases(),
        states::cases(),
        types::cases(),
        values::cases(),
    ];
    acceptance::main(
        [a_message()]
            .into_iter()
            .chain(corners.into_iter().flatten()),
    )
}

/// The example from the guide.
fn a_message() -> Case {
    let hello = r#"resource "motd_message" "hello" { path = "${path.cwd}/hello.txt" }"#;
    Case::new("a message", motd::provider())
        .step(
            Step::apply(hello)
                .creates("motd_message.hello")
                .check_state(|state| {
                    state.resource("motd_message.hello").has("text", "Welcome!");
                }),
        )
        .step(Step::import("motd_message.hello", "{path}"))
}
