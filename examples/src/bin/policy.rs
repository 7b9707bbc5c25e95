//! Checks that every disk of every `aws_instance` is encrypted: `policy [FILE [SCHEMAS]]`. FILE is the output of
//! `terraform show -json` for a saved plan, the saved plan itself, or a state file. The default is a plan of the AWS
//! provider in `examples/data`. A saved plan needs SCHEMAS, the output of `terraform providers schema -json`. Exits
//! with status 1 if a disk is not encrypted, and with 2 if the file cannot be read.

use std::error::Error;
use std::io::{BufReader, Read};
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
                Kind::PlanFile => {
                    let schemas = files::schemas(arguments.next().as_deref())?;
                    let mut bytes = Vec::new();
                    file.read_to_end(&mut bytes)?;
                    policy::check_plan(&files::plan(&bytes, &schemas)?)?
                }
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
