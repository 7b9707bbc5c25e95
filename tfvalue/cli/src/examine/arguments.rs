//! The arguments.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PathBufValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use clap_complete::Shell;

use crate::allow::{self, Allow};

const ABOUT: &str = "\
Examines a Terraform provider, in any language: plays Terraform's calls with random configurations, and reports what \
Terraform rejects in the responses, with the smallest configuration for each finding.

Without --apply, nothing is created: the provider only validates, plans, upgrades states, and imports objects that do \
not exist.";

const EXIT_CODES: &str = "\
Exit codes:
  0  no findings
  1  findings
  2  wrong arguments
  3  the provider cannot be examined: it does not start, its schemas are invalid, or it rejects its configuration";

/// What the user wants.
pub(crate) enum Action {
    /// To examine a provider.
    Examine(Box<Arguments>),
    /// To print a completion script for a shell.
    Complete(Shell),
}

/// How to examine a provider.
pub(crate) struct Arguments {
    pub(crate) program: PathBuf,
    pub(crate) program_arguments: Vec<OsString>,
    pub(crate) config: Option<PathBuf>,
    pub(crate) known: Option<PathBuf>,
    /// Patterns of the resource types to examine; empty to examine all types.
    pub(crate) resources: Vec<String>,
    pub(crate) source: String,
    pub(crate) cases: u64,
    pub(crate) case: Option<u64>,
    pub(crate) seed: u64,
    pub(crate) protocol: Option<u32>,
    pub(crate) timeout: Duration,
    pub(crate) applies: bool,
    pub(crate) logged: bool,
    pub(crate) allowed: Vec<Allow>,
    pub(crate) json: Option<PathBuf>,
    pub(crate) junit: Option<PathBuf>,
    pub(crate) html: Option<PathBuf>,
    pub(crate) resume: bool,
    pub(crate) quiet: bool,
}

/// Parses the arguments, of which the first is the name of the program.
pub(crate) fn parse(given: impl IntoIterator<Item = OsString>) -> Result<Action, clap::Error> {
    let mut matches = command().try_get_matches_from(given)?;
    if let Some(shell) = matches.remove_one("completions") {
        return Ok(Action::Complete(shell));
    }
    Ok(Action::Examine(Box::new(arguments(&mut matches))))
}

fn arguments(matches: &mut ArgMatches) -> Arguments {
    let program: PathBuf = matches.remove_one("PROVIDER").unwrap_or_default();
    let source = matches.remove_one("source").unwrap_or_else(|| {
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        let name = name.strip_prefix("terraform-provider-").unwrap_or(&name);
        let name = name.split('_').next().unwrap_or(name);
        format!("registry.terraform.io/hashicorp/{name}")
    });
    let seconds = matches.remove_one("timeout").unwrap_or(60);
    Arguments {
        program,
        program_arguments: matches
            .remove_many("ARGUMENTS")
            .map(Iterator::collect)
            .unwrap_or_default(),
        config: matches.remove_one("config"),
        known: matches.remove_one("known"),
        resources: matches
            .remove_many("resource")
            .map(Iterator::collect)
            .unwrap_or_default(),
        source,
        cases: matches.remove_one("cases").unwrap_or(20),
        case: matches.remove_one("case"),
        seed: matches.remove_one("seed").unwrap_or(1),
        protocol: matches.remove_one::<u8>("protocol").map(u32::from),
        timeout: Duration::from_secs(seconds),
        applies: matches.get_flag("apply"),
        logged: matches.get_flag("logged"),
        allowed: matches
            .remove_many("allow")
            .map(Iterator::collect)
            .unwrap_or_default(),
        json: matches.remove_one("json"),
        junit: matches.remove_one("junit"),
        html: matches.remove_one("html"),
        resume: matches.get_flag("resume"),
        quiet: matches.get_flag("quiet"),
    }
}

/// Writes a completion script for a shell.
pub(crate) fn complete(shell: Shell, mut output: &mut dyn Write) {
    clap_complete::generate(shell, &mut command(), "examine", &mut output);
}

fn command() -> Command {
    let file = |name: &'static str, help: &'static str| {
        with_value(name, "FILE", help, PathBufValueParser::new()).value_hint(ValueHint::FilePath)
    };
    let number = |name, help| with_value(name, "N", help, value_parser!(u64));
    let count = value_parser!(u64).range(1..);
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .help(help)
            .action(ArgAction::SetTrue)
    };
    Command::new("examine")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .after_help(EXIT_CODES)
        .arg(
            Arg::new("PROVIDER")
                .help("The program of the provider")
                .value_parser(PathBufValueParser::new())
                .value_hint(ValueHint::ExecutablePath)
                .required_unless_present("completions"),
        )
        .arg(
            Arg::new("ARGUMENTS")
                .help("Arguments of the provider")
                .value_parser(value_parser!(OsString))
                .num_args(0..)
                .last(true),
        )
        .arg(file("config", "The configuration of the provider, in JSON"))
        .arg(file(
            "known",
            "Configurations that the provider accepts, in JSON: an object with a list for each resource type",
        ))
        .arg(
            with_value(
                "resource",
                "GLOB",
                "Only resource types with this name; * stands for any letters, ? for one",
                ValueParser::string(),
            )
            .action(ArgAction::Append),
        )
        .arg(number("cases", "Number of cases for each resource type [default: 20]").value_parser(count))
        .arg(number("case", "Only the case with this number, which a finding names"))
        .arg(number("seed", "Seed of the random configurations [default: 1]"))
        .arg(flag("apply", "Also create, change, import and destroy objects"))
        .arg(flag("logged", "Also report what Terraform only logs, for the legacy type system"))
        .arg(
            with_value(
                "allow",
                "ADVICE[=GLOB]",
                "Do not report this advice, by its name in the report, for all resource types or those with this name; \
                 the report counts it",
                allow::Parser,
            )
            .action(ArgAction::Append),
        )
        .arg(file("json", "Write the report as JSON"))
        .arg(file("junit", "Write the report for CI, as JUnit XML"))
        .arg(file("html", "Write the report as a page for a browser"))
        .arg(
            flag("resume", "Continue the run whose report is in the file of --json")
                .requires("json"),
        )
        .arg(with_value(
            "protocol",
            "VERSION",
            "Version of the protocol: 5 or 6 [default: that of the provider]",
            value_parser!(u8).range(5..=6),
        ))
        .arg(with_value(
            "source",
            "ADDRESS",
            "Source address of the provider, as shown in Terraform's errors",
            ValueParser::string(),
        ))
        .arg(with_value(
            "timeout",
            "SECONDS",
            "Time for each call [default: 60]",
            value_parser!(u64).range(1..),
        ))
        .arg(flag("quiet", "Show no progress"))
        .arg(
            with_value(
                "completions",
                "SHELL",
                "Print a completion script for a shell",
                value_parser!(Shell),
            )
            .exclusive(true),
        )
}

fn with_value(
    name: &'static str,
    value: &'static str,
    help: &'static str,
    parser: impl Into<ValueParser>,
) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        .help(help)
        .value_parser(parser.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(given: &[&str]) -> Result<Action, clap::Error> {
        let all = ["examine"].iter().chain(given);
        parse(all.map(OsString::from))
    }

    #[test]
    fn arguments_have_defaults() {
        command().debug_assert();
        let Ok(Action::Examine(arguments)) = parsed(&["bin/terraform-provider-aws_v5"]) else {
            panic!("the arguments are right");
        };
        assert_eq!(
            (arguments.cases, arguments.seed, arguments.applies),
            (20, 1, false)
        );
        assert_eq!(arguments.source, "registry.terraform.io/hashicorp/aws");
    }

    #[test]
    fn arguments_of_the_provider_follow_two_dashes() {
        let Ok(Action::Examine(arguments)) = parsed(&["p", "--seed", "7", "--", "-debug"]) else {
            panic!("the arguments are right");
        };
        assert_eq!(arguments.program_arguments, ["-debug"]);
        assert_eq!(arguments.seed, 7);
    }

    #[test]
    fn advice_is_allowed_by_its_name() {
        let given = [
            "p",
            "--allow",
            "EmptyUpdate",
            "--allow",
            "ImportDiffers=shop_*",
        ];
        let Ok(Action::Examine(arguments)) = parsed(&given) else {
            panic!("the arguments are right");
        };
        let covers = |name| {
            arguments
                .allowed
                .iter()
                .map(|one| one.covers(name))
                .collect::<Vec<_>>()
        };
        assert_eq!(covers("shop_item"), [true, true]);
        assert_eq!(covers("other_item"), [true, false]);

        let error = parsed(&["p", "--allow", "EmptyUpdates"])
            .err()
            .map(|error| error.to_string());
        let error = error.unwrap_or_default();
        assert!(
            error.contains("'EmptyUpdates' for '--allow <ADVICE[=GLOB]>'"),
            "{error}"
        );
        assert!(
            error.contains("possible values: UnknownWithoutChange, "),
            "{error}"
        );

        let mut script = Vec::new();
        complete(Shell::Bash, &mut script);
        assert!(String::from_utf8_lossy(&script).contains("WriteOnlyUnused"));
    }

    #[test]
    fn wrong_arguments_are_errors() {
        for given in [
            &[] as &[_],
            &["p", "--cases", "-1"],
            &["p", "--resume"],
            &["p", "--protocol", "4"],
            &["p", "--completions", "bash"],
            &["p", "--allow", "SecretInText="],
            &["p", "--allow", "secretintext"],
        ] {
            assert!(parsed(given).is_err(), "{given:?}");
        }
        assert!(matches!(
            parsed(&["--completions", "bash"]),
            Ok(Action::Complete(Shell::Bash))
        ));
    }
}
