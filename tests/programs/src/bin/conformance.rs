//! Checks the library against files with conformance vectors and captures, and reports failures.

use std::path::Path;
use std::process::ExitCode;

use tfvalue_tests::conformance::{self, Report};
use tfvalue_tests::peak::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: conformance FILE...");
        return ExitCode::from(2);
    }
    let mut report = Report::default();
    for file in files {
        if let Err(problem) = conformance::run(Path::new(&file), &mut report) {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    }
    print!("{report}");
    match report.failed() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
