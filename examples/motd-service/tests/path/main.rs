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

macro_rules! serve {
    ($page:expr; $($name:ident),+) => {
        match $page {
            "p01_first_resource" => pages::p01_first_resource::program::main(),
            $(stringify!($name) => tfvalue::serve(pages::$name::terraform_provider_motd::provider()),)+
            page => panic!("there is no page {page}"),
        }
    };
}

fn main() -> ExitCode {
    if let Ok(page) = env::var(PAGE) {
        return serve!(
            page.as_str();
            p02_client, p03_http, p04_planning, p05_validation, p06_nested, p07_import, p08_secrets, p09_errors,
            p10_tests, p11_upgrade, p12_release
        );
    }
    let tests = pages::TESTS.iter().chain(programs::TESTS);
    let tests = tests.map(|(name, test)| {
        Trial::test(*name, || {
            test();
            Ok(())
        })
    });
    let trials = tests.chain([console::test()]).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
