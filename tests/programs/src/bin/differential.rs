//! Compares tfvalue with go-cty on random inputs.
//!
//! `differential [--cases N] [--seed N] [--first N]`

use std::process::ExitCode;

use tfvalue_tests::arguments::numbers;
use tfvalue_tests::differential::{Oracle, run};

fn main() -> ExitCode {
    let options = [("--cases", 100_000), ("--seed", 1), ("--first", 0)];
    let arguments = std::env::args().skip(1);
    let [cases, seed, first] = match numbers("differential", options, arguments) {
        Ok(numbers) => numbers,
        Err(usage) => {
            eprintln!("{usage}");
            return ExitCode::from(2);
        }
    };
    let report = match Oracle::start() {
        Ok(None) => {
            println!("skipped: go is missing");
            return ExitCode::SUCCESS;
        }
        Ok(Some(mut oracle)) => run(&mut oracle, seed, first, cases),
        Err(error) => Err(error),
    };
    match report {
        Ok(report) => {
            println!("{report}");
            ExitCode::from(u8::from(report.failed > 0))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
