//! The provider from the examples, for the tests in which Terraform starts it.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue::serve(terraform_provider_inventory::provider())
}
