//! Answers calls: finds the method, decodes the request and encodes the response.

use std::future::Future;
use std::sync::Arc;

use prost::bytes::Bytes;

use super::Provider;
use super::later::Later;
use super::parts::Parts;
use crate::tfplugin::call_error::CallError;
use crate::tfplugin::calls::function::get_functions;
use crate::tfplugin::calls::provider::stop_provider;
use crate::tfplugin::{self, Record, to_bytes};

/// The names of methods in protocol 5 that have another name in protocol 6.
const RENAMED: [(&str, &str); 6] = [
    ("Configure", "ConfigureProvider"),
    ("GetSchema", "GetProviderSchema"),
    ("PrepareProviderConfig", "ValidateProviderConfig"),
    ("Stop", "StopProvider"),
    ("ValidateDataSourceConfig", "ValidateDataResourceConfig"),
    ("ValidateResourceTypeConfig", "ValidateResourceConfig"),
];

/// Returns the name that a method has in protocol 6, or `None` if it does not exist.
fn canonical(version: u32, method: &str) -> Option<&str> {
    let renamed = match version {
        5 => RENAMED.iter().find(|(old, _)| *old == method),
        6 => return Some(method),
        _ => return None,
    };
    match renamed {
        Some((_, new)) => Some(new),
        None if RENAMED.iter().any(|(_, new)| *new == method) => None,
        None => Some(method),
    }
}

/// Returns the name of a method of protocol 6 in a version.
#[cfg(feature = "testing")]
pub(crate) fn name_in(version: u32, method: &str) -> &str {
    let old = RENAMED
        .iter()
        .find(|(_, new)| version == 5 && *new == method);
    old.map_or(method, |(old, _)| old)
}

/// A function that sends an encoded message of a stream.
pub(super) type Sink = Arc<dyn Fn(Bytes) + Send + Sync>;

impl<C: Send + Sync + 'static> Provider<C> {
    /// Answers a call: the version of the protocol (5 or 6), the name of the method, and the encoded
    /// request. Returns the encoded response.
    ///
    /// The request of a method that receives a [stream](crate::tfplugin6::Streams::Requests) consists of all
    /// messages, each after its length, as prost's `encode_length_delimited` writes them.
    ///
    /// If a handler fails or panics, the response has diagnostics.
    ///
    /// # Errors
    ///
    /// Fails if the provider does not have the method, or the request is malformed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::prost::Message as _;
    /// use tfvalue::provider::{CallError, Provider};
    /// use tfvalue::tfplugin6::validate_resource_config::{Request, Response};
    ///
    /// async fn is_valid<C>(provider: &Provider<C>, request: &Request) -> Result<bool, CallError>
    /// where
    ///     C: Send + Sync + 'static,
    /// {
    ///     let request = request.encode_to_vec();
    ///     let answer = provider.answer(6, "ValidateResourceConfig", &request).await?;
    ///     Ok(Response::decode(answer).is_ok_and(|answer| answer.diagnostics.is_empty()))
    /// }
    /// ```
    pub async fn answer(
        &self,
        version: u32,
        method: &str,
        request: &[u8],
    ) -> Result<Bytes, CallError> {
        self.parts.answer(version, method, request).await
    }

    /// Answers a call of a method that responds with a stream: `InvokeAction`, `ListResource` and
    /// `ReadStateBytes`. Calls `send` with each encoded message.
    ///
    /// # Errors
    ///
    /// Fails if the provider does not have the method, or the request is malformed.
    pub async fn stream(
        &self,
        version: u32,
        method: &str,
        request: &[u8],
        send: Arc<dyn Fn(Bytes) + Send + Sync>,
    ) -> Result<(), CallError> {
        self.parts.stream(version, method, request, send).await
    }
}

impl Parts {
    /// Returns a boxed future. Other futures are compiled where they are polled: in the crate of each
    /// provider.
    pub(crate) fn answer<'a>(
        &'a self,
        version: u32,
        method: &'a str,
        request: &'a [u8],
    ) -> Later<'a, Bytes, CallError> {
        Box::pin(self.answer_with(version, method, request))
    }

    async fn answer_with(
        &self,
        version: u32,
        method: &str,
        request: &[u8],
    ) -> Result<Bytes, CallError> {
        let Some(name) = canonical(version, method) else {
            return Err(CallError::unimplemented(method));
        };
        match name {
            "ApplyResourceChange" => call(request, |it| self.apply_resource_change(it)).await,
            "CallFunction" => call(request, |it| self.call_function(it)).await,
            "CloseEphemeralResource" => call(request, |it| self.close_ephemeral_resource(it)).await,
            "ConfigureProvider" => call(request, |it| self.configure_provider(it)).await,
            "GenerateResourceConfig" => call(request, |it| self.generate_resource_config(it)).await,
            "GetFunctions" => call(request, |_: get_functions::Request| self.get_functions()).await,
            "GetMetadata" => Ok(self.metadata(version)),
            "GetProviderSchema" => Ok(self.announcement(version)),
            "GetResourceIdentitySchemas" => Ok(self.identities()),
            "ImportResourceState" => call(request, |it| self.import_resource_state(it)).await,
            "MoveResourceState" => call(request, |it| self.move_resource_state(it)).await,
            "OpenEphemeralResource" => call(request, |it| self.open_ephemeral_resource(it)).await,
            "PlanAction" => call(request, |it| self.plan_action(it)).await,
            "PlanResourceChange" => call(request, |it| self.plan_resource_change(it)).await,
            "ReadDataSource" => call(request, |it| self.read_data_source(it)).await,
            "ReadResource" => call(request, |it| self.read_resource(it)).await,
            "RenewEphemeralResource" => call(request, |it| self.renew_ephemeral_resource(it)).await,
            "StopProvider" => {
                self.stop();
                Ok(to_bytes(&stop_provider::Response::default()))
            }
            "UpgradeResourceIdentity" => {
                call(request, |it| self.upgrade_resource_identity(it)).await
            }
            "UpgradeResourceState" => call(request, |it| self.upgrade_resource_state(it)).await,
            "ValidateActionConfig" => call(request, |it| self.validate_action_config(it)).await,
            "ValidateDataResourceConfig" => {
                call(request, |it| self.validate_data_resource_config(it)).await
            }
            "ValidateEphemeralResourceConfig" => {
                call(request, |it| self.validate_ephemeral_resource_config(it)).await
            }
            "ValidateListResourceConfig" => {
                call(request, |it| self.validate_list_resource_config(it)).await
            }
            "ValidateProviderConfig" if version == 5 => {
                call(request, |it| self.prepare_provider_config(it)).await
            }
            "ValidateProviderConfig" => call(request, |it| self.validate_provider_config(it)).await,
            "ValidateResourceConfig" => call(request, |it| self.validate_resource_config(it)).await,
            _ if version == 6 => self.answer_about_stores(method, request).await,
            _ => Err(CallError::unimplemented(method)),
        }
    }

    /// Answers a call about state stores, which only protocol 6 has.
    async fn answer_about_stores(&self, method: &str, request: &[u8]) -> Result<Bytes, CallError> {
        match method {
            "ConfigureStateStore" => call(request, |it| self.configure_state_store(it)).await,
            "DeleteState" => call(request, |it| self.delete_state(it)).await,
            "GetStates" => call(request, |it| self.get_states(it)).await,
            "LockState" => call(request, |it| self.lock_state(it)).await,
            "UnlockState" => call(request, |it| self.unlock_state(it)).await,
            "ValidateStateStoreConfig" => {
                call(request, |it| self.validate_state_store_config(it)).await
            }
            "WriteStateBytes" => Ok(to_bytes(&self.write_state_bytes(request).await?)),
            _ => Err(CallError::unimplemented(method)),
        }
    }

    /// Returns a boxed future for the same reason as `answer`.
    pub(crate) fn stream<'a>(
        &'a self,
        version: u32,
        method: &'a str,
        request: &'a [u8],
        send: Sink,
    ) -> Later<'a, (), CallError> {
        Box::pin(self.stream_to(version, method, request, send))
    }

    async fn stream_to(
        &self,
        version: u32,
        method: &str,
        request: &[u8],
        send: Sink,
    ) -> Result<(), CallError> {
        match canonical(version, method) {
            Some("InvokeAction") => self.stream_invoke_action(decoded(request)?, send).await,
            Some("ReadStateBytes") if version == 6 => {
                self.stream_read_state_bytes(decoded(request)?, send).await;
            }
            Some("ListResource") => self.stream_list_resource(decoded(request)?, send).await,
            _ => return Err(CallError::unimplemented(method)),
        }
        Ok(())
    }
}

async fn call<Q: Record + Default, R: Record, F: Future<Output = R>>(
    request: &[u8],
    answer: impl FnOnce(Q) -> F,
) -> Result<Bytes, CallError> {
    Ok(to_bytes(&answer(decoded(request)?).await))
}

fn decoded<Q: Record + Default>(request: &[u8]) -> Result<Q, CallError> {
    tfplugin::decode(request).map_err(|error| CallError::malformed(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_a_name_in_both_versions() {
        for method in crate::tfplugin5::METHODS {
            let name = canonical(5, method.name).unwrap();
            let found = crate::tfplugin6::METHODS.iter().any(|one| one.name == name);
            assert!(found, "{name}");
        }
        assert_eq!(canonical(5, "ConfigureProvider"), None);
        assert_eq!(canonical(6, "Configure"), Some("Configure"));
        assert_eq!(canonical(7, "Stop"), None);
    }
}
