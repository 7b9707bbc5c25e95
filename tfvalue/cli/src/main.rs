//! The program: see the library.

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let (mut output, mut errors) = (io::stdout(), io::stderr());
    tfvalue_examine::main(std::env::args_os(), &mut output, &mut errors).into()
}
