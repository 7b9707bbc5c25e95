//! Finds the `terraform` or `tofu` program for the tests.

use std::io::{self, Write as _};
use std::sync::Once;
use std::thread;

use tfvalue_testing::acceptance::Program;

/// Finds the [program](Program::find), and prints its name, or a message that there is no program.
///
/// # Panics
///
/// Panics if `TFVALUE_TERRAFORM` names a program that does not run.
pub fn find() -> Option<&'static Program> {
    static FOUND: Once = Once::new();
    let program = Program::find();
    match program {
        Some(program) => FOUND.call_once(|| {
            say(&format!(
                "testing with {program}, {}",
                program.path.display()
            ));
        }),
        None => skipped("neither terraform nor tofu is on PATH, and TFVALUE_TERRAFORM is not set"),
    }
    program
}

/// Prints that the running test is skipped.
pub fn skipped(why: &str) {
    let test = thread::current().name().unwrap_or("?").to_owned();
    say(&format!("skipped: {test}: {why}"));
}

/// Writes to stderr directly, because the test harness hides the output of passing tests.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
