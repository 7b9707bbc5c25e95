//! Records the calls of a provider.

use bytes::Bytes;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tfvalue::serve::{Answer, CallError, Messages};

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

    fn add(&self, version: u32, method: &str, request: &[u8]) {
        self.lock().push(Call {
            path: format!("/tfplugin{version}.Provider/{method}"),
            request: request.to_vec(),
        });
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Call>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A provider that records its calls.
pub(crate) struct Recorder<A> {
    pub(crate) provider: A,
    pub(crate) calls: Calls,
}

impl<A: Answer> Answer for Recorder<A> {
    fn name(&self) -> &str {
        self.provider.name()
    }

    async fn answer(&self, version: u32, method: &str, request: &[u8]) -> Result<Bytes, CallError> {
        self.calls.add(version, method, request);
        self.provider.answer(version, method, request).await
    }

    async fn stream(
        &self,
        version: u32,
        method: &str,
        request: &[u8],
        messages: &Messages,
    ) -> Result<(), CallError> {
        self.calls.add(version, method, request);
        let provider = &self.provider;
        provider.stream(version, method, request, messages).await
    }

    fn stop(&self) {
        self.provider.stop();
    }
}
