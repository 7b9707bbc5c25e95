//! Selects the schemas to generate structs for.

use std::collections::BTreeMap;

use tfvalue::schema::{ProviderSchema, ProviderSchemas, Schema};

use crate::provider::{self, Announced};

/// The schemas to generate structs for.
#[derive(clap::Args, Debug, Default)]
pub struct Selection {
    /// The provider's address, or the end of it; required if FILE has several providers
    #[arg(long, value_name = "NAME")]
    pub provider: Option<String>,
    /// Only this managed resource; can be repeated
    #[arg(long = "resource", value_name = "NAME")]
    pub resources: Vec<String>,
    /// Only this data source; can be repeated
    #[arg(long = "data", value_name = "NAME")]
    pub data_sources: Vec<String>,
    /// Derive this trait for all structs; can be repeated
    #[arg(long = "derive", value_name = "TRAIT", value_parser = ["Clone", "Default", "PartialEq"])]
    pub derives: Vec<String>,
}

/// Returns the name of the provider and the selected schemas.
///
/// # Errors
///
/// If a selected provider or schema does not exist, or if there are several providers and none is
/// selected.
pub fn select(
    schemas: ProviderSchemas,
    selection: &Selection,
) -> Result<(String, ProviderSchema), String> {
    let Announced {
        name,
        schema: provider,
    } = provider::select(schemas, selection.provider.as_deref())?;
    if selection.resources.is_empty() && selection.data_sources.is_empty() {
        return Ok((name, provider));
    }
    let resources = pick(provider.resource_schemas, &selection.resources, "resource")?;
    let data_sources = pick(
        provider.data_source_schemas,
        &selection.data_sources,
        "data source",
    )?;
    let some = ProviderSchema::new()
        .resource_schemas(resources)
        .data_source_schemas(data_sources);
    Ok((name, some))
}

fn pick(
    mut all: BTreeMap<String, Schema>,
    names: &[String],
    what: &str,
) -> Result<BTreeMap<String, Schema>, String> {
    all.retain(|name, _| names.contains(name));
    match names.iter().find(|name| !all.contains_key(*name)) {
        Some(name) => Err(format!("the provider has no {what} {name:?}")),
        None => Ok(all),
    }
}
