//! Measures tfvalue beside other libraries, and prints a table.
//!
//! Usage:
//!
//! * `ratios [PREFIX]`: all cases, or those whose names begin so.
//! * `ratios --list [PREFIX]`: what there is to count instructions of, a contender a line: the
//!   case, the name, and the target (`<=` or `>=` and a number), with tabs between.
//! * `ratios --once CASE NAME`: lets one contender work twice, the second time in `counted`.

use std::process::ExitCode;
use std::time::Duration;

use tfvalue_tests::peak::Counting;
use tfvalue_tests::ratios::{Bound, Case, Row, cases, counted, print_head, race};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How long all cases may take together, without their preparation.
const TIME: Duration = Duration::from_secs(120);

/// The longest time for one case.
const LONGEST: Duration = Duration::from_secs(4);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["--list"] => list(""),
        ["--list", prefix] => list(prefix),
        ["--once", case, name] => once(case, name),
        [] => compare(""),
        [prefix] if !prefix.starts_with("--") => compare(prefix),
        _ => Err("usage: ratios [PREFIX | --list [PREFIX] | --once CASE NAME]".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the cases whose names begin so.
fn find(prefix: &str) -> Result<Vec<Case>, String> {
    let mut cases = cases();
    cases.retain(|case| case.name.starts_with(prefix));
    match cases.is_empty() {
        true => Err(format!("no case begins with {prefix:?}")),
        false => Ok(cases),
    }
}

fn compare(prefix: &str) -> Result<(), String> {
    let cases = find(prefix)?;
    let budget = (TIME / cases.len() as u32).min(LONGEST);
    print_head();
    for case in &cases {
        measure(case, budget);
    }
    Ok(())
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

fn list(prefix: &str) -> Result<(), String> {
    for case in find(prefix)? {
        for contender in case.contenders() {
            let target = match contender.instructions {
                None => String::new(),
                Some(Bound::AtLeast(least)) => format!(">={least}"),
                Some(Bound::AtMost(most)) => format!("<={most}"),
            };
            println!("{}\t{}\t{target}", case.name, contender.name);
        }
    }
    Ok(())
}

fn once(case: &str, name: &str) -> Result<(), String> {
    let cases = cases();
    let case = cases.into_iter().find(|other| other.name == case);
    let contenders = case.map(|case| case.contenders()).unwrap_or_default();
    let contender = contenders.into_iter().find(|other| other.name == name);
    let mut contender = contender.ok_or("there is no such case or contender")?;
    (contender.work)();
    counted(&mut *contender.work);
    Ok(())
}
