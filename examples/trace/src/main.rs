//! Shows the calls between Terraform and a provider: `trace --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue_trace::main()
}
