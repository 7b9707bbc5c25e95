//! The program `trace` runs between Terraform and a provider, and shows each call.
//!
//! A separate thread (`watch`) decodes, checks and writes the calls, while the messages are forwarded unchanged.

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

use std::process::ExitCode;

/// The program succeeded; `replay` found no differences.
pub(crate) const OK: u8 = 0;
/// `replay` has found differences.
pub(crate) const DIFFERENT: u8 = 1;
/// The arguments are invalid, or a file cannot be read or written.
pub(crate) const USAGE: u8 = 2;
/// The provider cannot be started.
pub(crate) const NO_PROVIDER: u8 = 3;

/// Why the program ends: the exit code and a message.
pub(crate) type Failure = (u8, String);

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let action = match options::parse(std::env::args_os()) {
        Ok(action) => action,
        Err(error) => {
            // Help is no error. Nobody may read it.
            _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { OK });
        }
    };
    let result = match action {
        options::Action::Trace(options) => forward::run(&options),
        options::Action::Replay(options) => replay::run(&options),
        options::Action::Show(options) => show::run(&options),
        options::Action::Completions(shell) => {
            options::complete(shell);
            Ok(ExitCode::from(OK))
        }
    };
    result.unwrap_or_else(|(code, message)| {
        eprintln!("trace: {message}");
        ExitCode::from(code)
    })
}
