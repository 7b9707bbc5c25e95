//! Signals that end the tests, from Ctrl-C or from a program such as `timeout`.

#[cfg(unix)]
use std::future::poll_fn;
use std::io::{self, Write as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
#[cfg(unix)]
use std::task::Poll;
use std::{fmt, process, thread};

use tokio::runtime;
use tokio::signal;
#[cfg(unix)]
use tokio::signal::unix::SignalKind;

/// The reason why a case ends, or does not start, after a signal.
pub(super) const INTERRUPTED: &str = "a signal has ended the tests";

/// The exit code that shells report for a program that Ctrl-C has ended.
const CODE: i32 = 130;

static HAS_COME: AtomicBool = AtomicBool::new(false);
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// A value that exists as long as a case runs. During this time, a signal does not end the process. Instead, the case
/// fails and destroys all objects that it has created. A second signal ends the process.
pub(super) struct Running(());

impl Running {
    /// # Errors
    ///
    /// Fails if signals cannot be received.
    pub(super) fn start() -> io::Result<Self> {
        static STARTED: OnceLock<io::Result<()>> = OnceLock::new();
        if let Err(error) = STARTED.get_or_init(watch) {
            return Err(io::Error::new(error.kind(), error.to_string()));
        }
        RUNNING.fetch_add(1, Ordering::SeqCst);
        Ok(Running(()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns `true` after a signal.
pub(super) fn has_come() -> bool {
    HAS_COME.load(Ordering::SeqCst)
}

/// Prints a message and ends the process after a signal, if all cases have destroyed their objects.
pub(super) fn end(text: impl fmt::Display) {
    if has_come() && RUNNING.load(Ordering::SeqCst) == 0 {
        // If standard error is closed, nothing can be reported.
        _ = writeln!(io::stderr(), "{text}");
        process::exit(CODE);
    }
}

/// The signals that end a process by default. From the moment this value is created, these signals no longer end the
/// process.
struct Signals {
    #[cfg(unix)]
    all: [signal::unix::Signal; 2],
    #[cfg(windows)]
    interrupt: signal::windows::CtrlC,
}

impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Signals {
            #[cfg(unix)]
            all: [
                signal::unix::signal(SignalKind::interrupt())?,
                signal::unix::signal(SignalKind::terminate())?,
            ],
            #[cfg(windows)]
            interrupt: signal::windows::ctrl_c()?,
        })
    }

    /// Waits until the user or the system asks the process to end.
    async fn any(&mut self) {
        #[cfg(unix)]
        {
            let [interrupt, terminate] = &mut self.all;
            poll_fn(|polling| {
                let has_come = [interrupt.poll_recv(polling), terminate.poll_recv(polling)];
                let is_ready = has_come.iter().any(Poll::is_ready);
                if is_ready {
                    Poll::Ready(())
                } else {
                    Poll::Pending
                }
            })
            .await;
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
    }
}

/// Starts a thread that receives the signals of the process.
fn watch() -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
    let guard = runtime.enter();
    let mut signals = Signals::new()?;
    drop(guard);
    let watch = move || {
        runtime.block_on(async {
            signals.any().await;
            HAS_COME.store(true, Ordering::SeqCst);
            end(INTERRUPTED);
            signals.any().await;
            process::exit(CODE);
        });
    };
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(watch)?;
    Ok(())
}
