//! Another provider, which responds to calls for the parts that a provider does not have.

mod announce;
mod config;
mod failure;
mod log;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tfvalue::__internal::client::{Later, MethodKind, Own, Upstream, block_on};
use tfvalue::provider::{CallError, MessageReceiver, MessageSender, Method, message_channel};
use tfvalue::schema::ProviderSchema;
use tokio::sync::OnceCell;

use self::announce::Announced;
use crate::call::Call;
use crate::error::ClientError;
use crate::run::Client;

/// The provider to which calls are forwarded.
struct Fallback {
    /// The call that starts the provider, until the outcome of the call is known.
    start: tokio::sync::Mutex<Option<Call<Client>>>,
    started: Mutex<Option<Result<Client, ClientError>>>,
    announced: OnceCell<Announced>,
}

/// A client can be passed to [`Provider::fall_back_to`](tfvalue::provider::Provider::fall_back_to).
impl From<Client> for Box<dyn Upstream> {
    fn from(client: Client) -> Self {
        Call::from(client).into()
    }
}

/// A client that is still starting can also be passed.
impl From<Call<Client>> for Box<dyn Upstream> {
    fn from(client: Call<Client>) -> Self {
        Box::new(Fallback::new(client))
    }
}

impl Fallback {
    fn new(client: Call<Client>) -> Self {
        Fallback {
            start: Some(client).into(),
            started: Mutex::default(),
            announced: OnceCell::new(),
        }
    }

    fn started(&self) -> MutexGuard<'_, Option<Result<Client, ClientError>>> {
        self.started.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the provider has started.
    async fn client(&self) -> Result<Client, ClientError> {
        if let Some(started) = &*self.started() {
            return started.clone();
        }
        let mut start = self.start.lock().await;
        // If this future is dropped, the next call continues to wait.
        if let Some(call) = &mut *start {
            let started = call.await.map(|client| {
                client.pass_log_on(log::follow());
                client.with_timeout(Duration::MAX)
            });
            *start = None;
            *self.started() = Some(started);
        }
        let started = self.started().clone();
        started.unwrap_or_else(|| Err(ClientError::ended()))
    }

    /// Forwards a call.
    async fn forward(&self, method: &Method, request: Bytes) -> Result<Bytes, ClientError> {
        self.client().await?.respond(method, request).await
    }

    /// Forwards a call with a stream.
    async fn forward_stream(
        &self,
        method: &Method,
        requests: MessageReceiver,
        responses: &MessageSender,
    ) -> Result<(), ClientError> {
        let client = self.client().await?;
        let (sender, mut receiver) = message_channel();
        let call = client.stream(method, requests, sender);
        // The error of the call is more precise than the error of the stream.
        while let Ok(Some(response)) = receiver.next().await {
            if responses.send(response).await.is_err() {
                return Ok(()); // Terraform has enough responses, so the call is cancelled.
            }
        }
        call.await
    }
}

impl Upstream for Fallback {
    fn add_schemas(&self, own: &mut ProviderSchema) -> tfvalue::Result<()> {
        block_on(self.announced())
            .map_err(announce::joined)?
            .add_schemas(own)
    }

    fn respond<'a>(
        &'a self,
        own: Own<'a>,
        method: &'a Method,
        request: &'a [u8],
    ) -> Later<'a, Bytes, CallError> {
        Box::pin(async move {
            match method.kind {
                MethodKind::GetProviderSchema => self.all_schemas(own, method).await,
                MethodKind::GetMetadata => self.all_names(own, method).await,
                MethodKind::GetFunctions => self.all_functions(own, method).await,
                MethodKind::GetResourceIdentitySchemas => self.all_identities(own, method).await,
                MethodKind::ValidateProviderConfig => {
                    self.validate_both(own, method, request).await
                }
                MethodKind::ConfigureProvider => self.configure_both(own, method, request).await,
                _ => match self.forward(method, Bytes::copy_from_slice(request)).await {
                    Ok(response) => Ok(response),
                    Err(error) => failed(method, request, error),
                },
            }
        })
    }

    fn stream<'a>(
        &'a self,
        method: &'a Method,
        requests: MessageReceiver,
        responses: MessageSender,
    ) -> Later<'a, (), CallError> {
        Box::pin(async move {
            if let Err(error) = self.forward_stream(method, requests, &responses).await {
                // If no caller waits for the response, the response is dropped.
                _ = responses.send(failed(method, &[], error)?).await;
            }
            Ok(())
        })
    }

    /// No call can run before the provider has started.
    fn stop(&self) {
        if let Some(Ok(client)) = &*self.started() {
            if let Some(method) = Method::find(6, "StopProvider") {
                client.notify(method);
            }
        }
    }

    /// A provider that is still starting ends when this process ends.
    fn end(&self) {
        let started = self.started().replace(Err(ClientError::ended()));
        drop(started);
    }
}

/// Converts a failure to a response with an error for the user. Errors of gRPC are forwarded.
fn failed(method: &Method, request: &[u8], error: ClientError) -> Result<Bytes, CallError> {
    failure::response(method.kind, request, &error).ok_or_else(|| error.into())
}
