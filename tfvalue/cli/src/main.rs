//! The program: see the library.

use std::io;
use std::process::ExitCode;

use tfvalue_cli::Streams;

fn main() -> ExitCode {
    let streams = Streams {
        input: &mut io::stdin(),
        output: &mut anstream::stdout(),
        errors: &mut anstream::stderr(),
    };
    tfvalue_cli::run(std::env::args_os(), streams).into()
}
