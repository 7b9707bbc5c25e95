//! Examines a provider, in any language: reports what Terraform rejects in its responses.
//!
//! The guide of `tfvalue` has a page about the program: "Examine a provider in any language".

mod allow;
mod arguments;
mod examination;
mod junit;
mod page;
mod report;
mod text;

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;

use arguments::{Action, Arguments};
use report::Report;

/// The exit code if there are no findings.
pub const CLEAN: u8 = 0;
/// The exit code if there are findings.
pub const FINDINGS: u8 = 1;
/// The exit code if the arguments are wrong, which is the one that clap uses.
pub const USAGE: u8 = 2;
/// The exit code if the provider cannot be examined.
pub const FAILED: u8 = 3;

/// Runs the program with its arguments, the first of which is its name. Returns the exit code.
///
/// Writes the report to `output`. If there is no report, writes the reason to `errors`.
pub fn main(
    given: impl IntoIterator<Item = OsString>,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> u8 {
    let arguments = match arguments::parse(given) {
        Ok(Action::Examine(arguments)) => arguments,
        Ok(Action::Complete(shell)) => {
            arguments::complete(shell, output);
            return CLEAN;
        }
        Err(error) => {
            // A stream that is closed cannot be told.
            let _ = error.print();
            return if error.use_stderr() { USAGE } else { CLEAN };
        }
    };
    let written = run(&arguments).and_then(|report| {
        write(&arguments, &report, output)?;
        Ok(report)
    });
    match written {
        Ok(report) if report.has_findings() => FINDINGS,
        Ok(_) => CLEAN,
        Err(problem) => {
            let _ = writeln!(errors, "examine: {problem}");
            FAILED
        }
    }
}

/// Converts a report in JSON to a page.
///
/// # Errors
///
/// If `json` is not a report.
pub fn page(json: &[u8]) -> Result<String, String> {
    Report::from_json(json).map(|report| page::text(&report))
}

/// Examines the provider.
fn run(arguments: &Arguments) -> Result<Report, String> {
    let earlier = match &arguments.json {
        Some(path) if arguments.resume && path.exists() => Some(Report::read(path)?),
        _ => None,
    };
    examination::run(arguments, earlier, |report| match &arguments.json {
        Some(path) => report.write(path),
        None => Ok(()),
    })
}

/// Prints the report, and writes it to the files.
fn write(arguments: &Arguments, report: &Report, output: &mut dyn Write) -> Result<(), String> {
    // The reader of a pipe may have seen enough.
    let _ = output.write_all(text::text(report).as_bytes());
    if let Some(path) = &arguments.json {
        report.write(path)?;
    }
    if let Some(path) = &arguments.junit {
        save(path, junit::text(report).as_bytes())?;
    }
    if let Some(path) = &arguments.html {
        save(path, page::text(report).as_bytes())?;
    }
    Ok(())
}

/// Replaces a file as a whole, so that an interruption does not damage it.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, bytes)
        .and_then(|()| fs::rename(&part, path))
        .map_err(|error| format!("{}: {error}", path.display()))
}
