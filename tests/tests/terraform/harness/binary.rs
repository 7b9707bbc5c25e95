//! Which `terraform` or `tofu` the tests drive.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::Command;
use std::sync::LazyLock;
use std::{env, thread};

/// The program under test, with its version.
pub(crate) struct Binary {
    pub(crate) program: OsString,
    pub(crate) version: (u64, u64),
    /// The host of a provider whose address names none.
    pub(crate) host: &'static str,
}

impl Binary {
    /// Finds the program: what `TFVALUE_TERRAFORM` names, else `terraform`, else `tofu` on PATH.
    ///
    /// Answers `None`, and says so on the terminal, where there is none.
    ///
    /// # Panics
    ///
    /// Panics if `TFVALUE_TERRAFORM` names something that does not run: who asks for a program
    /// wants it tested.
    pub(crate) fn find() -> Option<&'static Self> {
        static FOUND: LazyLock<Option<Binary>> = LazyLock::new(|| {
            if let Some(program) = env::var_os("TFVALUE_TERRAFORM").filter(|name| !name.is_empty())
            {
                let binary = Binary::open(program.clone());
                assert!(
                    binary.is_some(),
                    "TFVALUE_TERRAFORM names {program:?}, which does not run; a path must be absolute"
                );
                return binary;
            }
            Binary::open("terraform".into()).or_else(|| Binary::open("tofu".into()))
        });
        if FOUND.is_none() {
            skipped("there is no terraform and no tofu on PATH, and TFVALUE_TERRAFORM is not set");
        }
        FOUND.as_ref()
    }

    /// Asks the program for its name and version; `None` where it does not run.
    fn open(program: OsString) -> Option<Self> {
        let output = Command::new(&program)
            .arg("version")
            .env("CHECKPOINT_DISABLE", "1")
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let named = |name| text.lines().find_map(|line| line.strip_prefix(name));
        let (version, host) = match named("Terraform v") {
            Some(version) => (version, "registry.terraform.io"),
            None => (named("OpenTofu v")?, "registry.opentofu.org"),
        };
        say(&format!("testing with {program:?}, version {version}"));
        let mut numbers = version.split('.').map(str::parse);
        Some(Self {
            program,
            version: (numbers.next()?.ok()?, numbers.next()?.ok()?),
            host,
        })
    }
}

/// Says that the running test was skipped.
pub(crate) fn skipped(why: &str) {
    let test = thread::current().name().unwrap_or("?").to_owned();
    say(&format!("skipped: {test}: {why}"));
}

/// Writes to stderr past the test harness, which keeps what passing tests print to itself.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
