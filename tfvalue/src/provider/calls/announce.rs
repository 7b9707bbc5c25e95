//! Announces the schemas, metadata and capabilities of a provider.

use bytes::Bytes;

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::{Error, Result};
use crate::path::Path;
use crate::provider::Provider;
use crate::provider::parts::Parts;
use crate::schema::{ActionSchema, ProviderSchema, Schema};
use crate::tfplugin::calls::provider::metadata;
use crate::tfplugin::method::PartKind;
use crate::tfplugin::provider::{ServerCapabilities, get_resource_identity_schemas};
use crate::tfplugin::to_bytes;
use crate::{tfplugin5, tfplugin6};

const CAPABILITIES: ServerCapabilities = ServerCapabilities {
    plan_destroy: false,
    get_provider_schema_optional: true,
    move_resource_state: true,
    generate_resource_config: true,
};

impl<C: Send + Sync + 'static> Provider<C> {
    /// Returns all schemas of the provider.
    ///
    /// # Errors
    ///
    /// Fails if Terraform would reject a schema or cannot parse the name of a part, if a
    /// [`Description`](crate::provider::Description) is not consistent, if a default violates the constraints of its
    /// attribute, or if a list resource has no managed resource with the same name and an identity. The path of the
    /// error begins with the name of the part.
    ///
    /// # Examples
    ///
    /// See the [module](crate::provider). Call this method in a test.
    pub fn schemas(&self) -> Result<ProviderSchema> {
        self.parts.schemas()
    }
}

impl Parts {
    pub(crate) fn schemas(&self) -> Result<ProviderSchema> {
        let mut schemas = self.described();
        let mut faults = vec![schemas.validate().err()];
        let config = self.config.part().check_description().err();
        faults.push(config.map(|fault| fault.at("provider")));
        faults.extend(self.all().map(|(kind, name, part)| {
            let fault = part.check_defaults().err()?;
            Some(fault.at(Path::from(kind.schemas()).key(name)))
        }));
        let added = match &self.upstream {
            Some(upstream) => upstream.add_schemas(&mut schemas),
            None => Ok(()),
        };
        faults.push(added.and_then(|()| self.check_lists(&schemas)).err());
        Error::join(faults.into_iter().flatten().collect())?;
        Ok(schemas)
    }

    /// Checks that all objects that can be listed have an identity. Terraform reports a missing identity only in a search.
    fn check_lists(&self, schemas: &ProviderSchema) -> Result<()> {
        let lists = self.lists.iter().map(|(name, _)| name);
        let lists = lists.filter(|name| !schemas.resource_identity_schemas.contains_key(*name));
        let faults = lists.map(|name| {
            let problem =
                "a list resource requires a managed resource of the same name, with an identity";
            Error::msg(problem).at(Path::from(PartKind::ListResource.schemas()).key(name.as_str()))
        });
        Error::join(faults.collect())
    }

    /// Returns the schemas that the documentation describes.
    pub(crate) fn documented(&self) -> Result<ProviderSchema> {
        let all = self.schemas()?;
        if self.upstream.is_some() {
            let mut own = self.described();
            own.provider = all.provider;
            return Ok(own);
        }
        Ok(all)
    }

    pub(crate) fn described(&self) -> ProviderSchema {
        let mut all = ProviderSchema::new().provider(self.config.part().schema());
        all.provider_meta = self.meta.map(|schema| schema());
        for (kind, name, part) in self.all() {
            let name = name.to_owned();
            let schemas = match kind {
                PartKind::Resource => {
                    let (schema, identity) = part.schemas();
                    if let Some(identity) = identity {
                        all.resource_identity_schemas.insert(name.clone(), identity);
                    }
                    all.resource_schemas.insert(name, schema);
                    continue;
                }
                PartKind::Action => {
                    let block = part.schema().block;
                    all.action_schemas.insert(name, ActionSchema { block });
                    continue;
                }
                PartKind::DataSource => &mut all.data_source_schemas,
                PartKind::EphemeralResource => &mut all.ephemeral_resource_schemas,
                PartKind::ListResource => &mut all.list_resource_schemas,
                PartKind::StateStore => &mut all.state_store_schemas,
                PartKind::Function => continue,
            };
            schemas.insert(name, part.schema());
        }
        for (name, it) in self.functions.iter() {
            all.functions.insert(name.clone(), it.definition());
        }
        all
    }

    /// Returns the response of `GetProviderSchema`. The response is encoded only once.
    pub(crate) fn announcement(&self, version: u32) -> Bytes {
        let encode_5 = || to_bytes(&self.announce_5());
        let encode_6 = || to_bytes(&self.announce_6());
        match version {
            5 => self.announcements.version_5.get_or_init(encode_5).clone(),
            _ => self.announcements.version_6.get_or_init(encode_6).clone(),
        }
    }

    fn announce_6(&self) -> tfplugin6::get_provider_schema::Response {
        let (schemas, diagnostics) = self.checked();
        let mut response = tfplugin6::get_provider_schema::Response::from(&schemas);
        response.server_capabilities = Some(CAPABILITIES);
        response.diagnostics = diagnostics.into();
        response
    }

    fn announce_5(&self) -> tfplugin5::get_provider_schema::Response {
        let (mut schemas, mut diagnostics) = self.checked();
        diagnostics.push(leave_out(&mut schemas));
        let response = tfplugin5::get_provider_schema::Response::try_from(&schemas);
        let mut response = response.unwrap_or_else(|error| {
            diagnostics.push(error);
            tfplugin5::get_provider_schema::Response::default()
        });
        response.server_capabilities = Some(CAPABILITIES);
        response.diagnostics = diagnostics.into();
        response
    }

    /// Returns the schemas, and an error for each schema that Terraform would reject.
    fn checked(&self) -> (ProviderSchema, Diagnostics) {
        let schemas = self.described();
        let diagnostics = match schemas.validate() {
            Ok(()) => Diagnostics::new(),
            Err(error) => error
                .into_faults()
                .into_iter()
                .map(|fault| Diagnostic::error("Invalid schema", fault))
                .collect(),
        };
        (schemas, diagnostics)
    }

    pub(crate) fn identities(&self) -> Bytes {
        let schemas = self.described();
        to_bytes(&get_resource_identity_schemas::Response::from(&schemas))
    }

    pub(crate) fn metadata(&self, version: u32) -> Bytes {
        // In both protocol versions, the response has the same fields, except for the state stores and the second field
        // with the actions.
        macro_rules! response {
            ($module:ident: $($actions:ident)+ $(, $stores:ident)?) => {{
                to_bytes(&$module::get_metadata::Response {
                    server_capabilities: Some(CAPABILITIES),
                    data_sources: self
                        .data_sources
                        .names(|type_name| metadata::DataSourceMetadata { type_name }),
                    resources: self
                        .managed
                        .names(|type_name| metadata::ResourceMetadata { type_name }),
                    functions: self
                        .functions
                        .names(|name| metadata::FunctionMetadata { name }),
                    ephemeral_resources: self
                        .ephemeral
                        .names(|type_name| metadata::EphemeralMetadata { type_name }),
                    list_resources: self
                        .lists
                        .names(|type_name| metadata::ListResourceMetadata { type_name }),
                    $($actions: self
                        .actions
                        .names(|type_name| metadata::ActionMetadata { type_name }),)+
                    $($stores: self
                        .stores
                        .names(|type_name| metadata::StateStoreMetadata { type_name }),)?
                    ..Default::default()
                })
            }};
        }
        match version {
            5 => response!(tfplugin5: actions go_actions),
            _ => response!(tfplugin6: actions, state_stores),
        }
    }
}

/// Removes the schemas that protocol 5 cannot represent, and returns the reasons. The reasons are returned as warnings,
/// because after an error, Terraform would not use any of the schemas.
pub fn leave_out(schemas: &mut ProviderSchema) -> Diagnostics {
    let mut reasons = Diagnostics::new();
    let mut leave_out = |kind, name: &str, error: Error| {
        let place = Path::from(kind).key(name);
        let reason = Diagnostic::warning("Not available in protocol 5", error.at(place));
        reasons.push(reason);
    };
    for (name, _) in std::mem::take(&mut schemas.state_store_schemas) {
        let error = Error::msg("protocol 5 has no state stores");
        leave_out("state_store_schemas", &name, error);
    }
    let kinds = [
        ("resource_schemas", &mut schemas.resource_schemas),
        ("data_source_schemas", &mut schemas.data_source_schemas),
        (
            "ephemeral_resource_schemas",
            &mut schemas.ephemeral_resource_schemas,
        ),
        ("list_resource_schemas", &mut schemas.list_resource_schemas),
    ];
    for (kind, schemas) in kinds {
        for (name, schema) in std::mem::take(schemas) {
            match refused(&schema) {
                None => _ = schemas.insert(name, schema),
                Some(error) => leave_out(kind, &name, error),
            }
        }
    }
    reasons
}

fn refused(schema: &Schema) -> Option<Error> {
    tfplugin5::Schema::try_from(schema).err()
}
