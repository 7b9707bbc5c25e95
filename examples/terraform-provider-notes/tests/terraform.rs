//! The program under a real Terraform or OpenTofu.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

#[allow(unreachable_pub)] // it is also part of a library
#[path = "../../../tests/src/binary.rs"]
mod binary;

use binary::Binary;

const PROVIDER: &str = env!("CARGO_BIN_EXE_terraform-provider-notes");
const CONFIGURATION: &str = include_str!("../example/main.tf");

/// A folder with a configuration.
struct Bench {
    folder: TempDir,
    binary: &'static Binary,
}

impl Bench {
    /// Returns `None` if there is no Terraform with functions.
    fn new() -> Option<Self> {
        let binary = Binary::find()?;
        if binary.version < (1, 8) {
            binary::skipped("functions need version 1.8 or later");
            return None;
        }
        let folder = TempDir::new().unwrap();
        let overrides = format!(
            "provider_installation {{\n  dev_overrides {{\n    \"{}/example/notes\" = {:?}\n  }}\n  direct {{}}\n}}\n",
            binary.host,
            Path::new(PROVIDER).parent().unwrap()
        );
        fs::write(folder.path().join("cli.tfrc"), overrides).unwrap();
        Some(Bench { folder, binary })
    }

    fn configure(&self, configuration: &str) {
        fs::write(self.folder.path().join("main.tf"), configuration).unwrap();
    }

    /// Runs Terraform. Returns the exit code and the output.
    fn run(&self, arguments: &[&str]) -> (i32, String) {
        let Output {
            status,
            stdout,
            stderr,
        } = self
            .binary
            .command(self.folder.path())
            .args(arguments)
            .env("TF_CLI_ARGS", "-no-color")
            .output()
            .unwrap();
        let text = String::from_utf8([stdout, stderr].concat()).unwrap();
        (status.code().unwrap(), text)
    }

    #[track_caller]
    fn succeeds(&self, arguments: &[&str]) -> String {
        let (code, text) = self.run(arguments);
        assert_eq!(code, 0, "{arguments:?}\n{text}");
        text
    }

    #[track_caller]
    fn has_no_changes(&self) {
        self.succeeds(&["plan", "-detailed-exitcode"]);
    }

    fn state(&self) -> String {
        fs::read_to_string(self.folder.path().join("terraform.tfstate")).unwrap()
    }
}

/// A program that is killed at the end of the test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        // Both fail if it has already exited.
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// A program that waits for Terraform, as in a debugger. Terraform finds it by the address in the program.
#[test]
fn terraform_attaches_to_a_running_provider() {
    let Some(bench) = Bench::new() else {
        return;
    };
    let mut program = Command::new(PROVIDER);
    program
        .arg("--debug")
        .current_dir(bench.folder.path())
        .env("PLUGIN_UNIX_SOCKET_DIR", bench.folder.path());
    let program = program.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut program = Program(program.unwrap());
    let mut line = String::new();
    let mut output = BufReader::new(program.0.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let value = line.trim_end().strip_prefix("TF_REATTACH_PROVIDERS='");
    let value = value.unwrap().strip_suffix('\'').unwrap();
    fs::write(bench.folder.path().join("cli.tfrc"), "").unwrap();
    bench.configure(CONFIGURATION);
    let mut terraform = bench.binary.command(bench.folder.path());
    terraform
        .args(["apply", "-auto-approve"])
        .env("TF_REATTACH_PROVIDERS", value);
    let output = terraform.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(
        bench
            .folder
            .path()
            .join("notes/my-first-note.note")
            .exists()
    );
}

/// Users copy the program from the README.
#[test]
fn the_readme_contains_the_program_and_the_configuration() {
    let readme = include_str!("../README.md");
    let blocks = readme.split("```rust\n").skip(1);
    let blocks: Vec<_> = blocks
        .filter_map(|block| block.split("\n```").next())
        .collect();
    let program = include_str!("../src/main.rs").replace("#[cfg(test)]\nmod tests;\n\n", "");
    assert_eq!(blocks.join("\n\n"), program.trim_end());
    assert!(readme.contains(CONFIGURATION));
}
