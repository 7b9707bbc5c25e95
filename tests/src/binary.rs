//! Finds the `terraform` or `tofu` to test with.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::{env, thread};

/// The program to test with, and its version.
pub struct Binary {
    /// The name or path.
    pub program: OsString,
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
            if let Some(program) = env::var_os("TFVALUE_TERRAFORM").filter(|name| !name.is_empty())
            {
                let binary = Binary::open(program.clone());
                assert!(
                    binary.is_some(),
                    "TFVALUE_TERRAFORM is {program:?}, which does not run; a path must be absolute"
                );
                return binary;
            }
            Binary::open("terraform".into()).or_else(|| Binary::open("tofu".into()))
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
        let mut command = Command::new(&self.program);
        for (name, _) in env::vars_os() {
            if name.as_encoded_bytes().starts_with(b"TF_") {
                command.env_remove(name);
            }
        }
        command
            .current_dir(folder)
            .env("CHECKPOINT_DISABLE", "1")
            .env("TF_IN_AUTOMATION", "1")
            .env("TF_INPUT", "0")
            .env("TF_CLI_CONFIG_FILE", folder.join("cli.tfrc"));
        command
    }

    /// Runs the program to find its name and version. Returns `None` if it does not run.
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

/// Prints that the running test is skipped.
pub fn skipped(why: &str) {
    let test = thread::current().name().unwrap_or("?").to_owned();
    say(&format!("skipped: {test}: {why}"));
}

/// Writes to stderr directly, because the test harness hides the output of passing tests.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
