//! The schemas of the objects in a plan file.

use super::address::Address;
use super::mask::Sensitive;
use super::release::Release;
use crate::error::{Error, Result};
use crate::schema::{ActionSchema, Block, Identity, ProviderSchema, ProviderSchemas, Schema};
use crate::show::address;
use crate::show::mode::Mode;
use crate::ty::Type;

/// The schemas, and what differs between releases.
pub(super) struct Kinds<'a> {
    pub(super) schemas: &'a ProviderSchemas,
    pub(super) release: Release,
    pub(super) sensitive: Sensitive,
}

/// The schema of a resource type.
pub(super) struct Kind<'a> {
    pub(super) provider: &'a str,
    pub(super) block: &'a Block,
    pub(super) ty: Type,
    pub(super) version: i64,
    pub(super) identity: Option<&'a Identity>,
}

impl<'a> Kinds<'a> {
    pub(super) fn new(schemas: &'a ProviderSchemas, release: Release) -> Self {
        let sensitive = Sensitive {
            marks_whole_sets: release.is_terraform(),
        };
        Kinds {
            schemas,
            release,
            sensitive,
        }
    }

    /// Returns the schema of a resource.
    pub(super) fn resource(&self, address: &Address, config: &str) -> Result<Kind<'a>> {
        let (mode, name, _) = address.resource()?;
        let (provider, schema) = self.provider(config)?;
        let schemas = match mode {
            Mode::Data => &schema.data_source_schemas,
            Mode::Ephemeral => &schema.ephemeral_resource_schemas,
            _ => &schema.resource_schemas,
        };
        let Schema { version, block } = schemas.get(name).ok_or_else(|| missing(&mode, name))?;
        let is_managed = mode == Mode::Managed;
        let identity = schema.resource_identity_schemas.get(name);
        let has_version = is_managed || self.release.has_data_versions();
        Ok(Kind {
            provider,
            block,
            ty: block.implied_type(),
            version: if has_version { *version } else { 0 },
            identity: identity.filter(|_| is_managed),
        })
    }

    /// Returns the schema of an action, and the address of its provider.
    pub(super) fn action(&self, name: &str, config: &str) -> Result<(&'a str, &'a ActionSchema)> {
        let (provider, schema) = self.provider(config)?;
        let schema = schema.action_schemas.get(name);
        let schema = schema
            .ok_or_else(|| Error::data(format!("the schemas have no action type {name:?}")))?;
        Ok((provider, schema))
    }

    fn provider(&self, config: &str) -> Result<(&'a str, &'a ProviderSchema)> {
        let name = address::provider(config).ok_or_else(|| {
            Error::data("the plan file does not name the provider by its address")
        })?;
        match self.schemas.provider_schemas.get_key_value(name) {
            Some((name, schema)) => Ok((name, schema)),
            None => Err(Error::data(format!(
                "the schemas have no provider {name:?}"
            ))),
        }
    }
}

#[cold]
fn missing(mode: &Mode, name: &str) -> Error {
    Error::data(format!("the schemas have no {mode} resource type {name:?}"))
}
