//! Generates structs for the schemas of an existing provider, to rewrite the provider or to read its states.

mod announced;
mod arguments;
mod docs;
mod models;
mod names;
mod select;

use std::fs::File;

use tfvalue::schema::{ProviderSchemas, json};

pub use self::announced::announced;
pub use self::models::models;
pub use self::select::{Selection, select};

/// Runs the program with its arguments.
///
/// # Errors
///
/// If the arguments are invalid, the file cannot be read, a selected schema does not exist, or
/// Terraform would reject a schema.
pub fn run(arguments: &[String]) -> Result<String, String> {
    if arguments.iter().any(|one| one == "--help" || one == "-h") {
        return Ok(arguments::HELP.to_owned());
    }
    let (path, selection) =
        arguments::parse(arguments).map_err(|message| format!("{message}; see --help"))?;
    let file = File::open(&path).map_err(|error| format!("{path}: {error}"))?;
    let schemas: ProviderSchemas =
        json::from_reader(file).map_err(|error| format!("{path}: {error}"))?;
    let (name, provider) = select(schemas, &selection)?;
    models(&name, &provider, &selection.derives)
}
