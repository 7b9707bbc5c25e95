//! The program `trace`, for the tests that let Terraform start it.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue_trace::main()
}
