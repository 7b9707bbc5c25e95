//! Runs the program under Terraform or OpenTofu.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;
use tfvalue_testing::acceptance::Program as Terraform;

const PROVIDER: &str = env!("CARGO_BIN_EXE_terraform-provider-notes");
const CONFIGURATION: &str = include_str!("../example/main.tf");

/// A program that is killed at the end of the test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        // Both calls fail if the program has already exited.
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// A program that waits for Terraform, as it does in a debugger. Terraform identifies the provider by the address that
/// is defined in the program.
#[test]
fn terraform_attaches_to_a_running_provider() {
    // Functions require version 1.8 or later.
    let found = Terraform::find().filter(|terraform| terraform.version >= (1, 8));
    let Some(terraform) = found else {
        // Unlike the output of `eprintln!`, this message is shown even if the test passes.
        _ = writeln!(io::stderr(), "skipped: no Terraform or OpenTofu");
        return;
    };
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let mut program = Command::new(PROVIDER);
    program
        .arg("--debug")
        .current_dir(folder)
        .env("PLUGIN_UNIX_SOCKET_DIR", folder);
    let program = program.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut program = Program(program.unwrap());
    let mut line = String::new();
    let mut output = BufReader::new(program.0.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let value = line.trim_end().strip_prefix("TF_REATTACH_PROVIDERS='");
    let value = value.unwrap().strip_suffix('\'').unwrap();
    fs::write(folder.join("cli.tfrc"), "").unwrap();
    fs::write(folder.join("main.tf"), CONFIGURATION).unwrap();
    let mut terraform = terraform.command(folder);
    terraform
        .args(["apply", "-auto-approve"])
        .env("TF_REATTACH_PROVIDERS", value);
    let output = terraform.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(folder.join("notes/my-first-note.note").exists());
}
