//! Bugs that a provider reports. A diagnostic of the protocol does not say that it is about one, so this fact does not
//! pass through the response.

use std::cell::RefCell;

use super::messages::Diagnostic;

thread_local! {
    /// The bugs that the current call has reported.
    static REPORTED: RefCell<Option<Vec<Diagnostic>>> = const { RefCell::new(None) };
}

/// Runs a call, and returns the bugs that it reports on this thread.
pub(crate) fn of<T>(call: impl FnOnce() -> T) -> (T, Vec<Diagnostic>) {
    let outer = REPORTED.replace(Some(Vec::new()));
    let response = call();
    (response, REPORTED.replace(outer).unwrap_or_default())
}

/// Records the message about a bug, if it belongs to a call of a harness.
pub(super) fn report(message: &Diagnostic) {
    REPORTED.with_borrow_mut(|reported| {
        if let Some(reported) = reported {
            reported.push(message.clone());
        }
    });
}
