//! Prints what a plan will do: `diff [--html] [FILE [SCHEMAS]]`. With `--html`, prints a page for a browser. FILE is
//! the output of `terraform show -json` for a saved plan, or a state file, whose objects are printed. The default is a
//! plan of the example provider. A state file needs SCHEMAS, the output of `terraform providers schema -json`. Uses
//! colors in a terminal.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal, Read, Write};
use std::process::ExitCode;

use tfvalue_examples::files::{self, Kind};
use tfvalue_examples::{diff, options};
use tfvalue_show::{self as show, Plan};

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
    let mut out = io::stdout();
    let colors = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let is_html = arguments.first().is_some_and(|first| first == "--html");
    if is_html {
        arguments.remove(0);
    }
    let text = text(arguments.into_iter(), |plan| {
        if is_html {
            diff::page(plan)
        } else {
            diff::render(plan, colors)
        }
    })?;
    out.write_all(text.as_bytes())?;
    Ok(())
}

fn text(
    mut arguments: impl Iterator<Item = OsString>,
    render: impl Fn(&Plan) -> tfvalue::Result<String>,
) -> Result<String, Box<dyn Error>> {
    let Some(path) = arguments.next() else {
        let plan = show::from_slice::<Plan>(include_bytes!("../../data/inventory.plan.json"))?;
        return Ok(render(&plan)?);
    };
    let mut file = BufReader::new(options::open(&path)?);
    match Kind::peek(&mut file)? {
        Kind::PlanFile => Err(files::PLAN_FILE.into()),
        Kind::Other => Ok(render(&show::from_reader::<_, Plan>(file)?)?),
        Kind::StateFile => {
            let schemas = files::schemas(arguments.next().as_deref())?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            Ok(files::objects(&bytes, &schemas, None)?)
        }
    }
}
