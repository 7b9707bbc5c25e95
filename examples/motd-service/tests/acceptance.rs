//! The acceptance tests for the final provider of the guide's path. The provider's code must pass clippy's default lints.

use std::process::ExitCode;

#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, unreachable_pub, unused_imports, unused_qualifications)]
#[rustfmt::skip]
mod last {
    include!(concat!(env!("OUT_DIR"), "/last.rs"));
}

fn main() -> ExitCode {
    last::acceptance::main()
}
