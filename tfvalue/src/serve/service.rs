//! Defines `Service`, the provider that the process serves.

use std::future::Future;
use std::process::ExitCode;
use std::sync::Arc;

use bytes::Bytes;
use tracing::{Instrument as _, Span};

use super::lifetime::Presence;
use super::task::Call;
use crate::provider::Parts;
use crate::provider::harness::annotations::Annotations;
use crate::provider::{MessageReceiver, MessageSender};
use crate::tfplugin::call_error::CallError;
use crate::tfplugin::method::Method;

/// A provider that handles encoded gRPC messages.
///
/// Calls run in parallel in the context of a multi-threaded tokio runtime, but not as tasks of the runtime. They may
/// [block](mod@crate::serve#handlers-that-block) their thread. If a call panics, only that call fails.
///
/// # Examples
///
/// ```
/// use tfvalue::prost::Message as _;
/// use tfvalue::prost::bytes::Bytes;
/// use tfvalue::provider::{CallError, Method};
/// use tfvalue::serve::Service;
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
    /// Returns the source address of the provider, such as `example/notes`, or at least its name. The `--debug` option
    /// requires the address.
    fn name(&self) -> &str;

    /// Responds to a call to a method. Takes the encoded request, and returns the encoded response.
    ///
    /// If Terraform no longer waits for the response, the future is dropped after a short time.
    ///
    /// # Errors
    ///
    /// Fails if the provider does not have the method, or if the request is malformed. Terraform reports such an error
    /// as a bug in the provider. Errors for users must be returned as diagnostics in the response.
    fn respond(
        &self,
        method: &'static Method,
        request: &[u8],
    ) -> impl Future<Output = Result<Bytes, CallError>> + Send;

    /// Responds to a call to a method with a [stream](Method::streams). The side without a stream sends a single message.
    ///
    /// By default, there are no such methods.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`respond`](Service::respond).
    fn stream(
        &self,
        method: &'static Method,
        requests: MessageReceiver,
        responses: MessageSender,
    ) -> impl Future<Output = Result<(), CallError>> + Send {
        _ = (requests, responses);
        std::future::ready(Err(CallError::unimplemented(method.name)))
    }

    /// Asks running calls to end soon. This method is called when Terraform requests a stop, as it does after Ctrl-C.
    /// The method is also called before the process ends.
    ///
    /// The method can be called several times. It must not block.
    fn stop(&self);

    /// Returns the protocol versions that the provider supports. The process chooses the newest version that Terraform
    /// also supports.
    ///
    /// By default, the versions are 5 and 6.
    fn protocols(&self) -> &[u32] {
        &[5, 6]
    }

    /// Returns `true` if calls to `StopProvider` are also passed to [`respond`](Service::respond). A program that
    /// forwards calls needs these calls. Otherwise, [`stop`](Service::stop) is called instead.
    fn responds_to_stop(&self) -> bool {
        false
    }

    /// Handles command-line options of the provider, such as `--schema`. Returns `None` if there are no such options.
    /// The program then prints an explanation.
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

/// A [`Service`] whose type is erased, so that the server is compiled once with this crate instead of with each provider.
#[derive(Clone)]
pub struct Handler(pub(super) Arc<dyn Handle>);

impl Handler {
    /// Returns the [name](Service::name).
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// Returns the annotations of a resource type, if the provider is written with [`provider`](crate::provider).
    #[must_use]
    pub fn annotations(&self, type_name: &str) -> Option<Annotations<'_>> {
        self.0.parts()?.annotations(type_name)
    }
}

pub(super) trait Handle: Send + Sync {
    fn name(&self) -> &str;
    fn respond(self: Arc<Self>, request: Bytes, received: Received) -> Call;
    fn stream(
        self: Arc<Self>,
        requests: MessageReceiver,
        responses: MessageSender,
        received: Received,
    ) -> Call;
    fn stop(&self);
    fn protocols(&self) -> &[u32];
    fn responds_to_stop(&self) -> bool;
    fn parts(&self) -> Option<&Parts> {
        None
    }
    /// Ends all processes that would outlive this process.
    fn end(&self) {}
    fn run(&self, arguments: &[String]) -> Option<ExitCode>;
}

/// A call to a method of the provider. The call counts as running until this value is dropped.
pub(super) struct Received {
    pub(super) method: &'static Method,
    pub(super) span: Span,
    pub(super) presence: Presence,
}

impl Received {
    /// Returns the future of the call. The future is boxed only here.
    pub(super) fn run<F>(self, response: F) -> Call
    where
        F: Future<Output = Result<Bytes, CallError>> + Send + 'static,
    {
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

    fn respond(self: Arc<Self>, request: Bytes, received: Received) -> Call {
        let method = received.method;
        received.run(async move { Service::respond(&*self, method, &request).await })
    }

    fn stream(
        self: Arc<Self>,
        requests: MessageReceiver,
        responses: MessageSender,
        received: Received,
    ) -> Call {
        let method = received.method;
        received.run(async move {
            let streamed = Service::stream(&*self, method, requests, responses).await;
            streamed.map(|()| Bytes::new())
        })
    }

    fn stop(&self) {
        Service::stop(self);
    }

    fn protocols(&self) -> &[u32] {
        Service::protocols(self)
    }

    fn responds_to_stop(&self) -> bool {
        Service::responds_to_stop(self)
    }

    fn run(&self, arguments: &[String]) -> Option<ExitCode> {
        Service::run(self, arguments)
    }
}
