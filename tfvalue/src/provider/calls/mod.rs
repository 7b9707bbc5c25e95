//! Responds to calls: decodes the request, performs the operation of the method, and encodes the response.

pub(crate) mod announce;
pub(crate) mod fingerprint;
pub(crate) mod object;
pub(crate) mod other;
pub(crate) mod reply;
pub(crate) mod report;
pub(crate) mod resource;
pub(crate) mod states;
pub(crate) mod write_only;

use std::future::{Future, ready};

use bytes::Bytes;

use super::Provider;
use super::parts::Parts;
use super::streams::later::Later;
use super::streams::messages::{MessageReceiver, MessageSender};
use super::streams::responses::Responses;
use crate::tfplugin::call_error::{CallError, CallErrorKind};
use crate::tfplugin::calls::function::get_functions;
use crate::tfplugin::calls::provider::stop_provider;
use crate::tfplugin::method::{Method, MethodKind, PartKind};
use crate::tfplugin::{self, Record, to_bytes};

impl<C: Send + Sync + 'static> Provider<C> {
    /// Responds to a call to a method. Takes the encoded request, and returns the encoded response.
    ///
    /// If a handler fails or panics, the response contains diagnostics.
    ///
    /// # Errors
    ///
    /// Fails if the method has a [stream](Provider::stream), or if the request is malformed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::prost::Message as _;
    /// use tfvalue::provider::{CallError, Method, Provider};
    /// use tfvalue::tfplugin6::validate_resource_config::{Request, Response};
    ///
    /// async fn is_valid<C>(provider: &Provider<C>, request: &Request) -> Result<bool, CallError>
    /// where
    ///     C: Send + Sync + 'static,
    /// {
    ///     let method = Method::find(6, "ValidateResourceConfig").expect("a method of version 6");
    ///     let response = provider.respond(method, &request.encode_to_vec()).await?;
    ///     Ok(Response::decode(response).is_ok_and(|response| response.diagnostics.is_empty()))
    /// }
    /// ```
    pub async fn respond(&self, method: &Method, request: &[u8]) -> Result<Bytes, CallError> {
        self.parts.response(method, request).await
    }

    /// Responds to a call to a method with a [stream](Method::streams): `InvokeAction`, `ListResource`,
    /// `ReadStateBytes` and `WriteStateBytes`. The side without a stream sends a single message.
    ///
    /// A handler waits while the stream is full. If the receiver of the responses has been dropped, the handler is
    /// dropped when it sends its next response.
    ///
    /// # Errors
    ///
    /// Fails if the method has no stream, or if a request is malformed.
    pub async fn stream(
        &self,
        method: &Method,
        requests: MessageReceiver,
        responses: MessageSender,
    ) -> Result<(), CallError> {
        self.parts.responses(method, requests, responses).await
    }
}

impl Parts {
    /// Each kind of method has a separate boxed future, so that the futures are compiled one by one.
    pub(crate) fn own_response<'a>(
        &'a self,
        method: &'a Method,
        request: &'a [u8],
    ) -> Later<'a, Bytes, CallError> {
        let validate = |kind| call(request, |it| self.validate_config(kind, it));
        match method.kind {
            MethodKind::ApplyResourceChange => call(request, |it| self.apply_resource_change(it)),
            MethodKind::CallFunction => call(request, |it| self.call_function(it)),
            MethodKind::CloseEphemeralResource => {
                call(request, |it| self.close_ephemeral_resource(it))
            }
            MethodKind::ConfigureProvider => call(request, |it| self.configure_provider(it)),
            MethodKind::GenerateResourceConfig => {
                call(request, |it| self.generate_resource_config(it))
            }
            MethodKind::GetFunctions => {
                call(request, |_: get_functions::Request| self.get_functions())
            }
            MethodKind::GetMetadata => done(Ok(self.metadata(method.version))),
            MethodKind::GetProviderSchema => done(Ok(self.announcement(method.version))),
            MethodKind::GetResourceIdentitySchemas => done(Ok(self.identities())),
            MethodKind::ImportResourceState => call(request, |it| self.import_resource_state(it)),
            MethodKind::MoveResourceState => call(request, |it| self.move_resource_state(it)),
            MethodKind::OpenEphemeralResource => {
                call(request, |it| self.open_ephemeral_resource(it))
            }
            MethodKind::PlanAction => call(request, |it| self.plan_action(it)),
            MethodKind::PlanResourceChange => call(request, |it| self.plan_resource_change(it)),
            MethodKind::ReadDataSource => call(request, |it| self.read_data_source(it)),
            MethodKind::ReadResource => call(request, |it| self.read_resource(it)),
            MethodKind::RenewEphemeralResource => {
                call(request, |it| self.renew_ephemeral_resource(it))
            }
            MethodKind::StopProvider => {
                self.stop();
                done(Ok(to_bytes(&stop_provider::Response::default())))
            }
            MethodKind::UpgradeResourceIdentity => {
                call(request, |it| self.upgrade_resource_identity(it))
            }
            MethodKind::UpgradeResourceState => call(request, |it| self.upgrade_resource_state(it)),
            MethodKind::ValidateListResourceConfig => {
                call(request, |it| self.validate_list_resource_config(it))
            }
            MethodKind::ValidateProviderConfig if method.version == 5 => {
                call(request, |it| self.prepare_provider_config(it))
            }
            MethodKind::ValidateProviderConfig => {
                call(request, |it| self.validate_provider_config(it))
            }
            MethodKind::ValidateResourceConfig => {
                call(request, |it| self.validate_resource_config(it))
            }
            MethodKind::ValidateActionConfig => validate(PartKind::Action),
            MethodKind::ValidateDataResourceConfig => validate(PartKind::DataSource),
            MethodKind::ValidateEphemeralResourceConfig => validate(PartKind::EphemeralResource),
            MethodKind::ValidateStateStoreConfig => validate(PartKind::StateStore),
            MethodKind::ConfigureStateStore
            | MethodKind::DeleteState
            | MethodKind::GetStates
            | MethodKind::LockState
            | MethodKind::UnlockState => self.store_response(method, request),
            MethodKind::InvokeAction
            | MethodKind::ListResource
            | MethodKind::ReadStateBytes
            | MethodKind::WriteStateBytes => done(Err(CallError::streams(method))),
        }
    }

    /// Returns a boxed future for the same reason as `response`.
    pub(crate) fn responses<'a>(
        &'a self,
        method: &'a Method,
        mut requests: MessageReceiver,
        sender: MessageSender,
    ) -> Later<'a, (), CallError> {
        Box::pin(async move {
            if let Some(upstream) = self.upstream_of(method, &mut requests).await? {
                return upstream.stream(method, requests, sender).await;
            }
            let responses = Responses::new(sender);
            match method.kind {
                MethodKind::InvokeAction => {
                    let request = only(requests).await?;
                    self.stream_invoke_action(request, responses).await;
                }
                MethodKind::ListResource => {
                    let request = only(requests).await?;
                    self.stream_list_resource(request, responses).await;
                }
                MethodKind::ReadStateBytes | MethodKind::WriteStateBytes => {
                    self.store_stream(method, requests, responses).await?;
                }
                _ => return Err(CallError::streams(method)),
            }
            Ok(())
        })
    }
}

/// Waits for the only request.
pub(crate) async fn only<Q: Record + Default>(
    mut requests: MessageReceiver,
) -> Result<Q, CallError> {
    match requests.next().await? {
        Some(request) => decoded(&request),
        None => Err(CallError::new(
            CallErrorKind::InvalidArgument,
            "a request is required",
        )),
    }
}

pub(crate) fn call<'a, Q: Record + Default, R: Record, F: Future<Output = R> + Send + 'a>(
    request: &[u8],
    respond: impl FnOnce(Q) -> F,
) -> Later<'a, Bytes, CallError> {
    match decoded(request) {
        Ok(request) => {
            let response = respond(request);
            Box::pin(async move { Ok(to_bytes(&response.await)) })
        }
        Err(error) => done(Err(error)),
    }
}

pub(crate) fn done<'a>(result: Result<Bytes, CallError>) -> Later<'a, Bytes, CallError> {
    Box::pin(ready(result))
}

fn decoded<Q: Record + Default>(request: &[u8]) -> Result<Q, CallError> {
    tfplugin::decode(request).map_err(|error| CallError::malformed(&error))
}
