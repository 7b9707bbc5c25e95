//! The command line.

use tfvalue::Type;

use super::Format;
use crate::options;

pub(super) const HELP: &str = r#"Prints a value that Terraform or a provider sent (a DynamicValue) as a tree,
or shows the path and the position of its first error.

Usage: inspect [OPTIONS] [INPUT]

INPUT is the value as hex, base64 or JSON text, @FILE to read a file, or - to read
standard input, which is the default. A file contains the value as raw bytes, hex
or base64.

Type of the value:
  --type TYPE         a type constraint as JSON: '["list","string"]'
  --schema FILE       the output of `terraform providers schema -json`, together with
  --resource NAME     the resource: aws_instance, data.aws_ami, ephemeral.NAME,
                      provider.aws
  By default, the type is inferred: maps are objects, arrays are tuples.

If FILE is a state file, all its objects are printed, or those of
--resource. They need --schema.

Form of INPUT (detected by default):
  --msgpack, --json             the format of the value
  --hex, --base64, --raw        the encoding of the bytes

  --show-sensitive    show values that the schema marks as sensitive
  -h, --help          print help

Exit status: 0 if the value is valid, 1 if it is invalid, 2 if the arguments are
invalid.

Examples:
  inspect 82a26964d40000a46e616d65a3776562
  inspect --type '["map","number"]' '{"a": 1, "b": "2"}'
  terraform providers schema -json > schema.json
  inspect --schema schema.json --resource aws_instance @planned_state.bin
  inspect --schema schema.json @terraform.tfstate
  base64 planned_state.bin | inspect --schema schema.json --resource aws_instance
"#;

/// The parsed arguments.
#[derive(Debug, PartialEq)]
pub(super) struct Arguments {
    pub(super) constraint: Constraint,
    pub(super) format: Option<Format>,
    pub(super) encoding: Option<Encoding>,
    pub(super) show_sensitive: bool,
    /// The value, `@` and a file name, or `-`.
    pub(super) input: String,
}

/// The expected type of the value.
#[derive(Debug, PartialEq)]
pub(super) enum Constraint {
    None,
    Type(Type),
    /// The schema to select in a file with schemas. The name is optional only for state files.
    Schema {
        file: String,
        name: Option<String>,
    },
}

/// The encoding of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Hex,
    Base64,
    Raw,
}

impl Arguments {
    pub(super) fn parse(arguments: &[String]) -> Result<Self, String> {
        let (mut ty, mut file, mut name, mut input) = (None, None, None, None);
        let (mut format, mut encoding, mut show_sensitive) = (None, None, false);
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let (option, attached) = options::split(argument);
            let mut value = || options::value(option, attached, &mut arguments);
            match option {
                "--type" => set(&mut ty, option, value()?)?,
                "--schema" => set(&mut file, option, value()?)?,
                "--resource" => set(&mut name, option, value()?)?,
                _ if attached.is_some() => return Err(unfamiliar(option)),
                "--msgpack" => set(&mut format, option, Format::Msgpack)?,
                "--json" => set(&mut format, option, Format::Json)?,
                "--hex" => set(&mut encoding, option, Encoding::Hex)?,
                "--base64" => set(&mut encoding, option, Encoding::Base64)?,
                "--raw" => set(&mut encoding, option, Encoding::Raw)?,
                "--show-sensitive" => show_sensitive = true,
                "-" => set(&mut input, "INPUT", argument.clone())?,
                _ if option.starts_with('-') => return Err(unfamiliar(option)),
                _ => set(&mut input, "INPUT", argument.clone())?,
            }
        }
        let constraint = match (ty, file, name) {
            (None, None, None) => Constraint::None,
            (Some(ty), None, None) => Constraint::Type(read_type(&ty)?),
            (None, Some(file), name) => Constraint::Schema { file, name },
            (Some(_), ..) => return Err("--type conflicts with --schema and --resource".to_owned()),
            _ => return Err("--schema and --resource require each other".to_owned()),
        };
        Ok(Arguments {
            constraint,
            format,
            encoding,
            show_sensitive,
            input: input.unwrap_or_else(|| "-".to_owned()),
        })
    }
}

fn set<T>(place: &mut Option<T>, name: &str, value: T) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("{name} conflicts with an earlier argument")),
    }
}

fn unfamiliar(option: &str) -> String {
    format!("unknown option {option}, or it takes no value")
}

fn read_type(json: &str) -> Result<Type, String> {
    // Shells remove the quotes of `--type "string"`.
    let ty = if json.starts_with(|c: char| c.is_ascii_alphabetic()) {
        Type::from_json(format!("{json:?}").as_bytes())
    } else {
        Type::from_json(json.as_bytes())
    };
    ty.map_err(|error| format!("--type: {error}"))
}
