//! The command line.

use super::Selection;
use crate::options;

pub(super) const HELP: &str = "\
Prints Rust structs that derive TfSchema and announce the schemas of a provider.

Usage: generate FILE [OPTIONS] > models.rs

FILE is the output of `terraform providers schema -json`.

  --provider NAME    the provider, by its address or the end of it; needed where FILE
                     has several
  --resource NAME    only this managed resource; may be repeated
  --data NAME        only this data source; may be repeated
  -h, --help         print this

Without --resource and --data there are structs for all: the configuration of the
provider, managed, ephemeral and listed resources, data sources, actions and state
stores. Functions and identities are left out.

Example:
  terraform providers schema -json > schema.json
  generate schema.json --resource aws_instance --data aws_ami > models.rs
";

/// Reads the file's name and what is asked for.
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
            _ if option.starts_with('-') => return Err(format!("there is no option {option}")),
            _ if file.is_some() => return Err("one FILE is enough".to_owned()),
            _ => file = Some(argument.clone()),
        }
    }
    let file = file.ok_or("a FILE is required")?;
    Ok((file, selection))
}
