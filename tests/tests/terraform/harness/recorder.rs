//! Records the calls to a provider.

use super::files::Announced;
use bytes::Bytes;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tfvalue::provider::{CallError, MessageReceiver, MessageSender, Method};
use tfvalue::serve::Service;

/// A received call.
#[derive(Clone)]
pub(crate) struct Call {
    /// The path, such as `/tfplugin6.Provider/ReadResource`.
    pub(crate) path: String,
    pub(crate) request: Vec<u8>,
}

/// The received calls.
#[derive(Clone, Default)]
pub(crate) struct Calls(Arc<Mutex<Vec<Call>>>);

impl Calls {
    /// Returns the paths of the calls received so far.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.lock().iter().map(|call| call.path.clone()).collect()
    }

    /// Removes and returns the calls received so far.
    pub(crate) fn take(&self) -> Vec<Call> {
        std::mem::take(&mut *self.lock())
    }

    fn add(&self, method: &Method, request: &[u8]) {
        self.lock().push(Call {
            path: method.path.to_owned(),
            request: request.to_vec(),
        });
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Call>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A provider that records its calls.
pub(crate) struct Recorder<S> {
    pub(crate) provider: S,
    pub(crate) calls: Calls,
    pub(crate) announced: Announced,
}

impl<S: Service> Service for Recorder<S> {
    fn name(&self) -> &str {
        self.provider.name()
    }

    async fn respond(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, CallError> {
        self.calls.add(method, request);
        let response = self.provider.respond(method, request).await?;
        self.announced.keep(method.path, &response);
        Ok(response)
    }

    async fn stream(
        &self,
        method: &'static Method,
        requests: MessageReceiver,
        responses: MessageSender,
    ) -> Result<(), CallError> {
        // The provider consumes the requests, so the recorder cannot record them.
        self.calls.add(method, b"");
        self.provider.stream(method, requests, responses).await
    }

    fn stop(&self) {
        self.provider.stop();
    }
}
