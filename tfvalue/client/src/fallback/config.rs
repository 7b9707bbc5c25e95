//! The configuration of two providers.

use prost::bytes::Bytes;

use super::Fallback;
use super::announce::Announced;
use super::failure::{HEADLINE, diagnostics};
use crate::client::{Call, ClientError};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::path::{Path, Step};
use crate::provider::parts::Parts;
use crate::schema::Schema;
use crate::schema::diff::{self, ChangeKind, Flag, SchemaChange};
use crate::tfplugin::call_error::CallError;
use crate::tfplugin::calls::provider::{
    configure_provider, prepare_provider_config, validate_provider_config,
};
use crate::tfplugin::messages::{self, DynamicValue};
use crate::tfplugin::method::Method;
use crate::tfplugin::{self, Record, to_bytes};
use crate::value::Value;

/// Returns how a schema of this provider differs from the same one of the other provider, which Terraform uses. It can
/// lack attributes and nested blocks at the root if it is a part of that one.
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
        let mut path = Path::from(member);
        for step in change.path.steps() {
            path.push(Step::clone(step));
        }
        Error::msg(problem).at(path)
    })
}

impl Parts {
    /// Lets both providers validate the configuration.
    pub(super) async fn validate_both(
        &self,
        fallback: &Fallback,
        method: &Method,
        request: &[u8],
    ) -> Result<Bytes, CallError> {
        use prepare_provider_config::Response;
        let message: validate_provider_config::Request = decoded(request)?;
        let config = message.config.unwrap_or_default();
        let mut response = match self.begin(fallback, method, request, &config).await {
            Err(diagnostics) => Response {
                diagnostics: diagnostics.into(),
                prepared_config: None,
            },
            Ok((theirs, own)) => {
                let own = match own {
                    Ok(config) => {
                        let request = validate_provider_config::Request {
                            config: Some(config),
                        };
                        self.validate_provider_config(request).await.diagnostics
                    }
                    Err(diagnostics) => diagnostics.into(),
                };
                let failed = |diagnostics| Response {
                    diagnostics,
                    prepared_config: None,
                };
                let mut response = responded(theirs.await, failed);
                join(&mut response.diagnostics, own);
                response
            }
        };
        // In version 6, the message does not have it.
        let prepared = response.prepared_config.take();
        response.prepared_config = (method.version == 5).then(|| prepared.unwrap_or(config));
        Ok(to_bytes(&response))
    }

    /// Configures both providers.
    pub(super) async fn configure_both(
        &self,
        fallback: &Fallback,
        method: &Method,
        request: &[u8],
    ) -> Result<Bytes, CallError> {
        use configure_provider::Response;
        let message: configure_provider::Request = decoded(request)?;
        let config = message.config.clone().unwrap_or_default();
        let failed = |diagnostics| Response { diagnostics };
        let response = match self.begin(fallback, method, request, &config).await {
            Err(diagnostics) => failed(diagnostics.into()),
            Ok((theirs, own)) => {
                let own = match own {
                    Ok(config) => {
                        let config = Some(config);
                        let request = configure_provider::Request { config, ..message };
                        self.configure_provider(request).await.diagnostics
                    }
                    Err(diagnostics) => diagnostics.into(),
                };
                let mut response = responded(theirs.await, failed);
                join(&mut response.diagnostics, own);
                response
            }
        };
        Ok(to_bytes(&response))
    }

    /// Begins the call of the other provider, and returns the configuration of this one.
    async fn begin(
        &self,
        fallback: &Fallback,
        method: &Method,
        request: &[u8],
        config: &DynamicValue,
    ) -> Result<(Call<Bytes>, Result<DynamicValue, Diagnostics>), Diagnostics> {
        let announced = fallback.announced().await?;
        let client = fallback.client().await;
        let client = client.map_err(|error| diagnostics(&error))?;
        let theirs = client.respond(method, Bytes::copy_from_slice(request));
        Ok((theirs, self.own_config(announced, config)))
    }

    /// Returns the part of the configuration that this provider has.
    fn own_config(
        &self,
        announced: &Announced,
        config: &DynamicValue,
    ) -> Result<DynamicValue, Diagnostics> {
        let part = self.config.part();
        let ty = announced.config.implied_type();
        if ty == *part.ty() {
            return Ok(config.clone());
        }
        let value = config.decode_of(&ty, || announced.config.block.clone())?;
        let Some(members) = value.members() else {
            return Ok(config.clone());
        };
        let has = |name: &str| {
            let block = part.block();
            block.attribute(name).is_some() || block.block_type(name).is_some()
        };
        let own = members.filter(|(name, _)| has(name));
        let own = Value::object(own.map(|(name, value)| (name, value.clone())))?;
        Ok(DynamicValue::encode_value(&own, part.ty()).map_err(Error::redact)?)
    }
}

fn decoded<Q: Record + Default>(request: &[u8]) -> Result<Q, CallError> {
    tfplugin::decode(request).map_err(|error| CallError::malformed(&error))
}

/// Decodes the response of the other provider, or creates one.
fn responded<R: Record + Default>(
    response: Result<Bytes, ClientError>,
    failed: impl Fn(Vec<messages::Diagnostic>) -> R,
) -> R {
    match response.map(|response| tfplugin::decode(&response)) {
        Ok(Ok(response)) => response,
        Ok(Err(error)) => {
            let detail = format!("the response is malformed: {error}");
            failed(Diagnostics::from(Diagnostic::error(HEADLINE, detail)).into())
        }
        Err(error) => failed(diagnostics(&error).into()),
    }
}

/// Adds the diagnostics of this provider, unless the other one has the same.
fn join(theirs: &mut Vec<messages::Diagnostic>, own: Vec<messages::Diagnostic>) {
    for one in own {
        if !theirs.contains(&one) {
            theirs.push(one);
        }
    }
}
