//! Commands for the schemas of a provider.

pub mod generate;

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
    Generate(generate::Arguments),
}

/// Runs a command.
pub(crate) fn run(command: Command, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    match command {
        Command::Generate(arguments) => generate::run(arguments, streams),
    }
}
