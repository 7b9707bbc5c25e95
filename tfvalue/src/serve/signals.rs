//! The signals that the system sends to the process.

#[cfg(windows)]
use std::future;
use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals that end a process by default. From the moment this value is created, these signals no longer end the
/// process.
pub struct Signals {
    #[cfg(unix)]
    interrupt: Signal,
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl Signals {
    /// Begins to receive the signals.
    ///
    /// # Errors
    ///
    /// Fails if the system does not allow the process to receive signals.
    pub fn new() -> io::Result<Self> {
        Ok(Signals {
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt())?,
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
            #[cfg(windows)]
            interrupt: tokio::signal::windows::ctrl_c()?,
        })
    }

    /// Waits until the user or the system asks the process to end. Returns `true` if the request came from the system
    /// as SIGTERM.
    pub async fn any(&mut self) -> bool {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => false,
            _ = self.terminate.recv() => true,
        }
        #[cfg(windows)]
        {
            self.interrupt.recv().await;
            false
        }
    }

    /// Waits until the system asks the process to end, and ignores Ctrl-C.
    pub(super) async fn terminate(&mut self) {
        #[cfg(unix)]
        self.terminate.recv().await;
        #[cfg(windows)]
        future::pending::<()>().await;
    }
}
