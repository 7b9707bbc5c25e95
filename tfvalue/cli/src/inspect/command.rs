//! Prints a value from the wire as a tree, or shows its first error.

use std::io::{Read, Write};
use std::process::ExitCode;

use tfvalue_examples::inspect::{Failure, run};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let stdin = || {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    };
    match run(&arguments, stdin) {
        // A reader that closes the pipe early does not need the rest.
        Ok(text) => {
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(Failure::Fault(report)) => {
            eprint!("{report}");
            ExitCode::from(1)
        }
        Err(Failure::Usage(message)) => {
            eprintln!("inspect: {message}; see --help");
            ExitCode::from(2)
        }
    }
}
