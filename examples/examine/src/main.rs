//! The program: see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue_examine::main(std::env::args_os(), &mut std::io::stdout()).into()
}
