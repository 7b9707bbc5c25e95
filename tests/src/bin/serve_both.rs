//! A provider that defines no types itself, and falls back to the program in `OLD_PROVIDER`.

use std::env;
use std::process::{Command, ExitCode};

use tfvalue::provider::Provider;
use tfvalue_client::Client;
use tfvalue_tests::no_config::NoConfig;

fn main() -> ExitCode {
    let program = env::var_os("OLD_PROVIDER").expect("the program of the other provider");
    let old = Client::start(&Command::new(program));
    tfvalue::serve(Provider::new::<NoConfig>("example/both").fall_back_to(old))
}
