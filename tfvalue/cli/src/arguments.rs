//! The parser of all arguments.

use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;

#[cfg(feature = "export")]
use crate::export;
use crate::terminal::{Failure, Status, Streams};
use crate::{docs, examine, inspect, new, plan, release, schema, trace};

const STATUSES: &str = "\
Exit statuses:
  0  fine
  1  findings, differences or violations
  2  wrong arguments
  3  a file or a provider cannot be used
  4  less was examined than is required
130  interrupted by SIGINT, or 143 by SIGTERM

Colors are used on a terminal; NO_COLOR and CLICOLOR_FORCE change that.";

/// Examines Terraform providers, traces their calls, and reads plans, states, schemas and values
#[derive(Parser)]
#[command(name = "tfvalue", version, after_help = STATUSES, propagate_version = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Examine(Box<examine::Arguments>),
    Trace(Box<trace::Arguments>),
    Plan(plan::Arguments),
    Inspect(Box<inspect::Arguments>),
    Schema(schema::Arguments),
    #[cfg(feature = "export")]
    Export(export::Arguments),
    Docs(docs::Arguments),
    New(new::Arguments),
    Release(release::Arguments),
    /// Prints a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Prints the manual page
    Man,
}

/// Prints a completion script.
pub(crate) fn complete(shell: Shell, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "tfvalue", &mut script);
    streams.write(&script);
    Ok(Status::Fine)
}

/// Prints the manual page: that of the program, and a section for each command.
pub(crate) fn man(streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let mut page = Vec::new();
    let written = clap_mangen::Man::new(Arguments::command()).render(&mut page);
    written.map_err(|error| Failure::unusable(error.to_string()))?;
    streams.write(&page);
    Ok(Status::Fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_is_consistent() {
        Arguments::command().debug_assert();
    }
}
