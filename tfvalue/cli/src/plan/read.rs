//! Reads a plan from a file.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Output};

use tfvalue_show::Plan;

use crate::files::{self, Kind, Wanted};
use crate::terminal::Failure;

/// Reads the output of `terraform show -json`, or a saved plan.
pub(super) fn plan(
    file: &Path,
    terraform: Option<&Path>,
    stdin: &mut dyn Read,
) -> Result<Plan, Failure> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        let read = stdin.read_to_end(&mut bytes);
        read.map_err(|error| Failure::file(file, error))?;
        files::without_mark(bytes)
    } else {
        files::read(file)?
    };
    let bytes = match Kind::of(&bytes) {
        Kind::SavedPlan => saved(file, terraform)?,
        Kind::Json => bytes,
        other => return Err(Failure::file(file, other.instead_of(Wanted::Plan))),
    };
    tfvalue_show::from_slice(&bytes).map_err(|error| match Kind::of_document(&bytes) {
        other @ (Kind::StateJson | Kind::SchemasJson | Kind::Json) => {
            Failure::file(file, other.instead_of(Wanted::Plan))
        }
        _ => Failure::file(file, error),
    })
}

/// Converts a saved plan with Terraform or OpenTofu.
fn saved(file: &Path, terraform: Option<&Path>) -> Result<Vec<u8>, Failure> {
    let absolute = std::path::absolute(file).map_err(|error| Failure::file(file, error))?;
    let programs = match terraform {
        Some(program) => vec![program],
        None => vec![Path::new("terraform"), Path::new("tofu")],
    };
    let mut problems = Vec::new();
    for program in programs {
        let mut command = Command::new(program);
        command.args(["show", "-json", "-no-color"]).arg(&absolute);
        match command.output() {
            Ok(Output { status, stdout, .. }) if status.success() => return Ok(stdout),
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stderr);
                let text = text.trim();
                problems.push(format!("`{} show -json` fails: {text}", program.display()));
            }
            Err(error) => problems.push(format!("{}: {error}", program.display())),
        }
    }
    Err(Failure::file(
        file,
        format!(
            "this is a saved plan, which only the program that wrote it can read, in the folder with its configuration: run \
             `terraform show -json {0}` or `tofu show -json {0}` there\n{1}",
            file.display(),
            problems.join("\n")
        ),
    ))
}
