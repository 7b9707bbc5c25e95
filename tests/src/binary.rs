//! Finds the `terraform` or `tofu` to test with.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::thread;

use tfvalue::testing::acceptance::Program;

/// The program to test with, and its version.
pub struct Binary {
    program: &'static Program,
    /// The major and minor version.
    pub version: (u64, u64),
    /// The default host of provider addresses.
    pub host: &'static str,
}

impl Binary {
    /// Finds the program: the value of `TFVALUE_TERRAFORM`, or else `terraform` or `tofu` on PATH. Prints
    /// a notice and returns `None` if there is none.
    ///
    /// # Panics
    ///
    /// If `TFVALUE_TERRAFORM` names a program that does not run.
    pub fn find() -> Option<&'static Self> {
        static FOUND: LazyLock<Option<Binary>> = LazyLock::new(|| {
            let program = Program::find()?;
            say(&format!(
                "testing with {program}, {}",
                program.path.display()
            ));
            Some(Binary {
                program,
                version: program.version,
                host: program.host(),
            })
        });
        if FOUND.is_none() {
            skipped("neither terraform nor tofu is on PATH, and TFVALUE_TERRAFORM is not set");
        }
        FOUND.as_ref()
    }

    /// Returns a command that runs in a folder, without the network and without the settings of the
    /// user. The folder must contain the CLI configuration `cli.tfrc`.
    #[must_use]
    pub fn command(&self, folder: &Path) -> Command {
        self.program.command(folder)
    }
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
