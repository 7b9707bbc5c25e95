//! The observations of a harness during its calls, apart from the responses.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tfvalue::__internal::testing::Observe;
use tfvalue::tfplugin6::Diagnostic;

/// The mistakes in a call.
#[derive(Default)]
pub(super) struct Noticed {
    /// The bugs that the response reports.
    pub(super) bugs: Vec<Diagnostic>,
    /// Whether a handler waited for a new object before the object was saved.
    pub(super) waited_unsaved: bool,
    /// Whether a handler has read the configuration.
    pub(super) reads_config: bool,
    /// The messages of diagnostics that contained secrets, before the secrets were masked.
    pub(super) masked: Vec<String>,
    /// The messages that a handler has logged with a secret.
    pub(super) logged: Vec<String>,
}

/// Records mistakes, and cancels waits in handlers.
#[derive(Default)]
pub(super) struct Watch {
    noticed: Mutex<Noticed>,
    /// The number of the wait to cancel, where 1 is the next wait, or 0 to cancel no wait.
    waits: AtomicU32,
    skips_pauses: AtomicBool,
}

impl Watch {
    /// Removes and returns the observations so far.
    pub(super) fn take(&self) -> Noticed {
        std::mem::take(&mut self.noticed())
    }

    /// Cancels the wait with the given number in the handlers, or no wait if the number is 0.
    pub(super) fn cancel_wait(&self, number: u32) {
        self.waits.store(number, Ordering::Relaxed);
    }

    pub(super) fn skip_pauses(&self) {
        self.skips_pauses.store(true, Ordering::Relaxed);
    }

    fn noticed(&self) -> MutexGuard<'_, Noticed> {
        self.noticed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observe for Watch {
    fn reports_bug(&self, diagnostic: &Diagnostic) {
        self.noticed().bugs.push(diagnostic.clone());
    }

    fn masks(&self, text: &str) {
        self.noticed().masked.push(text.to_owned());
    }

    fn reads_config(&self) {
        self.noticed().reads_config = true;
    }

    fn waits_unsaved(&self) {
        self.noticed().waited_unsaved = true;
    }

    fn cancels_wait(&self) -> bool {
        // Below 0, the number wraps around, and no case has enough waits to reach 1 again.
        self.waits.fetch_sub(1, Ordering::Relaxed) == 1
    }

    fn skips_pauses(&self) -> bool {
        self.skips_pauses.load(Ordering::Relaxed)
    }
}
