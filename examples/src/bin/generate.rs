//! Prints Rust structs for the schemas of a provider.

use std::io::Write;
use std::process::ExitCode;

use tfvalue_examples::generate::run;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        // A reader that closes the pipe early does not need the rest.
        Ok(text) => {
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("generate: {message}");
            ExitCode::FAILURE
        }
    }
}
