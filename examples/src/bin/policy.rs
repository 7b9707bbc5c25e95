//! Checks that every disk of every `aws_instance` is encrypted: `policy [FILE]`, where the file is
//! what `terraform show -json` prints of a saved plan, and a plan of HashiCorp's AWS provider
//! unless given. Ends with status 1 if one is not.

use std::fs::File;
use std::process::ExitCode;

use tfvalue_examples::policy;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let findings = match std::env::args_os().nth(1) {
        Some(path) => policy::check(File::open(path)?)?,
        None => policy::check(&include_bytes!("../../data/aws_compute.plan.json")[..])?,
    };
    for finding in &findings {
        println!("{finding}");
    }
    match findings.iter().any(|finding| finding.violation) {
        true => Ok(ExitCode::FAILURE),
        false => Ok(ExitCode::SUCCESS),
    }
}
