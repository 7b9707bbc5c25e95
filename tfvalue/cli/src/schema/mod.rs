//! Commands for the schemas of a provider.

mod diff;
pub mod generate;
mod show;

use clap::{Args, Subcommand};

use crate::terminal::{Failure, Status, Streams};

/// Reads the schemas of a provider
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Show(show::Arguments),
    Diff(diff::Arguments),
    Generate(generate::Arguments),
}

/// Runs a command.
pub(crate) fn run(command: Command, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    match command {
        Command::Show(arguments) => show::run(&arguments, streams),
        Command::Diff(arguments) => diff::run(&arguments, streams),
        Command::Generate(arguments) => generate::run(&arguments, streams),
    }
}
