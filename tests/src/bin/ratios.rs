//! Measures tfvalue beside other libraries, and prints a table.
//!
//! Usage: `ratios [PREFIX]`: all cases, or those whose names begin so.

use std::process::ExitCode;
use std::time::Duration;

use tfvalue_tests::peak::Counting;
use tfvalue_tests::ratios::{Case, Row, find, print_head, race};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How long all cases may take together, without their preparation.
const TIME: Duration = Duration::from_secs(120);

/// The longest time for one case.
const LONGEST: Duration = Duration::from_secs(4);

fn main() -> ExitCode {
    let prefix = std::env::args().nth(1).unwrap_or_default();
    let cases = find(&prefix);
    if cases.is_empty() {
        eprintln!("no case begins with {prefix:?}");
        return ExitCode::FAILURE;
    }
    let budget = (TIME / cases.len() as u32).min(LONGEST);
    print_head();
    for case in &cases {
        measure(case, budget);
    }
    ExitCode::SUCCESS
}

fn measure(case: &Case, budget: Duration) {
    let mut contenders = case.contenders();
    let times = race(&mut contenders, budget);
    let ours = times[0];
    let row = |other| Row {
        case: &case.name,
        ours,
        other,
    };
    if contenders.len() == 1 {
        row(None).print();
    }
    for (contender, time) in contenders.iter().zip(times).skip(1) {
        row(Some((contender, time))).print();
    }
}
