//! Generates structs for the schemas of an existing provider, to rewrite the provider or to read its states.

mod announced;
mod docs;
mod models;
mod names;
mod select;

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use tfvalue::schema::{ProviderSchemas, json};

pub use self::announced::announced;
pub use self::models::models;
pub use self::select::{Selection, select};

use crate::terminal::{Failure, Status, Streams};

/// Generates Rust structs that derive TfSchema, with the same schemas as a provider
///
/// Without --resource and --data, generates structs for the configuration of the provider and for all managed,
/// ephemeral and list resources, data sources, actions and state stores.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The output of `terraform providers schema -json`
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    selection: Selection,
}

/// Runs the command.
pub(crate) fn run(arguments: Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let Arguments { file, selection } = arguments;
    let unusable = |error: &dyn std::fmt::Display| Failure::file(&file, error);
    let text = fs::read(&file).map_err(|error| unusable(&error))?;
    let schemas: ProviderSchemas = json::from_slice(&text).map_err(|error| unusable(&error))?;
    let (name, provider) = select(schemas, &selection).map_err(|error| unusable(&error))?;
    let text = models(&name, &provider, &selection.derives).map_err(|error| unusable(&error))?;
    streams.write(text.as_bytes());
    Ok(Status::Fine)
}
