//! Gives a test harness access to a provider.

use std::sync::Arc;

use super::annotations::Annotations;
use super::observe::Observe;
use crate::provider::builder::Provider;
use crate::provider::faults::check::Checks;
use crate::provider::parts::Parts;

/// Sets the observer of all calls to a provider. The observer also checks the responses, so the provider does not check
/// them.
pub fn observed<C>(mut provider: Provider<C>, observer: Arc<dyn Observe>) -> Provider<C> {
    provider.parts.checks = Checks::Nothing;
    provider.parts.observer = Some(observer);
    provider
}

/// Returns the client of a provider that has been configured.
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
