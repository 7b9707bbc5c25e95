//! The arguments.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::ValueParser;
use clap::{Args, Subcommand, ValueHint, value_parser};

use super::allow::{Allow, Parser};
use super::import::Import;

/// Reports what Terraform rejects in a provider written in any language
///
/// Makes Terraform's calls with random configurations, and reports what Terraform rejects in the responses. Each
/// finding contains the smallest configuration with this finding.
///
/// Without --apply, nothing is created: the provider only validates, plans, upgrades states, and imports objects that
/// do not exist.
#[derive(Args, Clone)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The program of the provider, or its source address with an optional version, such as hashicorp/aws@5.100.0
    #[arg(value_name = "PROVIDER", required = true, value_hint = ValueHint::ExecutablePath)]
    program: Option<PathBuf>,
    /// Arguments of the provider
    #[arg(value_name = "ARGUMENTS", last = true)]
    pub(crate) program_arguments: Vec<OsString>,
    /// The configuration of the provider, in JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// Configurations that the provider accepts, in JSON: an object with a list for each resource type
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) known: Option<PathBuf>,
    /// Only resource types with this name; * matches any characters, and ? matches one character. The names of other
    /// parts are data.NAME, ephemeral.NAME, list.NAME, action.NAME, function.NAME, and provider
    #[arg(long = "resource", value_name = "GLOB")]
    pub(crate) resources: Vec<String>,
    /// Number of cases for each resource type
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u64).range(1..))]
    pub(crate) cases: u64,
    /// Only the case with this number, as shown in a finding
    #[arg(long, value_name = "N")]
    pub(crate) case: Option<u64>,
    /// Seed of the random configurations
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Also create, change, import and destroy objects
    #[arg(long = "apply")]
    pub(crate) applies: bool,
    /// Also report what Terraform only logs, for the legacy type system
    #[arg(long)]
    pub(crate) logged: bool,
    /// Do not report the advice with this name, for all resource types or only for those with the given name; the
    /// report still counts the advice
    #[arg(long = "allow", value_name = "ADVICE[=GLOB]", value_parser = ValueParser::new(Parser))]
    pub(crate) allowed: Vec<Allow>,
    /// Import ID of the objects of the resource types with this name, with attributes in braces, such as
    /// 'random_id={prefix},{id}' [default: the id attribute, if it is suitable]
    #[arg(long = "import", value_name = "TYPE=ID", value_parser = Import::parse)]
    pub(crate) imports: Vec<Import>,
    #[command(flatten)]
    pub(crate) outputs: Outputs,
    /// Continue the run whose report is in the file that --json specifies
    #[arg(long, requires = "json")]
    pub(crate) resume: bool,
    /// Examine one of several parts of the resource types, such as 3/16; `tfvalue examine merge` joins the reports
    #[arg(long, value_name = "N/COUNT")]
    pub(crate) shard: Option<Shard>,
    /// Version of the protocol: 5 or 6 [default: the version that the provider chooses]
    #[arg(long, value_name = "VERSION", value_parser = value_parser!(u32).range(5..=6))]
    pub(crate) protocol: Option<u32>,
    /// Source address of the provider, as shown in Terraform's errors
    #[arg(long, value_name = "ADDRESS")]
    source: Option<String>,
    /// Time limit for each call; the examination of a resource type ends after the second call that takes longer
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = value_parser!(u64).range(1..))]
    timeout: u64,
    /// Time for each resource type
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = value_parser!(u64).range(1..))]
    type_timeout: u64,
    /// Time limit for the whole run [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = value_parser!(u64).range(1..))]
    run_timeout: Option<u64>,
    /// Memory limit of the provider, which is restarted if it uses more memory: a number of MiB or GiB, or none
    #[arg(long, value_name = "SIZE", default_value = "2GiB")]
    pub(crate) memory: Memory,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl Arguments {
    /// The source address of the provider.
    pub(crate) fn source(&self) -> String {
        let program = self.program();
        self.source.clone().unwrap_or_else(|| {
            // A source address.
            if let (Some(text), false) = (program.to_str(), program.is_file())
                && text.matches('/').count() == 2
                && !text.starts_with(['.', '/'])
            {
                return text.split('@').next().unwrap_or(text).to_owned();
            }
            let name = program.file_stem().unwrap_or_default().to_string_lossy();
            let name = name.strip_prefix("terraform-provider-").unwrap_or(&name);
            let name = name.split('_').next().unwrap_or(name);
            format!("registry.terraform.io/hashicorp/{name}")
        })
    }

    /// The program of the provider.
    pub(crate) fn program(&self) -> &Path {
        // The program is missing only if there is a subcommand.
        self.program.as_deref().unwrap_or(Path::new(""))
    }

    /// The time for each call.
    pub(crate) fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }

    /// The time limit for each resource type.
    pub(crate) fn type_timeout(&self) -> Duration {
        Duration::from_secs(self.type_timeout)
    }

    /// The time limit for the whole run.
    pub(crate) fn run_timeout(&self) -> Option<Duration> {
        self.run_timeout.map(Duration::from_secs)
    }
}

/// The operations on reports.
#[derive(Subcommand, Clone)]
pub(crate) enum Command {
    Merge(Merge),
}

/// Joins the reports of all parts of a run, which were written with --shard and --json
#[derive(Args, Clone)]
pub(crate) struct Merge {
    /// The reports in JSON
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) reports: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) outputs: Outputs,
}

/// The files to write, and the conditions under which the run fails.
#[derive(Args, Clone)]
pub(crate) struct Outputs {
    /// Write the report as JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) json: Option<PathBuf>,
    /// Write the report for CI, as JUnit XML
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) junit: Option<PathBuf>,
    /// Write the report for code scanning, as SARIF 2.1.0
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) sarif: Option<PathBuf>,
    /// Write the report as a page for a browser
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
    /// Only findings that are not in this JSON report make the run fail
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,
    /// Exit with 4 if fewer than this share of the resource types have at least a tenth of their configurations
    /// accepted; a second share, after a comma, is the required share of all configurations, such as 80%,50% [default:
    /// one resource type]
    #[arg(long, value_name = "SHARE[,SHARE]")]
    pub(crate) require: Option<Require>,
}

/// A part of the resource types: every `count`th type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) count: usize,
}

impl Shard {
    /// Returns `true` if the part contains the type with this index.
    pub(crate) fn contains(self, index: usize) -> bool {
        index % self.count + 1 == self.number
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text.split_once('/').and_then(|(number, count)| {
            let (number, count) = (number.parse().ok()?, count.parse::<u16>().ok()?.into());
            (1..=count)
                .contains(&number)
                .then_some(Shard { number, count })
        });
        parsed.ok_or("a number and a count are required, such as 3/16")
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

/// The memory limit of the provider in bytes, if there is a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Memory(pub(crate) Option<u64>);

impl FromStr for Memory {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "none" {
            return Ok(Memory(None));
        }
        let units = [("GiB", 30), ("MiB", 20)];
        let parsed = units.into_iter().find_map(|(unit, shift)| {
            let number: u64 = text.strip_suffix(unit)?.trim().parse().ok()?;
            number.checked_mul(1 << shift).filter(|bytes| *bytes > 0)
        });
        let bytes = parsed.ok_or("a size is required, such as 512MiB or 2GiB, or none")?;
        Ok(Memory(Some(bytes)))
    }
}

/// The share that must be examined, in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Require {
    pub(crate) types: f64,
    pub(crate) configurations: f64,
}

impl FromStr for Require {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let share = |text: &str| {
            let number: f64 = text.trim().strip_suffix('%')?.parse().ok()?;
            (0.0..=100.0).contains(&number).then_some(number)
        };
        let (types, configurations) = match text.split_once(',') {
            Some((types, configurations)) => (share(types), share(configurations)),
            None => (share(text), Some(0.0)),
        };
        match (types, configurations) {
            (Some(types), Some(configurations)) => Ok(Require {
                types,
                configurations,
            }),
            _ => Err("a share is required, such as 80% or 80%,50%"),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::{Arguments, Command};

    #[derive(clap::Parser)]
    struct Parser {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn parsed(given: &[&str]) -> Result<Arguments, clap::Error> {
        let all = ["examine"].iter().chain(given);
        Ok(Parser::try_parse_from(all)?.arguments)
    }

    #[test]
    fn arguments_have_defaults() {
        let arguments = parsed(&["bin/terraform-provider-aws_v5"]).unwrap();
        assert_eq!(
            (arguments.cases, arguments.seed, arguments.applies),
            (20, 1, false)
        );
        assert_eq!(arguments.source(), "registry.terraform.io/hashicorp/aws");
    }

    #[test]
    fn arguments_of_the_provider_follow_two_dashes() {
        let arguments = parsed(&["p", "--seed", "7", "--", "-debug"]).unwrap();
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
        let arguments = parsed(&given).unwrap();
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
    }

    #[test]
    fn shares_and_sizes_are_read() {
        let given = [
            "p",
            "--require",
            "80%,12.5%",
            "--memory",
            "512MiB",
            "--shard",
            "3/16",
        ];
        let arguments = parsed(&given).unwrap();
        let require = arguments.outputs.require.unwrap();
        assert_eq!((require.types, require.configurations), (80.0, 12.5));
        assert_eq!(arguments.memory.0, Some(512 << 20));
        let shard = arguments.shard.unwrap();
        assert!(shard.contains(2) && shard.contains(18) && !shard.contains(3));
        let arguments = parsed(&["p", "--memory", "none"]).unwrap();
        assert_eq!(arguments.memory.0, None);
        let arguments = parsed(&["merge", "a.json", "b.json", "--html", "c.html"]).unwrap();
        let Some(Command::Merge(merge)) = arguments.command else {
            panic!("a command is required");
        };
        assert_eq!(merge.reports.len(), 2);
    }

    #[test]
    fn wrong_arguments_are_errors() {
        for given in [
            &[] as &[_],
            &["p", "--cases", "-1"],
            &["p", "--resume"],
            &["p", "--protocol", "4"],
            &["p", "--allow", "SecretInText="],
            &["p", "--allow", "secretintext"],
            &["p", "--shard", "0/4"],
            &["p", "--shard", "5/4"],
            &["p", "--shard", "5"],
            &["p", "--memory", "2"],
            &["p", "--memory", "0GiB"],
            &["p", "--memory", "99999999999GiB"],
            &["p", "--require", "80"],
            &["p", "--require", "101%"],
            &["p", "--require", "80%,"],
            &["p", "merge"],
            &["merge"],
        ] {
            assert!(parsed(given).is_err(), "{given:?}");
        }
    }
}
