//! Mistakes that a provider notices in itself, for a harness. A diagnostic of the protocol does not say that it is about
//! one, so this fact does not pass through the response.

use std::cell::{Cell, RefCell};

use super::messages::Diagnostic;

/// The mistakes of a call.
#[derive(Default)]
pub(crate) struct Noticed {
    /// The bugs that the response contains.
    pub(crate) bugs: Vec<Diagnostic>,
    /// Whether a new object was not saved before the handler waited for it.
    pub(crate) waited_unsaved: bool,
    /// Whether a handler has read the configuration, the only place with the values of write-only attributes.
    pub(crate) reads_config: bool,
    /// The messages of diagnostics that contained secrets, before these were masked.
    pub(crate) masked: Vec<String>,
    /// What a handler has logged with a secret.
    pub(crate) logged: Vec<String>,
}

thread_local! {
    /// The mistakes of the current call.
    static NOTICED: RefCell<Option<Noticed>> = const { RefCell::new(None) };
    /// The number of waits until one is cancelled, or 0.
    static WAITS: Cell<u32> = const { Cell::new(0) };
}

/// Runs a call, and returns its mistakes on this thread.
pub(crate) fn of<T>(call: impl FnOnce() -> T) -> (T, Noticed) {
    let outer = NOTICED.replace(Some(Noticed::default()));
    let response = call();
    (response, NOTICED.replace(outer).unwrap_or_default())
}

/// Changes the mistakes, if the current call belongs to a harness.
pub(crate) fn notice(change: impl FnOnce(&mut Noticed)) {
    NOTICED.with_borrow_mut(|noticed| {
        if let Some(noticed) = noticed {
            change(noticed);
        }
    });
}

/// Lets the handlers' wait with this number be cancelled, or none of them if it is 0. Returns the number of waits that
/// were left.
pub(crate) fn cancel_wait(number: u32) -> u32 {
    WAITS.replace(number)
}

/// Counts a wait. Returns `true` if it is to be cancelled.
pub(crate) fn is_cancelled() -> bool {
    let left = WAITS.get();
    WAITS.set(left.saturating_sub(1));
    left == 1
}
