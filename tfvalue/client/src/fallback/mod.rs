//! Another provider, which responds to the calls about parts that are not registered.

mod announce;
mod config;
mod failure;
mod log;
mod route;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prost::bytes::Bytes;
use tokio::sync::OnceCell;

use self::announce::Announced;
use super::Provider;
use super::messages::{MessageReceiver, MessageSender, message_channel};
use crate::client::{Call, Client, ClientError};
use crate::tfplugin::call_error::CallError;
use crate::tfplugin::method::Method;

/// The provider to which calls are forwarded.
pub(super) struct Fallback {
    /// The start, until its outcome is known.
    start: tokio::sync::Mutex<Option<Call<Client>>>,
    started: Mutex<Option<Result<Client, ClientError>>>,
    announced: OnceCell<Announced>,
}

impl<C: Send + Sync + 'static> Provider<C> {
    /// Forwards all calls for types and functions that this provider does not have to another provider, which can be
    /// written in any language.
    ///
    /// In this way, a provider can move to Rust one resource at a time: see the guide page ["Move a
    /// Go provider to Rust"](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tasks/move_from_go/index.html).
    ///
    /// The argument is a [`Client`], or the [`Call`] that starts it. If the other provider does not start, Terraform
    /// prints the reason.
    ///
    /// Terraform sees one provider, with the resources, data sources, ephemeral resources, functions, list resources,
    /// actions and state stores of both. Requests to the other provider, and its responses, are forwarded byte by byte.
    /// The two providers can use different versions of the protocol.
    ///
    /// | | |
    /// |---|---|
    /// | a name that both have | is an error in [`schemas`](Provider::schemas), and in the first response to Terraform |
    /// | configuration | is announced as the other provider announces it. The struct of this provider has those of its attributes and nested blocks that it needs, with the same types and flags; it can be empty. A difference is an error, as for names |
    /// | validation and configuration | both providers validate the configuration and are configured, and their diagnostics are joined |
    /// | schema of `provider_meta` blocks | is that of the provider that has one; if both do, they must have the same type |
    /// | capabilities | Terraform may omit schemas, and the provider generates configurations, if both can do it. Terraform plans to destroy objects if the other provider needs it |
    /// | Ctrl-C, cancelled calls | both providers are stopped; a call that Terraform cancels is cancelled there, too |
    /// | log | what the other provider writes to standard error follows in the log of this one |
    /// | crash | is an error of each call that is forwarded, with the text of the panic |
    /// | end | the other process ends with this one |
    ///
    /// In protocol 5, [types that version 5 cannot represent](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tools/protocols/index.html) are omitted, with a
    /// warning. Terraform uses version 6 if the provider serves both, as each provider of this crate does.
    ///
    /// A forwarded call has no time limit, as in Terraform. [`write_docs`](Provider::write_docs) writes no pages for
    /// the types of the other provider, and debug builds do not check its responses.
    ///
    /// # Panics
    ///
    /// Panics if the provider already falls back to another provider.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use std::process::{Command, ExitCode};
    /// use tfvalue::client::Client;
    /// # use tfvalue::provider::{Context, Provider, ProviderConfig};
    /// # use tfvalue::{Diagnostics, TfSchema};
    /// # #[derive(TfSchema)]
    /// # #[tf(kind = provider)]
    /// # struct Config {}
    /// # impl ProviderConfig for Config {
    /// #     type Client = ();
    /// #     async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> {
    /// #         Ok(())
    /// #     }
    /// # }
    ///
    /// fn main() -> ExitCode {
    ///     let old = Client::start(&Command::new("./terraform-provider-cloud-go"));
    ///     tfvalue::serve(Provider::new::<Config>("example/cloud").fall_back_to(old))
    /// }
    /// ```
    #[must_use]
    #[track_caller]
    pub fn fall_back_to(mut self, client: impl Into<Call<Client>>) -> Self {
        assert!(
            self.parts.fallback.is_none(),
            "a provider can fall back to one other provider"
        );
        self.parts.fallback = Some(Fallback::new(client.into()));
        self
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
    async fn respond(&self, method: &Method, request: Bytes) -> Result<Bytes, ClientError> {
        self.client().await?.respond(method, request).await
    }

    /// Forwards a call with a stream.
    async fn stream(
        &self,
        method: &Method,
        requests: MessageReceiver,
        responses: &MessageSender,
    ) -> Result<(), ClientError> {
        let client = self.client().await?;
        let (sender, mut receiver) = message_channel();
        let call = client.stream(method, requests, sender);
        // The error of the call is more precise than that of the stream.
        while let Ok(Some(response)) = receiver.next().await {
            if responses.send(response).await.is_err() {
                return Ok(()); // Terraform has enough, so the call is cancelled.
            }
        }
        call.await
    }

    /// Asks running calls to end soon. None can run before the provider has started.
    pub(super) fn stop(&self) {
        if let Some(Ok(client)) = &*self.started() {
            if let Some(method) = Method::find(6, "StopProvider") {
                client.notify(method);
            }
        }
    }

    /// Ends the process of the provider, and waits for its end. One that still starts ends with this process.
    pub(super) fn end(&self) {
        let started = self.started().replace(Err(ClientError::ended()));
        drop(started);
    }
}

/// Converts a failure to a response with an error for the user. Errors of gRPC are forwarded.
fn failed(method: &Method, request: &[u8], error: ClientError) -> Result<Bytes, CallError> {
    failure::response(method.kind, request, &error).ok_or_else(|| error.into())
}
