//! Prints what a plan will do: `diff [FILE]`. FILE is the output of `terraform show -json` for a saved
//! plan; by default, it is a plan of the example provider. Uses colors in a terminal.

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use tfvalue::show::{self, Plan};
use tfvalue_examples::{diff, options};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("diff: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let plan = match std::env::args_os().nth(1) {
        Some(path) => show::from_reader::<_, Plan>(options::open(&path)?)?,
        None => show::from_slice::<Plan>(include_bytes!("../../data/inventory.plan.json"))?,
    };
    let mut out = io::stdout();
    let colors = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    out.write_all(diff::render(&plan, colors)?.as_bytes())?;
    Ok(())
}
