//! Passes information about a call to an observer, and asks the observer for decisions.

use super::observe::Observe;
use crate::diagnostics::Diagnostics;
use crate::provider::context::Call;
use crate::tfplugin::messages::DynamicValue;

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

    /// Fails if the new wait is to be cancelled.
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
