//! What the process serves.

use std::future::Future;
use std::process::ExitCode;

use bytes::Bytes;
use tokio::sync::mpsc;

use crate::provider::Later;
use crate::tfplugin::call_error::{CallError, CallErrorKind};

/// A provider as a function on bytes.
///
/// The names of methods are those of [`tfplugin5::METHODS`](crate::tfplugin5::METHODS) and
/// [`tfplugin6::METHODS`](crate::tfplugin6::METHODS).
///
/// Calls run in parallel in the context of a multi-threaded tokio runtime, but not in its tasks. They may
/// [block](mod@crate::serve#handlers-that-block) their thread. A call that panics fails; the others continue.
///
/// # Examples
///
/// ```
/// use tfvalue::prost::Message as _;
/// use tfvalue::prost::bytes::Bytes;
/// use tfvalue::serve::{Answer, CallError};
/// use tfvalue::tfplugin6::get_provider_schema;
///
/// struct Empty;
///
/// impl Answer for Empty {
///     fn name(&self) -> &str {
///         "empty"
///     }
///
///     async fn answer(
///         &self,
///         _version: u32,
///         method: &str,
///         _request: &[u8],
///     ) -> Result<Bytes, CallError> {
///         match method {
///             "GetSchema" | "GetProviderSchema" => {
///                 Ok(get_provider_schema::Response::default().encode_to_vec().into())
///             }
///             _ => Err(CallError::unimplemented(method)),
///         }
///     }
///
///     fn stop(&self) {}
/// }
/// ```
pub trait Answer: Send + Sync + 'static {
    /// Returns the source address of the provider, such as `example/notes`, or at least its name. The
    /// option `--debug` needs the address.
    fn name(&self) -> &str;

    /// Answers a call: the version of the protocol (5 or 6), the name of the method, and the encoded
    /// request.
    ///
    /// The request of a method that receives a [stream](crate::tfplugin6::Streams::Requests) consists of all
    /// messages, each after its length, as prost's `encode_length_delimited` writes them.
    ///
    /// If Terraform no longer waits for the answer, the future is dropped after a short time.
    ///
    /// # Errors
    ///
    /// Fails if the provider does not have the method, or the request is malformed. Terraform reports
    /// such an error as a bug of the provider; an error for the user is a diagnostic in the response.
    fn answer(
        &self,
        version: u32,
        method: &str,
        request: &[u8],
    ) -> impl Future<Output = Result<Bytes, CallError>> + Send;

    /// Answers a call of a method that answers with a stream of messages.
    ///
    /// The default has no such methods.
    ///
    /// # Errors
    ///
    /// Fails for the same reasons as [`answer`](Answer::answer).
    fn stream(
        &self,
        version: u32,
        method: &str,
        request: &[u8],
        messages: &Messages,
    ) -> impl Future<Output = Result<(), CallError>> + Send {
        _ = (version, request, messages);
        std::future::ready(Err(CallError::unimplemented(method)))
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
}

/// An [`Answer`] without its type, so that the server is compiled with this crate, and not again with
/// each provider.
pub(super) trait Handler: Send + Sync {
    fn name(&self) -> &str;
    fn answer<'a>(
        &'a self,
        version: u32,
        method: &'a str,
        request: &'a [u8],
    ) -> Later<'a, Bytes, CallError>;
    fn stream<'a>(
        &'a self,
        version: u32,
        method: &'a str,
        request: &'a [u8],
        messages: &'a Messages,
    ) -> Later<'a, (), CallError>;
    fn stop(&self);
    fn run(&self, arguments: &[String]) -> Option<ExitCode>;
}

impl<A: Answer> Handler for A {
    fn name(&self) -> &str {
        Answer::name(self)
    }

    fn answer<'a>(
        &'a self,
        version: u32,
        method: &'a str,
        request: &'a [u8],
    ) -> Later<'a, Bytes, CallError> {
        Box::pin(Answer::answer(self, version, method, request))
    }

    fn stream<'a>(
        &'a self,
        version: u32,
        method: &'a str,
        request: &'a [u8],
        messages: &'a Messages,
    ) -> Later<'a, (), CallError> {
        Box::pin(Answer::stream(self, version, method, request, messages))
    }

    fn stop(&self) {
        Answer::stop(self);
    }

    fn run(&self, arguments: &[String]) -> Option<ExitCode> {
        Answer::run(self, arguments)
    }
}

/// The messages of an answer that is a stream.
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
            let message = "Terraform no longer waits for the answer";
            CallError::new(CallErrorKind::Cancelled, message)
        })
    }
}
