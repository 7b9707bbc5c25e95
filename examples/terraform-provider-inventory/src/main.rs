//! The program that Terraform starts.

use std::process::ExitCode;

fn main() -> ExitCode {
    terraform_provider_inventory::run()
}
