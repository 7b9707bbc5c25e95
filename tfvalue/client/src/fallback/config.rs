//! The configuration of two providers.

use bytes::Bytes;
use tfvalue::__internal::client::Own;
use tfvalue::prost::Message;
use tfvalue::provider::{CallError, Method};
use tfvalue::schema::Schema;
use tfvalue::schema::diff::{self, ChangeKind, Flag, SchemaChange};
use tfvalue::tfplugin5::prepare_provider_config;
use tfvalue::tfplugin6::{self, DynamicValue, configure_provider, validate_provider_config};
use tfvalue::{Diagnostic, Diagnostics, Error, Path, paths::Step};

use super::Fallback;
use super::announce::of_own;
use super::failure::{HEADLINE, diagnostics};
use crate::call::Call;
use crate::error::ClientError;

/// Returns the differences between a schema of this provider and the other provider's schema, which is the schema that
/// Terraform uses. If this provider's schema is only part of the other schema, attributes and nested blocks may be
/// missing from the root of this provider's schema.
pub(super) fn differences(
    member: &'static str,
    theirs: &Schema,
    own: &Schema,
    is_part: bool,
) -> impl Iterator<Item = Error> {
    let matters = move |change: &SchemaChange| match change.kind {
        ChangeKind::Text | ChangeKind::Version { .. } => false,
        ChangeKind::Flag { flag, .. } => flag != Flag::Deprecated,
        ChangeKind::Removed => !is_part || change.path.steps().len() > 1,
        _ => true,
    };
    let changes = diff::compare(theirs, own).into_iter().filter(matters);
    changes.map(move |change| {
        let problem = match change.kind {
            ChangeKind::Added { .. } => "the other provider does not have it: remove it".to_owned(),
            ChangeKind::Removed => "the other provider has it: add it".to_owned(),
            kind => format!("it must be as in the other provider, but {kind}"),
        };
        let steps = change.path.steps().iter().map(Step::clone);
        Error::msg(problem).at(steps.fold(Path::from(member), Path::step))
    })
}

impl Fallback {
    /// Lets both providers validate the configuration.
    pub(super) async fn validate_both(
        &self,
        own: Own<'_>,
        method: &Method,
        request: &[u8],
    ) -> Result<Bytes, CallError> {
        // In version 6, the messages have fewer fields.
        use prepare_provider_config::Response;
        let message: validate_provider_config::Request = decoded(request)?;
        let config = message.config.unwrap_or_default();
        let failed = |diagnostics| Response {
            diagnostics,
            prepared_config: None,
        };
        let mut response = match self.begin(own, method, request, &config).await {
            Err(diagnostics) => failed(diagnostics.into()),
            Ok((theirs, part)) => {
                let own = match part {
                    Ok(config) => {
                        let config = Some(config);
                        let request = validate_provider_config::Request { config }.encode_to_vec();
                        let response = own.respond(method, &request).await?;
                        of_own::<Response>(response).diagnostics
                    }
                    Err(diagnostics) => diagnostics.into(),
                };
                let mut response = responded(theirs.await, failed);
                join(&mut response.diagnostics, own);
                response
            }
        };
        let prepared = response.prepared_config.take();
        response.prepared_config = (method.version == 5).then(|| prepared.unwrap_or(config));
        Ok(response.encode_to_vec().into())
    }

    /// Configures both providers.
    pub(super) async fn configure_both(
        &self,
        own: Own<'_>,
        method: &Method,
        request: &[u8],
    ) -> Result<Bytes, CallError> {
        use configure_provider::{Request, Response};
        let message: Request = decoded(request)?;
        let config = message.config.clone().unwrap_or_default();
        let failed = |diagnostics| Response { diagnostics };
        let response = match self.begin(own, method, request, &config).await {
            Err(diagnostics) => failed(diagnostics.into()),
            Ok((theirs, part)) => {
                let own = match part {
                    Ok(config) => {
                        let config = Some(config);
                        let request = Request { config, ..message }.encode_to_vec();
                        let response = own.respond(method, &request).await?;
                        of_own::<Response>(response).diagnostics
                    }
                    Err(diagnostics) => diagnostics.into(),
                };
                let mut response = responded(theirs.await, failed);
                join(&mut response.diagnostics, own);
                response
            }
        };
        Ok(response.encode_to_vec().into())
    }

    /// Begins the call to the other provider, and returns the configuration of this provider.
    async fn begin(
        &self,
        own: Own<'_>,
        method: &Method,
        request: &[u8],
        config: &DynamicValue,
    ) -> Result<(Call<Bytes>, Result<DynamicValue, Diagnostics>), Diagnostics> {
        let announced = self.announced().await?;
        let client = self.client().await;
        let client = client.map_err(|error| diagnostics(&error))?;
        let theirs = client.respond(method, Bytes::copy_from_slice(request));
        Ok((theirs, own.config(&announced.config, config)))
    }
}

fn decoded<Q: Message + Default>(request: &[u8]) -> Result<Q, CallError> {
    Q::decode(request).map_err(|error| CallError::malformed(&error))
}

/// Decodes the response of the other provider, or creates a response.
fn responded<R: Message + Default>(
    response: Result<Bytes, ClientError>,
    failed: impl Fn(Vec<tfplugin6::Diagnostic>) -> R,
) -> R {
    match response.map(R::decode) {
        Ok(Ok(response)) => response,
        Ok(Err(error)) => {
            let detail = format!("the response is malformed: {error}");
            failed(Diagnostics::from(Diagnostic::error(HEADLINE, detail)).into())
        }
        Err(error) => failed(diagnostics(&error).into()),
    }
}

/// Adds the diagnostics of this provider, unless the other provider has the same diagnostics.
fn join(theirs: &mut Vec<tfplugin6::Diagnostic>, own: Vec<tfplugin6::Diagnostic>) {
    for one in own {
        if !theirs.contains(&one) {
            theirs.push(one);
        }
    }
}
