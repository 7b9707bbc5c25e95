//! The `terraform` or `tofu` program that runs the cases.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The environment variable that specifies the program.
const VARIABLE: &str = "TFVALUE_TERRAFORM";

/// The `terraform` or `tofu` program that runs the cases.
///
/// # Examples
///
/// ```no_run
/// use tfvalue_testing::acceptance::Program;
///
/// match Program::find() {
///     Some(program) => println!("testing with {program}"), // Terraform 1.14
///     None => println!("there is no terraform"),
/// }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Program {
    /// The name of the program on `PATH`, or its path.
    pub path: PathBuf,
    /// Whether the program is Terraform or OpenTofu.
    pub product: Product,
    /// The major version and the minor version.
    pub version: (u64, u64),
}

/// Whether a program is Terraform or OpenTofu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Product {
    /// HashiCorp's Terraform.
    Terraform,
    /// OpenTofu.
    OpenTofu,
}

impl Program {
    /// Finds the program that the environment variable `TFVALUE_TERRAFORM` specifies, or else `terraform` or `tofu` on
    /// `PATH`. Returns `None` if nothing is found.
    ///
    /// # Panics
    ///
    /// Panics if `TFVALUE_TERRAFORM` is set to a program that does not run.
    #[must_use]
    pub fn find() -> Option<&'static Self> {
        static FOUND: LazyLock<Option<Program>> = LazyLock::new(|| {
            let Some(path) = env::var_os(VARIABLE).filter(|path| !path.is_empty()) else {
                return Program::open("terraform".into()).or_else(|| Program::open("tofu".into()));
            };
            let program = Program::open(path.clone().into());
            assert!(
                program.is_some(),
                "{VARIABLE} is {path:?}, which does not run; a path must be absolute"
            );
            program
        });
        FOUND.as_ref()
    }

    /// Runs the program to find its name and version.
    fn open(path: PathBuf) -> Option<Self> {
        let mut command = Command::new(&path);
        let output = command
            .arg("version")
            .env("CHECKPOINT_DISABLE", "1")
            .output();
        let text = String::from_utf8(output.ok()?.stdout).ok()?;
        let named = |name| text.lines().find_map(|line| line.strip_prefix(name));
        let (product, version) = match named("Terraform v") {
            Some(version) => (Product::Terraform, version),
            None => (Product::OpenTofu, named("OpenTofu v")?),
        };
        let mut numbers = version.split('.').map(str::parse);
        let version = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        Some(Program {
            path,
            product,
            version,
        })
    }

    /// Returns a command that runs in a folder. The command uses neither the network nor the user's settings. The
    /// folder must contain the CLI configuration `cli.tfrc`, which can be empty.
    #[must_use]
    pub fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(&self.path);
        for (name, _) in env::vars_os() {
            if name.as_encoded_bytes().starts_with(b"TF_") {
                command.env_remove(name);
            }
        }
        if env::var_os("GOGC").is_none() {
            // A command runs only for a short time and has little garbage to collect, so running the garbage collector
            // less often saves a fifth of the processor time.
            command.env("GOGC", "800");
        }
        command
            .current_dir(folder)
            .env("CHECKPOINT_DISABLE", "1")
            .env("TF_IN_AUTOMATION", "1")
            .env("TF_INPUT", "0")
            .env("TF_CLI_CONFIG_FILE", folder.join("cli.tfrc"));
        command
    }

    /// Returns the default host, which applies to source addresses without a host, such as `example/notes`.
    #[must_use]
    pub fn host(&self) -> &'static str {
        match self.product {
            Product::Terraform => "registry.terraform.io",
            Product::OpenTofu => "registry.opentofu.org",
        }
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Product::Terraform => "Terraform",
            Product::OpenTofu => "OpenTofu",
        })
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.version;
        write!(f, "{} {major}.{minor}", self.product)
    }
}
