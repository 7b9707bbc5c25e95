//! Combines what two providers announce.

use std::collections::BTreeSet;

use bytes::Bytes;
use tfvalue::__internal::client::{Own, Response, SchemaMessage, leave_out, schema};
use tfvalue::prost::Message;
use tfvalue::provider::{CallError, Method};
use tfvalue::schema::{ProviderSchema, Schema};
use tfvalue::tfplugin6::get_resource_identity_schemas as identities;
use tfvalue::tfplugin6::{ServerCapabilities, get_functions};
use tfvalue::{Diagnostic, Diagnostics, Error, Path, Result, tfplugin5, tfplugin6};
use tokio::sync::OnceCell;

use super::failure::diagnostics;
use super::{Fallback, config};
use crate::run::Client;

/// What the other provider announces.
pub(super) struct Announced {
    schemas: Schemas,
    identities: identities::Response,
    /// The configuration of the provider.
    pub(super) config: Schema,
    /// The responses of both providers to `GetProviderSchema`, encoded once.
    joined_5: OnceCell<Bytes>,
    joined_6: OnceCell<Bytes>,
}

/// The response to `GetProviderSchema`. The schemas in the response stay encoded, so new fields of the protocol are not
/// lost.
enum Schemas {
    V5(Response<tfplugin5::Schema>),
    V6(Response<tfplugin6::Schema>),
}

/// Evaluates an expression with a response from either version of the protocol.
macro_rules! with_response {
    ($schemas:expr, $response:ident => $result:expr) => {
        match $schemas {
            Schemas::V5($response) => $result,
            Schemas::V6($response) => $result,
        }
    };
}

/// Returns the names of the parts of the given kind.
fn names<'a, S: SchemaMessage>(response: &'a Response<S>, kind: &str) -> BTreeSet<&'a str> {
    fn keys<T>(all: &std::collections::HashMap<String, T>) -> BTreeSet<&str> {
        all.keys().map(String::as_str).collect()
    }
    match kind {
        "resource_schemas" => keys(&response.resource_schemas),
        "data_source_schemas" => keys(&response.data_source_schemas),
        "ephemeral_resource_schemas" => keys(&response.ephemeral_resource_schemas),
        "list_resource_schemas" => keys(&response.list_resource_schemas),
        "action_schemas" => keys(&response.action_schemas),
        "state_store_schemas" => keys(&response.state_store_schemas),
        _ => keys(&response.functions),
    }
}

impl Fallback {
    /// Returns what the other provider announces. The other provider is asked only once.
    pub(super) async fn announced(&self) -> Result<&Announced, Diagnostics> {
        let request = || async {
            let client = self.client().await.map_err(|error| diagnostics(&error))?;
            Announced::request(&client).await
        };
        self.announced.get_or_try_init(request).await
    }
}

impl Announced {
    async fn request(client: &Client) -> Result<Self, Diagnostics> {
        let schemas = Schemas::request(client).await?;
        let config = with_response!(&schemas, response => {
            response.provider.as_ref().map(schema).transpose()
        });
        let config = config.map_err(|error| malformed(&error.at("provider")))?;
        let identities = client.identities().await;
        Ok(Announced {
            schemas,
            identities: identities.map_err(|error| diagnostics(&error))?,
            config: config.unwrap_or_default(),
            joined_5: OnceCell::new(),
            joined_6: OnceCell::new(),
        })
    }

    fn names(&self, kind: &str) -> BTreeSet<&str> {
        with_response!(&self.schemas, response => names(response, kind))
    }

    fn capabilities(&self) -> ServerCapabilities {
        let theirs = with_response!(&self.schemas, response => response.server_capabilities);
        // This provider has all other capabilities, and always plans the destruction of objects. A state that
        // the other provider cannot move is an error.
        ServerCapabilities {
            move_resource_state: true,
            ..theirs.unwrap_or_default()
        }
    }

    /// Converts the schemas. Fields that this version of the library does not know are lost.
    fn converted(&self) -> Result<ProviderSchema> {
        let mut all =
            with_response!(&self.schemas, response => ProviderSchema::try_from(response))?;
        all.resource_identity_schemas = self.identities.identities()?;
        Ok(all)
    }

    fn version_6(&self) -> Result<Response<tfplugin6::Schema>> {
        match &self.schemas {
            Schemas::V6(response) => Ok(response.clone()),
            Schemas::V5(response) => Ok(Response {
                diagnostics: response.diagnostics.clone(),
                ..Response::from(&self.converted()?)
            }),
        }
    }

    fn version_5(&self) -> Result<Response<tfplugin5::Schema>> {
        match &self.schemas {
            Schemas::V5(response) => Ok(response.clone()),
            Schemas::V6(response) => {
                let mut schemas = self.converted()?;
                let reasons: Vec<_> = leave_out(&mut schemas).into();
                let mut diagnostics = response.diagnostics.clone();
                diagnostics.extend(reasons);
                Ok(Response {
                    diagnostics,
                    ..Response::try_from(&schemas)?
                })
            }
        }
    }
}

impl Schemas {
    async fn request(client: &Client) -> Result<Self, Diagnostics> {
        let response = client.named("GetProviderSchema", Vec::new()).await;
        let response = response.map_err(|error| diagnostics(&error))?;
        let response = match client.protocol() {
            5 => Message::decode(response).map(Schemas::V5),
            _ => Message::decode(response).map(Schemas::V6),
        };
        response.map_err(|error| malformed(&error))
    }
}

fn malformed(error: &dyn std::fmt::Display) -> Diagnostics {
    let detail = format!("GetProviderSchema: the response is malformed: {error}");
    Diagnostic::error(super::failure::HEADLINE, detail).into()
}

impl Announced {
    /// Adds the schemas of the other provider.
    pub(super) fn add_schemas(&self, own: &mut ProviderSchema) -> Result<()> {
        let conflicts = self.conflicts(own);
        if !conflicts.is_empty() {
            return Err(conflicts.into());
        }
        let theirs = self.converted()?;
        own.provider = theirs.provider.or(own.provider.take());
        own.provider_meta = theirs.provider_meta.or(own.provider_meta.take());
        macro_rules! add {
            ($($member:ident)*) => {$(
                // If only the list resource remains in the other provider, that provider can also have an identity with
                // the same name as an identity in this provider.
                for (name, one) in theirs.$member {
                    own.$member.entry(name).or_insert(one);
                }
            )*};
        }
        add! {
            resource_schemas
            data_source_schemas
            ephemeral_resource_schemas
            list_resource_schemas
            action_schemas
            state_store_schemas
            functions
            resource_identity_schemas
        }
        Ok(())
    }

    /// Returns the conflicts that prevent the two providers from acting as a single provider.
    fn conflicts(&self, own: &ProviderSchema) -> Vec<Error> {
        let mut faults = Vec::new();
        macro_rules! check {
            ($($member:ident)*) => {$(
                let kind = stringify!($member);
                let theirs = self.names(kind);
                let both = own.$member.keys().filter(|name| theirs.contains(name.as_str()));
                faults.extend(both.map(|name| {
                    let problem = "the other provider has it, too: remove it from one of them";
                    Error::msg(problem).at(Path::from(kind).key(name.as_str()))
                }));
            )*};
        }
        check! {
            resource_schemas
            data_source_schemas
            ephemeral_resource_schemas
            list_resource_schemas
            action_schemas
            state_store_schemas
            functions
        }
        if let Some(own) = &own.provider {
            let differences = config::differences("provider", &self.config, own, true);
            faults.extend(differences);
        }
        let meta = with_response!(&self.schemas, response => {
            response.provider_meta.as_ref().map(schema)
        });
        if let (Some(own), Some(Ok(theirs))) = (&own.provider_meta, meta) {
            faults.extend(config::differences("provider_meta", &theirs, own, false));
        }
        faults
    }

    fn joined<S: SchemaMessage>(
        &self,
        own: Own<'_>,
        response: Bytes,
        theirs: Result<Response<S>>,
    ) -> Bytes {
        let mut faults = self.conflicts(&own.schemas());
        let mut all: Response<S> = of_own(response);
        match theirs {
            Ok(theirs) => add(&mut all, theirs),
            Err(error) => faults.push(error),
        }
        let headline = "Conflict with the other provider";
        let faults = faults.into_iter();
        let faults: Diagnostics = faults.map(|one| Diagnostic::error(headline, one)).collect();
        all.diagnostics.extend(Vec::from(faults));
        all.server_capabilities = Some(self.capabilities());
        all.encode_to_vec().into()
    }
}

impl Fallback {
    /// Returns the response of `GetProviderSchema` for both providers.
    pub(super) async fn all_schemas(
        &self,
        own: Own<'_>,
        method: &Method,
    ) -> Result<Bytes, CallError> {
        let announced = match self.announced().await {
            Ok(announced) => announced,
            Err(diagnostics) => {
                // The diagnostics field has the same number in both versions of the protocol.
                let response = Response::<tfplugin6::Schema> {
                    diagnostics: diagnostics.into(),
                    ..Default::default()
                };
                return Ok(response.encode_to_vec().into());
            }
        };
        let joined = match method.version {
            5 => &announced.joined_5,
            _ => &announced.joined_6,
        };
        let join = || async {
            let response = own.respond(method, &[]).await?;
            Ok(match method.version {
                5 => announced.joined(own, response, announced.version_5()),
                _ => announced.joined(own, response, announced.version_6()),
            })
        };
        joined.get_or_try_init(join).await.cloned()
    }

    /// Returns the response of `GetResourceIdentitySchemas` for both providers.
    pub(super) async fn all_identities(
        &self,
        own: Own<'_>,
        method: &Method,
    ) -> Result<Bytes, CallError> {
        let own = own.respond(method, &[]).await?;
        // If this call fails, the response with the schemas fails too.
        let Ok(announced) = self.announced().await else {
            return Ok(own);
        };
        let mut all = announced.identities.clone();
        let own: identities::Response = of_own(own);
        all.identity_schemas.extend(own.identity_schemas);
        Ok(all.encode_to_vec().into())
    }

    /// Returns the response of `GetFunctions` for both providers.
    pub(super) async fn all_functions(
        &self,
        own: Own<'_>,
        method: &Method,
    ) -> Result<Bytes, CallError> {
        let own = own.respond(method, &[]).await?;
        let Ok(announced) = self.announced().await else {
            return Ok(own);
        };
        let own: get_functions::Response = of_own(own);
        let mut functions = with_response!(&announced.schemas, one => one.functions.clone());
        functions.extend(own.functions);
        let all = get_functions::Response {
            functions,
            diagnostics: own.diagnostics,
        };
        Ok(all.encode_to_vec().into())
    }

    /// Returns the response of `GetMetadata` for both providers.
    pub(super) async fn all_names(
        &self,
        own: Own<'_>,
        method: &Method,
    ) -> Result<Bytes, CallError> {
        let own = own.respond(method, &[]).await?;
        let Ok(announced) = self.announced().await else {
            return Ok(own);
        };
        macro_rules! joined {
            ($module:ident: $($member:ident, $kind:literal, $message:ident { $name:ident };)*) => {{
                let mut all: $module::get_metadata::Response = of_own(own);
                all.server_capabilities = Some(announced.capabilities());
                $(all.$member.extend(
                    announced.names($kind).into_iter()
                        .map(|name| $module::get_metadata::$message { $name: name.to_owned() }),
                );)*
                Ok(all.encode_to_vec().into())
            }};
        }
        macro_rules! both {
            ($module:ident $($more:tt)*) => {
                joined! {
                    $module:
                    resources, "resource_schemas", ResourceMetadata { type_name };
                    data_sources, "data_source_schemas", DataSourceMetadata { type_name };
                    ephemeral_resources, "ephemeral_resource_schemas", EphemeralMetadata { type_name };
                    list_resources, "list_resource_schemas", ListResourceMetadata { type_name };
                    actions, "action_schemas", ActionMetadata { type_name };
                    functions, "functions", FunctionMetadata { name };
                    $($more)*
                }
            };
        }
        match method.version {
            5 => both!(
                tfplugin5
                go_actions, "action_schemas", ActionMetadata { type_name };
            ),
            _ => both!(
                tfplugin6
                state_stores, "state_store_schemas", StateStoreMetadata { type_name };
            ),
        }
    }
}

/// Adds the schemas and the diagnostics of the other provider.
fn add<S: SchemaMessage>(own: &mut Response<S>, theirs: Response<S>) {
    own.provider = theirs.provider.or(own.provider.take());
    own.provider_meta = theirs.provider_meta.or(own.provider_meta.take());
    own.diagnostics.extend(theirs.diagnostics);
    own.resource_schemas.extend(theirs.resource_schemas);
    own.data_source_schemas.extend(theirs.data_source_schemas);
    own.ephemeral_resource_schemas
        .extend(theirs.ephemeral_resource_schemas);
    own.list_resource_schemas
        .extend(theirs.list_resource_schemas);
    own.action_schemas.extend(theirs.action_schemas);
    own.state_store_schemas.extend(theirs.state_store_schemas);
    own.functions.extend(theirs.functions);
}

/// Joins the errors from the other provider.
pub(super) fn joined(diagnostics: Diagnostics) -> Error {
    let text = |one: Diagnostic| Error::msg(format!("{}: {}", one.summary(), one.detail()));
    diagnostics.into_iter().map(text).collect::<Vec<_>>().into()
}

/// Decodes a response that this provider has encoded itself.
pub(super) fn of_own<R: Message + Default>(response: Bytes) -> R {
    R::decode(response).unwrap_or_default()
}
