//! Handles signals that end a command early.

use std::process;
#[cfg(feature = "export")]
use std::sync::{Arc, OnceLock};
use std::thread;

use tfvalue::__internal::cli::Signals;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::terminal::{Failure, Status};

/// Signals are handled while this value exists.
pub(crate) type Listening = oneshot::Sender<()>;

/// Handles signals in a separate thread until the returned value is dropped.
pub(crate) fn listen<F: Future<Output = ()>>(
    handler: impl FnOnce(Signals) -> F + Send + 'static,
) -> Result<Listening, Failure> {
    let failed = |error: std::io::Error| Failure::unusable(error.to_string());
    let (listening, ended) = oneshot::channel();
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(failed)?;
    let thread = thread::Builder::new().name("signals".to_owned());
    let started = thread.spawn(move || {
        runtime.block_on(async {
            let Ok(signals) = Signals::new() else {
                // By default, the system ends the program.
                return;
            };
            tokio::select! {
                _ = ended => {}
                () = handler(signals) => {}
            }
        });
    });
    started.map_err(failed)?;
    Ok(listening)
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
