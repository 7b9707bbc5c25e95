//! The parser of all arguments.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{CommandFactory as _, Parser, Subcommand, ValueHint};
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
    /// Writes the manual pages, one for each command
    Man {
        /// The folder, such as ~/.local/share/man/man1
        #[arg(value_hint = ValueHint::DirPath)]
        folder: PathBuf,
    },
}

/// Prints a completion script.
pub(crate) fn complete(shell: Shell, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "tfvalue", &mut script);
    streams.write(&script);
    Ok(Status::Fine)
}

/// Writes the manual pages.
pub(crate) fn man(folder: &Path) -> Result<Status, Failure> {
    let created = fs::create_dir_all(folder);
    let written = created.and_then(|()| clap_mangen::generate_to(Arguments::command(), folder));
    written.map_err(|error| Failure::file(folder, error))?;
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
