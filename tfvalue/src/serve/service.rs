//! What the process serves.

use std::future::Future;
use std::process::ExitCode;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::mpsc;
use tracing::{Instrument as _, Span};

use super::grpc::Message;
use super::lifetime::Presence;
use super::task::Call;
use crate::tfplugin::call_error::{CallError, CallErrorKind};
use crate::tfplugin::method::Method;

/// A provider as a function on bytes: the service of gRPC.
///
/// Calls run in parallel in the context of a multi-threaded tokio runtime, but not in its tasks. They may
/// [block](mod@crate::serve#handlers-that-block) their thread. A call that panics fails; the others continue.
///
/// # Examples
///
/// ```
/// use tfvalue::prost::Message as _;
/// use tfvalue::prost::bytes::Bytes;
/// use tfvalue::serve::{CallError, Method, Service};
/// use tfvalue::tfplugin6::get_provider_schema;
///
/// struct Empty;
///
/// impl Service for Empty {
///     fn name(&self) -> &str {
///         "empty"
///     }
///
///     async fn respond(&self, method: &'static Method, _: &[u8]) -> Result<Bytes, CallError> {
///         match method.name {
///             "GetSchema" | "GetProviderSchema" => {
///                 Ok(get_provider_schema::Response::default().encode_to_vec().into())
///             }
///             _ => Err(CallError::unimplemented(method.name)),
///         }
///     }
///
///     fn stop(&self) {}
/// }
/// ```
pub trait Service: Send + Sync + 'static {
    /// Returns the source address of the provider, such as `example/notes`, or at least its name. The
    /// option `--debug` needs the address.
    fn name(&self) -> &str;

    /// Responds to a call of a method. Takes the encoded request, and returns the encoded response.
    ///
    /// The request of a method that receives a [stream](crate::tfplugin6::Streams::Requests) consists of all
    /// messages, each after its length, as prost's `encode_length_delimited` writes them.
    ///
    /// If Terraform no longer waits for the response, the future is dropped after a short time.
    ///
    /// # Errors
    ///
    /// Fails if the provider does not have the method, or the request is malformed. Terraform reports
    /// such an error as a bug of the provider; an error for the user is a diagnostic in the response.
    fn respond(
        &self,
        method: &'static Method,
        request: &[u8],
    ) -> impl Future<Output = Result<Bytes, CallError>> + Send;

    /// Responds to a call of a method that responds with a stream of messages.
    ///
    /// The default has no such methods.
    ///
    /// # Errors
    ///
    /// Fails for the same reasons as [`respond`](Service::respond).
    fn stream(
        &self,
        method: &'static Method,
        request: &[u8],
        messages: &Messages,
    ) -> impl Future<Output = Result<(), CallError>> + Send {
        _ = (request, messages);
        std::future::ready(Err(CallError::unimplemented(method.name)))
    }

    /// Asks running calls to end soon. Terraform calls it after Ctrl-C, and the process before it ends.
    ///
    /// It can be called several times. It must not block.
    fn stop(&self);

    /// Runs the program with options of the provider, such as `--schema`. Returns `None` if there are no
    /// such options; the program then prints an explanation.
    fn run(&self, arguments: &[String]) -> Option<ExitCode> {
        _ = arguments;
        None
    }

    #[doc(hidden)]
    fn into_handler(self) -> Handler
    where
        Self: Sized,
    {
        Handler(Arc::new(self))
    }
}

/// A [`Service`] without its type, so that the server is compiled with this crate, and not again with
/// each provider.
#[derive(Clone)]
pub struct Handler(pub(super) Arc<dyn Handle>);

pub(super) trait Handle: Send + Sync {
    fn name(&self) -> &str;
    fn respond(self: Arc<Self>, received: Received) -> Call;
    fn stream(self: Arc<Self>, received: Received, messages: Messages) -> Call;
    fn stop(&self);
    fn run(&self, arguments: &[String]) -> Option<ExitCode>;
}

/// A call of one of the provider's methods, which counts as running until it is dropped.
pub(super) struct Received {
    pub(super) method: &'static Method,
    pub(super) request: Message,
    pub(super) span: Span,
    pub(super) presence: Presence,
}

impl Received {
    /// Returns the future of the call. This is the only time that it is boxed.
    pub(super) fn run<F>(self, respond: impl FnOnce(&'static Method, Message) -> F) -> Call
    where
        F: Future<Output = Result<Bytes, CallError>> + Send + 'static,
    {
        let response = respond(self.method, self.request);
        let presence = self.presence;
        let call = async move {
            let _presence = presence;
            response.await
        };
        Box::pin(call.instrument(self.span))
    }
}

impl<S: Service> Handle for S {
    fn name(&self) -> &str {
        Service::name(self)
    }

    fn respond(self: Arc<Self>, received: Received) -> Call {
        received.run(move |method, request| async move {
            Service::respond(&*self, method, &request.bytes).await
        })
    }

    fn stream(self: Arc<Self>, received: Received, messages: Messages) -> Call {
        received.run(move |method, request| async move {
            let streamed = Service::stream(&*self, method, &request.bytes, &messages).await;
            streamed.map(|()| Bytes::new())
        })
    }

    fn stop(&self) {
        Service::stop(self);
    }

    fn run(&self, arguments: &[String]) -> Option<ExitCode> {
        Service::run(self, arguments)
    }
}

/// The messages of a response that is a stream.
#[derive(Debug)]
pub struct Messages(mpsc::Sender<Bytes>);

impl Messages {
    /// Creates a stream that can keep a few messages until they are sent.
    pub(super) fn channel() -> (Self, mpsc::Receiver<Bytes>) {
        let (sender, receiver) = mpsc::channel(8);
        (Messages(sender), receiver)
    }

    /// Sends an encoded message. Waits if Terraform is slower than the provider.
    ///
    /// # Errors
    ///
    /// Fails if Terraform no longer waits for messages.
    pub async fn send(&self, message: Bytes) -> Result<(), CallError> {
        self.0.send(message).await.map_err(|_| {
            let message = "Terraform no longer waits for the response";
            CallError::new(CallErrorKind::Cancelled, message)
        })
    }
}
