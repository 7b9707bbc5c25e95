//! The command line.

use super::Selection;
use crate::options;

pub(super) const HELP: &str = "\
Generates Rust structs that derive TfSchema, with the same schemas as a provider.

Usage: generate FILE [OPTIONS] > models.rs

FILE is the output of `terraform providers schema -json`.

  --provider NAME    the provider's address, or the end of it; required if FILE has
                     several providers
  --resource NAME    generate only this managed resource; can be repeated
  --data NAME        generate only this data source; can be repeated
  --derive TRAIT     derive Clone, Default or PartialEq for all structs; can be repeated
  -h, --help         print help

Without --resource and --data, generates structs for the configuration of the
provider and for all managed, ephemeral and list resources, data sources, actions
and state stores. Functions and identities are not supported.

Example:
  terraform providers schema -json > schema.json
  generate schema.json --resource aws_instance --data aws_ami > models.rs
";

/// Parses the arguments: the name of the file, and the selection.
pub(super) fn parse(arguments: &[String]) -> Result<(String, Selection), String> {
    let (mut file, mut selection) = (None, Selection::default());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let (option, attached) = options::split(argument);
        let mut value = || options::value(option, attached, &mut arguments);
        match option {
            "--provider" => selection.provider = Some(value()?),
            "--resource" => selection.resources.push(value()?),
            "--data" => selection.data_sources.push(value()?),
            "--derive" => selection.derives.push(derive(value()?.clone())?),
            _ if option.starts_with('-') => return Err(format!("unknown option {option}")),
            _ if file.is_some() => return Err("only one FILE is allowed".to_owned()),
            _ => file = Some(argument.clone()),
        }
    }
    let file = file.ok_or("a FILE is required")?;
    Ok((file, selection))
}

/// Checks the name of a trait that all field types of generated structs implement.
fn derive(name: String) -> Result<String, String> {
    const TRAITS: [&str; 3] = ["Clone", "Default", "PartialEq"];
    if TRAITS.contains(&name.as_str()) {
        Ok(name)
    } else {
        Err(format!(
            "--derive takes Clone, Default or PartialEq, got {name}"
        ))
    }
}
