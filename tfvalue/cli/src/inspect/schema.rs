//! Reads schemas in the format of `terraform providers schema -json`.

use std::path::Path;

use tfvalue::schema::{Block, ProviderSchema, ProviderSchemas};

use crate::files;
use crate::terminal::Failure;

/// Reads the schema of a resource from a file.
pub(super) fn load(file: &Path, name: &str) -> Result<Block, Failure> {
    let schemas = files::schemas(file)?;
    find(&schemas, name).map_err(|error| Failure::file(file, error))
}

fn find(schemas: &ProviderSchemas, name: &str) -> Result<Block, String> {
    let providers = schemas.provider_schemas.iter();
    let mut found = providers.filter_map(|(address, provider)| block(address, provider, name));
    match (found.next(), found.next()) {
        (Some(block), None) => Ok(block),
        (None, _) => Err(format!("no provider has a schema for {name}")),
        (Some(_), Some(_)) => Err(format!("several providers have a schema for {name}")),
    }
}

fn block(address: &str, provider: &ProviderSchema, name: &str) -> Option<Block> {
    let schema = match name.split_once('.') {
        Some(("data", name)) => provider.data_source_schemas.get(name),
        Some(("ephemeral", name)) => provider.ephemeral_resource_schemas.get(name),
        // A provider without configuration has no schema.
        Some(("provider", name)) if address.rsplit('/').next() == Some(name) => {
            return Some(provider.provider.clone().unwrap_or_default().block);
        }
        _ => provider.resource_schemas.get(name),
    };
    schema.map(|schema| schema.block.clone())
}
