//! Compares tfvalue with go-cty on random inputs.
//!
//! `differential [--cases N] [--seed N] [--first N]`

use std::process::ExitCode;

use tfvalue_tests::differential::{Oracle, run};

fn main() -> ExitCode {
    let (mut cases, mut seed, mut first) = (100_000, 1, 0);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let place = match arg.as_str() {
            "--cases" => &mut cases,
            "--seed" => &mut seed,
            "--first" => &mut first,
            other => return usage(other),
        };
        match args.next().map(|text| text.parse()) {
            Some(Ok(number)) => *place = number,
            _ => return usage(&arg),
        }
    }
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

fn usage(arg: &str) -> ExitCode {
    eprintln!("invalid argument {arg}; usage: differential [--cases N] [--seed N] [--first N]");
    ExitCode::from(2)
}
