//! Measures tfvalue against other libraries and prints a table.
//!
//! Usage:
//!
//! * `ratios [--go] [PREFIX]`: measures all cases, or the cases whose names begin with `PREFIX`. With `--go`, the Go
//!   libraries go-cty and tftypes are measured, too; this option requires Go.
//! * `ratios --list [PREFIX]`: lists the contenders whose instructions can be counted. Each line contains the case, the
//!   name and the target (`<=` or `>=` and a number), separated by tabs.
//! * `ratios --once CASE NAME`: runs one contender twice; the second run is inside `counted`.

use std::process::ExitCode;
use std::time::Duration;

use tfvalue_ratios::{Bound, Case, Go, cases, counted, print_case, print_head, race};
use tfvalue_tests::peak::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The time budget for all cases, excluding preparation.
const TIME: Duration = Duration::from_secs(120);

/// The maximum time for one case.
const LONGEST: Duration = Duration::from_secs(4);

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["--list"] => list(""),
        ["--list", prefix] => list(prefix),
        ["--once", case, name] => once(case, name),
        ["--go"] => compare("", true),
        ["--go", prefix] => compare(prefix, true),
        [] => compare("", false),
        [prefix] if !prefix.starts_with("--") => compare(prefix, false),
        _ => Err("usage: ratios [[--go] [PREFIX] | --list [PREFIX] | --once CASE NAME]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the cases whose names begin with `prefix`.
fn find(prefix: &str) -> Result<Vec<Case>> {
    let mut cases = cases();
    cases.retain(|case| case.name.starts_with(prefix));
    if cases.is_empty() {
        Err(format!("no case begins with {prefix:?}").into())
    } else {
        Ok(cases)
    }
}

fn compare(prefix: &str, with_go: bool) -> Result<()> {
    let cases = find(prefix)?;
    let go = with_go.then(Go::start).transpose()?;
    let budget = (TIME / cases.len() as u32).min(LONGEST);
    print_head();
    for case in &cases {
        let mut contenders = case.contenders();
        if let Some(go) = &go {
            contenders.extend(case.go_contenders(go)?);
        }
        let times = race(&mut contenders, budget)?;
        print_case(&case.name, &contenders, &times);
    }
    Ok(())
}

fn list(prefix: &str) -> Result<()> {
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

fn once(case: &str, name: &str) -> Result<()> {
    let cases = cases();
    let case = cases.into_iter().find(|other| other.name == case);
    let contenders = case.map(|case| case.contenders()).unwrap_or_default();
    let contender = contenders.into_iter().find(|other| other.name == name);
    let mut contender = contender.ok_or("no such case or contender")?;
    let work = contender
        .work()
        .ok_or("this contender runs in another process")?;
    work();
    counted(work);
    Ok(())
}
