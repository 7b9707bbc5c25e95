//! Serves a provider that includes its secrets in messages.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue::serve(tfvalue_tests::vault::provider())
}
