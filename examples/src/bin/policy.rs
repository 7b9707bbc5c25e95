//! Checks that every disk of every `aws_instance` is encrypted: `policy [FILE]`. FILE is the output of `terraform show
//! -json` for a saved plan, or a state file. The default is a plan of the AWS provider in `examples/data`. Exits with
//! status 1 if a disk is not encrypted, and with 2 if the file cannot be read.

use std::error::Error;
use std::io::BufReader;
use std::process::ExitCode;

use tfvalue_examples::files::{self, Kind};
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
    let mut arguments = std::env::args_os().skip(1);
    let findings = match arguments.next() {
        Some(path) => {
            let mut file = BufReader::new(options::open(&path)?);
            match Kind::peek(&mut file)? {
                Kind::PlanFile => return Err(files::PLAN_FILE.into()),
                Kind::StateFile => policy::check_state(file)?,
                Kind::Other => policy::check(file)?,
            }
        }
        None => policy::check(&include_bytes!("../../data/aws_compute.plan.json")[..])?,
    };
    for finding in &findings {
        println!("{finding}");
    }
    Ok(!findings.iter().any(|finding| finding.violation))
}
