//! Running calls.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use tfvalue::prost::Message;
use tokio::task::JoinHandle;

use crate::error::{ClientError, ClientErrorKind};
use crate::log::Log;
use crate::run::Client;
use tfvalue::__internal::client::block_on;
use tfvalue::provider::MessageReceiver;

/// A running call, which is a future that works with any runtime. If the future is dropped, the call is cancelled.
///
/// # Examples
///
/// ```no_run
/// use tfvalue_client::{Client, ClientError};
/// use tfvalue::tfplugin6::read_resource::{Request, Response};
///
/// fn blocking(client: &Client, request: &Request) -> Result<Response, ClientError> {
///     client.read_resource(request).wait()
/// }
///
/// async fn not_blocking(client: &Client, request: &Request) -> Result<Response, ClientError> {
///     client.read_resource(request).await
/// }
/// ```
#[must_use = "a call that is dropped is cancelled"]
pub struct Call<T>(Pin<Box<dyn Future<Output = Result<T, ClientError>> + Send>>);

impl<T> Call<T> {
    pub(crate) fn new(call: impl Future<Output = Result<T, ClientError>> + Send + 'static) -> Self {
        Call(Box::pin(call))
    }

    /// Waits for the response and blocks the thread.
    ///
    /// # Errors
    ///
    /// Fails if the call fails.
    pub fn wait(self) -> Result<T, ClientError> {
        block_on(self)
    }
}

impl<T> Future for Call<T> {
    type Output = Result<T, ClientError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(context)
    }
}

/// A client is treated as a call that has succeeded, so that functions can accept a client or a call.
impl From<Client> for Call<Client> {
    fn from(client: Client) -> Self {
        Call::new(std::future::ready(Ok(client)))
    }
}

impl<T> fmt::Debug for Call<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").finish_non_exhaustive()
    }
}

/// Decodes a response.
pub(crate) fn decode<R: Message + Default>(
    method: &str,
    response: Bytes,
    log: &Log,
) -> Result<R, ClientError> {
    R::decode(response).map_err(|error| {
        let problem = format!("{method}: the response is malformed: {error}");
        ClientError::new(ClientErrorKind::Malformed, problem, log)
    })
}

/// A task on the client's thread, which is aborted when this value is dropped.
pub(crate) struct Task<T> {
    task: JoinHandle<Result<T, ClientError>>,
    /// The provider runs as long as the call does.
    client: Client,
}

impl<T> Task<T> {
    pub(crate) fn new(task: JoinHandle<Result<T, ClientError>>, client: Client) -> Self {
        Task { task, client }
    }

    pub(crate) async fn result(mut self) -> Result<T, ClientError> {
        match (&mut self.task).await {
            Ok(result) => result,
            // The thread runs as long as the client does, so only a bug can end a task.
            Err(error) => {
                let problem = format!("the call has not ended: {error}");
                let log = self.client.log_handle();
                Err(ClientError::new(ClientErrorKind::Ended, problem, log))
            }
        }
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The responses of a streaming call. If this value is dropped, the call is cancelled.
///
/// Up to 64 KiB plus one message can be waiting to be received; beyond that, the provider must wait.
pub struct Responses<R> {
    method: &'static str,
    messages: MessageReceiver,
    /// The outcome of the call, until the outcome is taken.
    call: Option<Call<()>>,
    log: Log,
    /// Reads a response.
    read: fn(&str, Bytes, &Log) -> Result<R, ClientError>,
}

impl<R: Message + Default> Responses<R> {
    pub(crate) fn new(
        method: &'static str,
        messages: MessageReceiver,
        call: Call<()>,
        log: Log,
    ) -> Self {
        Responses {
            method,
            messages,
            call: Some(call),
            log,
            read: decode::<R>,
        }
    }

    /// Waits for the next response. Returns `None` after the last response.
    ///
    /// # Errors
    ///
    /// Fails if the call fails. The responses that arrived before the failure are returned first.
    pub async fn next(&mut self) -> Result<Option<R>, ClientError> {
        // The error of the call is more precise than the error of the stream.
        if let Ok(Some(message)) = self.messages.next().await {
            return (self.read)(self.method, message, &self.log).map(Some);
        }
        match self.call.take() {
            Some(call) => call.await.map(|()| None),
            None => Ok(None),
        }
    }

    /// Waits for the next response, as [`next`](Responses::next) does, but blocks the thread.
    ///
    /// # Errors
    ///
    /// Fails if the call fails.
    pub fn wait(&mut self) -> Result<Option<R>, ClientError> {
        block_on(self.next())
    }
}

impl<R> fmt::Debug for Responses<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Responses").finish_non_exhaustive()
    }
}
