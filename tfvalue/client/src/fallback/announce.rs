//! What two providers announce together.

use std::collections::BTreeSet;

use prost::bytes::Bytes;

use super::failure::diagnostics;
use super::{Fallback, config};
use crate::client::Client;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::{Error, Result};
use crate::path::Path;
use crate::provider::announce::leave_out;
use crate::provider::parts::Parts;
use crate::schema::{ProviderSchema, Schema};
use crate::tfplugin::calls::function::get_functions;
use crate::tfplugin::calls::provider::metadata;
use crate::tfplugin::convert::{SchemaMessage, schema};
use crate::tfplugin::method::Method;
use crate::tfplugin::provider::get_resource_identity_schemas as identities;
use crate::tfplugin::provider::{Response, ServerCapabilities};
use crate::tfplugin::{self, to_bytes};
use crate::{tfplugin5, tfplugin6, wait};

/// What the other provider announces.
pub(super) struct Announced {
    schemas: Schemas,
    identities: identities::Response,
    /// The configuration of the provider.
    pub(super) config: Schema,
}

/// The response to `GetProviderSchema`. Its schemas are bytes, so new fields of the protocol are not lost.
enum Schemas {
    V5(Response<tfplugin5::Schema>),
    V6(Response<tfplugin6::Schema>),
}

/// Evaluates an expression with the response of either version.
macro_rules! with_response {
    ($schemas:expr, $response:ident => $result:expr) => {
        match $schemas {
            Schemas::V5($response) => $result,
            Schemas::V6($response) => $result,
        }
    };
}

/// The kinds of parts, by the names of their schemas.
const KINDS: [&str; 7] = [
    "resource_schemas",
    "data_source_schemas",
    "ephemeral_resource_schemas",
    "list_resource_schemas",
    "action_schemas",
    "state_store_schemas",
    "functions",
];

/// Returns the names of the parts of a kind.
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
    /// Returns what the other provider announces, which is requested once.
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
        })
    }

    fn names(&self, kind: &str) -> BTreeSet<&str> {
        with_response!(&self.schemas, response => names(response, kind))
    }

    fn capabilities(&self) -> ServerCapabilities {
        let theirs = with_response!(&self.schemas, response => response.server_capabilities);
        // This provider has all others, and plans destroying either way. A state that the other one cannot move is an
        // error.
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
        let response = respond(client, "GetProviderSchema").await?;
        let response = match client.protocol() {
            5 => tfplugin::decode(&response).map(Schemas::V5),
            _ => tfplugin::decode(&response).map(Schemas::V6),
        };
        response.map_err(|error| malformed(&error))
    }
}

async fn respond(client: &Client, name: &str) -> Result<Bytes, Diagnostics> {
    let Some(method) = Method::find(6, name) else {
        unreachable!("{name} is a method of version 6");
    };
    let response = client.respond(method, Bytes::new()).await;
    response.map_err(|error| diagnostics(&error))
}

fn malformed(error: &dyn std::fmt::Display) -> Diagnostics {
    let detail = format!("GetProviderSchema: the response is malformed: {error}");
    Diagnostic::error(super::failure::HEADLINE, detail).into()
}

impl Parts {
    /// Adds the schemas of the other provider.
    pub(in crate::provider) fn add_schemas(&self, own: &mut ProviderSchema) -> Result<()> {
        let Some(fallback) = &self.fallback else {
            return Ok(());
        };
        let announced = wait::block_on(fallback.announced());
        let announced = announced.map_err(joined)?;
        Error::join(self.conflicts(announced))?;
        let theirs = announced.converted()?;
        own.provider = theirs.provider.or(own.provider.take());
        own.provider_meta = theirs.provider_meta.or(own.provider_meta.take());
        macro_rules! add {
            ($($member:ident)*) => {$(
                // A name of this provider can also have an identity there, if only a list is left.
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

    /// Returns what keeps the two providers from being one.
    fn conflicts(&self, announced: &Announced) -> Vec<Error> {
        let mut faults = Vec::new();
        for kind in KINDS {
            let own = match kind {
                "resource_schemas" => self.managed.names(String::from),
                "data_source_schemas" => self.data_sources.names(String::from),
                "ephemeral_resource_schemas" => self.ephemeral.names(String::from),
                "list_resource_schemas" => self.lists.names(String::from),
                "action_schemas" => self.actions.names(String::from),
                "state_store_schemas" => self.stores.names(String::from),
                _ => self.functions.names(String::from),
            };
            let theirs = announced.names(kind);
            for name in own.iter().filter(|name| theirs.contains(name.as_str())) {
                let problem = "the other provider has it, too: remove it from one of them";
                faults.push(Error::msg(problem).at(Path::from(kind).key(name.as_str())));
            }
        }
        let own = self.config.part().schema();
        faults.extend(config::differences(
            "provider",
            &announced.config,
            &own,
            true,
        ));
        let meta = with_response!(&announced.schemas, response => {
            response.provider_meta.as_ref().map(schema)
        });
        if let (Some(own), Some(Ok(theirs))) = (self.meta, meta) {
            faults.extend(config::differences("provider_meta", &theirs, &own(), false));
        }
        faults
    }

    /// Returns the response of `GetProviderSchema` for both providers. It is encoded once.
    pub(super) async fn all_schemas(&self, fallback: &Fallback, version: u32) -> Bytes {
        let announced = match fallback.announced().await {
            Ok(announced) => announced,
            Err(diagnostics) => {
                // Both versions have the same number.
                return to_bytes(&Response::<tfplugin6::Schema> {
                    diagnostics: diagnostics.into(),
                    ..Default::default()
                });
            }
        };
        let encode_5 =
            || to_bytes(&self.joined(announced, self.announce_5(), announced.version_5()));
        let encode_6 =
            || to_bytes(&self.joined(announced, self.announce_6(), announced.version_6()));
        match version {
            5 => self.announcements.version_5.get_or_init(encode_5).clone(),
            _ => self.announcements.version_6.get_or_init(encode_6).clone(),
        }
    }

    fn joined<S: SchemaMessage>(
        &self,
        announced: &Announced,
        mut own: Response<S>,
        theirs: Result<Response<S>>,
    ) -> Response<S> {
        let mut faults = self.conflicts(announced);
        match theirs {
            Ok(theirs) => add(&mut own, theirs),
            Err(error) => faults.push(error),
        }
        let headline = "Conflict with the other provider";
        let faults = faults.into_iter();
        let faults: Diagnostics = faults.map(|one| Diagnostic::error(headline, one)).collect();
        own.diagnostics.extend(Vec::from(faults));
        own.server_capabilities = Some(announced.capabilities());
        own
    }

    /// Returns the response of `GetResourceIdentitySchemas` for both providers.
    pub(super) async fn all_identities(&self, fallback: &Fallback) -> Bytes {
        // If it fails, so does the response with the schemas.
        let Ok(announced) = fallback.announced().await else {
            return self.identities();
        };
        let mut all = announced.identities.clone();
        let own = identities::Response::from(&self.described());
        all.identity_schemas.extend(own.identity_schemas);
        to_bytes(&all)
    }

    /// Returns the response of `GetFunctions` for both providers.
    pub(super) async fn all_functions(&self, fallback: &Fallback) -> Bytes {
        let own = self.get_functions().await;
        let Ok(announced) = fallback.announced().await else {
            return to_bytes(&own);
        };
        let mut functions = with_response!(&announced.schemas, one => one.functions.clone());
        functions.extend(own.functions);
        to_bytes(&get_functions::Response {
            functions,
            diagnostics: own.diagnostics,
        })
    }

    /// Returns the response of `GetMetadata` for both providers.
    pub(super) async fn all_names(&self, fallback: &Fallback, version: u32) -> Bytes {
        let own = self.metadata(version);
        let Ok(announced) = fallback.announced().await else {
            return own;
        };
        macro_rules! joined {
            ($module:ident: $($member:ident, $kind:literal, $message:ident { $name:ident };)*) => {{
                let own = tfplugin::decode::<$module::get_metadata::Response>(&own);
                let mut all = own.unwrap_or_default(); // it is a message
                all.server_capabilities = Some(announced.capabilities());
                $(all.$member.extend(
                    announced.names($kind).into_iter()
                        .map(|name| metadata::$message { $name: name.to_owned() }),
                );)*
                to_bytes(&all)
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
        match version {
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

fn joined(diagnostics: Diagnostics) -> Error {
    let text = |one: Diagnostic| Error::msg(format!("{}: {}", one.summary(), one.detail()));
    let all = diagnostics.into_iter().map(text).collect();
    match Error::join(all) {
        Err(error) => error,
        Ok(()) => Error::msg("the other provider failed"),
    }
}
