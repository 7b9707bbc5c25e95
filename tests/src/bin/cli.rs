//! The program `tfvalue`, for the tests that let Terraform start it. Two programs of one name would overwrite each other.

use std::io;
use std::process::ExitCode;

use tfvalue_cli::Streams;

fn main() -> ExitCode {
    let streams = Streams {
        input: &mut io::stdin(),
        output: &mut io::stdout(),
        errors: &mut io::stderr(),
    };
    tfvalue_cli::run(std::env::args_os(), streams).into()
}
