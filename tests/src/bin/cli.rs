//! The program `tfvalue`, for the tests in which Terraform starts it. Two programs with the same name would overwrite
//! each other.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue_cli::main()
}
