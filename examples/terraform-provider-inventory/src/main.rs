//! The program that Terraform starts.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue::serve(terraform_provider_inventory::provider())
}
