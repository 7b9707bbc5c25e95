//! Tests the guide's path: the program at the end of each page, and the commands on the pages.

mod console;
mod programs;

#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, unreachable_pub, unused_imports, unused_qualifications)]
#[rustfmt::skip]
mod pages {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}

use std::env;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// The environment variable that contains the name of the page whose provider this program serves.
const PAGE: &str = "MOTD_PAGE";

fn main() -> ExitCode {
    if let Ok(page) = env::var(PAGE) {
        return programs::serve(&page);
    }
    let lives = programs::PAGES
        .iter()
        .map(|page| trial(format!("{}::lives", page.name), page.lives));
    let tests = pages::TESTS.iter().chain(programs::TESTS);
    let tests = tests.map(|(name, test)| trial(*name, *test));
    let trials = lives.chain(tests).chain([console::test()]).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn trial(name: impl Into<String>, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}
