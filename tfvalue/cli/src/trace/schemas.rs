//! The schemas of the provider.

use std::collections::BTreeMap;
use std::sync::Arc;

use tfvalue::Type;
use tfvalue::prost::Message as _;
use tfvalue::schema::{Block, Identity, ProviderSchema, Schema};
use tfvalue::{tfplugin5, tfplugin6};
use tfvalue_client::Client;

use super::table::Of;

/// The schemas that are known so far.
#[derive(Default)]
pub(crate) struct Schemas {
    announced: Option<ProviderSchema>,
    identities: BTreeMap<String, Identity>,
    provider: Option<Client>,
    /// Types and blocks by name, so that each type is computed only once.
    blocks: BTreeMap<(Of, String), TypeAndBlock>,
}

type TypeAndBlock = (Type, Option<Arc<Block>>);

/// Reads the response of `GetProviderSchema`.
pub(crate) fn announced(version: u32, response: &[u8]) -> Option<ProviderSchema> {
    if version == 5 {
        let response = tfplugin5::get_provider_schema::Response::decode(response);
        ProviderSchema::try_from(&response.ok()?).ok()
    } else {
        let response = tfplugin6::get_provider_schema::Response::decode(response);
        ProviderSchema::try_from(&response.ok()?).ok()
    }
}

impl Schemas {
    /// Creates schemas that are requested from the provider when they are needed, unless Terraform has already
    /// requested them.
    pub(crate) fn of(provider: Option<Client>) -> Self {
        Schemas {
            provider,
            ..Schemas::default()
        }
    }

    /// Reads the response of a call that returns schemas.
    pub(crate) fn learn(&mut self, version: u32, method: &str, response: &[u8]) {
        self.blocks.clear();
        if method == "GetResourceIdentitySchemas" {
            if let Ok(response) =
                tfplugin6::get_resource_identity_schemas::Response::decode(response)
            {
                self.identities = response.identities().unwrap_or_default();
            }
        } else {
            self.announced = announced(version, response);
        }
    }

    fn announced(&mut self) -> Option<&ProviderSchema> {
        if self.announced.is_none() {
            // The schemas are requested only once, because a provider that fails now may fail again.
            if let Ok(announced) = self.provider.take()?.schema().wait() {
                self.identities
                    .clone_from(&announced.schema.resource_identity_schemas);
                self.announced = Some(announced.schema);
            }
        }
        self.announced.as_ref()
    }

    /// Returns the type of a part, and its block. A provider without configuration has an empty block.
    pub(crate) fn block(&mut self, of: Of, name: &str) -> Option<(Type, Option<Arc<Block>>)> {
        let key = (of, name.to_owned());
        if !self.blocks.contains_key(&key) {
            let block = Arc::new(self.find(of, name)?);
            let ty = block.implied_type();
            self.blocks.insert(key.clone(), (ty, Some(block)));
        }
        self.blocks.get(&key).cloned()
    }

    fn find(&mut self, of: Of, name: &str) -> Option<Block> {
        let all = self.announced()?;
        let find = |schemas: &BTreeMap<String, Schema>| Some(schemas.get(name)?.block.clone());
        match of {
            Of::Nothing | Of::Function => None,
            Of::Provider => Some(all.provider.clone().unwrap_or_default().block),
            Of::Meta => Some(all.provider_meta.as_ref()?.block.clone()),
            Of::Resource => find(&all.resource_schemas),
            Of::Data => find(&all.data_source_schemas),
            Of::Ephemeral => find(&all.ephemeral_resource_schemas),
            Of::List => find(&all.list_resource_schemas),
            Of::Store => find(&all.state_store_schemas),
            Of::Action => Some(all.action_schemas.get(name)?.block.clone()),
        }
    }

    /// Returns the type of the identities of a resource type.
    pub(crate) fn identity(&mut self, name: &str) -> Option<Type> {
        if self.identities.is_empty() {
            self.announced();
        }
        self.identities.get(name).map(Identity::implied_type)
    }

    /// Returns the types of the parameters of a function, the type of its variadic parameter, and the type of its result.
    pub(crate) fn function(&mut self, name: &str) -> Option<(Vec<Type>, Option<Type>, Type)> {
        let function = self.announced()?.functions.get(name)?;
        let parameters = function
            .parameters
            .iter()
            .map(|one| one.ty.clone())
            .collect();
        let variadic = function
            .variadic_parameter
            .as_ref()
            .map(|one| one.ty.clone());
        Some((parameters, variadic, function.return_type.clone()))
    }
}
