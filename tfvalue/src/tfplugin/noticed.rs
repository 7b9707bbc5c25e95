//! Mistakes that a provider notices in itself, for a harness. A diagnostic of the protocol does not say that it is about
//! one, so this fact does not pass through the response.

use std::cell::RefCell;

use super::messages::Diagnostic;

/// The mistakes of a call.
#[derive(Default)]
pub(crate) struct Noticed {
    /// The bugs that the response contains.
    pub(crate) bugs: Vec<Diagnostic>,
    /// Whether a new object was not saved before the handler waited for it.
    pub(crate) waited_unsaved: bool,
}

thread_local! {
    /// The mistakes of the current call.
    static NOTICED: RefCell<Option<Noticed>> = const { RefCell::new(None) };
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
