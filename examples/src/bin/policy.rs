//! Checks that every disk of every `aws_instance` is encrypted: `policy [FILE]`. FILE is the output of
//! `terraform show -json` for a saved plan; by default, it is a plan of the AWS provider. Exits with
//! status 1 if a disk is not encrypted, and with 2 if the plan cannot be read.

use std::error::Error;
use std::process::ExitCode;

use tfvalue_examples::{options, policy};

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("policy: {error}");
            ExitCode::from(2)
        }
    }
}

/// Returns `true` if no disk violates the policy.
fn run() -> Result<bool, Box<dyn Error>> {
    let findings = match std::env::args_os().nth(1) {
        Some(path) => policy::check(options::open(&path)?)?,
        None => policy::check(&include_bytes!("../../data/aws_compute.plan.json")[..])?,
    };
    for finding in &findings {
        println!("{finding}");
    }
    Ok(!findings.iter().any(|finding| finding.violation))
}
