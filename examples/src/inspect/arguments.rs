//! The command line.

use tfvalue::Type;

use super::Format;
use crate::options;

pub(super) const HELP: &str = r#"Prints a value that Terraform or a provider sent (a DynamicValue) as a tree,
or points at the byte and the path of its first fault.

Usage: inspect [OPTIONS] [INPUT]

INPUT is the value itself as hex, base64 or JSON text, or @FILE, or - for standard
input, which is also read where INPUT is left out. A file holds the value as it is,
or as hex or base64 text.

What the value should be:
  --type TYPE         a type constraint as JSON: '["list","string"]'
  --schema FILE       the output of `terraform providers schema -json`, with
  --resource NAME     the resource: aws_instance, data.aws_ami, ephemeral.NAME,
                      provider.aws
  Without these the bytes speak for themselves: maps are objects, arrays tuples.

How to read INPUT, where a look at it does not tell:
  --msgpack, --json             the form of the value
  --hex, --base64, --raw        how it is written down

  --show-sensitive    show what the schema marks as sensitive
  -h, --help          print this

Exit status: 0 with a tree, 1 with a fault, 2 where the program was called wrongly.

Examples:
  inspect 82a26964d40000a46e616d65a3776562
  inspect --type '["map","number"]' '{"a": 1, "b": "2"}'
  terraform providers schema -json > schema.json
  inspect --schema schema.json --resource aws_instance @planned_state.bin
  base64 planned_state.bin | inspect --schema schema.json --resource aws_instance
"#;

/// What was asked for.
#[derive(Debug, PartialEq)]
pub(super) struct Arguments {
    pub(super) constraint: Constraint,
    pub(super) format: Option<Format>,
    pub(super) encoding: Option<Encoding>,
    pub(super) show_sensitive: bool,
    /// The value, `@` and a file, or `-`.
    pub(super) input: String,
}

/// What the value should be.
#[derive(Debug, PartialEq)]
pub(super) enum Constraint {
    None,
    Type(Type),
    Schema { file: String, name: String },
}

/// How bytes are written down.
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
            (None, Some(file), Some(name)) => Constraint::Schema { file, name },
            (Some(_), ..) => return Err("--type goes without --schema and --resource".to_owned()),
            _ => return Err("--schema and --resource go together".to_owned()),
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
        Some(_) => Err(format!(
            "{name} contradicts what stands before it: one is enough"
        )),
    }
}

fn unfamiliar(option: &str) -> String {
    format!("there is no option {option}, or it takes no value")
}

fn read_type(json: &str) -> Result<Type, String> {
    // Shells eat the quotes of `--type "string"`.
    let ty = match json.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => Type::from_json(format!("{json:?}").as_bytes()),
        false => Type::from_json(json.as_bytes()),
    };
    ty.map_err(|error| format!("--type: {error}"))
}
