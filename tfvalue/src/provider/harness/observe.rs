//! What a harness sees of the calls that it makes, beyond the responses.

use std::sync::Arc;

use super::annotations::Annotations;
use crate::diagnostics::Diagnostics;
use crate::provider::builder::Provider;
use crate::provider::context::Call;
use crate::provider::faults::check::Checks;
use crate::provider::parts::Parts;
use crate::tfplugin::messages::{Diagnostic, DynamicValue};

/// Observes calls, and decides what happens in them. Handlers can run on any thread.
pub trait Observe: Send + Sync {
    /// A diagnostic of the response is about a bug of the provider, which its message does not say.
    fn reports_bug(&self, diagnostic: &Diagnostic);

    /// A diagnostic contained secrets. The text is the one before they were masked.
    fn masks(&self, text: &str);

    /// A handler reads the configuration, the only place with the values of write-only attributes.
    fn reads_config(&self);

    /// A handler waits for a new object that it has not saved.
    fn waits_unsaved(&self);

    /// A handler begins to wait. Returns `true` if the wait is to be cancelled.
    fn cancels_wait(&self) -> bool;

    /// Returns `true` if [`Context::poll`](crate::provider::Context::poll) is to skip the time between two checks.
    fn skips_pauses(&self) -> bool;
}

/// Sets the observer of all calls of a provider. It also checks the responses, so the provider does not.
pub fn observed<C>(mut provider: Provider<C>, observer: Arc<dyn Observe>) -> Provider<C> {
    provider.parts.checks = Checks::Nothing;
    provider.parts.observer = Some(observer);
    provider
}

/// Returns the client of a provider that is configured.
pub fn client<C: Send + Sync + 'static>(provider: &Provider<C>) -> Option<Arc<C>> {
    provider.parts.client()?.downcast().ok()
}

/// Returns the annotations of a resource type.
pub fn annotations<'a, C>(provider: &'a Provider<C>, type_name: &str) -> Option<Annotations<'a>> {
    provider.parts.annotations(type_name)
}

impl Parts {
    pub(crate) fn observer(&self) -> Option<&dyn Observe> {
        self.observer.as_deref()
    }

    /// Returns the annotations of a resource type.
    pub(crate) fn annotations(&self, type_name: &str) -> Option<Annotations<'_>> {
        let resource = self.managed.get(type_name)?;
        Some(Annotations::of(&**resource))
    }
}

impl Call {
    pub(crate) fn observer(&self) -> Option<&dyn Observe> {
        self.observer.as_deref()
    }

    /// Returns the configuration for a handler.
    pub(crate) fn config(&self) -> Option<&DynamicValue> {
        if let Some(observer) = self.observer() {
            observer.reads_config();
        }
        self.config.as_ref()
    }

    /// Fails if the wait that begins is to be cancelled.
    pub(crate) fn begin_wait(&self) -> Result<(), Diagnostics> {
        if self.observer().is_some_and(Observe::cancels_wait) {
            self.stop.set();
            return Err(self.cancellation().into());
        }
        Ok(())
    }

    pub(crate) fn skips_pauses(&self) -> bool {
        self.observer().is_some_and(Observe::skips_pauses)
    }
}
