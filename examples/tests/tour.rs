//! The README shows the output of the program `tour`.

use std::process::Command;

#[test]
fn the_readme_shows_the_tour() {
    let output = Command::new(env!("CARGO_BIN_EXE_tour")).output();
    let output = String::from_utf8(output.expect("the program runs").stdout);
    let output = output.expect("the output is text");
    let command = "$ cargo run -p tfvalue-examples --bin tour\n";
    let shown = include_str!("../README.md").split(command).nth(1);
    let shown = shown.and_then(|rest| rest.split("```").next());
    assert_eq!(shown, Some(output.as_str()));
}
