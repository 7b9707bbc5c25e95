//! Handles signals that end a command early.

use std::io::{self, Write as _};
use std::process;
use std::sync::mpsc;
#[cfg(feature = "export")]
use std::sync::{Arc, OnceLock};
use std::thread;

use tfvalue::__internal::cli::Signals;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::terminal::{Failure, Status};

/// Signals are handled while this value exists.
pub(crate) type Listening = oneshot::Sender<()>;

/// Handles signals in a separate thread until the returned value is dropped. Returns when the thread is ready for them.
pub(crate) fn listen<F: Future<Output = ()>>(
    handler: impl FnOnce(Signals) -> F + Send + 'static,
) -> Result<Listening, Failure> {
    let failed = |error: io::Error| Failure::unusable(error.to_string());
    let (listening, ended) = oneshot::channel();
    let (began, beginning) = mpsc::channel();
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(failed)?;
    let thread = thread::Builder::new().name("signals".to_owned());
    let started = thread.spawn(move || {
        runtime.block_on(async {
            let signals = match Signals::new() {
                Ok(signals) => signals,
                Err(error) => {
                    _ = began.send(Err(error));
                    return;
                }
            };
            _ = began.send(Ok(()));
            tokio::select! {
                _ = ended => {}
                () = handler(signals) => {}
            }
        });
    });
    started.map_err(failed)?;
    // A signal that arrives before the handler is ready ends the program, as the system does by default.
    if let Ok(began) = beginning.recv() {
        began.map_err(failed)?;
    }
    Ok(listening)
}

/// Tells the user that the program ends after the current step.
pub(crate) fn announce_end() {
    // Nobody may be reading standard error anymore.
    let message = "interrupted: ending what is in progress; the next signal ends it at once";
    _ = writeln!(io::stderr(), "{message}");
}

/// Calls a function when a signal arrives, and then ends the program.
pub(crate) fn end_with(report: impl FnOnce() + Send + 'static) -> Result<Listening, Failure> {
    listen(|mut signals| async move {
        let status = Status::of_signal(signals.any().await);
        report();
        process::exit(status as i32);
    })
}

/// Returns `true` if a signal has arrived, so that a command can end between two steps. The second signal ends the
/// program.
#[cfg(feature = "export")]
pub(crate) struct Stop {
    status: Arc<OnceLock<Status>>,
    _listening: Listening,
}

#[cfg(feature = "export")]
impl Stop {
    pub(crate) fn new() -> Result<Self, Failure> {
        let status = Arc::new(OnceLock::new());
        let set = Arc::clone(&status);
        let listening = listen(|mut signals| async move {
            _ = set.set(Status::of_signal(signals.any().await));
            announce_end();
            let status = Status::of_signal(signals.any().await);
            process::exit(status as i32);
        });
        Ok(Stop {
            status,
            _listening: listening?,
        })
    }

    /// Returns the exit status after a signal.
    pub(crate) fn status(&self) -> Option<Status> {
        self.status.get().copied()
    }
}
