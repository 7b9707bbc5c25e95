//! The provider of the examples, for the tests that let Terraform start it.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue::serve(terraform_provider_inventory::provider())
}
