//! Examines a provider, in any language: reports what Terraform rejects in its responses.
//!
//! The guide of `tfvalue` has a page about the command: "Examine a provider in any language".

mod allow;
mod arguments;
mod examination;
mod junit;
mod page;
mod report;
mod text;

pub(crate) use self::arguments::Arguments;
use self::report::Report;
use crate::files::save;
use crate::terminal::{Failure, Status, Streams};

/// Runs the command. Writes the report to standard output.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let report = examined(arguments).map_err(Failure::unusable)?;
    write(arguments, &report, streams).map_err(Failure::unusable)?;
    Ok(if report.has_findings() {
        Status::Findings
    } else {
        Status::Fine
    })
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
fn examined(arguments: &Arguments) -> Result<Report, String> {
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
fn write(arguments: &Arguments, report: &Report, streams: &mut Streams<'_>) -> Result<(), String> {
    streams.print(text::text(report));
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
