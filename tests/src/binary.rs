//! Finds the `terraform` or `tofu` program for the tests.

use std::sync::Once;

use tfvalue_testing::acceptance::Program;

use crate::notices::{say, skipped};

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
