//! Examines a provider written in any language, and reports what Terraform rejects in its responses.
//!
//! The guide of `tfvalue` has a page about the command: "Examine a provider in any language".

mod allow;
mod arguments;
mod causes;
mod control;
mod examination;
mod import;
mod junit;
mod merge;
mod outputs;
mod page;
mod progress;
mod report;
mod sarif;
mod text;

use std::sync::Arc;

pub(crate) use self::arguments::Arguments;
use self::arguments::{Command, Merge};
use self::control::{Control, lock};
use self::examination::Inputs;
use self::outputs::Writer;
use self::report::Report;
use crate::terminal::{Failure, Status, Streams};

/// Runs the command. Writes the report to standard output.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    if let Some(Command::Merge(merge)) = &arguments.command {
        return join(merge, streams);
    }
    let inputs = Inputs::read(arguments).map_err(Failure::usage)?;
    let writer = Writer::new(&arguments.outputs)?;
    let control = Arc::new(Control::default());
    let last = writer.clone();
    let _listening = control::listen(&control, move |report| last.write_at_once(report))?;
    let report = examination::run(arguments, inputs, &control, |report| {
        writer.save(report).map_err(Failure::unusable)
    });
    // The thread that handles signals also has access to the folder, and may run until the program ends.
    drop(lock(&control.scratch).take());
    let mut report = report?;
    writer.write(&mut report, streams)?;
    Ok(control.interruption().unwrap_or(writer.status(&report)))
}

/// Joins reports.
fn join(arguments: &Merge, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let writer = Writer::new(&arguments.outputs)?;
    let mut report = merge::merged(&arguments.reports).map_err(Failure::usage)?;
    writer.write(&mut report, streams)?;
    Ok(writer.status(&report))
}

/// Converts a JSON report to a page.
///
/// # Errors
///
/// Fails if `json` is not a valid report.
pub fn page(json: &[u8]) -> Result<String, String> {
    Report::from_json(json).map(|report| page::text(&report))
}
