//! The arguments.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use tfvalue::Type;

use super::Format;

const EXAMPLES: &str = "\
Examples:
  tfvalue inspect 82a26964d40000a46e616d65a3776562
  tfvalue inspect --type '[\"map\",\"number\"]' '{\"a\": 1, \"b\": \"2\"}'
  terraform providers schema -json > schema.json
  tfvalue inspect --schema schema.json --resource aws_instance @planned_state.bin
  tfvalue inspect --schema schema.json @terraform.tfstate
  base64 planned_state.bin | tfvalue inspect --schema schema.json --resource aws_instance";

/// Prints a value from the wire as a tree, or its first error with the path and the position
///
/// The value is a DynamicValue that Terraform or a provider sent. Its type is inferred without --type and --schema:
/// maps become objects, and arrays become tuples. For a state file, all objects are printed, or only those that --resource
/// selects.
///
/// The exit status is 1 if the value is invalid.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The value as hex, base64 or JSON, @FILE to read a file, or - for standard input. A file contains the value as
    /// raw bytes, hex or base64, or is a state file. A line of Terraform's log is printed field by field
    #[arg(default_value = "-")]
    pub(super) input: String,
    /// The type as JSON
    #[arg(long = "type", value_name = "TYPE", value_parser = read_type, conflicts_with_all = ["schema", "resource"])]
    pub(super) ty: Option<Type>,
    /// The output of `terraform providers schema -json`, which is also required for state files
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) schema: Option<PathBuf>,
    /// The resource in the schemas: aws_instance, data.aws_ami, ephemeral.NAME, provider.aws
    #[arg(long, value_name = "NAME", requires = "schema")]
    pub(super) resource: Option<String>,
    /// The value is MessagePack
    #[arg(long, group = "format")]
    msgpack: bool,
    /// The value is JSON
    #[arg(long, group = "format")]
    json: bool,
    /// The input is hex
    #[arg(long, group = "encoding")]
    hex: bool,
    /// The input is base64
    #[arg(long, group = "encoding")]
    base64: bool,
    /// The input is the value itself
    #[arg(long, group = "encoding")]
    raw: bool,
    /// Show values that the schema marks as sensitive
    #[arg(long)]
    pub(super) show_sensitive: bool,
}

/// The encoding of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Hex,
    Base64,
    Raw,
}

/// Where the input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source<'a> {
    File(&'a Path),
    Stdin,
    /// The argument is the value.
    Value,
}

impl fmt::Display for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File(file) => file.display().fmt(f),
            Source::Stdin => f.write_str("standard input"),
            Source::Value => f.write_str("the value"),
        }
    }
}

impl Arguments {
    /// A file path does not need `@` if it contains a dot, because values never contain a dot. If the path is the path
    /// of a folder, reading the file fails with an error.
    pub(super) fn source(&self) -> Source<'_> {
        let file = self.input.strip_prefix('@').filter(|file| !file.is_empty());
        match file {
            Some(file) => Source::File(Path::new(file)),
            None if self.input == "-" => Source::Stdin,
            None if self.input.contains('.') && Path::new(&self.input).exists() => {
                Source::File(Path::new(&self.input))
            }
            None => Source::Value,
        }
    }

    /// Returns `true` if neither the format nor the encoding is specified.
    pub(super) fn is_detected(&self) -> bool {
        self.format().is_none() && self.encoding().is_none()
    }

    /// The format, if it is specified.
    pub(super) fn format(&self) -> Option<Format> {
        match () {
            () if self.msgpack => Some(Format::Msgpack),
            () if self.json => Some(Format::Json),
            () => None,
        }
    }

    /// The encoding, if it is specified.
    pub(super) fn encoding(&self) -> Option<Encoding> {
        match () {
            () if self.hex => Some(Encoding::Hex),
            () if self.base64 => Some(Encoding::Base64),
            () if self.raw => Some(Encoding::Raw),
            () => None,
        }
    }
}

fn read_type(json: &str) -> tfvalue::Result<Type> {
    // Shells remove the quotes in `--type "string"`.
    if json.starts_with(|c: char| c.is_ascii_alphabetic()) {
        Type::from_json(format!("{json:?}").as_bytes())
    } else {
        Type::from_json(json.as_bytes())
    }
}
