//! The arguments and their environment variables.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

const EXAMPLES: &str = "\
Examples:
  tfvalue trace --source example/notes --html notes.html -- ./terraform-provider-notes
  tfvalue trace --record notes.trace --source example/notes -- ./terraform-provider-notes
  tfvalue trace show notes.trace --html notes.html
  tfvalue trace replay notes.trace -- ./new/terraform-provider-notes";

/// Shows the calls between Terraform and a provider, decoded, without sensitive values
///
/// Runs between Terraform or OpenTofu and any provider, forwards each message unchanged, and shows each call: its
/// values, the differences between them, its duration, and what Terraform will reject in the response.
///
/// If Terraform starts the program, it serves the provider. Otherwise, it prints a line with TF_REATTACH_PROVIDERS, and
/// runs until the user presses Ctrl-C. If Terraform starts the program without arguments, the options can be set as
/// environment variables.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) trace: Trace,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Replay(Replay),
    Show(Show),
}

#[derive(Args)]
pub(crate) struct Trace {
    /// The source address of the provider in required_providers, for TF_REATTACH_PROVIDERS
    #[arg(long, value_name = "ADDRESS", env = "TRACE_SOURCE")]
    pub(crate) source: Option<String>,
    /// Add all messages to FILE, for replay and show. FILE then contains secrets
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, env = "TRACE_RECORD")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shown: Shown,
    /// The program of the provider, or its source address with an optional version, and its arguments
    #[arg(last = true, num_args = 1.., env = "TRACE_PROVIDER")]
    pub(crate) provider: Vec<OsString>,
}

/// Makes the calls of a recording again, and compares the responses
///
/// The exit status is 1 if responses differ.
#[derive(Args)]
pub(crate) struct Replay {
    /// A file that --record has written
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) recording: PathBuf,
    /// Also make the calls that create, change or delete objects
    #[arg(long)]
    pub(crate) apply: bool,
    /// Ignore differences in attributes with this name, or in `private`
    #[arg(long = "ignore", value_name = "NAME")]
    pub(crate) ignored: Vec<String>,
    /// The program of the provider, or its source address with an optional version, and its arguments
    #[arg(last = true, num_args = 1.., required = true)]
    pub(crate) provider: Vec<OsString>,
}

/// Shows the calls of a recording, without sensitive values
#[derive(Args)]
pub(crate) struct Show {
    /// A file that --record has written
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) recording: PathBuf,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// The options for the output and its destination.
#[derive(Args)]
pub(crate) struct Shown {
    /// Append the calls to FILE instead of writing them to the terminal
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, env = "TRACE_OUTPUT")]
    pub(crate) output: Option<PathBuf>,
    /// Add the calls to a page for a browser, without sensitive values
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, env = "TRACE_HTML")]
    pub(crate) html: Option<PathBuf>,
    /// Write only differences, not whole values
    #[arg(long = "brief", env = "TRACE_BRIEF")]
    pub(crate) is_brief: bool,
}
