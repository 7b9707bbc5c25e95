//! The signals with which users and systems end the program.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Receives these signals, from the creation of this value on.
pub(crate) struct Signals {
    #[cfg(unix)]
    interrupt: Signal,
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Signals {
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt())?,
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
            #[cfg(windows)]
            interrupt: tokio::signal::windows::ctrl_c()?,
        })
    }

    /// Waits for a signal. Returns whether it is SIGTERM.
    pub(crate) async fn next(&mut self) -> bool {
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
}
