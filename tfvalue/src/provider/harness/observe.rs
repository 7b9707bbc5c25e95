//! Information about calls that a harness receives in addition to the responses.

use crate::tfplugin::messages::Diagnostic;

/// Observes calls and controls some of their behavior. Handlers can run on any thread.
pub trait Observe: Send + Sync {
    /// A diagnostic in the response reports a bug in the provider, although the message does not mention the bug.
    fn reports_bug(&self, diagnostic: &Diagnostic);

    /// A diagnostic contained secrets. `text` is the message before the secrets were masked.
    fn masks(&self, text: &str);

    /// A handler reads the configuration, which is the only place that contains the values of write-only attributes.
    fn reads_config(&self);

    /// A handler waits for a new object that the handler has not saved.
    fn waits_unsaved(&self);

    /// A handler begins to wait. Returns `true` if the wait is to be cancelled.
    fn cancels_wait(&self) -> bool;

    /// Returns `true` if [`Context::poll`](crate::provider::Context::poll) is to skip the time between two checks.
    fn skips_pauses(&self) -> bool;
}
