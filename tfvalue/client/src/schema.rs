//! The schemas of a provider.

use bytes::Bytes;

use crate::call::Call;
use crate::error::{ClientError, ClientErrorKind};
use crate::run::Client;
use tfvalue::__internal::client::announced;
use tfvalue::provider::{CallErrorKind, Method};
use tfvalue::schema::ProviderSchema;
use tfvalue::tfplugin6::get_resource_identity_schemas as identities;
use tfvalue::tfplugin6::{Diagnostic, ServerCapabilities, diagnostic::Severity};

/// Reads the schemas and the optional features of a provider.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Announced {
    /// The schemas, including the schemas of identities.
    pub schema: ProviderSchema,
    /// The optional features of the provider.
    pub capabilities: ServerCapabilities,
    /// The warnings of the provider.
    pub warnings: Vec<Diagnostic>,
}

impl Client {
    /// Returns the schemas and the optional features of the provider by calling `GetProviderSchema` and
    /// `GetResourceIdentitySchemas`.
    ///
    /// The schemas may violate Terraform's rules; [`ProviderSchema::validate`] checks them. The client does not cache
    /// the schemas.
    ///
    /// The call fails if the response contains errors or is not a valid message.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use tfvalue_client::{Client, ClientError};
    ///
    /// fn resource_types(client: &Client) -> Result<Vec<String>, ClientError> {
    ///     Ok(client.schema().wait()?.schema.resource_schemas.into_keys().collect())
    /// }
    /// ```
    pub fn schema(&self) -> Call<Announced> {
        let client = self.clone();
        Call::new(async move {
            let method = "GetProviderSchema";
            let malformed = |problem: String| {
                let problem = format!("{method}: {problem}");
                ClientError::new(ClientErrorKind::Malformed, problem, client.log_handle())
            };
            let response = client.named(method, Vec::new()).await?;
            let announced = announced(client.protocol(), &response);
            let (mut schema, capabilities, diagnostics) = announced.map_err(malformed)?;
            let error = diagnostics
                .iter()
                .find(|one| one.severity() == Severity::Error);
            if let Some(error) = error {
                let problem = format!("{method}: {}", error.summary);
                let kind = ClientErrorKind::Failed(CallErrorKind::Internal);
                return Err(ClientError::new(kind, problem, client.log_handle()));
            }
            let identities = client.identities().await?.identities();
            schema.resource_identity_schemas = identities.map_err(|error| {
                let problem = format!("GetResourceIdentitySchemas: {error}");
                ClientError::new(ClientErrorKind::Malformed, problem, client.log_handle())
            })?;
            Ok(Announced {
                schema,
                capabilities,
                warnings: diagnostics,
            })
        })
    }

    /// Returns the schemas of identities. A provider is not required to have the method.
    pub(crate) async fn identities(&self) -> Result<identities::Response, ClientError> {
        let request = identities::Request::default();
        match self.get_resource_identity_schemas(&request).await {
            Err(error) if error.kind() == ClientErrorKind::Failed(CallErrorKind::Unimplemented) => {
                Ok(identities::Response::default())
            }
            response => response,
        }
    }

    /// Calls a method by its name in version 6.
    pub(crate) fn named(&self, name: &'static str, request: Vec<u8>) -> Call<Bytes> {
        match Method::find(6, name) {
            Some(method) => self.respond(method, request),
            None => unreachable!("{name} is a method of version 6"),
        }
    }
}
