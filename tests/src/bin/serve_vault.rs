//! Serves a provider whose messages contain its secrets.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue::serve(tfvalue_tests::vault::provider())
}
