//! Compares the rules with the Terraform program, using mutated responses from a provider.
//!
//! `agreement [--cases N] [--seed N] [--first N] [--crashes N]`

use std::process::ExitCode;

use tfvalue_tests::agreement::run;
use tfvalue_tests::arguments::numbers;
use tfvalue_tests::binary;

fn main() -> ExitCode {
    let options = [
        ("--cases", 12_000),
        ("--seed", 1),
        ("--first", 0),
        ("--crashes", 20),
    ];
    let arguments = std::env::args().skip(1);
    let [cases, seed, first, crashes] = match numbers("agreement", options, arguments) {
        Ok(numbers) => numbers,
        Err(usage) => {
            eprintln!("{usage}");
            return ExitCode::from(2);
        }
    };
    let Some(binary) = binary::find() else {
        return ExitCode::SUCCESS;
    };
    match run(binary, seed, first, cases, crashes as usize) {
        Ok(report) => {
            println!("{report}");
            ExitCode::from(u8::from(
                !report.disagreements.is_empty() || !report.texts.is_empty(),
            ))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
