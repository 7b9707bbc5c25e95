//! Runs between Terraform and a provider and shows each call.
//!
//! A separate thread (`watch`) decodes, checks and writes the calls while the messages are forwarded unchanged.

mod call;
mod forward;
mod judge;
mod options;
mod output;
mod page;
mod record;
mod replay;
mod schemas;
mod show;
mod table;
mod text;
mod watch;
mod wire;

pub(crate) use self::options::Arguments;
use self::options::Command;
use crate::terminal::{Failure, Status, Streams};

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    match &arguments.command {
        None => forward::run(&arguments.trace),
        Some(Command::Replay(options)) => replay::run(options, streams),
        Some(Command::Show(options)) => show::run(options),
    }
}
