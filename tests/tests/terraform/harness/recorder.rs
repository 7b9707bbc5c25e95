//! Records the calls of a provider.

use bytes::Bytes;
use std::sync::{Arc, Mutex, PoisonError};
use tfvalue::serve::{Answer, CallError};

/// The paths of received calls, such as `/tfplugin6.Provider/ReadResource`.
#[derive(Clone, Default)]
pub(crate) struct Calls(Arc<Mutex<Vec<String>>>);

impl Calls {
    /// Returns the calls received so far.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn push(&self, path: String) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(path);
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
        self.calls
            .push(format!("/tfplugin{version}.Provider/{method}"));
        self.provider.answer(version, method, request).await
    }

    fn stop(&self) {
        self.provider.stop();
    }
}
