//! Cases of `tfvalue::testing::acceptance`.

mod motd;

use std::process::ExitCode;

use tfvalue::testing::acceptance::{self, Case, Step};

fn main() -> ExitCode {
    acceptance::main([a_message()])
}

const HELLO: &str = r#"
resource "motd_message" "hello" {
  path = "${path.cwd}/hello.txt"
}
"#;

fn a_message() -> Case {
    Case::new("a message", motd::provider())
        .step(Step::apply(HELLO).creates("motd_message.hello").check_state(|state| {
            state.resource("motd_message.hello").has("text", "Welcome?");
        }))
        .step(Step::import("motd_message.hello", "{path}"))
}
