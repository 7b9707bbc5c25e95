//! The program `tfvalue`, for the tests that let Terraform start it. Two programs with the same name would overwrite
//! each other.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue_cli::main()
}
