//! The provider that tells everything it knows, as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue::serve(tfvalue_tests::vault::provider())
}
