//! The arguments.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::ValueParser;
use clap::{Args, ValueHint, value_parser};

use super::allow::{Allow, Parser};

/// Reports what Terraform rejects in a provider, in any language
///
/// Plays Terraform's calls with random configurations, and reports what Terraform rejects in the responses, with the
/// smallest configuration for each finding.
///
/// Without --apply, nothing is created: the provider only validates, plans, upgrades states, and imports objects that
/// do not exist.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The program of the provider, or its source address with an optional version, such as hashicorp/aws@5.100.0
    #[arg(value_name = "PROVIDER", value_hint = ValueHint::ExecutablePath)]
    pub(crate) program: PathBuf,
    /// Arguments of the provider
    #[arg(value_name = "ARGUMENTS", last = true)]
    pub(crate) program_arguments: Vec<OsString>,
    /// The configuration of the provider, in JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// Configurations that the provider accepts, in JSON: an object with a list for each resource type
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) known: Option<PathBuf>,
    /// Only resource types with this name; * stands for any letters, ? for one
    #[arg(long = "resource", value_name = "GLOB")]
    pub(crate) resources: Vec<String>,
    /// Number of cases for each resource type
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u64).range(1..))]
    pub(crate) cases: u64,
    /// Only the case with this number, which a finding names
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
    /// Do not report this advice, by its name in the report, for all resource types or those with this name; the report
    /// counts it
    #[arg(long = "allow", value_name = "ADVICE[=GLOB]", value_parser = ValueParser::new(Parser))]
    pub(crate) allowed: Vec<Allow>,
    /// Write the report as JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) json: Option<PathBuf>,
    /// Write the report for CI, as JUnit XML
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) junit: Option<PathBuf>,
    /// Write the report as a page for a browser
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
    /// Continue the run whose report is in the file of --json
    #[arg(long, requires = "json")]
    pub(crate) resume: bool,
    /// Version of the protocol: 5 or 6 [default: that of the provider]
    #[arg(long, value_name = "VERSION", value_parser = value_parser!(u32).range(5..=6))]
    pub(crate) protocol: Option<u32>,
    /// Source address of the provider, as shown in Terraform's errors
    #[arg(long, value_name = "ADDRESS")]
    source: Option<String>,
    /// Time for each call
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = value_parser!(u64).range(1..))]
    timeout: u64,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl Arguments {
    /// The source address of the provider.
    pub(crate) fn source(&self) -> String {
        self.source.clone().unwrap_or_else(|| {
            // A source address.
            if let (Some(text), false) = (self.program.to_str(), self.program.is_file())
                && text.matches('/').count() == 2
                && !text.starts_with(['.', '/'])
            {
                return text.split('@').next().unwrap_or(text).to_owned();
            }
            let name = self
                .program
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy();
            let name = name.strip_prefix("terraform-provider-").unwrap_or(&name);
            let name = name.split('_').next().unwrap_or(name);
            format!("registry.terraform.io/hashicorp/{name}")
        })
    }

    /// The time for each call.
    pub(crate) fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::Arguments;

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
    fn wrong_arguments_are_errors() {
        for given in [
            &[] as &[_],
            &["p", "--cases", "-1"],
            &["p", "--resume"],
            &["p", "--protocol", "4"],
            &["p", "--allow", "SecretInText="],
            &["p", "--allow", "secretintext"],
        ] {
            assert!(parsed(given).is_err(), "{given:?}");
        }
    }
}
