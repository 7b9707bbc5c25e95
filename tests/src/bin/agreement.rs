//! Compares the rules with a real Terraform, on mutated answers of a provider.
//!
//! `agreement [--cases N] [--seed N] [--first N] [--crashes N]`

use std::process::ExitCode;

use tfvalue_tests::agreement::run;
use tfvalue_tests::binary::Binary;

fn main() -> ExitCode {
    let (mut cases, mut seed, mut first, mut crashes) = (12_000, 1, 0, 20);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let place = match arg.as_str() {
            "--cases" => &mut cases,
            "--seed" => &mut seed,
            "--first" => &mut first,
            "--crashes" => &mut crashes,
            other => return usage(other),
        };
        match args.next().map(|text| text.parse()) {
            Some(Ok(number)) => *place = number,
            _ => return usage(&arg),
        }
    }
    let Some(binary) = Binary::find() else {
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

fn usage(arg: &str) -> ExitCode {
    eprintln!(
        "invalid argument {arg}; usage: agreement [--cases N] [--seed N] [--first N] [--crashes N]"
    );
    ExitCode::from(2)
}
