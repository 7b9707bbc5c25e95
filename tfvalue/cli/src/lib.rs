//! The program `tfvalue`, for authors of Terraform providers and for people who read plans, states and schemas.
//!
//! The guide of `tfvalue` has a page for each command, under "Tools".
//!
//! Each command has a module with its arguments and the function that runs it. The code that all commands share is in
//! `arguments.rs` (the parser), `terminal.rs` (streams, colors, exit statuses), `signals.rs` (stopping after Ctrl-C),
//! `files.rs` (kinds of files), `provider.rs` (providers and their schemas), `scratch.rs` (temporary folders) and
//! `html` (pages).

#![allow(clippy::doc_markdown)] // comments of arguments are the text of `--help`

mod arguments;
mod docs;
mod examine;
#[cfg(feature = "export")]
mod export;
mod files;
pub mod html;
pub mod inspect;
mod new;
mod plan;
mod provider;
mod release;
pub mod schema;
mod scratch;
mod signals;
mod terminal;
mod trace;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::Parser as _;
use tfvalue::serve::{COOKIE_NAME, COOKIE_VALUE};

use self::arguments::{Arguments, Command};
pub use self::examine::page as examination_page;
use self::terminal::Output;
pub(crate) use self::terminal::{Failure, escaped};
pub use self::terminal::{Status, Streams};

/// Runs the program with the arguments and the streams of the process.
#[must_use]
pub fn main() -> ExitCode {
    let streams = Streams {
        input: &mut io::stdin(),
        output: &mut anstream::stdout(),
        errors: &mut anstream::stderr(),
    };
    run(std::env::args_os(), streams).into()
}

/// Runs the program with its arguments. The first argument is the name of the program.
#[must_use]
pub fn run(given: impl IntoIterator<Item = OsString>, mut streams: Streams<'_>) -> Status {
    let mut given: Vec<_> = given.into_iter().collect();
    let cookie = std::env::var_os(COOKIE_NAME);
    if given.len() == 1 && cookie.is_some_and(|cookie| cookie == COOKIE_VALUE) {
        // Terraform starts a copy of the program as a provider.
        given.push("trace".into());
    }
    let mut output = Output {
        to: &mut *streams.output,
        error: None,
    };
    let mut own = Streams {
        input: &mut *streams.input,
        output: &mut output,
        errors: &mut *streams.errors,
    };
    let status = parse_and_run(&given, &mut own);
    match output.error {
        Some(error) => {
            streams.fail(&format!("standard output: {error}"));
            Status::Unusable
        }
        None => status,
    }
}

fn parse_and_run(given: &[OsString], streams: &mut Streams<'_>) -> Status {
    let result = match Arguments::try_parse_from(given) {
        Ok(arguments) => run_command(arguments.command, streams),
        Err(error) => {
            // The arguments may contain file names that other people have chosen. The parser repeats the arguments
            // unchanged.
            let is_plain = given
                .iter()
                .all(|one| escaped(&one.to_string_lossy()) == one.to_string_lossy());
            let text = if is_plain {
                error.render().ansi().to_string()
            } else {
                escaped(&error.render().to_string()).into_owned()
            };
            if error.use_stderr() {
                streams.complain(&text);
                return Status::Usage;
            }
            streams.write(text.as_bytes());
            return Status::Fine;
        }
    };
    result.unwrap_or_else(|failure| {
        streams.fail(&failure.message);
        failure.status
    })
}

fn run_command(command: Command, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    match command {
        Command::Examine(arguments) => examine::run(&arguments, streams),
        Command::Trace(arguments) => trace::run(&arguments, streams),
        Command::Plan(arguments) => plan::run(&arguments, streams),
        Command::Inspect(arguments) => inspect::run(&arguments, streams),
        Command::Schema(arguments) => schema::run(arguments.command, streams),
        #[cfg(feature = "export")]
        Command::Export(arguments) => export::run(&arguments, streams),
        Command::Docs(arguments) => docs::run(&arguments, streams),
        Command::New(arguments) => new::run(&arguments, streams),
        Command::Release(arguments) => release::run(arguments, streams),
        Command::Completions { shell } => arguments::complete(shell, streams),
        Command::Man { folder } => arguments::man(&folder),
    }
}
