//! Lines that tests print even if they pass.

use std::io::{self, Write as _};
use std::thread;

/// Prints that the running test is skipped.
pub fn skipped(why: &str) {
    let test = thread::current().name().unwrap_or("?").to_owned();
    say(&format!("skipped: {test}: {why}"));
}

/// Writes to stderr directly, because the test harness hides the output of passing tests.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
