//! The command line, and its environment variables.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command as Process;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use clap_complete::Shell;

/// What to do.
pub(crate) enum Action {
    Trace(Trace),
    Replay(Replay),
    Show(Show),
    Completions(Shell),
}

/// The options of `trace`.
pub(crate) struct Trace {
    pub(crate) provider: Vec<OsString>,
    pub(crate) source: Option<String>,
    pub(crate) record: Option<PathBuf>,
    pub(crate) shown: Shown,
}

/// The options of `trace replay`.
pub(crate) struct Replay {
    pub(crate) recording: PathBuf,
    pub(crate) provider: Vec<OsString>,
    pub(crate) apply: bool,
    pub(crate) ignored: Vec<String>,
}

/// The options of `trace show`.
pub(crate) struct Show {
    pub(crate) recording: PathBuf,
    pub(crate) shown: Shown,
}

/// What the program writes, and where.
pub(crate) struct Shown {
    pub(crate) output: Option<PathBuf>,
    pub(crate) html: Option<PathBuf>,
    pub(crate) is_brief: bool,
}

const ABOUT: &str =
    "Shows the calls between Terraform and a provider, decoded, without sensitive values";

const LONG_ABOUT: &str = "\
Runs between Terraform or OpenTofu and any provider, forwards each message as it is, and shows the call: its values, what \
changes between them, its time, and what Terraform will reject in the response.

If Terraform starts the program, it serves the provider. Otherwise, it prints a line with TF_REATTACH_PROVIDERS, and runs \
until Ctrl-C. The options can be environment variables, for a program that Terraform starts without arguments.";

const EXIT_CODES: &str = "\
Exit codes:
  0  success; replay: the responses are the same
  1  replay: responses differ; trace: the connection failed
  2  the arguments are invalid, or a file cannot be read or written
  3  the provider cannot be started

Examples:
  trace --source example/notes --html notes.html -- ./terraform-provider-notes
  trace --record notes.trace --source example/notes -- ./terraform-provider-notes
  trace show notes.trace --html notes.html
  trace replay notes.trace -- ./new/terraform-provider-notes";

fn provider() -> Arg {
    Arg::new("provider")
        .value_name("PROVIDER")
        .help("The program of the provider, and its arguments")
        .value_parser(value_parser!(OsString))
        .num_args(1..)
        .last(true)
}

fn path(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help(help)
}

fn shown(command: Command) -> Command {
    command
        .arg(
            path(
                "output",
                "Append the calls to FILE instead of writing them to standard error",
            )
            .env("TRACE_OUTPUT"),
        )
        .arg(
            path(
                "html",
                "Add the calls to a page for a browser, without sensitive values",
            )
            .env("TRACE_HTML"),
        )
        .arg(
            Arg::new("brief")
                .long("brief")
                .env("TRACE_BRIEF")
                .action(ArgAction::SetTrue)
                .help("Write only differences, not whole values"),
        )
}

fn recording() -> Arg {
    Arg::new("recording")
        .value_name("RECORDING")
        .value_parser(value_parser!(PathBuf))
        .required(true)
        .help("A file that --record has written")
}

fn command() -> Command {
    shown(Command::new("trace"))
        .about(ABOUT)
        .long_about(LONG_ABOUT)
        .after_help(EXIT_CODES)
        .version(env!("CARGO_PKG_VERSION"))
        .args_conflicts_with_subcommands(true)
        .arg(
            Arg::new("source")
                .long("source")
                .value_name("ADDRESS")
                .env("TRACE_SOURCE")
                .help("The source address of the provider in required_providers, for TF_REATTACH_PROVIDERS"),
        )
        .arg(
            path("record", "Add all messages to FILE, for replay and show. FILE then contains secrets")
                .env("TRACE_RECORD"),
        )
        .arg(provider().env("TRACE_PROVIDER"))
        .subcommand(
            Command::new("replay")
                .about("Makes the calls of a recording again, and compares the responses")
                .arg(recording())
                .arg(
                    Arg::new("apply")
                        .long("apply")
                        .action(ArgAction::SetTrue)
                        .help("Make the calls that create, change or delete objects, too"),
                )
                .arg(
                    Arg::new("ignore")
                        .long("ignore")
                        .value_name("NAME")
                        .action(ArgAction::Append)
                        .help("Ignore differences in attributes with this name, or in `private`"),
                )
                .arg(provider().required(true)),
        )
        .subcommand(
            shown(Command::new("show"))
                .about("Shows the calls of a recording, without sensitive values")
                .arg(recording()),
        )
        .subcommand(
            Command::new("completions")
                .about("Prints a completion script for a shell")
                .arg(Arg::new("shell").required(true).value_parser(value_parser!(Shell))),
        )
}

/// Reads the arguments.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Action, clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    Ok(match matches.subcommand() {
        Some(("replay", own)) => Action::Replay(Replay {
            recording: file(own, "recording").unwrap_or_default(),
            provider: words(own),
            apply: own.get_flag("apply"),
            ignored: own
                .get_many("ignore")
                .into_iter()
                .flatten()
                .cloned()
                .collect(),
        }),
        Some(("show", own)) => Action::Show(Show {
            recording: file(own, "recording").unwrap_or_default(),
            shown: read_shown(own),
        }),
        Some((_, own)) => match own.get_one("shell") {
            Some(shell) => Action::Completions(*shell),
            None => unreachable!("the argument is required"),
        },
        None => {
            let provider = words(&matches);
            if provider.is_empty() {
                let message = "the program of the provider is required, after --, such as: trace --source example/notes -- \
                               ./terraform-provider-notes; or in the variable TRACE_PROVIDER";
                return Err(command().error(ErrorKind::MissingRequiredArgument, message));
            }
            Action::Trace(Trace {
                provider,
                source: matches.get_one("source").cloned(),
                record: file(&matches, "record"),
                shown: read_shown(&matches),
            })
        }
    })
}

fn words(matches: &ArgMatches) -> Vec<OsString> {
    matches
        .get_many("provider")
        .into_iter()
        .flatten()
        .cloned()
        .collect()
}

fn file(matches: &ArgMatches, name: &str) -> Option<PathBuf> {
    matches.get_one(name).cloned()
}

fn read_shown(matches: &ArgMatches) -> Shown {
    Shown {
        output: file(matches, "output"),
        html: file(matches, "html"),
        is_brief: matches.get_flag("brief"),
    }
}

/// Returns the command of a provider.
pub(crate) fn process(provider: &[OsString]) -> Process {
    let mut words = provider.iter();
    let mut process = Process::new(words.next().cloned().unwrap_or_default());
    process.args(words);
    process
}

/// Prints a completion script for a shell.
pub(crate) fn complete(shell: Shell) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "trace", &mut script);
    // Nobody may read it.
    _ = std::io::stdout().write_all(&script);
}
