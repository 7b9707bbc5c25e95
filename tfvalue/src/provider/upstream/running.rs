//! A provider that runs in another process.

use bytes::Bytes;

use crate::tfplugin::call_error::CallError;
use crate::tfplugin::method::Method;

/// A provider that runs in another process. The client in the crate tfvalue-client implements this trait, so that a
/// harness can call the provider without depending on that crate.
pub trait Running: Clone + 'static {
    /// The failure of a call.
    type Error: Into<CallError>;

    /// Returns the protocol version.
    fn protocol(&self) -> u32;

    /// Calls a method with an encoded request, and blocks the thread until the response arrives.
    ///
    /// # Errors
    ///
    /// Fails if there is no response.
    fn call(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, Self::Error>;

    /// Returns `true` if a call has failed because the process has ended.
    fn is_end(error: &Self::Error) -> bool;

    /// Returns `true` if the process is unusable after a failed call, because the process has ended or is hanging.
    #[must_use]
    fn must_restart(error: &Self::Error) -> bool {
        Self::is_end(error)
    }

    /// Returns `true` if a call has failed because of a limit set by the caller, which does not indicate a fault in the
    /// provider.
    #[must_use]
    fn is_limit(_error: &Self::Error, _method: &Method) -> bool {
        false
    }
}
