//! The signals that the system sends to the process.

#[cfg(windows)]
use std::future;
use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals that end a process by default, received from the creation of this value on.
pub(super) struct Signals {
    #[cfg(unix)]
    interrupt: Signal,
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl Signals {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Signals {
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt())?,
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
            #[cfg(windows)]
            interrupt: tokio::signal::windows::ctrl_c()?,
        })
    }

    /// Waits for the request of the user or of the system to end.
    pub(super) async fn any(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
    }

    /// Waits for the request of the system to end, and ignores Ctrl-C.
    pub(super) async fn terminate(&mut self) {
        #[cfg(unix)]
        self.terminate.recv().await;
        #[cfg(windows)]
        future::pending::<()>().await;
    }
}
