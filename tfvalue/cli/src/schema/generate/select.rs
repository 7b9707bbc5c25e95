//! Selects the schemas for which structs are generated.

use std::collections::BTreeMap;

use tfvalue::schema::{ProviderSchema, ProviderSchemas, Schema};

use crate::provider::{self, Announced};

/// The schemas for which structs are generated.
#[derive(clap::Args, Debug, Default)]
pub struct Selection {
    /// Only this managed resource, with its identity and list resource; can be repeated
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
/// Fails if a selected schema does not exist, or if there are several providers.
pub fn select(
    schemas: ProviderSchemas,
    selection: &Selection,
) -> Result<(String, ProviderSchema), String> {
    let all = provider::select(schemas, None)?;
    let Announced { name, schema, .. } = selection.of(all, false)?;
    Ok((name, schema))
}

impl Selection {
    /// Removes the parts that are not selected. A crate always keeps the configuration of the provider.
    pub(super) fn of(&self, mut all: Announced, is_crate: bool) -> Result<Announced, String> {
        if self.resources.is_empty() && self.data_sources.is_empty() {
            return Ok(all);
        }
        let provider = all.schema;
        let resources = pick(provider.resource_schemas, &self.resources, "resource")?;
        let data_sources = pick(
            provider.data_source_schemas,
            &self.data_sources,
            "data source",
        )?;
        let mut lists = provider.list_resource_schemas;
        lists.retain(|name, _| resources.contains_key(name));
        let mut identities = provider.resource_identity_schemas;
        identities.retain(|name, _| resources.contains_key(name));
        all.schema = ProviderSchema::new()
            .resource_schemas(resources)
            .resource_identity_schemas(identities)
            .list_resource_schemas(lists)
            .data_source_schemas(data_sources);
        all.schema.provider = provider.provider.filter(|_| is_crate);
        Ok(all)
    }
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
