//! The acceptance tests of the last provider of the guide's path, whose code has no lints of clippy's defaults.

use std::process::ExitCode;

#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, unreachable_pub, unused_imports, unused_qualifications)]
#[rustfmt::skip]
mod last {
    include!(concat!(env!("OUT_DIR"), "/last.rs"));
}

fn main() -> ExitCode {
    last::acceptance::main()
}
