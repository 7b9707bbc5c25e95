//! Converts panics in handlers to diagnostics.

use std::any::Any;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::io::{self, Write as _};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::pin::{Pin, pin};
use std::sync::Once;
use std::task::{Context as Polling, Poll};

use super::bug::{BUG, FAILED};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::Topic;
use crate::provider::secrets::Secrets;

thread_local! {
    /// Whether a handler is running on this thread.
    static IS_HANDLER: Cell<bool> = const { Cell::new(false) };
    /// The location at which the handler on this thread panicked.
    static LOCATION: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs a handler. If the handler panics, the result is a diagnostic with the message and the location.
pub(crate) async fn caught<T>(
    handler: impl Future<Output = Result<T, Diagnostics>>,
) -> Result<T, Diagnostics> {
    install_hook();
    match Caught(pin!(handler)).await {
        Ok(result) => result.map_err(with_error),
        Err(panic) => Err(diagnostic(&*panic).into()),
    }
}

/// Adds an error if a handler failed with only warnings. Otherwise, Terraform would treat the call as successful.
fn with_error(mut failed: Diagnostics) -> Diagnostics {
    if !failed.has_errors() {
        failed.push(Diagnostic::bug(
            Topic::Bug,
            "Failed without an error",
            "The provider failed, but reported no error. This is a bug in the provider: warnings belong in \
             `Context::warn`.",
        ));
    }
    failed
}

/// Polls a future and catches its panic.
struct Caught<F>(F);

impl<F: Future + Unpin> Future for Caught<F> {
    type Output = Result<F::Output, Box<dyn Any + Send>>;

    fn poll(mut self: Pin<&mut Self>, polling: &mut Polling<'_>) -> Poll<Self::Output> {
        // A handler that panicked is never polled again.
        let poll = AssertUnwindSafe(|| Pin::new(&mut self.0).poll(polling));
        let outer = IS_HANDLER.replace(true);
        let result = panic::catch_unwind(poll);
        IS_HANDLER.set(outer);
        match result {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
            Err(panic) => Poll::Ready(Err(panic)),
        }
    }
}

/// Runs a function, and returns the panic message if the function panics. If panics abort the program, the function is
/// not run.
pub(crate) fn message_of(function: impl FnOnce()) -> Option<String> {
    if cfg!(panic = "abort") {
        return None;
    }
    install_hook();
    let outer = IS_HANDLER.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(function));
    IS_HANDLER.set(outer);
    LOCATION.take();
    result.err().map(|panic| message(&*panic).to_owned())
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message")
}

fn diagnostic(panic: &(dyn Any + Send)) -> Diagnostic {
    let text = message(panic);
    let place = match LOCATION.take() {
        Some(location) => format!(" at {location}"),
        None => String::new(),
    };
    let detail = format!("{BUG}. It panicked{place}: {text}");
    Diagnostic::bug(Topic::Bug, FAILED, &detail)
}

/// Records the locations of panics in handlers. All other panics are reported as before, including panics that end the
/// process: a panic during another panic, and every panic with `panic = "abort"`.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    if cfg!(panic = "abort") {
        return;
    }
    INSTALLED.call_once(|| {
        let outer = panic::take_hook();
        panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
            let location = info.location().map(ToString::to_string);
            if IS_HANDLER.get() && LOCATION.replace(location.clone()).is_none() {
                return;
            }
            match Secrets::mask(message(info.payload())) {
                Cow::Borrowed(_) => outer(info),
                // Other hooks would print the message without masking the secrets.
                Cow::Owned(masked) => {
                    let place = location.unwrap_or_default();
                    // If standard error is closed, nothing can be reported.
                    _ = writeln!(io::stderr(), "a thread panicked at {place}:\n{masked}");
                }
            }
        }));
    });
}
